import { useMemo } from 'react';
import { Link } from 'wouter';
import type { Receipt } from '#contract/receipts.ts';
import { IN_HOUSE } from '#domain/categories.ts';
import { isInHouseBrand } from '#domain/inventory-item.ts';
import { lineName } from '#domain/line-name.ts';
import { useCatalogue } from '../../api/queries/catalogue.ts';
import { paths } from '../../browser/paths.ts';
import type { LineParts } from '../../shared/receipt-parts.tsx';
import { ProductPicture } from '../pictures/product-picture.tsx';
import { START_VIEW, writeView } from '../view/shop-view.ts';

/** Pictures of the lines, and links to the products that the shop still has. */
export const useLineParts = (): ((line: Receipt['lines'][number]) => LineParts) => {
  const products = useCatalogue().data?.products;
  const sold = useMemo(() => new Map(products?.map((product) => [product.id, product])), [products]);
  return (line) => {
    const { productId, productName, productBrand } = line;
    const product = sold.get(productId);
    const category = isInHouseBrand(productBrand) ? IN_HOUSE : (product?.category ?? '');
    const address = paths.home + writeView({ ...START_VIEW, product: productId, category: product?.category ?? null });
    return {
      picture: (
        <ProductPicture
          image={product?.images[0]}
          name={productName}
          category={category}
          brand={productBrand}
          tags={product?.tags}
          sizes="56px"
          decorative
          className="size-14 shrink-0 rounded-control print:hidden"
        />
      ),
      name: product?.isActive ? (
        <Link href={address} className="rounded-small underline-offset-4 hover:underline">
          {lineName(line)}
        </Link>
      ) : (
        lineName(line)
      ),
    };
  };
};

import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { displayCategory } from '#domain/categories.ts';
import { formatPrice } from '#domain/money.ts';
import type { Product } from '#domain/product.ts';
import { messageOf } from '../../api/client.ts';
import { useFailure } from '../../api/failure.ts';
import { useCatalogue } from '../../api/queries/catalogue.ts';
import { buyAgainQuery } from '../../api/queries/receipts.ts';
import { paths } from '../../browser/paths.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { ProductPicture } from '../pictures/product-picture.tsx';
import { START_VIEW, writeView } from '../view/shop-view.ts';
import { AddToCart } from './add-to-cart.tsx';
import { hueOf } from './product-facts.tsx';

interface BuyAgainProps {
  /** Opens the details of a product over this page. Without it they open in the shop. */
  onView?: (productId: number) => void;
  /** Takes its room from the start, and says so if there is nothing. Otherwise it appears only with products. */
  keepsRoom?: boolean;
}

/** Products that the member has received, in a row that scrolls sideways (behavior 7.16). */
export default function BuyAgain({ onView, keepsRoom }: BuyAgainProps) {
  const bought = useQuery(buyAgainQuery);
  const failure = useFailure(bought);
  const products = useProductsToBuyAgain(bought.data?.ids);
  const titleId = useId();
  if (!keepsRoom && !products?.length) return null;
  return (
    <section aria-labelledby={titleId} className="min-w-0">
      <h2 id={titleId} className="mb-3 text-base font-semibold text-text">
        Buy again
      </h2>
      {failure ? (
        <Notice tone="danger" alert action={<TryAgain {...failure} />}>
          {messageOf(failure.error, 'Your products could not be fetched.')}
        </Notice>
      ) : !products ? (
        <div role="status" aria-label="Loading products" className={ROW}>
          {[1, 2, 3].map((place) => (
            <Skeleton key={place} className={cx(CARD, 'rounded-card')} />
          ))}
        </div>
      ) : products.length === 0 ? (
        <p className="rounded-card border border-line bg-surface px-4 py-5 text-sm text-muted">
          Products of your orders show up here once they are shipped.
        </p>
      ) : (
        <ul className={ROW}>
          {products.map((product) => (
            <BoughtProduct key={product.id} product={product} onView={onView} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Row and cards have one size, so that nothing moves when cards replace their skeletons. A scrollbar fits below them. */
const ROW =
  '-mx-1 flex h-72 gap-3 overflow-x-auto overflow-y-hidden overscroll-x-contain px-1 pt-1 [scrollbar-width:thin]';
const CARD = 'h-66 w-40 shrink-0';

const BoughtProduct = ({ product, onView }: { product: Product; onView: BuyAgainProps['onView'] }) => {
  const titleId = useId();
  const category = displayCategory(product);
  return (
    <li
      data-hue={hueOf(product)}
      className={cx(CARD, 'flex flex-col rounded-card border border-line bg-surface hover:border-category-text/45')}
    >
      <div className="relative">
        <ProductPicture
          image={product.images[0]}
          name={product.name}
          category={category}
          brand={product.brand}
          sizes="160px"
          decorative
          className="aspect-4/3 rounded-t-[calc(var(--radius-card)-1px)]"
        />
        <h3 id={titleId} className="mx-2.5 mt-2 line-clamp-2 h-9 text-sm leading-4.5 font-semibold text-text">
          {/* The whole upper part is the link. */}
          <Link
            href={paths.home + writeView({ ...START_VIEW, category, product: product.id })}
            onClick={(event) => {
              if (!onView) return;
              event.preventDefault();
              onView(product.id);
            }}
            className="after:absolute after:inset-0 after:rounded-card after:content-['']"
          >
            {product.name}
          </Link>
        </h3>
      </div>
      <p className="mx-2.5 mt-1 flex items-baseline justify-between gap-2 font-semibold text-text">
        {formatPrice(product.finalPrice)}
        {product.quantity === 0 && <span className="text-xs font-normal text-muted">Out of Stock</span>}
      </p>
      <div className="mx-2.5 mt-auto mb-2.5 flex flex-col">
        <AddToCart product={product} describedBy={titleId} textOnly className="text-sm shadow-none!" />
      </div>
    </li>
  );
};

/**
 * Returns the products as the catalogue has them now; null while they load. A product that was sold out when the row
 * appeared is left out. One that sells out later stays in its place and says so.
 */
const useProductsToBuyAgain = (bought: readonly number[] | undefined): Product[] | null => {
  const products = useCatalogue().data?.products;
  const [row, setRow] = useState<{ bought: readonly number[]; ids: readonly number[] } | null>(null);
  const known = useMemo(() => new Map(products?.map((product) => [product.id, product])), [products]);
  if (bought && products && row?.bought !== bought) {
    setRow({ bought, ids: bought.filter((id) => (known.get(id)?.quantity ?? 0) > 0) });
  }
  return row?.ids.flatMap((id) => known.get(id) ?? []) ?? null;
};

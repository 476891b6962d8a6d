import { useId } from 'react';
import { Link } from 'wouter';
import { displayCategory } from '#domain/categories.ts';
import { formatPrice } from '#domain/money.ts';
import { type Product, UNKNOWN } from '#domain/product.ts';
import { paths } from '../../browser/paths.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { ProductPicture } from '../pictures/product-picture.tsx';
import { productAddress } from '../view/shop-view.ts';
import { AddToCart } from './add-to-cart.tsx';
import { hueOf } from './product-facts.tsx';

interface ProductStripProps {
  products: readonly Product[];
  /** Opens the details of a product over this page. Without it they open in the shop. */
  onView?: ((productId: number) => void) | undefined;
  /** quiet: without Add to Cart, where another one is the main thing. */
  look?: 'full' | 'quiet';
}

/** Row and cards have one size, so that nothing moves when cards replace their skeletons. A scrollbar fits below them. */
const ROW = '-mx-1 flex gap-3 overflow-x-auto overflow-y-hidden overscroll-x-contain px-1 pt-1 [scrollbar-width:thin]';
const ROW_HEIGHT = { full: 'h-72', quiet: 'h-61' };
const CARD = { full: 'h-66 w-40 shrink-0', quiet: 'h-55 w-40 shrink-0' };

/** Small cards in a row that scrolls sideways. */
export const ProductStrip = ({ products, onView, look = 'full' }: ProductStripProps) => (
  <ul className={cx(ROW, ROW_HEIGHT[look])}>
    {products.map((product) => (
      <StripCard key={product.id} {...{ product, onView, look }} />
    ))}
  </ul>
);

export const StripSkeleton = () => (
  <div role="status" aria-label="Loading products" className={cx(ROW, ROW_HEIGHT.full)}>
    {[1, 2, 3].map((place) => (
      <Skeleton key={place} className={cx(CARD.full, 'rounded-card')} />
    ))}
  </div>
);

interface StripCardProps extends Pick<ProductStripProps, 'onView'> {
  product: Product;
  look: 'full' | 'quiet';
}

const StripCard = ({ product, onView, look }: StripCardProps) => {
  const titleId = useId();
  const category = displayCategory(product);
  return (
    <li
      data-hue={hueOf(product)}
      className={cx(
        CARD[look],
        'flex flex-col rounded-card border border-line bg-surface hover:border-category-text/45',
      )}
    >
      <div className="relative">
        <ProductPicture
          image={product.images[0]}
          name={product.name}
          category={category}
          brand={product.brand}
          tags={product.tags}
          sizes="160px"
          decorative
          className="aspect-4/3 rounded-t-[calc(var(--radius-card)-1px)]"
        />
        <h3 id={titleId} className="mx-2.5 mt-2 line-clamp-2 h-9 text-sm leading-4.5 font-semibold text-text">
          {/* The whole upper part is the link. */}
          <Link
            href={paths.home + productAddress(product)}
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
      {look === 'quiet' && (
        <p className="mx-2.5 h-4 truncate text-xs leading-4 text-muted">{product.brand !== UNKNOWN && product.brand}</p>
      )}
      <p className="mx-2.5 mt-1 flex items-baseline justify-between gap-2 font-semibold text-text">
        {formatPrice(product.finalPrice)}
        {product.quantity === 0 && <span className="text-xs font-normal text-muted">Out of Stock</span>}
      </p>
      {look === 'full' && (
        <div className="mx-2.5 mt-auto mb-2.5 flex flex-col">
          <AddToCart product={product} describedBy={titleId} textOnly className="text-sm shadow-none!" />
        </div>
      )}
    </li>
  );
};

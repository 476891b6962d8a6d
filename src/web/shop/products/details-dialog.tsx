import { useEffect, useMemo, useRef, useState } from 'react';
import { displayCategory } from '#domain/categories.ts';
import { factRows } from '#domain/facts.ts';
import { siblingsOf } from '#domain/grouping.ts';
import { formatPrice } from '#domain/money.ts';
import { ownPictures } from '#domain/picture-shapes.ts';
import { type Product, UNKNOWN } from '#domain/product.ts';
import type { Variant } from '#domain/product-traits.ts';
import { shortNames } from '#domain/variants.ts';
import { Badge } from '../../ui/badge.tsx';
import { RadioCard } from '../../ui/choice.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { useCart, usePiecesOf } from '../cart/cart-store.ts';
import { FavoriteButton } from '../marks/favorite-button.tsx';
import { NotifyButton } from '../marks/notify-button.tsx';
import { ProductPicture } from '../pictures/product-picture.tsx';
import { closeDetails, openDetails } from '../view/use-shop-view.ts';
import { AddToCart } from './add-to-cart.tsx';
import { LabResult } from './lab-result.tsx';
import {
  choiceLabel,
  hueOf,
  LimitNote,
  Quantity,
  QuantityText,
  ReplicaBadge,
  UnitPrice,
  WeightBadge,
} from './product-facts.tsx';
import { TierPrices } from './tier-prices.tsx';
import { WhyPrice, WhyQuantity } from './why-product.tsx';

export interface DetailsDialogProps {
  /** The product of the address. Null closes the dialog. An unknown product is ignored. */
  productId: number | null;
  products: readonly Product[];
}

/** The details of a product (behavior 5.10): a dialog, which fills the screen on a phone. */
export default function DetailsDialog({ productId, products }: DetailsDialogProps) {
  const found = useMemo(() => products.find(({ id }) => id === productId) ?? null, [products, productId]);
  // The product stays on the screen while the dialog closes, and when it leaves the shop while it is shown.
  const product = useLastShown(found);
  const isOpen = productId !== null && product?.id === productId;
  if (!product) return null;
  return (
    <Dialog
      open={isOpen}
      onClose={closeDetails}
      parameter="product"
      size="lg"
      phone="full"
      title={product.name}
      footer={<BuyBar key={product.id} product={product} isGone={found === null} />}
    >
      <Details product={product} products={products} isGone={found === null} />
    </Dialog>
  );
}

const Details = ({
  product,
  products,
  isGone,
}: {
  product: Product;
  products: readonly Product[];
  isGone: boolean;
}) => {
  const siblings = useMemo(() => siblingsOf(products, product), [products, product]);
  const category = displayCategory(product);
  return (
    <div data-hue={hueOf(product)} className="grid gap-5 sm:grid-cols-2 sm:gap-6">
      <Pictures key={product.id} product={product} category={category} />
      <div className="flex min-w-0 flex-col gap-4">
        <div className="flex flex-wrap gap-1.5">
          <Badge hue={hueOf(product)}>{category}</Badge>
          {product.brand !== UNKNOWN && (
            <Badge>
              <span className="truncate">{product.brand}</span>
            </Badge>
          )}
          <WeightBadge product={product} />
          {product.badge && <Badge tone="accent">{product.badge === 'new' ? 'New' : 'Back in stock'}</Badge>}
          <ReplicaBadge product={product} />
        </div>
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
          <div className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-xl font-bold text-text">{formatPrice(product.finalPrice)}</span>
            <UnitPrice product={product} />
            {!isGone && <WhyPrice product={product} />}
          </div>
          <div className="flex flex-wrap items-center gap-x-2 text-sm">
            <StockStatus quantity={isGone ? 0 : product.quantity} isGone={isGone} />
            {!isGone && (
              <>
                <Quantity quantity={product.quantity} />
                <WhyQuantity product={product} />
              </>
            )}
          </div>
        </div>
        <TierPrices product={product} />
        {siblings.length > 1 && <Siblings siblings={siblings} chosen={product.id} />}
        <FactTable product={product} />
        <div>
          <h3 className="text-sm font-semibold text-text">Description</h3>
          <p className="mt-1 whitespace-pre-line text-muted">
            {product.description ?? 'No description available for this product.'}
          </p>
        </div>
        <LabResult product={product} products={products} />
      </div>
    </div>
  );
};

/** The product's picture. If it has several, small ones below choose the one that is shown. */
const Pictures = ({ product, category }: { product: Product; category: string }) => {
  const [chosen, setChosen] = useState(0);
  const images = ownPictures(product.images);
  const { name, brand } = product;
  const picture = { name, category, brand };
  if (images.length < 2) {
    return (
      <ProductPicture
        {...picture}
        image={images[0]}
        sizes="(min-width: 40rem) 420px, 100vw"
        eager
        className="aspect-4/3 w-full self-start rounded-card sm:sticky sm:top-0 sm:aspect-square"
      />
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-2 self-start sm:sticky sm:top-0">
      <ProductPicture
        {...picture}
        key={images[chosen]}
        image={images[chosen]}
        sizes="(min-width: 40rem) 420px, 100vw"
        eager
        className="aspect-4/3 w-full rounded-card"
      />
      <ul aria-label="Pictures" className="flex gap-2 p-0.5">
        {images.slice(0, MOST_PICTURES).map((image, index) => (
          <li key={image}>
            <button
              type="button"
              aria-label={`Picture ${index + 1} of ${Math.min(images.length, MOST_PICTURES)}`}
              aria-pressed={index === chosen}
              onClick={() => setChosen(index)}
              className="block rounded-control border border-line opacity-75 hover:opacity-100 aria-pressed:border-accent aria-pressed:opacity-100"
            >
              <ProductPicture
                {...picture}
                image={image}
                decorative
                sizes="80px"
                className="aspect-4/3 w-20 rounded-control"
              />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** So many fit in one line of a phone. */
const MOST_PICTURES = 4;

/** The facts of the product, in two columns if they fit. A doubtful size is not among them (behavior 4.7). */
const FactTable = ({ product }: { product: Product }) => {
  const rows = factRows(product);
  if (rows.length === 0) return null;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-6 border-t border-line text-sm">
      {rows.map(({ name, value }) => (
        <div key={name} className="flex min-w-0 items-baseline justify-between gap-3 border-b border-line py-2">
          <dt className="shrink-0 text-muted">{name}</dt>
          <dd className="min-w-0 text-right font-medium break-words text-text">{value}</dd>
        </div>
      ))}
    </dl>
  );
};

const StockStatus = ({ quantity, isGone }: { quantity: number; isGone: boolean }) => {
  if (isGone) return <Badge tone="danger">No longer available</Badge>;
  return quantity > 0 ? <Badge tone="good">In Stock</Badge> : <Badge tone="danger">Out of Stock</Badge>;
};

/**
 * The sibling variants by their short names, with price and stock. Choosing one shows its details. On a phone they
 * scroll in one line.
 */
const Siblings = ({ siblings, chosen }: { siblings: readonly Variant[]; chosen: number }) => {
  const names = useMemo(() => shortNames(siblings), [siblings]);
  const chips = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const chip = chips.current?.querySelector<HTMLElement>(':has(> :checked)');
    if (chips.current && chip) chips.current.scrollLeft = chip.offsetLeft - chips.current.clientWidth / 3;
  }, []);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold text-text">
        {choiceLabel(siblings.map(({ product }) => product))}
      </legend>
      <div
        ref={chips}
        className="no-scrollbar relative flex gap-2 max-sm:-mx-5 max-sm:overflow-x-auto max-sm:px-5 max-sm:py-1 sm:flex-wrap"
      >
        {siblings.map((variant, index) => (
          <RadioCard
            key={variant.id}
            name="sibling"
            value={variant.id}
            checked={variant.id === chosen}
            onChange={() => openDetails(variant.id)}
            className={cx(
              'flex min-h-13 max-w-64 shrink-0 cursor-pointer flex-col justify-center rounded-control border border-edge bg-well px-3.5 py-1.5 hover:border-text',
            )}
          >
            <span className={cx('truncate text-sm font-semibold', variant.quantity === 0 ? 'text-muted' : 'text-text')}>
              {names[index]}
            </span>
            <span className="text-xs whitespace-nowrap text-muted">
              {formatPrice(variant.finalPrice)} ·{' '}
              {variant.quantity === 0 ? 'Out of Stock' : <QuantityText quantity={variant.quantity} />}
            </span>
          </RadioCard>
        ))}
      </div>
    </fieldset>
  );
};

/** Quantity and Add to Cart, or the stepper of what is in the cart. Stays at the bottom, in reach of a thumb. */
const BuyBar = ({ product, isGone }: { product: Product; isGone: boolean }) => {
  const [wanted, setWanted] = useState(1);
  const max = Math.max(1, product.quantity);
  const quantity = Math.min(wanted, max);
  const canBuy = !isGone && product.quantity > 0;
  const isInCart = usePiecesOf(product.id) > 0;
  const total = useCart(({ items }) => items.find(({ productId }) => productId === product.id)?.totalPrice);
  if (product.quantity === 0 && !isGone) {
    return (
      <div className="flex items-center gap-3">
        <NotifyButton product={product} look="wide" className="min-w-0 flex-1" />
        <FavoriteButton product={product} look="plain" className="size-13!" />
      </div>
    );
  }
  return (
    // What does not fit next to the stepper goes below it.
    <div className="flex min-h-13 flex-wrap items-center justify-between gap-3">
      {isInCart ? (
        <p className="min-w-0 text-muted">
          In your cart{total && <span className="ml-3 font-semibold text-text">{formatPrice(total)}</span>}
        </p>
      ) : (
        <Stepper label="Quantity" value={quantity} onChange={setWanted} max={max} disabled={!canBuy} />
      )}
      <LimitNote product={product} pieces={isInCart ? 1 : quantity} className="text-sm" />
      <div className={cx('flex max-w-full flex-wrap items-center justify-end gap-3', !isInCart && 'flex-1')}>
        <AddToCart
          product={product}
          quantity={quantity}
          disabled={!canBuy}
          size="lg"
          className="flex-1 px-3! max-sm:[&>svg]:hidden"
        />
        <FavoriteButton product={product} look="plain" className="size-13!" />
      </div>
    </div>
  );
};

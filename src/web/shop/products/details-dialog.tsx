import { useMemo, useState } from 'react';
import { displayCategory } from '#domain/categories.ts';
import { siblingsOf } from '#domain/grouping.ts';
import { formatPrice } from '#domain/money.ts';
import type { Product } from '#domain/product.ts';
import type { Variant } from '#domain/product-traits.ts';
import { productStrain } from '#domain/tags.ts';
import { Badge } from '../../ui/badge.tsx';
import { RadioCard } from '../../ui/choice.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { closeDetails, showSibling } from '../view/use-shop-view.ts';
import { AddToCart } from './add-to-cart.tsx';
import { hueOf, Quantity, ReplicaBadge, WeightBadge } from './product-facts.tsx';
import { ProductPicture } from './product-picture.tsx';
import { UnitPrice } from './unit-price.tsx';

export interface DetailsDialogProps {
  /** The product of the address; null closes. An unknown one is ignored. */
  productId: number | null;
  products: readonly Product[];
}

/** The details of one product (specification §2, stage 8): a dialog, on a phone a sheet as high as the screen. */
export default function DetailsDialog({ productId, products }: DetailsDialogProps) {
  const found = useMemo(() => products.find(({ id }) => id === productId) ?? null, [products, productId]);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  // While it closes, and when the product leaves the shop under the member's eyes, what was shown stays.
  const product = found ?? last;
  const isOpen = productId !== null && product?.id === productId;
  if (!product) return null;
  return (
    <Dialog
      open={isOpen}
      onClose={closeDetails}
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
  const strain = productStrain(product);
  return (
    <div data-hue={hueOf(product)} className="grid gap-5 sm:grid-cols-2 sm:gap-6">
      <ProductPicture
        image={product.images[0]}
        name={product.name}
        category={category}
        sizes="(min-width: 40rem) 420px, 100vw"
        eager
        className="aspect-4/3 w-full self-start rounded-card sm:sticky sm:top-0 sm:aspect-square"
      />
      <div className="flex min-w-0 flex-col gap-4">
        <div className="flex flex-wrap gap-1.5">
          <Badge hue={hueOf(product)}>{category}</Badge>
          <Badge>
            <span className="truncate">{product.brand}</span>
          </Badge>
          <WeightBadge product={product} />
          <ReplicaBadge product={product} />
        </div>
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
          <p className="flex items-baseline gap-2">
            <span className="text-xl font-bold text-text">{formatPrice(product.finalPrice)}</span>
            <UnitPrice product={product} />
          </p>
          <p className="flex items-center gap-2 text-sm">
            <StockStatus quantity={isGone ? 0 : product.quantity} isGone={isGone} />
            {!isGone && <Quantity quantity={product.quantity} />}
          </p>
        </div>
        {siblings.length > 1 && <Siblings siblings={siblings} chosen={product.id} />}
        <div>
          <h3 className="text-sm font-semibold text-text">Description</h3>
          <p className="mt-1 whitespace-pre-line text-muted">
            {product.description ?? 'No description available for this product.'}
          </p>
        </div>
        {strain && !product.description?.includes(strain) && (
          <p className="text-sm text-muted">
            <span className="font-semibold text-text">Strain</span> {strain}
          </p>
        )}
      </div>
    </div>
  );
};

/** In Stock when quantity is above 0, otherwise Out of Stock (specification §4). */
const StockStatus = ({ quantity, isGone }: { quantity: number; isGone: boolean }) => {
  if (isGone) return <Badge tone="danger">No longer available</Badge>;
  return quantity > 0 ? <Badge tone="good">In Stock</Badge> : <Badge tone="danger">Out of Stock</Badge>;
};

/** The sibling variants as chips, each with price and stock; choosing one swaps the details. */
const Siblings = ({ siblings, chosen }: { siblings: readonly Variant[]; chosen: number }) => (
  <fieldset>
    <legend className="mb-2 text-sm font-semibold text-text">Options</legend>
    <div className="flex flex-wrap gap-2">
      {siblings.map((variant) => (
        <RadioCard
          key={variant.id}
          name="sibling"
          value={variant.id}
          checked={variant.id === chosen}
          onChange={() => showSibling(variant.id)}
          className={cx(
            'flex min-h-11 max-w-full cursor-pointer flex-col justify-center rounded-control border border-edge bg-well px-3 py-1.5 hover:border-text',
            // On a phone one below the other, prices in a column: chips of uneven length leave half of it empty.
            'max-sm:w-full max-sm:flex-row max-sm:items-center max-sm:justify-between max-sm:gap-3',
          )}
        >
          <span className={cx('truncate text-sm font-medium', variant.quantity === 0 ? 'text-muted' : 'text-text')}>
            {variant.name}
          </span>
          <span className="shrink-0 text-xs text-muted">
            {formatPrice(variant.finalPrice)} · {variant.quantity === 0 ? 'Out of Stock' : `Qty ${variant.quantity}`}
          </span>
        </RadioCard>
      ))}
    </div>
  </fieldset>
);

/** How many, and into the cart; stays at the foot, where the thumb is. */
const BuyBar = ({ product, isGone }: { product: Product; isGone: boolean }) => {
  const [wanted, setWanted] = useState(1);
  const most = Math.max(1, product.quantity);
  const quantity = Math.min(wanted, most);
  const canBuy = !isGone && product.quantity > 0;
  return (
    <div className="flex items-center gap-3">
      <Stepper label="Quantity" value={quantity} onChange={setWanted} max={most} disabled={!canBuy} />
      <AddToCart product={product} quantity={quantity} disabled={!canBuy} size="lg" className="min-w-0 flex-1 px-3" />
    </div>
  );
};

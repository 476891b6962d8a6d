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
import { useLastShown } from '../../ui/use-last-shown.ts';
import { ProductPicture } from '../pictures/product-picture.tsx';
import { closeDetails, showSibling } from '../view/use-shop-view.ts';
import { AddToCart } from './add-to-cart.tsx';
import { LabResult } from './lab-result.tsx';
import { choiceLabel, hueOf, Quantity, QuantityText, ReplicaBadge, UnitPrice, WeightBadge } from './product-facts.tsx';
import { TierPrices } from './tier-prices.tsx';

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
        <TierPrices product={product} />
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
        <LabResult product={product} products={products} />
      </div>
    </div>
  );
};

const StockStatus = ({ quantity, isGone }: { quantity: number; isGone: boolean }) => {
  if (isGone) return <Badge tone="danger">No longer available</Badge>;
  return quantity > 0 ? <Badge tone="good">In Stock</Badge> : <Badge tone="danger">Out of Stock</Badge>;
};

/** The sibling variants with price and stock. Choosing one shows its details. */
const Siblings = ({ siblings, chosen }: { siblings: readonly Variant[]; chosen: number }) => (
  <fieldset>
    <legend className="mb-2 text-sm font-semibold text-text">
      {choiceLabel(siblings.map(({ product }) => product))}
    </legend>
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
            // Stacked on a phone, where chips of different lengths would leave much empty space.
            'max-sm:w-full max-sm:flex-row max-sm:items-center max-sm:justify-between max-sm:gap-3',
          )}
        >
          <span className={cx('truncate text-sm font-medium', variant.quantity === 0 ? 'text-muted' : 'text-text')}>
            {variant.name}
          </span>
          <span className="shrink-0 text-xs text-muted">
            {formatPrice(variant.finalPrice)} ·{' '}
            {variant.quantity === 0 ? 'Out of Stock' : <QuantityText quantity={variant.quantity} />}
          </span>
        </RadioCard>
      ))}
    </div>
  </fieldset>
);

/** Quantity and Add to Cart. Stays at the bottom, in reach of a thumb. */
const BuyBar = ({ product, isGone }: { product: Product; isGone: boolean }) => {
  const [wanted, setWanted] = useState(1);
  const max = Math.max(1, product.quantity);
  const quantity = Math.min(wanted, max);
  const canBuy = !isGone && product.quantity > 0;
  return (
    <div className="flex items-center gap-3">
      <Stepper label="Quantity" value={quantity} onChange={setWanted} max={max} disabled={!canBuy} />
      <AddToCart product={product} quantity={quantity} disabled={!canBuy} size="lg" className="min-w-0 flex-1 px-3" />
    </div>
  );
};

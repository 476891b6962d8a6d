import { Share2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { displayCategory } from '#domain/categories.ts';
import { factRows } from '#domain/facts.ts';
import { formatPrice } from '#domain/money.ts';
import { type Product, UNKNOWN } from '#domain/product.ts';
import type { Variant } from '#domain/product-traits.ts';
import { relatedProducts, siblingsOf } from '#domain/related-products.ts';
import { shortNames } from '#domain/variants.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RadioCard } from '../../ui/choice.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { useMedia } from '../../ui/use-size.ts';
import { openCart, useCart, usePiecesOf } from '../cart/cart-store.ts';
import { FavoriteButton } from '../marks/favorite-button.tsx';
import { NotifyButton } from '../marks/notify-button.tsx';
import { closeDetails, openDetails } from '../view/use-shop-view.ts';
import { AddToCart } from './add-to-cart.tsx';
import { AskSeller, productUrl } from './ask-seller.tsx';
import { choiceLabel, ReplicaBadge, TierPrices, WeightBadge } from './details-facts.tsx';
import { LabResult } from './lab-result.tsx';
import { hueOf, LimitNote, Quantity, QuantityText, UnitPrice } from './product-facts.tsx';
import { ProductPictures, picturesOf } from './product-pictures.tsx';
import { ProductStrip } from './product-strip.tsx';
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
  const siblings = useMemo(() => (product ? siblingsOf(products, product) : []), [products, product]);
  if (!product) return null;
  return (
    <Dialog
      open={isOpen}
      onClose={closeDetails}
      parameter="product"
      size="lg"
      phone="full"
      toastPlace="below-head"
      title={<SteadyTitle name={product.name} siblings={siblings} />}
      footer={<BuyBar key={product.id} product={product} isGone={found === null} />}
    >
      <Details {...{ product, products, siblings }} isGone={found === null} />
    </Dialog>
  );
}

/** A name with the room of its longest sibling's, so that nothing below moves when another one is chosen. */
const SteadyTitle = ({ name, siblings }: { name: string; siblings: readonly Variant[] }) => {
  const longest = siblings.reduce(
    (most, { product }) => (product.name.length > most.length ? product.name : most),
    name,
  );
  return (
    <span className="grid grid-cols-[minmax(0,1fr)] items-center *:col-start-1 *:row-start-1">
      <span aria-hidden data-longest={longest} className="invisible before:content-[attr(data-longest)]" />
      <span>{name}</span>
    </span>
  );
};

/** So many similar products fit in a row of a desktop, and a few more. */
const MOST_SIMILAR = 8;

interface DetailsProps {
  product: Product;
  products: readonly Product[];
  siblings: readonly Variant[];
  isGone: boolean;
}

/** The parts above the choice have the same height for each variant, so that the choice stays under the finger. */
const Details = ({ product, products, siblings, isGone }: DetailsProps) => {
  const similar = useMemo(() => relatedProducts(products, product, MOST_SIMILAR), [products, product]);
  const top = useRef<HTMLDivElement>(null);
  const openSimilar = (id: number) => {
    openDetails(id);
    top.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
  };
  const keepsRoom = siblings.some((variant) => picturesOf(variant.product).length > 1);
  // A wide page has room for it below the picture, if the other column is longer by a choice.
  const hasChoice = siblings.length > 1;
  const description = (
    <div className="min-w-0 max-sm:order-1">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-semibold text-text">Description</h3>
        <ShareLink product={product} />
      </div>
      <p className="mt-1 whitespace-pre-line text-muted">
        {product.description ?? 'No description available for this product.'}
      </p>
    </div>
  );
  return (
    <div
      ref={top}
      data-hue={hueOf(product)}
      className="grid scroll-mt-4 gap-5 sm:grid-cols-2 sm:grid-rows-[auto_1fr] sm:gap-6"
    >
      <ProductPictures key={product.id} product={product} keepsRoom={keepsRoom} />
      <div className={cx('flex min-w-0 flex-col gap-4 max-sm:contents', hasChoice && 'sm:row-span-2')}>
        <div className="@container flex min-w-0 flex-col gap-4">
          {/* In one line, if the text is not very large: the brand gives way first. */}
          <div className="flex flex-wrap gap-1.5 *:min-w-0 @min-[16rem]:flex-nowrap">
            <Badge hue={hueOf(product)}>{displayCategory(product)}</Badge>
            {product.brand !== UNKNOWN && <Badge className="shrink-20">{product.brand}</Badge>}
            <WeightBadge product={product} />
            {product.badge && <Badge tone="accent">{product.badge === 'new' ? 'New' : 'Back in stock'}</Badge>}
            <ReplicaBadge product={product} />
          </div>
          <div className="flex flex-col gap-1">
            <div className="flex flex-wrap items-baseline gap-x-2 @min-[16rem]:flex-nowrap">
              <span className="text-xl font-bold text-text">{formatPrice(product.finalPrice)}</span>
              <UnitPrice product={product} />
              {!isGone && <WhyPrice product={product} />}
            </div>
            <div className="flex min-h-6 flex-wrap items-center gap-x-2 text-sm">
              <StockStatus quantity={isGone ? 0 : product.quantity} isGone={isGone} />
              {!isGone && (
                <>
                  <Quantity quantity={product.quantity} />
                  <WhyQuantity product={product} />
                </>
              )}
            </div>
          </div>
          {hasChoice && <Siblings siblings={siblings} chosen={product.id} />}
          <TierPrices product={product} />
          <AskSeller product={product} />
          <FactTable product={product} />
          {!hasChoice && description}
        </div>
        <div className="min-w-0 empty:hidden max-sm:order-2">
          <LabResult product={product} products={products} />
        </div>
      </div>
      {hasChoice && description}
      {similar.length > 0 && (
        <section className="min-w-0 max-sm:order-3 sm:col-span-2">
          <h3 className="mb-2 text-sm font-semibold text-text">Similar products</h3>
          <ProductStrip products={similar} onView={openSimilar} look="quiet" />
        </section>
      )}
    </div>
  );
};

/** The address of the product, for other members: it opens behind the gate (behavior 5.10). */
const ShareLink = ({ product }: { product: Product }) => {
  const url = productUrl(product);
  const isShareable = useMedia('(pointer: coarse)') && 'share' in navigator;
  if (!isShareable) return <CopyButton value={url} label="Copy link" />;
  return (
    <Button
      size="sm"
      variant="ghost"
      // The member may close the menu of the device without sharing.
      onClick={() => void navigator.share({ title: product.name, url }).catch(() => undefined)}
    >
      <Share2 aria-hidden className="size-4" />
      Share
    </Button>
  );
};

/** The facts of the product, in two columns if they fit. The last one of an odd number has a line of its own. A doubtful size is not among them (behavior 4.7). */
const FactTable = ({ product }: { product: Product }) => {
  const rows = factRows(product);
  if (rows.length === 0) return null;
  return (
    <dl className="grid grid-cols-2 gap-x-6 border-t border-line text-sm max-[24rem]:grid-cols-1 [&>:last-child:nth-child(odd)]:col-span-full">
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

/** More siblings scroll in one line on a phone. */
const MOST_WRAPPED = 6;

/**
 * The sibling variants by their short names, with price and stock. Choosing one shows its details. Those beyond an edge
 * of a scrolled line fade.
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
        className={cx(
          'relative gap-2',
          // Lines of equal parts, and no line with one part that could be avoided.
          siblings.length === 2 || siblings.length === 4
            ? 'grid-cols-2'
            : 'grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))]',
          siblings.length > MOST_WRAPPED
            ? 'flex no-scrollbar max-sm:-mx-5 max-sm:overflow-x-auto max-sm:px-5 max-sm:py-1 max-sm:[mask-image:linear-gradient(to_right,transparent,black_2.5rem,black_calc(100%-2.5rem),transparent)] sm:grid'
            : 'grid',
        )}
      >
        {siblings.map((variant, index) => (
          <RadioCard
            key={variant.id}
            name="sibling"
            value={variant.id}
            checked={variant.id === chosen}
            onChange={() => openDetails(variant.id)}
            className={cx(
              'flex min-h-13 max-w-64 min-w-0 cursor-pointer flex-col justify-center rounded-control border border-edge bg-well px-3 py-1.5 max-sm:shrink-0 sm:max-w-none hover:border-text',
            )}
          >
            <span
              className={cx(
                'text-sm leading-4.5 font-semibold break-words',
                variant.quantity === 0 ? 'text-muted' : 'text-text',
              )}
            >
              {names[index]}
            </span>
            <span className="text-xs text-balance text-muted">
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
    // Parts that do not fit next to the stepper go below it.
    <div className="flex min-h-13 flex-wrap items-center justify-between gap-3 max-[22rem]:gap-2">
      {isInCart ? (
        <div className="flex min-w-0 flex-col items-start text-muted">
          <p>In your cart{total && <span className="ml-3 font-semibold text-text">{formatPrice(total)}</span>}</p>
          <button
            type="button"
            onClick={openCart}
            className="relative text-sm font-semibold text-text underline decoration-edge underline-offset-3 after:absolute after:-inset-x-2 after:-inset-y-3 after:content-[''] hover:decoration-text"
          >
            View cart
          </button>
        </div>
      ) : (
        <Stepper label="Quantity" value={quantity} onChange={setWanted} max={max} disabled={!canBuy} />
      )}
      <LimitNote
        product={product}
        pieces={isInCart ? 1 : quantity}
        className="text-sm max-sm:order-first max-sm:w-full"
      />
      <div
        className={cx(
          'flex max-w-full flex-wrap items-center justify-end gap-3 max-[22rem]:gap-2',
          // On a phone the stepper has the room of the button.
          isInCart ? 'max-sm:grow max-sm:[&>[role=group]]:grow' : 'flex-1',
        )}
      >
        <AddToCart
          product={product}
          quantity={quantity}
          disabled={!canBuy}
          size="lg"
          className="flex-1 px-3! max-sm:[&>svg]:hidden max-[22rem]:px-1.5! max-[22rem]:text-sm"
        />
        <FavoriteButton product={product} look="plain" className="size-13! max-[22rem]:w-11!" />
      </div>
    </div>
  );
};

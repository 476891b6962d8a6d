import { ShoppingCart, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import { linesTotalCents, lineTotalCents } from '#domain/cart.ts';
import { shownSize } from '#domain/facts.ts';
import { lineName } from '#domain/line-name.ts';
import { centsToAmount, formatPrice } from '#domain/money.ts';
import { counted } from '#domain/text.ts';
import { messageOf } from '../../api/client.ts';
import { INVENTORY_FAILED, useCatalogue } from '../../api/queries/catalogue.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SkeletonText } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TryAgain } from '../../ui/try-again.tsx';
import { cartSettled, changeCart, openCart, useCart } from '../cart/cart-store.ts';
import { receiptName } from './order-progress.ts';
import { missingLabel, planReorder, type ReorderLine } from './reorder.ts';

interface ReorderDialogProps {
  receipt: Receipt;
  open: boolean;
  onClose: () => void;
}

/** Shows what can be ordered again and at what price, then adds it to the cart (behavior 7.5). */
export const ReorderDialog = ({ receipt, open, onClose }: ReorderDialogProps) => (
  <Dialog open={open} onClose={onClose} phone="sheet" title={`Buy again: ${receiptName(receipt)}`}>
    <ReorderPlan receipt={receipt} onDone={onClose} />
  </Dialog>
);

const ReorderPlan = ({ receipt, onDone }: { receipt: Receipt; onDone: () => void }) => {
  const { data: catalogue, failure } = useCatalogue();
  const inCart = useCart((state) => state.items);
  const [isAdding, setAdding] = useState(false);
  const plan = useMemo(() => {
    if (!catalogue) return null;
    const pieces = new Map(inCart.map(({ productId, quantity }) => [productId, quantity]));
    return planReorder(receipt.lines, { products: catalogue.products, inCart: (id) => pieces.get(id) ?? 0 });
  }, [catalogue, inCart, receipt]);
  // While the items are added, the growing cart would change the plan, so the plan shown before stays.
  const [shown, setShown] = useState(plan);
  if (!isAdding && shown !== plan) setShown(plan);

  if (!shown) {
    return failure ? (
      <Notice tone="danger" alert title={INVENTORY_FAILED} action={<TryAgain {...failure} />}>
        {messageOf(failure.error, 'Please try again.')}
      </Notice>
    ) : (
      <SkeletonText lines={5} />
    );
  }

  const pieces = shown.reduce((sum, { quantity }) => sum + quantity, 0);
  const cents = linesTotalCents(shown);
  const incomplete = shown.filter(({ missing }) => missing !== null).length;
  const add = async () => {
    setAdding(true);
    for (const { product, quantity } of shown) {
      if (product && quantity > 0) changeCart({ kind: 'restore', product, quantity });
    }
    await cartSettled();
    onDone();
    openCart();
  };
  return (
    <div className="flex flex-col gap-4">
      {incomplete > 0 && (
        <Notice tone="warning" icon={<TriangleAlert />}>
          {pieces === 0
            ? 'None of these items are available right now.'
            : incomplete === 1
              ? 'One item has changed.'
              : `${incomplete} items have changed.`}
        </Notice>
      )}
      <ul aria-label="Items" className="flex flex-col">
        {shown.map((entry) => (
          <ReorderRow key={entry.line.productId} entry={entry} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">
          <span className="text-lg font-semibold text-text">{formatPrice(centsToAmount(cents))}</span> plus shipping at
          today's prices
        </p>
        <Button variant="primary" disabled={pieces === 0} busy={isAdding} onClick={() => void add()}>
          {!isAdding && <ShoppingCart aria-hidden className="size-4.5" />}
          Add {counted(pieces)} to the cart
        </Button>
      </div>
    </div>
  );
};

const ReorderRow = ({ entry }: { entry: ReorderLine }) => {
  const { line, product, quantity, unitPriceCents, priceChange } = entry;
  const missing = missingLabel(entry);
  return (
    <li className="flex items-baseline justify-between gap-4 border-b border-line py-2.5 last:border-b-0">
      <div className="min-w-0">
        <p className="font-medium text-text">
          {lineName(product ? { productName: product.name, size: shownSize(product) } : line)}
        </p>
        {product && quantity > 0 && (
          <p className="text-sm text-muted">
            {quantity} × {formatPrice(centsToAmount(unitPriceCents))}
            {priceChange !== '0.00' && ` · was ${formatPrice(line.unitPrice)}`}
          </p>
        )}
        {missing && <p className="text-sm text-warning-text">{missing}</p>}
      </div>
      {product && quantity > 0 && (
        <p className="shrink-0 font-medium text-text">{formatPrice(centsToAmount(lineTotalCents(entry)))}</p>
      )}
    </li>
  );
};

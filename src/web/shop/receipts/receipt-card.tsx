import { CreditCard, Repeat, ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Receipt } from '#contract/receipts.ts';
import { lineName } from '#domain/line-name.ts';
import { formatPrice } from '#domain/money.ts';
import { hoursOf, isReported, isToPay } from '#domain/unpaid-orders.ts';
import { INVENTORY_FAILED, useCatalogue } from '../../api/queries/catalogue.ts';
import { formatDate, formatRecentTime } from '../../browser/dates.ts';
import { paths } from '../../browser/paths.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { usePaymentWords } from '../../shared/payment-words.ts';
import { formatPieces, StatusLine } from '../../shared/receipt-parts.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { cartSettled, changeCart, openCart, useCart } from '../cart/cart-store.ts';
import { useLineParts } from './line-product.tsx';
import { hasArrived, hasEnough, receiptName } from './order-progress.ts';
import { planReorder, reorderOutcome } from './reorder.ts';

/** So many products of a receipt are named, and as many are pictured where there is room. */
const NAMED = 3;

const namesOf = ({ lines }: Receipt): string => {
  const names = lines.slice(0, NAMED).map(lineName);
  const others = lines.length - names.length;
  return names.join(', ') + (others > 0 ? ` and ${others} more` : '');
};

/** The state of an order, beyond its stage. */
const noteOf = (receipt: Receipt, detail: string | null, now: number): string | null => {
  if (isReported(receipt)) {
    return `Waiting for the seller to confirm, since ${formatRecentTime(Date.parse(receipt.paymentSentAt!), now)}`;
  }
  if (hasArrived(receipt)) {
    return [detail, 'the seller will mark it as paid'].filter(Boolean).join(' · ');
  }
  if (!isToPay(receipt, now)) return detail;
  const left = receipt.expiresAt && `${hoursOf(Date.parse(receipt.expiresAt) - now)} left to pay`;
  return [receipt.payment.amount === 'part' && detail, left].filter(Boolean).join(' · ');
};

/** A receipt in the member's list: what it was, what it cost, where it is, and the one thing to do with it. */
export const ReceiptCard = ({ receipt, news }: { receipt: Receipt; news: string | undefined }) => {
  const partsOf = useLineParts();
  const { stage, detail } = usePaymentWords(receipt);
  const now = shopNow();
  const note = noteOf(receipt, detail, now);
  return (
    <li className="relative flex flex-col gap-4 rounded-card border border-line bg-surface p-4 hover:border-edge">
      <div className="flex items-start gap-3 sm:gap-4">
        <div className="flex shrink-0 gap-1.5" aria-hidden>
          {receipt.lines.slice(0, NAMED).map((line, index) => (
            <div key={line.productId} className={index > 0 ? 'max-sm:hidden' : undefined}>
              {partsOf(line).picture}
            </div>
          ))}
        </div>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <Link
              href={paths.receipt(receipt.id)}
              className="font-semibold text-text after:absolute after:inset-0 after:rounded-card"
            >
              {receiptName(receipt)}
            </Link>
            <Amount receipt={receipt} isPart={isToPay(receipt, now) && receipt.payment.amount === 'part'} />
          </div>
          <p className="mt-0.5 line-clamp-2 text-sm text-text">{namesOf(receipt)}</p>
          <p className="mt-0.5 text-sm text-muted">
            {formatDate(receipt.createdAt)} · {formatPieces(receipt)}
          </p>
        </div>
      </div>
      <StatusLine status={receipt.status} here={stage} isOnItsWay={hasEnough(receipt)} />
      <Foot receipt={receipt} text={news || note} isNew={news !== undefined} />
    </li>
  );
};

/** The total, or what is still to be paid. */
const Amount = ({ receipt: { due, total }, isPart }: { receipt: Receipt; isPart: boolean }) => (
  <span className="tabular-nums">
    <span className="text-lg font-semibold text-text">{formatPrice(isPart ? due : total)}</span>
    {isPart && <span className="text-sm text-muted"> to pay</span>}
  </span>
);

interface FootProps {
  receipt: Receipt;
  text: string | null;
  isNew: boolean;
}

/** The text about a receipt, and the one thing to do, if there is one. "Buy again" shows its result below. */
const Foot = ({ receipt, text, isNew }: FootProps) => {
  const [outcome, setOutcome] = useState<readonly string[] | null>(null);
  return (
    <div>
      <div className="flex items-center justify-between gap-4">
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1.5 text-sm text-muted">
          {isNew && (
            <Badge tone="accent" className="shrink-0">
              New since your last visit
            </Badge>
          )}
          <span className="first-letter:uppercase">{text}</span>
        </p>
        {isToPay(receipt, shopNow()) ? (
          <Link
            href={paths.payment(receipt.id)}
            aria-label={`Pay order #${receipt.number}`}
            className={`${buttonClass({ variant: 'primary', size: 'sm' })} relative`}
          >
            <CreditCard aria-hidden className="size-4" />
            Pay
          </Link>
        ) : receipt.status === 'awaiting_payment' ? null : outcome === null ? (
          <BuyAgainButton receipt={receipt} onDone={setOutcome} />
        ) : (
          <Button size="sm" onClick={openCart} className="relative">
            <ShoppingCart aria-hidden className="size-4" />
            View cart
          </Button>
        )}
      </div>
      <div role="status" className="text-sm">
        {outcome?.map((sentence, index) => (
          <p key={sentence} className={index === 0 ? 'mt-3 text-text' : 'mt-1 text-warning-text'}>
            {sentence}
          </p>
        ))}
      </div>
    </div>
  );
};

/** Fills the cart with one press, and says what is missing (behavior 7.5). */
const BuyAgainButton = ({ receipt, onDone }: { receipt: Receipt; onDone: (outcome: readonly string[]) => void }) => {
  const { data: catalogue, failure } = useCatalogue();
  const [isAdding, setAdding] = useState(false);
  const add = async () => {
    if (!catalogue) {
      toast({ title: 'Error', description: failure?.error.message ?? INVENTORY_FAILED, kind: 'error' });
      return;
    }
    setAdding(true);
    const before = piecesInCart();
    const plan = planReorder(receipt.lines, { products: catalogue.products, inCart: (id) => before.get(id) ?? 0 });
    for (const { product, quantity } of plan) {
      if (product && quantity > 0) changeCart({ kind: 'restore', product, quantity });
    }
    await cartSettled();
    const after = piecesInCart();
    const added = plan.reduce(
      (sum, { line: { productId } }) => sum + (after.get(productId) ?? 0) - (before.get(productId) ?? 0),
      0,
    );
    setAdding(false);
    onDone(reorderOutcome(plan, Math.max(0, added)));
  };
  return (
    <Button size="sm" busy={isAdding} onClick={() => void add()} className="relative">
      {!isAdding && <Repeat aria-hidden className="size-4" />}
      Buy again
    </Button>
  );
};

const piecesInCart = (): Map<number, number> =>
  new Map(useCart.getState().items.map(({ productId, quantity }) => [productId, quantity]));

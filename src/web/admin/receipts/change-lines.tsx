import { useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { lineName } from '#domain/line-name.ts';
import { centsToAmount, formatPrice, toCents } from '#domain/money.ts';
import { reducedAmounts } from '#domain/receipt-amounts.ts';
import { canChangeLines } from '#domain/receipt-state.ts';
import { changeReceiptLines } from '../../api/queries/receipts.admin.ts';
import { ReceiptLines } from '../../shared/receipt-parts.tsx';
import { useUnsaved } from '../../shared/unsaved-forms.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Notice } from '../../ui/notice.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { toast } from '../../ui/toast.ts';
import { useMay } from '../panel-role.ts';
import { showRefusal } from './move-receipt.ts';

/** The lines of a receipt, which the seller can reduce until it is shipped (behavior 7.11). */
export const ReceiptItems = ({ receipt }: { receipt: AdminReceipt }) => {
  const [isEditing, setEditing] = useState(false);
  const mayChange = useMay('orders.write') && canChangeLines(receipt.status);
  if (isEditing && mayChange) return <LinesForm receipt={receipt} onClose={() => setEditing(false)} />;
  return (
    <div>
      <ReceiptLines receipt={receipt} showsWho />
      {mayChange && (
        <Button size="sm" variant="ghost" className="mt-1 -ml-3" onClick={() => setEditing(true)}>
          <Pencil aria-hidden className="size-4" />
          Edit items
        </Button>
      )}
    </div>
  );
};

const LinesForm = ({ receipt, onClose }: { receipt: AdminReceipt; onClose: () => void }) => {
  const queryClient = useQueryClient();
  const [quantities, setQuantities] = useState<ReadonlyMap<number, number>>(new Map());
  const [isBusy, setBusy] = useState(false);
  const lines = receipt.lines.map((line) => ({ ...line, left: quantities.get(line.productId) ?? line.quantity }));
  const changed = lines.filter(({ left, quantity }) => left < quantity);
  useUnsaved('Quantities', changed.length > 0);
  const isEmpty = lines.every(({ left }) => left === 0);
  const { totalCents } = reducedAmounts({
    lines: lines.map(({ left, unitPrice }) => ({ quantity: left, unitPriceCents: toCents(unitPrice)! })),
    points: receipt.points,
    pointsDiscountCents: toCents(receipt.pointsDiscount)!,
    shippingCents: toCents(receipt.shippingCost)!,
  });

  const save = async () => {
    setBusy(true);
    try {
      const body = changed.map(({ productId, left }) => ({ productId, quantity: left }));
      const { total } = await changeReceiptLines(queryClient, receipt.id, body);
      toast({ title: `Receipt #${receipt.number} is now ${formatPrice(total)}`, kind: 'success' });
      onClose();
    } catch (error) {
      showRefusal(error, 'Failed to change the order');
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-label="Edit items" className="rounded-card border border-edge p-4">
      <p className="text-sm text-muted">You can lower a quantity. 0 removes the product.</p>
      <ul className="mt-2 flex flex-col">
        {lines.map((line) => (
          <li
            key={line.productId}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2.5"
          >
            <div className="min-w-0 flex-1">
              <p className={cx('font-medium', line.left === 0 ? 'text-muted line-through' : 'text-text')}>
                {lineName(line)}
              </p>
              <p className="text-sm text-muted">
                {line.left === 0
                  ? 'Will be removed'
                  : `${line.left} of ${line.quantity} × ${formatPrice(line.unitPrice)}`}
              </p>
            </div>
            <Stepper
              label={`Quantity of ${lineName(line)}`}
              decreaseLabel={`Fewer of ${lineName(line)}`}
              increaseLabel={`More of ${lineName(line)}`}
              size="sm"
              value={line.left}
              min={0}
              max={line.quantity}
              disabled={isBusy}
              onChange={(left) => setQuantities(new Map(quantities).set(line.productId, left))}
            />
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="mt-3 flex items-baseline justify-between gap-4 font-semibold text-text">
        New total
        <span className="text-lg">{formatPrice(centsToAmount(totalCents))}</span>
      </p>
      {isEmpty && (
        <Notice tone="warning" className="mt-3">
          Cancel the order to remove every line.
        </Notice>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="primary" busy={isBusy} disabled={changed.length === 0 || isEmpty} onClick={() => void save()}>
          Save quantities
        </Button>
        <Button disabled={isBusy} onClick={onClose}>
          Keep the order as it is
        </Button>
      </div>
    </section>
  );
};

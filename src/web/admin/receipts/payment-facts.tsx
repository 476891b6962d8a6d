import { useQueryClient } from '@tanstack/react-query';
import { DollarSign } from 'lucide-react';
import { type AdminReceipt, moveReceipt, receiptChange } from '#contract/receipts.admin.ts';
import { amountLess, formatDollars, toCents } from '#domain/money.ts';
import { plainNumber } from '#domain/number-rules.ts';
import { updateReceipt } from '../../api/queries/receipts.admin.ts';
import { useEndpointForm } from '../../shared/endpoint-form.ts';
import type { StandardSchema } from '../../shared/form-state.ts';
import { differenceText } from '../../shared/receipt-facts.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { exampleText } from '../../ui/field.tsx';
import { FormFailure } from '../../ui/notice.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';

const FIELDS = ['received', 'coin', 'txid', 'tracking', 'panelNote'] as const;
type Facts = Record<(typeof FIELDS)[number], string>;

const factsOf = (receipt: AdminReceipt): Facts => ({
  received: receipt.received ?? '',
  coin: receipt.coin ?? '',
  txid: receipt.txid ?? '',
  tracking: receipt.tracking ?? '',
  panelNote: receipt.panelNote ?? '',
});

const WAYS_TO_PAY = ['BTC', 'LTC', 'Cash'];

/**
 * The fields for the seller's facts about payment and parcel, and for a note that only the panel shows (behavior 7.10).
 */
export const PaymentFacts = ({ receipt }: { receipt: AdminReceipt }) => {
  const queryClient = useQueryClient();
  const stored = factsOf(receipt);
  const { form, submit, field, failure, isBusy } = useEndpointForm<typeof moveReceipt, Facts, Facts, AdminReceipt>(
    moveReceipt,
    {
      // Facts are only the texts of it.
      schema: receiptChange as unknown as StandardSchema<Facts, Facts>,
      values: stored,
      // Fields that somebody else has changed in between stay as they are.
      send: (typed) =>
        updateReceipt(
          queryClient,
          receipt.id,
          Object.fromEntries(FIELDS.filter((name) => typed[name] !== stored[name]).map((name) => [name, typed[name]])),
        ),
      onDone: (saved, { reset }) => {
        reset(factsOf(saved));
        toast({ title: `Receipt #${receipt.number} is saved`, kind: 'success' });
      },
      fallback: 'Failed to update the receipt',
    },
  );
  const typed = form.getValues();
  const isChanged = FIELDS.some((name) => (typed[name] ?? '').trim() !== stored[name]);
  return (
    <form aria-label="Payment and parcel" onSubmit={submit} noValidate className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <div>
          <TextField
            label="Received"
            hint="All payments together. Another figure adds the difference to them."
            inputMode="decimal"
            autoComplete="off"
            icon={<DollarSign />}
            placeholder={exampleText(receipt.total)}
            {...field('received')}
          />
          <Difference received={typed.received} total={receipt.total} />
        </div>
        <TextField label="Paid with" list="ways-to-pay" maxLength={20} autoComplete="off" {...field('coin')} />
        <datalist id="ways-to-pay">
          {WAYS_TO_PAY.map((way) => (
            <option key={way} value={way} />
          ))}
        </datalist>
        <TextField label="Transaction" verbatim maxLength={200} autoComplete="off" {...field('txid')} />
        <TextField label="Tracking" verbatim maxLength={200} autoComplete="off" {...field('tracking')} />
      </div>
      <p className="text-sm text-muted">Visible to the member.</p>
      <TextArea
        label="Private note"
        hint="Only the panel shows it."
        rows={2}
        boxClassName="min-h-16"
        maxLength={2000}
        {...field('panelNote')}
      />
      <FormFailure text={failure} />
      <Button type="submit" busy={isBusy} disabled={!isChanged} className="self-start">
        Save
      </Button>
    </form>
  );
};

/** How the typed amount compares with the total, while it is typed. */
const Difference = ({ received, total }: { received: string | undefined; total: string }) => {
  const paid = plainNumber(received ?? '');
  if (paid === '' || toCents(paid) === null) return null;
  const difference = amountLess(paid, total);
  const isExact = toCents(difference) === 0;
  return (
    <p
      aria-live="polite"
      className={cx('mt-1.5 text-sm', isExact ? 'text-good-text' : 'font-semibold text-warning-text')}
    >
      {isExact ? `Exactly ${formatDollars(total)}` : differenceText(difference)}
    </p>
  );
};

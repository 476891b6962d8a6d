import { useQueryClient } from '@tanstack/react-query';
import { DollarSign } from 'lucide-react';
import { type ChangeEvent, useEffect, useEffectEvent, useState } from 'react';
import { addPayment as addPaymentEndpoint, paymentInput } from '#contract/payments.admin.ts';
import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { formatPrice } from '#domain/money.ts';
import type { PaymentKind } from '#domain/payments.ts';
import { COIN_NAMES, COINS } from '#domain/quotes.ts';
import { NO_RESPONSE } from '../../api/client.ts';
import { addPayment } from '../../api/queries/receipts.admin.ts';
import { usePaidCoins } from '../../api/queries/settings.ts';
import { useEndpointForm } from '../../shared/endpoint-form.ts';
import { useUnsaved } from '../../shared/unsaved-forms.tsx';
import { Button } from '../../ui/button.tsx';
import { FormFailure } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { likelyPayment } from './likely-payment.ts';
import { type AmountField, dollarsOf, linkedAmounts, type PaymentAmounts } from './payment-amounts.ts';

const OTHER = 'other';
const WAYS_TO_PAY = [
  ...COINS.map((coin) => ({ value: coin as string, label: `${COIN_NAMES[coin]} (${coin})` })),
  { value: 'Cash', label: 'Cash' },
  { value: OTHER, label: 'Other' },
];
const wayOf = (coin: string): string => (WAYS_TO_PAY.some(({ value }) => value === coin) ? coin : OTHER);

/** The form opens below its button, often under the edge of the drawer. */
const showWhole = (form: HTMLFormElement | null) => form?.scrollIntoView({ block: 'nearest' });

const NOTHING_TYPED: ReadonlySet<AmountField> = new Set();

/** The form of an entry by hand. */
export const AddPayment = ({
  receipt,
  kind,
  onDone,
}: {
  receipt: AdminReceipt;
  kind: PaymentKind;
  onDone: () => void;
}) => {
  const queryClient = useQueryClient();
  const { id } = receipt;
  const name = kind === 'refunded' ? 'refund' : 'payment';
  const paidCoins = usePaidCoins();
  // It follows the order until somebody types: a payment may come while the form is open.
  const likely = likelyPayment(receipt, kind, paidCoins);
  const [way, setWay] = useState(() => wayOf(likely.coin));
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const rateOf = (coin: string) => receipt.quotes.find((quote) => quote.coin === coin)?.rate;
  const link = (amounts: PaymentAmounts, by: ReadonlySet<AmountField>, coin: string) =>
    linkedAmounts(amounts, { typed: by, rate: rateOf(coin), due: likely.dollars });
  const { form, submit, field, failure, isBusy } = useEndpointForm(addPaymentEndpoint, {
    schema: paymentInput,
    values: {
      kind,
      note: '',
      ...likely,
      ...link({ dollars: likely.dollars, coinAmount: '' }, NOTHING_TYPED, likely.coin),
    },
    send: (payment, key) => addPayment(queryClient, id, payment, key),
    onDone: () => {
      // Its line is above the form, often out of sight.
      toast({ title: kind === 'refunded' ? 'Refund recorded' : 'Payment recorded', kind: 'success' });
      onDone();
    },
    fallback: NO_RESPONSE,
    errorFields: { refund_too_large: 'dollars' },
  });
  // Typing replaces the whole amount.
  const selectDollars = useEffectEvent(() => kind === 'refunded' && form.select('dollars'));
  useEffect(() => void selectDollars(), []);
  useUnsaved(kind === 'refunded' ? 'Refund' : 'Payment', form.isDirty);
  const amounts = () => ({ dollars: form.watch('dollars') ?? '', coinAmount: form.watch('coinAmount') ?? '' });
  const setAmounts = (by: ReadonlySet<AmountField>, coin: string) => {
    const { dollars, coinAmount } = amounts();
    const linked = link({ dollars, coinAmount }, by, coin);
    if (linked.dollars !== dollars) form.setValue('dollars', linked.dollars);
    if (linked.coinAmount !== coinAmount) form.setValue('coinAmount', linked.coinAmount);
  };
  const amountField = (amount: AmountField) => {
    const { onChange, ...props } = field(amount);
    return {
      ...props,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        onChange(event);
        const by = new Set([...typed, amount]);
        setTyped(by);
        setAmounts(by, way);
      },
    };
  };
  const choose = (chosen: string) => {
    setWay(chosen);
    form.setValue('coin', chosen === OTHER ? '' : chosen);
    setAmounts(typed, chosen);
  };
  const worth = dollarsOf(amounts().coinAmount, rateOf(way));
  return (
    <form ref={showWhole} aria-label={`Add ${name}`} onSubmit={submit} noValidate className="flex flex-col gap-3">
      {kind === 'refunded' && (
        <p className="text-text">Send it from your wallet first, then record it here: the shop never sends.</p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label={kind === 'refunded' ? 'Paid back with' : 'Paid with'}
          options={WAYS_TO_PAY}
          value={way}
          onChange={({ target }) => choose(target.value)}
        />
        {way === OTHER && (
          <TextField label="Which one" aside="optional" maxLength={20} autoComplete="off" {...field('coin')} />
        )}
        {way !== 'Cash' && (
          <TextField
            label="Amount in the coin"
            aside="optional"
            inputMode="decimal"
            autoComplete="off"
            {...amountField('coinAmount')}
          />
        )}
        <TextField
          label="Dollars"
          inputMode="decimal"
          autoComplete="off"
          icon={<DollarSign />}
          hint={worth && `${amounts().coinAmount.trim()} ${way} is ${formatPrice(worth)} at the rate of this order.`}
          {...amountField('dollars')}
        />
        <TextField
          label={`Transaction of the ${name}`}
          aside="optional"
          verbatim
          maxLength={200}
          autoComplete="off"
          {...field('txid')}
        />
      </div>
      <TextField
        label={`Note about the ${name}`}
        aside="optional"
        hint="Only the panel shows it."
        maxLength={1000}
        {...field('note')}
      />
      <FormFailure text={failure} />
      <div className="flex gap-2">
        <Button type="submit" variant="primary" size="sm" busy={isBusy}>
          {kind === 'refunded' ? 'Record refund' : 'Save payment'}
        </Button>
        <Button variant="ghost" size="sm" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
};

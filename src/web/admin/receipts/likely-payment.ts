import type { AdminReceipt } from '#contract/receipts.admin.ts';
import type { PaymentKind } from '#domain/payments.ts';
import { hasEnded } from '#domain/receipt-state.ts';
import { missingSum } from '#domain/unrecorded-payment.ts';

type Booked = Pick<
  AdminReceipt,
  'status' | 'due' | 'difference' | 'received' | 'coin' | 'txid' | 'payments' | 'addresses' | 'quotes'
>;

/** The coins that an order has an address or an amount in, in their order. */
const askedCoins = ({ addresses, quotes }: Booked): string[] => [
  ...new Set([...addresses, ...quotes].map(({ coin }) => coin)),
];

/** What somebody knows of a payment of what is missing: the report of the member, or the only coin of the order. */
const knownPayment = (receipt: Booked) => {
  const { coin, txid, payments } = receipt;
  const missing = missingSum(receipt);
  const asked = askedCoins(receipt);
  const isReported = txid !== null && !payments.some((payment) => payment.txid === txid);
  return {
    dollars: Number(missing) > 0 ? missing : '',
    coin: coin ?? lastCoin(receipt) ?? (asked.length === 1 ? asked[0]! : ''),
    txid: isReported ? txid : '',
  };
};

const lastCoin = ({ payments }: Booked) => payments.findLast(({ coin }) => coin !== null)?.coin;

/**
 * The most likely entry, for a form: a payment of what is missing, or a refund of what is too much, and of all that was
 * received if nothing is. `paidCoins` are those that the shop takes, in their order.
 */
export const likelyPayment = (receipt: Booked, kind: PaymentKind, paidCoins: readonly string[]) => {
  const { difference, received } = receipt;
  if (kind === 'refunded') {
    const excess = hasEnded(receipt) || Number(difference) <= 0 ? received : difference;
    return { dollars: Number(excess) > 0 ? excess! : '', coin: lastCoin(receipt) ?? '', txid: '' };
  }
  const known = knownPayment(receipt);
  return { ...known, coin: known.coin || (askedCoins(receipt)[0] ?? paidCoins[0] ?? '') };
};

/** The payment that a receipt lacks, to enter without a form: it says nothing that nobody knows. */
export const restOf = (receipt: Booked) => ({ kind: 'received' as const, ...knownPayment(receipt) });

import type { ReceiptSort } from '#contract/receipts.admin.ts';
import { PAYMENT_FILTERS, type PaymentFilter } from '#domain/payments.ts';
import { RECEIPT_STATUSES } from '#domain/receipt-state.ts';
import type { ReceiptFilter } from '../../api/queries/receipts.admin.ts';
import type { ListSort } from '../lists/list-sort.tsx';

/** The part of the panel's address that the Receipts tab reads (behavior 7.21). */
export const RECEIPT_PARAMETERS = [
  'q',
  'status',
  'user',
  'batch',
  'paymentSent',
  'short',
  'payment',
  'from',
  'to',
  'paidFrom',
  'paidTo',
  'item',
  'minTotal',
  'maxTotal',
  'sort',
  'open',
  'select',
  'via',
] as const;

type Values = Readonly<Record<(typeof RECEIPT_PARAMETERS)[number], string>>;

/** The orders of the list. Names start with A, totals and dates with the largest. */
export const RECEIPT_SORT: ListSort<ReceiptSort, 'state' | 'member' | 'total' | 'confirmed'> = {
  usual: 'newest',
  labels: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    'total-high': 'Total: High → Low',
    'total-low': 'Total: Low → High',
    state: 'State: first → last',
    'state-last': 'State: last → first',
    member: 'Member: A → Z',
    'member-last': 'Member: Z → A',
  },
  columns: {
    state: ['asc', 'state', 'state-last'],
    member: ['asc', 'member', 'member-last'],
    total: ['desc', 'total-high', 'total-low'],
    confirmed: ['desc', 'newest', 'oldest'],
  },
};

/** The filters for payments, in words. */
export const PAYMENT_WORDS: Readonly<Record<PaymentFilter, string>> = {
  part: 'Paid in part',
  over: 'Paid too much',
  late: 'Paid after its end',
  lost: 'Payment disappeared',
  unrecorded: 'Payment not recorded',
};

/** A day of an address; undefined if it is none. */
const day = (value: string): string | undefined => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value) ? value : undefined;
};

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** An amount in dollars; undefined if it is none. */
export const amount = (value: string): string | undefined => (AMOUNT.test(value) ? value : undefined);

/** The filter of an address. Values that the shop would refuse, such as a day that does not exist, are ignored. */
export const readFilter = (values: Values) => {
  const filter = {
    status: RECEIPT_STATUSES.find((known) => known === values.status),
    paymentSent: values.paymentSent === 'true' ? ('true' as const) : undefined,
    payment: PAYMENT_FILTERS.find((known) => known === values.payment),
    short: values.short === 'true' ? ('true' as const) : undefined,
    from: day(values.from),
    to: day(values.to),
    paidFrom: day(values.paidFrom),
    paidTo: day(values.paidTo),
    item: /^[1-9]\d{0,14}$/.test(values.item) ? values.item : undefined,
    minTotal: amount(values.minTotal),
    maxTotal: amount(values.maxTotal),
  };
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return {
    q: values.q,
    user: values.user,
    batch: values.batch,
    ...(Object.fromEntries(given) as Partial<{ [Name in keyof typeof filter]: NonNullable<(typeof filter)[Name]> }>),
  } satisfies ReceiptFilter;
};

export type ReceiptsFilter = ReturnType<typeof readFilter>;

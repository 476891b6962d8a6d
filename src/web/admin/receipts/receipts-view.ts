import { RECEIPT_SORTS, type ReceiptSort } from '#contract/receipts.admin.ts';
import { RECEIPT_STATUSES } from '#domain/receipt-state.ts';
import type { ReceiptFilter } from '../../api/queries/receipts.admin.ts';

/** The part of the panel's address that the Receipts tab reads (behavior 7.21). */
export const RECEIPT_PARAMETERS = [
  'q',
  'status',
  'user',
  'batch',
  'paymentSent',
  'short',
  'from',
  'to',
  'paidFrom',
  'paidTo',
  'item',
  'minTotal',
  'maxTotal',
  'sort',
  'open',
  'rates',
  'limits',
  'notices',
  'webhook',
] as const;

type Values = Readonly<Record<(typeof RECEIPT_PARAMETERS)[number], string>>;

export const SORT_LABELS: Readonly<Record<ReceiptSort, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  'total-high': 'Total: High → Low',
  'total-low': 'Total: Low → High',
  state: 'State: first → last',
  'state-last': 'State: last → first',
  member: 'Member: A → Z',
  'member-last': 'Member: Z → A',
};

/** The columns that sort: the order of the first press on their head, and that of the next one. */
const COLUMN_SORTS = {
  state: ['state', 'state-last'],
  member: ['member', 'member-last'],
  total: ['total-high', 'total-low'],
  confirmed: ['newest', 'oldest'],
} as const satisfies Readonly<Record<string, readonly [ReceiptSort, ReceiptSort]>>;

const UPWARD: readonly ReceiptSort[] = ['oldest', 'total-low', 'state', 'member'];

/** How the list is sorted by a column, and what a press on its head does. */
export const columnSort = (column: keyof typeof COLUMN_SORTS, sort: ReceiptSort) => {
  const [first, second] = COLUMN_SORTS[column];
  const isSorted = sort === first || sort === second;
  return {
    sorted: isSorted && (UPWARD.includes(sort) ? ('asc' as const) : ('desc' as const)),
    next: sort === first ? second : first,
  };
};

export const readSort = ({ sort }: Pick<Values, 'sort'>): ReceiptSort =>
  RECEIPT_SORTS.find((known) => known === sort) ?? 'newest';

/** A day of an address; undefined if it is none. */
const day = (value: string): string | undefined => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value) ? value : undefined;
};

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** An amount in dollars; undefined if it is none. */
export const amount = (value: string): string | undefined => (AMOUNT.test(value) ? value : undefined);

/** The filter of an address. What the shop would refuse, such as a day that does not exist, is ignored. */
export const readFilter = (values: Values) => {
  const filter = {
    status: RECEIPT_STATUSES.find((known) => known === values.status),
    paymentSent: values.paymentSent === 'true' ? ('true' as const) : undefined,
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

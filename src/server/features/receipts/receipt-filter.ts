import type { QueryOf } from '#contract/endpoint.ts';
import type { listAllReceipts } from '#contract/receipts.admin.ts';
import { endOfDay, startOfDay } from '#domain/local-days.ts';
import { toCents } from '#domain/money.ts';
import type { Shop } from '../../shop.ts';
import type { ReceiptFilter } from './receipt-reads.queries.ts';

type GivenFilter = Omit<QueryOf<typeof listAllReceipts>, 'limit' | 'cursor' | 'sort'>;

/** The filter of a list, with its days as times and its dollars as cents. */
export const filterOf = (
  { settings: { TIME_ZONE } }: Pick<Shop, 'settings'>,
  { from, to, paidFrom, paidTo, minTotal, maxTotal, item, ...filter }: GivenFilter,
): ReceiptFilter => ({
  ...filter,
  since: from === undefined ? undefined : startOfDay(from, TIME_ZONE),
  until: to === undefined ? undefined : endOfDay(to, TIME_ZONE),
  paidSince: paidFrom === undefined ? undefined : startOfDay(paidFrom, TIME_ZONE),
  paidUntil: paidTo === undefined ? undefined : endOfDay(paidTo, TIME_ZONE),
  itemId: item === undefined ? undefined : Number(item),
  minCents: minTotal ? toCents(minTotal)! : undefined,
  maxCents: maxTotal ? toCents(maxTotal)! : undefined,
});

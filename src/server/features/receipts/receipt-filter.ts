import type { QueryOf } from '#contract/endpoint.ts';
import type { listAllReceipts } from '#contract/receipts.admin.ts';
import { toCents } from '#domain/money.ts';
import { endOfDay, startOfDay } from '../../lib/local-date.ts';
import type { Shop } from '../../shop.ts';
import type { ReceiptFilter } from './receipt-reads.queries.ts';

type GivenFilter = Omit<QueryOf<typeof listAllReceipts>, 'limit' | 'cursor' | 'sort'>;

/** The filter of a list, with its days as times and its dollars as cents. */
export const filterOf = (
  { settings: { TIME_ZONE } }: Pick<Shop, 'settings'>,
  { from, to, minTotal, maxTotal, ...filter }: GivenFilter,
): ReceiptFilter => ({
  ...filter,
  since: from === undefined ? undefined : startOfDay(from, TIME_ZONE),
  until: to === undefined ? undefined : endOfDay(to, TIME_ZONE),
  minCents: minTotal ? toCents(minTotal)! : undefined,
  maxCents: maxTotal ? toCents(maxTotal)! : undefined,
});

import { sql } from 'kysely';
import { areAlike } from '#domain/alike-orders.ts';
import { centsToAmount } from '#domain/money.ts';
import { dueCents } from '#domain/payments.ts';
import { COINS, type Quote } from '#domain/quotes.ts';
import { fromJson, jsonRows } from '../../db/json.ts';
import type { Db } from '../../db/types.ts';
import type { Shop } from '../../shop.ts';
import { ADDRESSES } from '../order-addresses/order-addresses.queries.ts';
import type { ReceiptRow } from './receipt-reads.queries.ts';

type Wanted = Pick<ReceiptRow, 'id' | 'status' | 'total_cents' | 'received_cents' | 'quotes' | 'addresses'>;

const payable = ({ id, status, total_cents, received_cents, quotes, addresses }: Wanted) => ({
  id,
  status,
  due: centsToAmount(dueCents(total_cents, received_cents)),
  quotes: JSON.parse(quotes) as Quote[],
  addresses,
});

/** The unpaid orders that ask for the same amount at the same address as an order, by their number. */
export const findAlikeOrders = async (db: Db, { settings }: Pick<Shop, 'settings'>, row: Wanted) => {
  const coins = COINS.filter((coin) => settings[`${coin}_ADDRESS`] !== undefined);
  const due = dueCents(row.total_cents, row.received_cents);
  if (row.status !== 'awaiting_payment' || due === 0 || coins.length === 0) return [];
  const rows = await db
    .selectFrom('receipts')
    .select(['id', 'number', 'status', 'total_cents', 'received_cents', 'quotes'])
    .select(jsonRows(db, ADDRESSES).as('addresses'))
    .where('status', '=', sql.lit('awaiting_payment'))
    .where(sql<number>`total_cents - coalesce(received_cents, 0)`, '=', due)
    .orderBy('number')
    .execute();
  const asked = payable(row);
  return rows
    .filter((each) => areAlike(asked, payable({ ...each, addresses: fromJson(each.addresses) }), coins))
    .map(({ id, number }) => ({ id, number }));
};

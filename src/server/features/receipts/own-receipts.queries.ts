import { sql } from 'kysely';
import { jsonRow, jsonRows } from '../../db/json.ts';
import { type ParamOf, prepareQuery } from '../../db/prepared-query.ts';
import type { Page } from '../../http/paging.ts';
import { activeSession, SESSION_COLUMNS, type SessionKey } from '../users/sessions.queries.ts';
import { RECEIPT_COLUMNS, receiptDetails } from './receipt-reads.queries.ts';

/*
 * A member's own receipts with their lines and history, each call as one statement that also finds the session.
 */

const ofMember = sql.ref<string>('session.userId');

/** The session of a request with its member's receipts below the number `before`, newest first. */
export const findOwnReceipts = prepareQuery('receipts.own', (db, param: ParamOf<SessionKey & Page>) =>
  db
    .with('session', (q) => activeSession(q, param))
    .selectFrom('session')
    .select(SESSION_COLUMNS)
    .select(
      jsonRows(
        db,
        db
          .selectFrom('receipts')
          .select(RECEIPT_COLUMNS)
          .select(receiptDetails(db))
          .where('receipts.user_id', '=', ofMember)
          .where('receipts.number', '<', param('before'))
          .orderBy('receipts.number', 'desc')
          .limit(param('limit')),
      ).as('receipts'),
    ),
);

/** So many of the newest receipts are looked at, and so many products are named. */
const BUY_AGAIN = { receipts: 100, products: 24 };

/** The session of a request with the products that its member has received and that members still see. */
export const findBuyAgain = prepareQuery('receipts.buy-again', (db, param: ParamOf<SessionKey>) =>
  db
    .with('session', (q) => activeSession(q, param))
    .selectFrom('session')
    .select(SESSION_COLUMNS)
    .select(
      jsonRows(
        db,
        db
          .selectFrom(
            db
              .selectFrom('receipts')
              .select(['receipts.id', 'receipts.number'])
              .where('receipts.user_id', '=', ofMember)
              .where('receipts.status', 'in', ['shipped', 'completed'])
              .orderBy('receipts.number', 'desc')
              .limit(BUY_AGAIN.receipts)
              .as('received'),
          )
          .innerJoin('receipt_lines', 'receipt_lines.receipt_id', 'received.id')
          .innerJoin('items', 'items.id', 'receipt_lines.item_id')
          .select('items.id')
          .where('items.listed', '=', 1)
          .where('items.is_active', '=', 1)
          .groupBy('items.id')
          // By the newest receipt that has it, and by its line there. No receipt has so many lines.
          .orderBy(sql`max(received.number * 100000 - receipt_lines.position)`, 'desc')
          .limit(BUY_AGAIN.products),
      ).as('products'),
    ),
);

/** The session of a request with one receipt, or null if that is not its member's. */
export const findOwnReceipt = prepareQuery('receipts.own-by-id', (db, param: ParamOf<SessionKey & { id: string }>) =>
  db
    .with('session', (q) => activeSession(q, param))
    .selectFrom('session')
    .select(SESSION_COLUMNS)
    .select(
      jsonRow(
        db,
        db
          .selectFrom('receipts')
          .select(RECEIPT_COLUMNS)
          .select(receiptDetails(db))
          .where('receipts.id', '=', param('id'))
          .where('receipts.user_id', '=', ofMember),
      ).as('receipt'),
    ),
);

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
export const findOwnReceipts = prepareQuery((db, param: ParamOf<SessionKey & Page>) =>
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

/** The session of a request with one receipt, or null if that is not its member's. */
export const findOwnReceipt = prepareQuery((db, param: ParamOf<SessionKey & { id: string }>) =>
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

import { type QueryCreator, sql } from 'kysely';
import { lockingReferencedRows } from '../../db/locks.ts';
import type { ParamOf } from '../../db/prepared-query.ts';
import type { Schema } from '../../db/schema.ts';
import { asText, asWhole } from '../../db/sql.ts';
import type { Db } from '../../db/types.ts';

/*
 * The parts of the statement that makes a receipt which only some orders need: a notice for the seller, and points.
 */

/** Tables of the statement that Kysely's types do not know. */
const tablesOf = (q: unknown) => q as QueryCreator<Known>;
interface Known {
  item: { id: number };
  number: { value: number };
  receipt: { id: string };
}

/** The payload of a notice, before and after the receipt's number. */
export interface NoticeParts {
  noticeStart: string;
  noticeEnd: string;
}

/** Adds a notice for the seller's webhook. */
export const withNotice = (tables: QueryCreator<Schema>, param: ParamOf<NoticeParts & { now: number }>) => {
  const now = asWhole(param('now'));
  return tables.with('notice', (q) =>
    q
      .insertInto('notices')
      .columns(['event', 'receipt_id', 'payload', 'next_attempt_at', 'created_at'])
      .expression(
        tablesOf(q)
          .selectFrom(['receipt', 'number'])
          .select([
            sql.lit('receipt.confirmed').as('event'),
            'receipt.id as receipt_id',
            sql<string>`${asText(param('noticeStart'))} || number.value || ${asText(param('noticeEnd'))}`.as('payload'),
            now.as('next_attempt_at'),
            now.as('created_at'),
          ]),
      )
      .returning('id'),
  );
};

/** Takes the points from the balance and records them in the ledger. The balance was locked with everything else. */
export const withPoints = (tables: QueryCreator<Schema>, param: ParamOf<Payer>) => {
  const points = asWhole(param('points'));
  return tables
    .with('spent', (q) =>
      q
        .updateTable('users')
        .set({ points_balance: sql`points_balance - ${points}` })
        .where('id', '=', param('userId'))
        .where(({ exists }) => exists(tablesOf(q).selectFrom('number').select('value')))
        .returning('id'),
    )
    .with('redeemed', (q) =>
      q
        .insertInto('points_entries')
        .columns(['user_id', 'points', 'kind', 'reason', 'actor', 'receipt_id', 'created_at'])
        .expression(
          tablesOf(q)
            .selectFrom(['receipt', 'number'])
            .select([
              asText(param('userId')).as('user_id'),
              sql<number>`-${points}`.as('points'),
              sql.lit('redeemed').as('kind'),
              sql<string>`'Spent on receipt #' || number.value`.as('reason'),
              sql<null>`cast(null as text)`.as('actor'),
              'receipt.id as receipt_id',
              asWhole(param('now')).as('created_at'),
            ]),
        )
        .returning('id'),
    );
};

/** A user, and the number of points to spend. */
interface Payer {
  userId: string;
  points: number;
  now: number;
}

/** The member's balance, locked after the items, as steps of receipts do, so that nobody deadlocks. */
export const lockedBalance = (db: Db, q: QueryCreator<Schema>, param: ParamOf<Payer>) =>
  lockingReferencedRows(
    db,
    q
      .selectFrom('users')
      .select('points_balance')
      .where('id', '=', param('userId'))
      .where(({ exists }) => exists(tablesOf(q).selectFrom('item').select('item.id'))),
  );

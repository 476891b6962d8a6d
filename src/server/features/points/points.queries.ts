import { type InferResult, type QueryCreator, sql } from 'kysely';
import { ShopError } from '#contract/errors.ts';
import type { LedgerSort } from '#contract/points.admin.ts';
import type { PointsKind } from '#domain/points.ts';
import { EARNING_LATER } from '#domain/receipt-state.ts';
import { containsText } from '../../db/contains-text.ts';
import { type IdRange, isInRange } from '../../db/id-ranges.ts';
import { isOneOf, jsonRows } from '../../db/json.ts';
import { inOrder, type Position } from '../../db/list-order.ts';
import { forUpdate } from '../../db/locks.ts';
import { type ParamOf, prepareQuery } from '../../db/prepared-query.ts';
import type { Schema } from '../../db/schema.ts';
import type { Db, Touch, Tx } from '../../db/types.ts';
import type { Page } from '../../http/paging.ts';
import { activeSession, SESSION_COLUMNS, type SessionKey } from '../users/sessions.queries.ts';
import { usersCalled } from '../users/users.queries.ts';
import { LEDGER_ORDERS, SORT_NAME } from './ledger-sorts.queries.ts';

/**
 * Adds an entry to the ledger and changes the balance with it, in the caller's transaction (behavior 8.1). The database
 * refuses a balance below 0, whatever runs in parallel (`users_points_not_below_zero`, which becomes not_enough_points),
 * and a second award for one receipt that was not taken back (`points_earned_once`). Returns the new balance.
 */
export const addPoints = async (
  tx: Tx,
  touch: Touch,
  entry: {
    userId: string;
    /** Whole points, negative for a deduction. 0 adds no entry. */
    points: number;
    kind: PointsKind;
    reason: string;
    /** The admin who granted or deducted; null for the shop itself. */
    actor: string | null;
    receiptId: string | null;
    now: number;
  },
): Promise<number> => {
  const { points_balance } = await tx
    .updateTable('users')
    .set({ points_balance: sql`points_balance + ${entry.points}` })
    .where('id', '=', entry.userId)
    .returning('points_balance')
    .executeTakeFirstOrThrow();
  if (entry.points === 0) return points_balance;
  await tx
    .insertInto('points_entries')
    .values({
      user_id: entry.userId,
      points: entry.points,
      kind: entry.kind,
      reason: entry.reason,
      actor: entry.actor,
      receipt_id: entry.receiptId,
      created_at: entry.now,
    })
    .execute();
  touch('points', [entry.userId]);
  return points_balance;
};

/**
 * Locks a member's balance and checks that it has some points.
 * @throws ShopError points_spent (409) with the number of points that are missing
 */
const requireBalance = async (tx: Tx, { userId, points }: { userId: string; points: number }): Promise<void> => {
  const { points_balance: balance } = await tx
    .selectFrom('users')
    .select('points_balance')
    .where('id', '=', userId)
    .modifyEnd(forUpdate(tx))
    .executeTakeFirstOrThrow();
  if (balance < points) throw new ShopError('points_spent', { missing: points - balance });
};

/** Why the points of a receipt change. */
interface ReceiptEntry {
  receiptId: string;
  userId: string;
  reason: string;
  /** The admin who undoes a step; null for the shop itself. */
  actor: string | null;
  now: number;
}

/**
 * Takes back the points that a receipt has earned, in the caller's transaction (behavior 8.2). The entry that gave them
 * is marked. The points are taken back only once, and the receipt can earn again.
 * @throws ShopError points_spent (409) with the number of points that are missing
 */
export const reverseEarnedPoints = async (tx: Tx, touch: Touch, entry: ReceiptEntry): Promise<void> => {
  const { receiptId, userId } = entry;
  const earned = await tx
    .selectFrom('points_entries')
    .select(['id', 'points'])
    .where('receipt_id', '=', receiptId)
    .where('kind', '=', 'earned')
    .where('reversed_by', 'is', null)
    .executeTakeFirst();
  if (!earned) return;
  await requireBalance(tx, { userId, points: earned.points });
  await addPoints(tx, touch, { ...entry, points: -earned.points, kind: 'reversed' });
  await tx
    .updateTable('points_entries')
    .set(({ selectFrom }) => ({
      // The member's row is locked, so the newest entry is the one just added.
      reversed_by: selectFrom('points_entries as newest')
        .select(({ fn }) => fn.max('newest.id').as('id'))
        .where('newest.user_id', '=', userId),
    }))
    .where('id', '=', earned.id)
    .execute();
};

/** Gives a member back points that paid for a receipt (behavior 8.6). 0 points add nothing. */
export const returnPoints = async (
  tx: Tx,
  touch: Touch,
  { points, ...entry }: ReceiptEntry & { points: number },
): Promise<void> => {
  if (points > 0) await addPoints(tx, touch, { ...entry, points, kind: 'reversed' });
};

/**
 * Takes points that pay for a receipt again (behavior 8.6). 0 points take nothing.
 * @throws ShopError points_spent (409) with the number of points that are missing
 */
export const spendPointsAgain = async (
  tx: Tx,
  touch: Touch,
  { points, ...entry }: ReceiptEntry & { points: number },
): Promise<void> => {
  if (points === 0) return;
  await requireBalance(tx, { userId: entry.userId, points });
  await addPoints(tx, touch, { ...entry, points: -points, kind: 'redeemed' });
};

/** The session of a request with its user's balance. */
export const findOwnBalance = prepareQuery('points.balance', (db, param: ParamOf<SessionKey>) =>
  activeSession(db, param).select('users.points_balance as balance'),
);

export const findBalanceOf = async (db: Db, { userId }: { userId: string }): Promise<number> => {
  const row = await db.selectFrom('users').select('points_balance').where('id', '=', userId).executeTakeFirst();
  return row?.points_balance ?? 0;
};

/** What a member pays for each order that will earn points. */
export const listEarningLater = (db: Db, userId: string) =>
  db
    .selectFrom('receipts')
    .select(['subtotal_cents as subtotalCents', 'points_discount_cents as pointsDiscountCents'])
    .where('user_id', '=', userId)
    .where('status', 'in', EARNING_LATER)
    .execute();

const ENTRY_COLUMNS = [
  'points_entries.id',
  'points_entries.points',
  'points_entries.kind',
  'points_entries.reason',
  'points_entries.created_at',
] as const;

const ownEntries = (db: QueryCreator<Schema>, param: ParamOf<Page>) =>
  db
    .selectFrom('points_entries')
    .select(ENTRY_COLUMNS)
    .where('points_entries.user_id', '=', sql.ref<string>('session.userId'))
    .where('points_entries.id', '<', param('before'))
    .orderBy('points_entries.id', 'desc')
    .limit(param('limit'));

/** The session of a request with the user's entries below `before`, newest first. */
export const findOwnEntries = prepareQuery('points.entries', (db, param: ParamOf<SessionKey & Page>) =>
  db
    .with('session', (q) => activeSession(q, param))
    .selectFrom('session')
    .select(SESSION_COLUMNS)
    .select(jsonRows(db, ownEntries(db, param)).as('entries')),
);

/** An entry as its member sees it. */
export type EntryRow = InferResult<ReturnType<typeof ownEntries>>[number];

/** Which entries a list shows. */
export interface LedgerFilter {
  /** Set for a member, who sees only their own. */
  userId?: string | undefined;
  /** A user's id or name, for the filter of admins. */
  user?: string | undefined;
  kind?: PointsKind | undefined;
  /** Searches user and reason. */
  q?: string | undefined;
  /** Only these ids. */
  ids?: readonly number[] | undefined;
  range?: IdRange | undefined;
}

export const matching = (db: Db, { userId, user, kind, q, ids, range }: LedgerFilter) =>
  db
    .selectFrom('points_entries')
    .$if(ids !== undefined, (query) => query.where(isOneOf(db, 'points_entries.id', ids!)))
    .$if(range !== undefined, (query) => query.where(isInRange('points_entries.id', range!)))
    .$if(userId !== undefined, (query) => query.where('points_entries.user_id', '=', userId!))
    .$if(!!user, (query) => query.where('points_entries.user_id', 'in', usersCalled(user!)))
    .$if(kind !== undefined, (query) => query.where('points_entries.kind', '=', kind!))
    .$if(!!q?.trim(), (query) =>
      query
        .innerJoin('users as owner', 'owner.id', 'points_entries.user_id')
        .where((where) =>
          where.or(['owner.username', 'points_entries.reason'].map((column) => containsText(db, column, q!.trim()))),
        ),
    );

/** A page of the ledger: an order, and where the last page ended. */
export interface LedgerPage {
  /** Newest first unless it is given. */
  sort?: LedgerSort;
  after: Position | null;
  limit: number;
}

/** The ids of a page's entries. */
export const idsOfPage = (db: Db, { sort = 'newest', after, limit, ...filter }: LedgerFilter & LedgerPage) =>
  inOrder(
    matching(db, filter)
      .$if(sort.startsWith('member'), (query) => query.innerJoin('users', 'users.id', 'points_entries.user_id'))
      .select('points_entries.id'),
    LEDGER_ORDERS[sort],
    after,
  ).limit(limit);

/** The entries of a page. They are found first, or SQLite would join every entry that it sorts. */
export const listEntries = (db: Db, page: LedgerFilter & LedgerPage) => {
  const entries = db
    .selectFrom('points_entries')
    .innerJoin('users', 'users.id', 'points_entries.user_id')
    .leftJoin('receipts', 'receipts.id', 'points_entries.receipt_id')
    .where('points_entries.id', 'in', idsOfPage(db, page))
    .select(ENTRY_COLUMNS)
    .select(['points_entries.actor', 'points_entries.user_id', 'users.username', 'users.deleted_at'])
    .select(['receipts.id as receipt_id', 'receipts.number as receipt_number', SORT_NAME.as('sort_name')]);
  return inOrder(entries, LEDGER_ORDERS[page.sort ?? 'newest'], null).execute();
};

export type LedgerRow = Awaited<ReturnType<typeof listEntries>>[number];

/**
 * Removes what admins typed about a member from the ledger. The reasons of the shop stay: they name receipts. The type of
 * a row forbids to change its reason, and this is the one exception.
 */
export const deleteTypedReasons = async (tx: Tx, { userId }: { userId: string }): Promise<void> => {
  await tx
    .updateTable('points_entries')
    .set({ reason: '' } as never)
    .where('user_id', '=', userId)
    .where('kind', 'in', ['granted', 'deducted'])
    .execute();
};

/** The number of matching entries, and the points that they granted and deducted in total. */
export const sumEntries = (db: Db, filter: LedgerFilter) =>
  matching(db, filter)
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(case when points_entries.points > 0 then points_entries.points else 0 end), 0)`.as(
        'given',
      ),
      sql<number>`coalesce(sum(case when points_entries.points < 0 then -points_entries.points else 0 end), 0)`.as(
        'taken',
      ),
    ])
    .executeTakeFirstOrThrow();

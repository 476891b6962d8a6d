import { ShopError } from '#contract/errors.ts';
import { grantPoints, listAllTransactions, transactionsCsv } from '#contract/points.admin.ts';
import { getPoints, getPointsToCome, issueTestPoints, listPointsTransactions } from '#contract/points.ts';
import { formatPoints, type PointsKind, pointsEarned } from '#domain/points.ts';
import { constraintErrorCode } from '../../db/failures.ts';
import { fromJson } from '../../db/json.ts';
import type { Db } from '../../db/types.ts';
import { sendCsv } from '../../http/csv.ts';
import { cutPage, encodeCursor, pageAfter } from '../../http/paging.ts';
import { type Feature, leaving } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import { type AuditActor, actorOf, recordAudit, visitorAt } from '../audit/audit.queries.ts';
import { type KeyedCall, oncePerKey } from '../idempotency/idempotency.queries.ts';
import { type Once, onceWith } from '../idempotency/once.ts';
import type { SignedIn } from '../users/sessions.ts';
import { findUserById, findUserByName } from '../users/users.queries.ts';
import { findEntries } from './ledger-search.queries.ts';
import { cursorOf, positionIn } from './ledger-sorts.queries.ts';
import { transactionsTable } from './points.csv.ts';
import { presentAdminTransaction, presentTransaction } from './points.present.ts';
import { addPoints, findBalanceOf, findOwnBalance, findOwnEntries, listEarningLater } from './points.queries.ts';

/** A member's balance and ledger, and the ledger of all members for admins (behavior 8.1 to 8.4). */
export const registerPoints: Feature = (serve, shop) => {
  const {
    sessions,
    database: { read },
  } = shop;

  serve.inOneStatement(getPoints, async ({ session }) => {
    const [row] = await findOwnBalance(read, session);
    await sessions.accept(row, session);
    return { balance: row!.balance };
  });

  serve(getPointsToCome, async ({ user }) => {
    const open = await listEarningLater(read, user.userId);
    return { points: open.reduce((sum, paid) => sum + pointsEarned(paid, shop.settings.POINTS_PER_DOLLAR), 0) };
  });

  serve.inOneStatement(listPointsTransactions, async ({ session, query: { limit, cursor } }) => {
    const [row] = await findOwnEntries(read, { ...session, ...pageAfter(cursor, limit) });
    await sessions.accept(row, session);
    const { page, nextCursor } = cutPage(fromJson(row!.entries), limit, (entry) => encodeCursor([entry.id]));
    return { transactions: page.map(presentTransaction), nextCursor };
  });

  // The call needs no token, so a real shop must not have it (behavior 1.13).
  const isOn = () => shop.settings.TEST_POINTS;
  serve(
    issueTestPoints,
    async ({ input, key, request }) => {
      const given = await givePoints(shop, {
        ...input,
        call: 'points.issue',
        key,
        by: null,
        actor: visitorAt(request.ip),
        kind: 'test',
        reason: 'Test points',
      });
      return onceWith(given, { message: `Added ${given.points} points to ${given.username}` });
    },
    { isOn },
  );

  serve(grantPoints, async ({ user, input, key }) => {
    const given = await givePoints(shop, {
      ...input,
      call: 'points.grant',
      key,
      by: user,
      actor: actorOf(user),
      kind: input.points > 0 ? 'granted' : 'deducted',
    }).catch(async (error: unknown) => {
      throw await withBalance(read, error, input.username);
    });
    const { username, points, balance } = given;
    const message =
      points > 0 ? `Added ${points} points to ${username}` : `Deducted ${-points} points from ${username}`;
    return onceWith(given, { message, balance });
  });

  serve(listAllTransactions, async ({ query: { limit, cursor, sort, ...filter }, reply }) => {
    const wanted = { sort, after: positionIn(sort, cursor), limit: limit + 1, left: leaving(reply) };
    const { rows, total, ...totals } = await findEntries(read, filter, wanted);
    const { page, nextCursor } = cutPage(rows, limit, (row) => cursorOf(sort, row));
    return { transactions: page.map(presentAdminTransaction), total, nextCursor, totals };
  });

  serve(transactionsCsv, ({ query, user, reply }) => sendCsv(shop, reply, transactionsTable(user, query)));
};

/** Says how many points can be deducted at most, if there were too few. */
const withBalance = async (db: Db, error: unknown, username: string): Promise<unknown> => {
  if (constraintErrorCode(error) !== 'not_enough_points') return error;
  const user = await findUserByName(db, username);
  const balance = user ? await findBalanceOf(db, { userId: user.id }) : 0;
  const message = `The balance is ${formatPoints(balance)}. Please deduct no more.`;
  return new ShopError('not_enough_points', { message });
};

/** Points to give, and the call that gives them. */
interface Gift extends Pick<KeyedCall, 'call' | 'key'> {
  username: string;
  points: number;
  kind: PointsKind;
  reason: string;
  /** The admin who gives them; null for the test page. */
  by: SignedIn | null;
  actor: AuditActor;
}

/**
 * Grants points to a user by name; a negative number deducts them. A repeated call returns what the first one gave.
 * @throws ShopError not_found (404) for an unknown name; not_enough_points (409) from the database's check
 */
const givePoints = (
  { database, clock }: Shop,
  { call, key, by: signedIn, actor, username, ...entry }: Gift,
): Promise<Once<{ username: string; points: number; balance: number }>> =>
  database.write(async (tx, touch) => {
    const user = await findUserByName(tx, username);
    if (!user) throw new ShopError('not_found', { message: 'User not found' });
    const now = clock();
    const owner = signedIn?.userId ?? user.id;
    const { made } = await oncePerKey(tx, { call, scope: owner, key, userId: owner, now }, async () => {
      const { points, kind } = entry;
      const by = signedIn?.username ?? null;
      const balance = await addPoints(tx, touch, { ...entry, userId: user.id, actor: by, receiptId: null, now });
      await recordAudit(tx, { actor, kind: 'points', subject: user.id, after: { kind, points, balance }, now });
      return { userId: user.id, points, balance };
    });
    const given = made.userId === user.id ? user : await findUserById(tx, made.userId);
    if (!given) throw new ShopError('not_found', { message: 'User not found' });
    return onceWith(made, { username: given.username, points: made.points, balance: made.balance });
  });

import { AsyncLocalStorage } from 'node:async_hooks';
import { isPanelAccess, type PanelAccess } from '#contract/endpoint.ts';
import { ShopError } from '#contract/errors.ts';
import { may, mayOpenPanel } from '#domain/permissions.ts';
import { holdSessions } from './locks.ts';
import type { Tx } from './types.ts';

/** The caller of a call, with access already checked. Plain data, because it goes along to the worker thread. */
export interface Caller {
  sessionId: string;
  access: 'member' | PanelAccess;
}

const callers = new AsyncLocalStorage<Caller | null>();
let running = 0;

/**
 * Runs the work of a call. Whatever it writes is stored only if the caller still has the right then (behavior 3.5): every
 * transaction of `ShopDatabase` begins with `holdCaller`.
 */
export const asCaller = async <Result>(caller: Caller | null, work: () => Result): Promise<Awaited<Result>> => {
  if (!caller) return await asShop(work);
  running += 1;
  try {
    return await callers.run(caller, work);
  } finally {
    running -= 1;
    // Up to Node 22, every promise of the process is slower while the storage is in use.
    if (running === 0) callers.disable();
  }
};

/** Runs work of the shop itself, which goes on whatever becomes of the caller that began it. */
export const asShop = <Result>(work: () => Result): Result => (callers.getStore() ? callers.run(null, work) : work());

export const currentCaller = (): Caller | null => callers.getStore() ?? null;

/**
 * Keeps the caller's session from ending until the transaction ends. Whatever takes a right from a user ends the user's
 * sessions, and so waits for this transaction.
 *
 * @throws ShopError not_signed_in (401), not_admin, not_allowed (403), as a new call would
 */
export const holdCaller = async (tx: Tx, { sessionId, access }: Caller): Promise<void> => {
  const session = tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('users.role')
    .where('sessions.id', '=', sessionId)
    .where('users.status', '=', 'active')
    .where('users.deleted_at', 'is', null);
  const user = await holdSessions(tx, session).executeTakeFirst();
  if (!user) throw new ShopError('not_signed_in');
  if (!isPanelAccess(access)) return;
  if (!mayOpenPanel(user.role)) throw new ShopError('not_admin');
  if (access !== 'panel' && !may(user.role, access)) throw new ShopError('not_allowed');
};

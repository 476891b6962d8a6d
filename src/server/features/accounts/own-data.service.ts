import { ShopError } from '#contract/errors.ts';
import type { Deps } from '../../deps.ts';
import { readCart } from '../cart/cart.service.ts';
import { listUserEvents } from '../members/members.queries.ts';
import { presentTransaction } from '../points/points.present.ts';
import { listEntries } from '../points/points.queries.ts';
import { presentReceipt } from '../receipts/receipts.present.ts';
import { listReceipts } from '../receipts/receipts.queries.ts';
import { presentUser } from './accounts.present.ts';
import { findUserById } from './accounts.queries.ts';
import { listOpenSessions } from './sessions.queries.ts';

const EVERYTHING = 1_000_000_000;
const ALL = { before: null, limit: EVERYTHING };

/**
 * All the shop holds about a user, but for the password's hash, in the words and units of the other calls: amounts in
 * dollars, times in ISO 8601 (decisions §8 "more calls").
 * @throws ShopError not_signed_in (401) for a user that is gone meanwhile
 */
export const exportOwnData = async (
  { database: { read: db }, settings, clock }: Deps,
  userId: string,
): Promise<Record<string, unknown>> => {
  const user = await findUserById(db, userId);
  if (!user) throw new ShopError('not_signed_in');
  return {
    user: presentUser(user),
    ...(await readCart(db, settings, userId)),
    receipts: (await listReceipts(db, { userId, ...ALL })).map(presentReceipt),
    points: (await listEntries(db, { userId, ...ALL })).map(presentTransaction),
    sessions: await listOpenSessions(db, { userId, now: clock() }),
    history: (await listUserEvents(db, { userId, limit: EVERYTHING })).events,
  };
};

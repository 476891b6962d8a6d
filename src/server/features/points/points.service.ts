import { ShopError } from '#contract/errors.ts';
import type { PointsKind } from '#domain/points.ts';
import type { Deps } from '../../deps.ts';
import { findUserByName } from '../accounts/accounts.queries.ts';
import { addPoints } from './points.queries.ts';

/**
 * Gives points to a user by name, or takes them where negative.
 * @throws ShopError not_found (404) for an unknown name; not_enough_points (409) by the database's own check
 */
export const givePoints = (
  { database, clock }: Deps,
  entry: { username: string; points: number; kind: PointsKind; reason: string; actor: string | null },
): Promise<{ username: string; balance: number }> =>
  database.write(async (tx, touch) => {
    const user = await findUserByName(tx, entry.username);
    if (!user) throw new ShopError('not_found', { message: 'User not found' });
    const balance = await addPoints(tx, touch, { ...entry, userId: user.id, receiptId: null, now: clock() });
    return { username: user.username, balance };
  });

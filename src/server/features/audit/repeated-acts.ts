import { CLOCK_TOLERANCE_MS } from '#domain/stored-times.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Tx } from '../../db/types.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { type AuditAct, recordAudit } from './audit.queries.ts';
import { countAct, findEndedActs, restartAct, takeEndedAct } from './repeated-acts.queries.ts';

const MINUTE_MS = 60_000;
const LOOK_EVERY_MS = 5000;

/** When a minute ends at the latest. One that ends later began before the clock was set back. */
const latestEnd = (now: number): number => now + MINUTE_MS + CLOCK_TOLERANCE_MS;

/** An act that somebody can repeat as often as they like. */
export type RepeatedAct = Omit<AuditAct, 'kind' | 'after' | 'now'> & {
  kind: 'sign_in_failed' | 'limited' | 'gate_refused';
};

/**
 * Records an act that somebody may repeat without end: the first one of a minute, and their number when the minute is
 * over (behavior 3.14). Acts are the same if all their values are, such as name and address.
 */
export const recordRepeatedAct = async (tx: Tx, act: RepeatedAct, now: number): Promise<void> => {
  const key = { act: JSON.stringify(act), endsAt: now + MINUTE_MS };
  const { calls, ends_at: endsAt } = await countAct(tx, key);
  const isMinuteOver = calls > 1 && (endsAt <= now || endsAt > latestEnd(now));
  if (calls > 1 && !isMinuteOver) return;
  if (isMinuteOver) {
    await recordCount(tx, act, { calls: calls - 1, now });
    await restartAct(tx, key);
  }
  await recordAudit(tx, { ...act, now });
};

/** A minute with a single act needs no second entry. */
const recordCount = async (tx: Tx, act: RepeatedAct, { calls, now }: { calls: number; now: number }): Promise<void> => {
  if (calls > 1) await recordAudit(tx, { ...act, after: { times: calls }, now });
};

/** Records the numbers of the minutes that are over. They are in the database, so a restart loses none. */
export const startCountingActs = ({ database, clock, log }: Shop): BackgroundJob =>
  repeat({ name: 'counted acts', every: LOOK_EVERY_MS, log }, () => recordEndedMinutes(database, { now: clock() }));

/** Records the numbers of acts whose minute is over. Of several processes, one records each. */
export const recordEndedMinutes = async (database: ShopDatabase, { now }: { now: number }): Promise<void> => {
  const ended = { now, latest: latestEnd(now) };
  for (const act of await findEndedActs(database.read, ended)) {
    await database.write(async (tx) => {
      const calls = await takeEndedAct(tx, { act, ...ended });
      if (calls !== undefined) await recordCount(tx, JSON.parse(act) as RepeatedAct, { calls, now });
    });
  }
};

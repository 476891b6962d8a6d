import { randomUUID } from 'node:crypto';
import { takeLease } from '../../db/leases.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { setState } from '../../db/shop-state.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { findPeopleToForget, forgetPerson } from './audit.queries.ts';
import { isoTime } from './chain.queries.ts';
import { type CheckedChain, checkChain, describeEnd, describeProblem } from './chain-check.ts';
import { storeHash } from './hash-message.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** One day of the check is a lease: the process that takes it checks. */
const LEASE = 'audit-check';

/** The result of a check, as it is stored for the page "Activity". */
export interface StoredCheck extends CheckedChain {
  /** Epoch milliseconds. */
  at: number;
}

/** Checks the whole chain once a day, in one process. Its last hash goes to the log and to a webhook (behavior 3.14). */
export const startDailyCheck = (shop: Shop): BackgroundJob =>
  repeat({ name: 'daily check', every: HOUR_MS, log: shop.log }, () => checkDaily(shop));

export const checkDaily = async (shop: Pick<Shop, 'database' | 'settings' | 'clock' | 'log'>): Promise<void> => {
  const { database, settings, clock, log } = shop;
  const now = clock();
  const lease = { name: LEASE, holder: randomUUID(), now, milliseconds: DAY_MS };
  if (!(await database.write((tx) => takeLease(tx, lease)))) return;
  await forgetLateTexts(database, now);
  const checked = await database.atOneMoment((db) => checkChain(db));
  const stored: StoredCheck = { ...checked, at: now };
  const untaken = await database.write(async (tx) => {
    await setState(tx, 'audit_check', JSON.stringify(stored));
    return settings.ALARM_WEBHOOK_URL === undefined ? null : storeHash(tx, { end: checked.end, at: now });
  });
  if (untaken !== null) log.error(`ALARM_WEBHOOK_URL never took the last hash of ${isoTime(untaken)}.`);
  if (checked.problem) log.error(`The evidence does not fit at ${describeProblem(checked.problem)}. Run "shop check".`);
  // At the level that is on by default: a copy of the last hash shows whether somebody cut off the end.
  log.warn(`evidence: ${describeEnd(checked.end)}`);
};

/** A call that runs while its account is deleted can leave a name behind. */
const forgetLateTexts = async (database: ShopDatabase, now: number): Promise<void> => {
  for (const { id: userId, role } of await findPeopleToForget(database.read)) {
    await database.write((tx) => forgetPerson(tx, { userId, role, now }));
  }
};

import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { SqliteDatabase } from '../../src/server/db/sqlite-driver.ts';
import { makeFolder } from '../../tests/faults/kept.ts';
import { waitUntil } from '../../tests/faults/wait.ts';
import type { Cause } from './rounds/faults.ts';
import { type LyingProxy, startLyingProxy } from './rounds/lying-proxy.ts';
import { openPlace, type Place } from './rounds/place.ts';
import { runRound } from './rounds/round.ts';

/** Generous, for a busy machine. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

// The bugs are planted around the shop, which itself is the built one. Without them the same rounds find nothing: the first
// test here, and every round of kill-rounds.test.ts.

let place: Place;
let proxy: LyingProxy | undefined;

beforeAll(async () => {
  place = await openPlace('sqlite');
});

afterEach(async () => {
  await proxy?.close();
  proxy = undefined;
});

afterAll(() => place?.close());

/** Changes the database of the running shop behind its back. */
const changeDirectly = (statement: string): number => {
  const database = new SqliteDatabase(databaseFile());
  try {
    return database.prepare(statement).run().changes;
  } finally {
    database.close();
  }
};

const databaseFile = () => join(place.shop.dataDir, 'shop.db');

/** Changes a row as soon as there is one that fits. */
const changeOne = async (statement: string): Promise<number> => {
  await waitUntil(() => changeDirectly(statement) > 0, {
    timeout: 60_000,
    interval: 20,
    what: 'a row could be changed',
  });
  return performance.now();
};

const problemsWith = async (cause: Cause, more: { url?: string; mayBreak?: boolean } = {}): Promise<string[]> =>
  (await runRound(place, { seed: 'planted bug', cause, ...more })).problems;

/** A violation of an object whose name begins like this. */
const violationOf = (object: string) => expect.stringMatching(new RegExp(`^${object}.*: no order explains`));

/** More than one, because the line may be removed before anybody sees it again. */
const LIES = 4;

const nothing: Cause = async () => performance.now();

test('without a bug the checker finds nothing', async () => {
  expect(await problemsWith(nothing)).toEqual([]);
});

test('a change of a cart that is acknowledged and not made is found', async () => {
  const lying = await startLyingProxy(place.shop.url);
  proxy = lying;
  const cause: Cause = async () => {
    lying.lie(LIES);
    await waitUntil(() => lying.lies() === LIES, { timeout: 60_000, what: 'a change was swallowed' });
    return performance.now();
  };
  const problems = await problemsWith(cause, { url: lying.url });
  expect(problems).toContainEqual(violationOf('"[^"]+" in the cart of mara-'));
});

test('a lost update is found: an older cart line comes back', async () => {
  const cause: Cause = () =>
    changeOne(`update cart_items set quantity = quantity - 1 where id = (
      select id from cart_items where quantity > 2 order by created_at limit 1)`);
  expect(await problemsWith(cause)).toContainEqual(violationOf('"[^"]+" in the cart of mara-'));
});

test('a reservation that is released twice is found', async () => {
  const cause: Cause = () =>
    changeOne('update items set reserved = reserved - 1 where id = (select id from items where reserved > 1 limit 1)');
  expect(await problemsWith(cause)).toContainEqual(violationOf('stock of "'));
  // The next round begins with a database that keeps its own laws.
  changeDirectly(`update items set reserved = (select coalesce(sum(receipt_lines.quantity), 0)
    from receipt_lines join receipts on receipts.id = receipt_lines.receipt_id
    where receipt_lines.item_id = items.id and receipts.status in ('awaiting_payment', 'paid'))`);
});

test('a commit that is acknowledged before it is durable is found', async () => {
  const folder = makeFolder();
  const older = join(folder.path, 'older.db');
  const cause: Cause = async ({ shop }, workload) => {
    const database = new SqliteDatabase(databaseFile(), { readonly: true });
    await database.backup(older);
    database.close();
    await workload.acknowledged(40);
    await shop.stop('SIGKILL');
    for (const suffix of ['-wal', '-shm']) rmSync(databaseFile() + suffix, { force: true });
    copyFileSync(older, databaseFile());
    await shop.restart();
    return performance.now();
  };
  const problems = await problemsWith(cause, { mayBreak: true });
  await folder.remove();
  expect(problems).toContainEqual(expect.stringContaining('of an acknowledged'));
  expect(problems).toContainEqual(violationOf('(stock of|points of|receipt|"[^"]+" in the cart of) '));
});

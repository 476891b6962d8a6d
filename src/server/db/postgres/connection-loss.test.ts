import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { getCart, setCartNotes } from '#contract/cart.ts';
import { errorText } from '#contract/errors.ts';
import { setMarkup } from '#contract/inventory.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/both-databases.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts';
import { buildAdmin, buildItem, buildMember } from '../../testing/factories.ts';
import { readItem } from '../../testing/inventory.ts';
import { PATIENT_LIMITS } from '../../testing/patience.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { ConnectionLostError, isUnreachable, OutcomeUnknownError } from '../failures.ts';
import { openDatabase } from '../open.ts';
import { type ParamOf, prepareQuery } from '../prepared-query.ts';
import { ShopDatabase } from '../shop-database.ts';
import type { Tx } from '../types.ts';

let server: TestDatabase;
/** A shop on the database, without the proxy. */
let shop: TestShop;
let proxy: DatabaseProxy;
let database: ShopDatabase;
beforeAll(async () => {
  server = await createTestDatabase();
  shop = await startTestShop({ databaseUrl: server.url });
});
afterAll(async () => {
  await shop.close();
  await server.drop();
});
/** However late a connection is lost, a call starts again. Each still ends at the limits of its statements. */
const timeLimits = { ...PATIENT_LIMITS, retryWithin: 3_600_000 };
const open = (connections: number) =>
  new ShopDatabase(openDatabase({ databaseUrl: proxy.url, dataDir: '' }, { connections, timeLimits }));
beforeEach(async () => {
  proxy = await startDatabaseProxy(server.url);
  database = open(3);
});
afterEach(async () => {
  await database.close();
  await proxy.close();
});

const read = () => database.ping();
/** Writes a row, in a transaction of its own if none is given. */
const write = async (key: string, tx?: Tx): Promise<void> => {
  if (!tx) return database.write((own) => write(key, own));
  await tx
    .insertInto('shop_state')
    .values({ key, value: 'written' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: 'again' }))
    .execute();
};
/** The values of rows, read without the proxy. */
const stored = async (...keys: string[]) => {
  const rows = await shop.database.read.selectFrom('shop_state').selectAll().where('key', 'in', keys).execute();
  return keys.map((key) => rows.find((row) => row.key === key)?.value ?? null);
};
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('the server enforces limits of its own on every connection', async () => {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`.execute(database.read);
  const { statement, lock, idleInTransaction } = timeLimits.calls;
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]))).toEqual({
    statement_timeout: statement,
    lock_timeout: lock,
    idle_in_transaction_session_timeout: idleInTransaction,
  });
});

test('a statement that takes too long, and one that waits for a lock, end as if the database were out of reach', async () => {
  const slow = failure(sql`select pg_sleep(60)`.execute(database.read));
  await shop.database.write(async (tx) => {
    await write('locked', tx);
    expect(isUnreachable(await failure(write('locked')))).toBe(true);
  });
  expect(isUnreachable(await slow)).toBe(true);
  expect(await stored('locked')).toEqual(['written']);
});

test.each([
  ['new', async () => {}],
  ['open', read],
])('every call ends while the server is paused, over a connection that is %s', async (_kind, prepare) => {
  await prepare();
  proxy.pause();
  // More calls than connections.
  const calls = [...Array.from({ length: 8 }, read), write('paused'), write('paused')];
  const failures = await Promise.all(calls.map(failure));
  for (const error of failures) expect(error).toBeInstanceOf(ConnectionLostError);
  proxy.resume();
  await expect.poll(() => failure(read())).toBeNull();
  expect(await stored('paused')).toEqual([null]);
});

test('a transaction that the server leaves without a response ends while it is paused, and is rolled back', async () => {
  const cut = database.write(async (tx) => {
    await write('half', tx);
    proxy.pause();
    await write('other half', tx);
  });
  expect(await failure(cut)).toBeInstanceOf(ConnectionLostError);
  proxy.resume();
  await write('after');
  expect(await stored('half', 'other half', 'after')).toEqual([null, null, 'written']);
});

test('a read whose connection is cut runs again, whether it waited for the server or not', async () => {
  await read();
  proxy.cut();
  await read();
  const cut = proxy.loseResponseTo('as found');
  expect((await sql`select 1 as found`.execute(database.read)).rows).toEqual([{ found: 1 }]);
  await cut;
});

test('a read whose connection is cut while the server is gone fails as any other call', async () => {
  await read();
  await proxy.stop();
  expect(await failure(read())).toBeInstanceOf(ConnectionLostError);
});

test('a transaction whose connection is cut before its commit runs again, and is written once', async () => {
  let attempts = 0;
  await database.write(async (tx) => {
    attempts++;
    await write(`attempt ${attempts}`, tx);
    if (attempts === 1) proxy.cut();
    await write('cut', tx);
  });
  expect(attempts).toBe(2);
  expect(await stored('attempt 1', 'attempt 2', 'cut')).toEqual([null, 'written', 'written']);
});

test('a prepared statement that the server has forgotten is prepared again, in a query and in a transaction', async () => {
  const find = prepareQuery('test.state', (db, param: ParamOf<{ key: string }>) =>
    db.selectFrom('shop_state').select('value').where('key', '=', param('key')),
  );
  const one = open(1);
  const forget = () => sql`deallocate all`.execute(one.read);
  for (let round = 0; round < 2; round++) {
    expect(await find(one.read, { key: 'gate_key' })).toHaveLength(1);
    await forget();
    expect(await one.write((tx) => find(tx, { key: 'gate_key' }))).toHaveLength(1);
    await forget();
  }
  await one.close();
});

test('a commit whose response is lost has an unknown outcome, and runs once', async () => {
  let attempts = 0;
  void proxy.loseResponseTo('commit');
  const lost = database.write((tx) => {
    attempts++;
    return write('doubtful', tx);
  });
  expect(await failure(lost)).toBeInstanceOf(OutcomeUnknownError);
  expect(attempts).toBe(1);
  expect(await stored('doubtful')).toEqual(['written']);
});

test('a commit that the server refuses has failed, and is no unknown outcome', async () => {
  await sql`create table deferred (id integer unique deferrable initially deferred)`.execute(shop.database.read);
  const twice = database.write((tx) => sql`insert into deferred values (1), (1)`.execute(tx));
  expect(await failure(twice)).toMatchObject({ code: '23505' });
});

test('a call tells its caller that the outcome is unknown, and what it wrote is there', async () => {
  const UNKNOWN = {
    status: 503,
    body: { code: 'outcome_unknown', message: errorText('outcome_unknown') },
    headers: { 'retry-after': '5' },
  };
  const behindProxy = await startTestShop({ databaseUrl: proxy.url });
  const admin = await buildAdmin(behindProxy);
  const { id } = await buildItem(behindProxy);
  // The catalogue and the list of pictures read in transactions too, whose commits must not be the one that is lost.
  void proxy.loseResponseTo('commit', 'insert into "change_sets"');
  expect(await admin.call(setMarkup, { params: { id }, body: { markupDollars: 31 } })).toMatchObject(UNKNOWN);
  expect(await readItem(admin, id)).toMatchObject({ markupDollars: 31 });

  // A call of the cart is one statement, without a commit of its own.
  const member = await buildMember(behindProxy);
  const notes = 'leave it at the gate';
  void proxy.loseResponseTo(notes);
  expect(await member.call(setCartNotes, { body: { notes } })).toMatchObject(UNKNOWN);
  expect((await member.call(getCart)).body.cart).toMatchObject({ notes });
  await behindProxy.close();
});

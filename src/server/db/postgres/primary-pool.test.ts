import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/both-databases.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts';
import { PATIENT_LIMITS } from '../../testing/patience.ts';
import { ConnectionLostError } from '../failures.ts';
import { openDatabase } from '../open.ts';
import { ShopDatabase } from '../shop-database.ts';
import { PrimaryPool } from './primary-pool.ts';
import { serverAddresses } from './server-address.ts';

/** Two databases, each behind a proxy of its own, are two servers to the shop. */
type Server = DatabaseProxy & TestDatabase;
let databases: TestDatabase[];
let one: Server;
let two: Server;

beforeAll(async () => {
  databases = [await createTestDatabase(), await createTestDatabase()];
});
afterAll(async () => {
  for (const { drop } of databases) await drop();
});
const start = async (database: TestDatabase): Promise<Server> => ({
  ...database,
  ...(await startDatabaseProxy(process.env.TEST_POSTGRES_URL!, { database: database.name })),
});
let pool: PrimaryPool;
beforeEach(async () => {
  one = await start(databases[0]!);
  two = await start(databases[1]!);
});
afterEach(async () => {
  await pool.end();
  for (const server of [one, two]) {
    await server.setReadOnly(false);
    await server.close();
  }
});

const limits = PATIENT_LIMITS.calls;
const urlOf = (servers: readonly { host: string }[], options = '') => {
  const { username, password, pathname } = new URL(databases[0]!.url);
  return `postgres://${username}:${password}@${servers.map(({ host }) => host)}${pathname}${options}`;
};
const open = (options = '', { servers = [one, two], size = 3 } = {}) => {
  const { otherServers } = PATIENT_LIMITS;
  pool = new PrimaryPool(serverAddresses(urlOf(servers, options)), { limits, otherServers, size });
};
/** The server that a call uses. */
const usedServer = async () => {
  const client = await pool.acquire();
  try {
    const { rows } = await client.run({ text: 'select current_database() as name' }, limits.answer);
    return rows[0].name;
  } finally {
    pool.release(client);
  }
};
/** The name by which the server shows a connection of the pool. */
const shownName = async () => {
  const client = await pool.acquire();
  try {
    const statement = 'select application_name as name from pg_stat_activity where pid = pg_backend_pid()';
    return (await client.run({ text: statement }, limits.answer)).rows[0].name;
  } finally {
    pool.release(client);
  }
};
/** Waits until calls use this server. */
const expectUse = async ({ name }: Server) => {
  // Each attempt may take the whole limit of a busy machine.
  await expect.poll(() => usedServer().catch(() => null), { interval: 100, timeout: 100_000 }).toBe(name);
};

test.each([
  ['refuses connections', () => one.stop()],
  ['does not respond', async () => one.pause()],
  ['is read-only', () => one.setReadOnly(true)],
])('of several servers the one that accepts writes is used: the first one %s', async (_what, break_) => {
  await break_();
  open();
  expect(await usedServer()).toBe(two.name);
});

test('the server shows whose connections they are, by the name of DATABASE_URL if it has one', async () => {
  open();
  expect(await shownName()).toBe('greenroom');
  await pool.end();
  open('?application_name=second');
  expect(await shownName()).toBe('second');
});

test('without a server that accepts writes no call gets a connection, unless any server will do', async () => {
  await one.setReadOnly(true);
  await two.setReadOnly(true);
  open();
  await expect(pool.acquire()).rejects.toThrow(new ConnectionLostError('The database server accepts no writes.'));
  await pool.end();
  open('?target_session_attrs=any');
  expect([one.name, two.name]).toContain(await usedServer());
});

test.each([
  ['stops', () => one.stop()],
  ['is paused', async () => one.pause()],
  [
    'becomes read-only',
    async () => {
      await one.setReadOnly(true);
      one.cut();
    },
  ],
])('when the server %s and another one takes over, calls use that one without a restart', async (_what, break_) => {
  await two.setReadOnly(true);
  open();
  expect(await usedServer()).toBe(one.name);
  await break_();
  await expect(usedServer()).rejects.toThrow(ConnectionLostError);
  await two.setReadOnly(false);
  await expectUse(two);
});

test('calls leave a server that has become read-only, even if their connections still accept writes', async () => {
  await two.setReadOnly(true);
  open();
  expect(await usedServer()).toBe(one.name);
  await one.setReadOnly(true);
  await two.setReadOnly(false);
  expect(await usedServer()).toBe(one.name);
  await pool.checkPrimary();
  expect(await usedServer()).toBe(two.name);
});

test('after a server has refused a write because it is read-only, calls use another one', async () => {
  await two.setReadOnly(true);
  open();
  const database = new ShopDatabase(
    openDatabase({ databaseUrl: urlOf([one, two]), dataDir: '' }, { timeLimits: PATIENT_LIMITS }),
  );
  const used = async () =>
    (await sql<{ name: string }>`select current_database() as name`.execute(database.read)).rows[0]?.name;
  expect(await used()).toBe(one.name);
  await one.setReadOnly(true);
  await two.setReadOnly(false);
  const refused = database.write(async (tx) => {
    // The open connection still accepts writes.
    await sql`set transaction read only`.execute(tx);
    await sql`create table refused (id integer)`.execute(tx);
  });
  await expect(refused).rejects.toMatchObject({ code: '25006' });
  expect(await used()).toBe(two.name);
  await database.close();
});

test('more calls than connections wait their turn, and all get one', async () => {
  open();
  const used = await Promise.all(Array.from({ length: 30 }, usedServer));
  expect(new Set(used).size).toBe(1);
});

test('calls that all connect at once to a busy server wait for it, and do not give up and start again', async () => {
  open('', { servers: [one], size: 20 });
  // All of them together take longer than a call waits for a silent server.
  one.slowDown(limits.connect / 15);
  const used = await Promise.all(Array.from({ length: 20 }, usedServer));
  expect(used).toEqual(Array(20).fill(one.name));
});

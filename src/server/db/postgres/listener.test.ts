import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/both-databases.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts';
import { PATIENT_LIMITS } from '../../testing/patience.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { openDatabase } from '../open.ts';
import { ShopDatabase } from '../shop-database.ts';
import type { Topic } from '../types.ts';

/** A server behind a proxy. `elsewhere` is another process, without the proxy. */
interface Server extends DatabaseProxy {
  database: TestDatabase;
  elsewhere: TestShop;
}
const start = async (): Promise<Server> => {
  const database = await createTestDatabase();
  const elsewhere = await startTestShop({ databaseUrl: database.url });
  const proxy = await startDatabaseProxy(process.env.TEST_POSTGRES_URL!, { database: database.name });
  return { ...proxy, database, elsewhere };
};
let primary: Server;
let standby: Server;
beforeAll(async () => {
  primary = await start();
  standby = await start();
  await standby.database.setReadOnly(true);
});
afterAll(async () => {
  for (const server of [primary, standby]) {
    await server.close();
    await server.elsewhere.close();
    await server.database.drop();
  }
});

/** A connection that is given up too early is opened again, so this limit may be short. */
const timeLimits = { ...PATIENT_LIMITS, listenerCheck: { every: 500, most: 1500 } };
let watching: ShopDatabase;
let noticed: Set<Topic>;
beforeEach(async () => {
  const databaseUrl = primary.url.replace(primary.host, `${primary.host},${standby.host}`);
  watching = new ShopDatabase(openDatabase({ databaseUrl, dataDir: '' }, { timeLimits }));
  noticed = new Set();
  watching.onChange(({ topic }) => noticed.add(topic));
  await watching.watch();
});
afterEach(() => watching.close());

const touch = ({ elsewhere }: Server, ...topics: Topic[]) =>
  elsewhere.database.write(async (_tx, mark) => {
    for (const topic of topics) mark(topic);
  });
/** Waits until these changes were noticed, and forgets them. The shop elsewhere may change more by itself. */
const expectNoticed = async (...topics: Topic[]) => {
  await expect.poll(() => [...noticed]).toEqual(expect.arrayContaining(topics));
  noticed.clear();
};

test.each([
  ['was cut off', { begin: async () => primary.cut(), end: async () => {} }],
  ['could not reach the server', { begin: () => primary.stop(), end: () => primary.start() }],
  ['got no response', { begin: async () => primary.pause(), end: async () => primary.resume() }],
])('a process that %s notices what others changed meanwhile, and everything after it', async (_what, state) => {
  await touch(primary, 'users');
  await expectNoticed('users');
  await state.begin();
  await touch(primary, 'gate', 'catalogue');
  await state.end();
  await expectNoticed('catalogue', 'gate');
  await touch(primary, 'sync');
  await expectNoticed('sync');
});

test('a process that makes no call notices by itself that its server is paused, and listens to the one that took over', async () => {
  primary.pause();
  await standby.database.setReadOnly(false);
  await touch(standby, 'notices');
  await expectNoticed('notices');
  await touch(standby, 'notices');
  await expectNoticed('notices');
  primary.resume();
});

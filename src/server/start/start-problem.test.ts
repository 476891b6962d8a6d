import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TIME_LIMITS, type TimeLimits } from '../limits.ts';
import { SettingsError } from '../settings.ts';
import { createBareDatabase, type TestDatabase } from '../testing/both-databases.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../testing/database-proxy.ts';
import { startTestShop } from '../testing/test-shop.ts';
import { DataDirError } from './data-dir.ts';
import { explainStart, ListenError } from './start-problem.ts';

test.each([
  [new SettingsError('PORT="x" is not usable.'), 'PORT="x" is not usable.'],
  [new DataDirError('The data folder cannot be written.'), 'The data folder cannot be written.'],
  [new Error('something else'), 'something else'],
  ['nothing but text', 'nothing but text'],
])('a start that ends with "%s" says what a person can do', (error, line) => {
  expect(explainStart(error)).toBe(line);
});

/** The line of a start that cannot listen. */
const listenProblem = async (settings: { HOST: string; PORT: number }): Promise<string> => {
  const server = createServer();
  const failure = once(server, 'error');
  server.listen({ host: settings.HOST, port: settings.PORT });
  const [error] = await failure;
  return explainStart(new ListenError(settings, error));
};

test('a port that is in use is named', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  expect(await listenProblem({ HOST: '127.0.0.1', PORT: port })).toBe(
    `Port ${port} is in use by another program. Stop it, or set PORT.`,
  );
  other.close();
});

test.each([
  ['192.0.2.7', 'is no address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all of them.'],
  ['nowhere.invalid', 'is no name that this machine knows. Set HOST to one of its addresses.'],
  ['a b', 'is no name that this machine knows. Set HOST to one of its addresses.'],
])('a host that is "%s" is named, with what to do', async (HOST, what) => {
  expect(await listenProblem({ HOST, PORT: 0 })).toBe(`HOST=${HOST} ${what}`);
});

test('whatever else keeps the shop from listening, the line names both settings', () => {
  const failure = Object.assign(new Error('listen EAFNOSUPPORT'), { code: 'EAFNOSUPPORT' });
  expect(explainStart(new ListenError({ HOST: '::1', PORT: 3000 }, failure))).toBe(
    'HOST=::1 with PORT=3000 cannot be used (EAFNOSUPPORT).',
  );
});

describe('a shop that cannot use its database', () => {
  const NOBODY = '127.0.0.1:1';
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  beforeAll(async () => {
    database = await createBareDatabase();
    proxy = await startDatabaseProxy(database.url);
  });
  afterAll(async () => {
    await proxy.close();
    await database.drop();
  });

  /** The line that a start ends with. `stated` replaces parts of the address of the database. */
  const lineOf = async (
    stated: { hosts?: string; password?: string; name?: string; options?: string },
    timeLimits?: Partial<TimeLimits>,
  ) => {
    const { username, password, pathname } = new URL(database.url);
    const { hosts = proxy.host, name = pathname, options = '' } = stated;
    const login = `${username}:${stated.password ?? password}`;
    const start = startTestShop({ databaseUrl: `postgres://${login}@${hosts}${name}${options}`, timeLimits });
    const line = explainStart(await start.catch((error: unknown) => error));
    expect(line).not.toContain(password);
    return line;
  };

  test.each([
    ['nobody listens at its address', { hosts: NOBODY }, 'cannot be reached (ECONNREFUSED)'],
    ['its host does not exist', { hosts: 'nowhere.invalid' }, 'cannot be reached (ENOTFOUND)'],
    ['the password is wrong', { password: 'wrong' }, 'refuses this user or password (28P01)'],
    ['there is no such database', { name: '/no_such_shop' }, 'does not exist on its server (3D000)'],
    [
      'the server has no encryption',
      { options: '?sslmode=require' },
      'cannot be used. The server does not support SSL connections',
    ],
  ])('says so if %s', async (_what, stated, problem) => {
    expect(await lineOf(stated)).toBe(`The database of DATABASE_URL ${problem}.`);
  });

  test('names the problem of several servers', async () => {
    const nobody = 'No server of DATABASE_URL accepts writes (ECONNREFUSED).';
    expect(await lineOf({ hosts: `${NOBODY},127.0.0.1:2` })).toBe(nobody);
    const wrong = 'The database of DATABASE_URL refuses this user or password (28P01).';
    expect(await lineOf({ hosts: `${proxy.host},${proxy.host}`, password: 'wrong' })).toBe(wrong);
  });

  test('says so if no server accepts writes', async () => {
    await database.setReadOnly(true);
    const readOnly = 'The database of DATABASE_URL cannot be used. The database server accepts no writes.';
    expect(await lineOf({ options: '?target_session_attrs=read-write' })).toBe(readOnly);
    expect(await lineOf({ hosts: `${proxy.host},${proxy.host}` })).toBe(readOnly);
    const one = 'No server of DATABASE_URL accepts writes (ECONNREFUSED).';
    expect(await lineOf({ hosts: `${NOBODY},${proxy.host}` })).toBe(one);
    await database.setReadOnly(false);
  });

  test('says so if its server does not respond', async () => {
    proxy.pause();
    const commands = { ...TIME_LIMITS.commands, connect: 500 };
    expect(await lineOf({}, { commands })).toBe('The database of DATABASE_URL does not respond.');
    proxy.resume();
  });
});

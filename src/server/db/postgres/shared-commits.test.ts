import { CompiledQuery, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBareDatabase, type TestDatabase } from '../../testing/both-databases.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../../testing/database-proxy.ts';
import { FAR_LIMITS } from '../../testing/patience.ts';
import { isCutOff, OutcomeUnknownError } from '../failures.ts';
import { type OpenDatabase, openDatabase } from '../open.ts';
import { SharedCommits } from './shared-commits.ts';

let server: TestDatabase;
/** The database without the proxy. */
let direct: OpenDatabase;
let proxy: DatabaseProxy;
let behindProxy: OpenDatabase;
let commits: SharedCommits<unknown>;
beforeAll(async () => {
  server = await createBareDatabase();
  direct = openDatabase({ databaseUrl: server.url, dataDir: '' });
  await sql`create table counters (name text primary key, value integer not null, xid text)`.execute(direct.kysely);
});
afterAll(async () => {
  await direct.close();
  await server.drop();
});
beforeEach(async () => {
  await sql`delete from counters`.execute(direct.kysely);
  proxy = await startDatabaseProxy(server.url);
  // A statement may wait for a lock for longer than a test may take.
  behindProxy = openDatabase({ databaseUrl: proxy.url, dataDir: '' }, { work: 'jobs', timeLimits: FAR_LIMITS });
  commits = new SharedCommits(behindProxy.kysely);
});
afterEach(async () => {
  await behindProxy.close();
  await proxy.close();
});

const insert = (name: string) =>
  CompiledQuery.raw(
    `insert into counters (name, value, xid) values ($1, 1, cast(pg_current_xact_id() as text)) returning name, xid`,
    [name],
  ) as CompiledQuery<{ name: string; xid: string }>;
const countUp = (name: string) =>
  CompiledQuery.raw('update counters set value = value + 1 where name = $1 returning value', [name]) as CompiledQuery<{
    value: number;
  }>;
const names = (count: number) => Array.from({ length: count }, (_, index) => `counter ${index}`);
const stored = async (): Promise<Record<string, number>> => {
  const { rows } = await sql<{ name: string; value: number }>`select name, value from counters`.execute(direct.kysely);
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
};
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test('statements that arrive together share a transaction, and each caller gets its own rows', async () => {
  const results = await Promise.all(names(20).map((name) => commits.run(insert(name))));
  expect(results.map(([row]) => row!.name)).toEqual(names(20));
  expect(new Set(results.map(([row]) => row!.xid)).size).toBe(1);
  expect(Object.keys(await stored())).toHaveLength(20);
  const [alone] = await commits.run(insert('alone'));
  expect(results.map(([row]) => row!.xid)).not.toContain(alone!.xid);
});

test('a statement that fails fails alone, and the others run once', async () => {
  await commits.run(insert('taken'));
  const counting = names(8).map(() => commits.run(countUp('taken')));
  const refused = failure(commits.run(insert('taken')));
  const after = commits.run(insert('after'));
  await Promise.all(counting);
  expect(await refused).toMatchObject({ code: '23505' });
  expect(await after).toMatchObject([{ name: 'after' }]);
  expect(await stored()).toEqual({ taken: 9, after: 1 });
});

test('hundreds of statements at the same time each count once', async () => {
  await Promise.all(names(10).map((name) => commits.run(insert(name))));
  await Promise.all(Array.from({ length: 500 }, (_, index) => commits.run(countUp(`counter ${index % 10}`))));
  expect(await stored()).toEqual(Object.fromEntries(names(10).map((name) => [name, 51])));
});

test('a statement that waits for a lock keeps neither its commit nor later ones waiting', async () => {
  await Promise.all(['locked', 'free'].map((name) => commits.run(insert(name))));
  let unlock = () => {};
  const held = new Promise<void>((resolve) => {
    unlock = resolve;
  });
  let locking: Promise<void> | undefined;
  await new Promise<void>((locked) => {
    locking = direct.kysely.transaction().execute(async (tx) => {
      await tx.executeQuery(countUp('locked'));
      locked();
      await held;
    });
  });
  let isDone = false;
  const waiting = commits.run(countUp('locked')).then(() => {
    isDone = true;
  });
  await Promise.all([commits.run(countUp('free')), commits.run(insert('together'))]);
  await Promise.all(names(40).map((name) => commits.run(insert(name))));
  expect(isDone).toBe(false);
  unlock();
  await Promise.all([locking, waiting]);
  expect(await stored()).toMatchObject({ locked: 3, free: 2, together: 1 });
});

test('if the response to a commit is lost, the outcome is unknown to all that shared it', async () => {
  void proxy.loseResponseTo('counter 3');
  const failures = await Promise.all(names(5).map((name) => failure(commits.run(insert(name)))));
  for (const error of failures) expect(error).toBeInstanceOf(OutcomeUnknownError);
  // All of them or none.
  expect([0, 5]).toContain(Object.keys(await stored()).length);
  expect(await commits.run(insert('after'))).toHaveLength(1);
});

test('if the server ends the connection before the commit, nothing is stored and all may run again', async () => {
  await commits.run(insert('row'));
  const ending = `select pg_terminate_backend(pg_backend_pid())`;
  const together = [countUp('row'), CompiledQuery.raw(ending), countUp('row')] as CompiledQuery<unknown>[];
  const failures = await Promise.all(together.map((statement) => failure(commits.run(statement))));
  for (const error of failures) expect(isCutOff(error)).toBe(true);
  expect(await stored()).toEqual({ row: 1 });
});

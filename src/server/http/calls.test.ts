import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getCart } from '#contract/cart.ts';
import { type Endpoint, isPanelAccess } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { STREAMS } from '#contract/events.ts';
import { startExport } from '#contract/exports.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { createBackup } from '#contract/tasks.ts';
import { ROLES } from '#domain/permissions.ts';
import { createTestDatabase, type TestDatabase } from '../testing/both-databases.ts';
import { mayCall, nameOf } from '../testing/calls.ts';
import { type EveryCall, startForEveryCall } from '../testing/every-call/every-call.ts';
import { buildMember } from '../testing/factories.ts';
import { recordSqliteStatements, recordStatements, type SentStatement } from '../testing/sent-statements.ts';

/*
 * The register of all calls is committed in calls.txt: a change of an address, an access, an error or a number of
 * statements shows as a diff. Other tests use the objects of the contract, so a path that changes by mistake shows only
 * here. A path that clients use must not change.
 *
 * Address, access and errors are those that the contract declares, and not those that were seen. That a call keeps them is
 * what access.test.ts and the check of undeclared errors are for.
 */

const REGISTER = new URL('calls.txt', import.meta.url).pathname;
const HINT = 'The calls are others than the committed ones. If they should be: npx vitest run src/server/http/calls -u';

/** Whatever each call can return. */
const ALWAYS: readonly ErrorCode[] = ['rate_limited', 'unavailable', 'internal'];

/** Why the statements of a call are not counted. */
const NOT_COUNTED = new Map<Endpoint, string>([
  ...STREAMS.map((stream) => [stream, 'looks at its session now and then for as long as it is open'] as const),
  [createBackup, 'a whole backup, which reads every table'],
  [startExport, 'an export, which goes on after the response'],
]);

const record = { PostgreSQL: recordStatements(), SQLite: recordSqliteStatements() };
type Engine = keyof typeof record;
const LIMITS = ['off', 'on'] as const;
type Limits = (typeof LIMITS)[number];

const sentBy = new Map<string, readonly SentStatement[]>();
const keyOf = (endpoint: Endpoint, engine: Engine, limits: Limits) => `${nameOf(endpoint)} ${engine} ${limits}`;

describe.each(Object.keys(record) as Engine[])('[%s]', (engine) => {
  describe.each(LIMITS)('with RATE_LIMITS=%s', (limits) => {
    let server: TestDatabase | undefined;
    let calls: EveryCall;
    beforeAll(async () => {
      server = engine === 'PostgreSQL' ? await createTestDatabase() : undefined;
      calls = await startForEveryCall({ databaseUrl: server?.url, settings: { RATE_LIMITS: limits } });
    });
    afterAll(async () => {
      await calls.close();
      await server?.drop();
    });

    /** The statements of a call, and those with which the catalogue catches up. */
    const statementsOf = (call: () => Promise<{ status: number; text: string }>) =>
      record[engine](async () => {
        const { status, text } = await call();
        expect(status, text).toBeLessThan(300);
        await calls.shop.catalogue.caughtUp();
      });

    const counted = ENDPOINTS.filter((endpoint) => !NOT_COUNTED.has(endpoint));
    test.each(counted.map((each) => [nameOf(each), each] as const))('%s is made', async (_name, endpoint) => {
      // The first call opens connections.
      for (const _call of ['first', 'second']) {
        const call = await calls.prepare(endpoint);
        await calls.shop.catalogue.caughtUp();
        sentBy.set(keyOf(endpoint, engine, limits), await statementsOf(() => calls.send(call)));
      }
    });

    if (limits === 'on') {
      test('the first call of a session looks it up once more, for its own count of the rate limit', async () => {
        const { call } = await buildMember(calls.shop);
        const counts: number[] = [];
        for (const _call of ['first', 'second']) counts.push((await statementsOf(() => call(getCart))).length);
        expect(counts[0]! - counts[1]!).toBe(1);
      });
    }
  });
});

/** "4, with RATE_LIMITS=on 7": some counts hold over all processes. */
const countOf = (endpoint: Endpoint, engine: Engine): string => {
  const [off, on] = LIMITS.map((limits) => sentBy.get(keyOf(endpoint, engine, limits))?.length);
  return `${engine} ${off}${on === off ? '' : `, with RATE_LIMITS=on ${on}`}`;
};

const entryOf = (endpoint: Endpoint): string => {
  const { access, reauthentication, takesIdempotencyKey, errors } = endpoint;
  const roles = isPanelAccess(access) ? ` (${ROLES.filter((role) => mayCall(role, endpoint)).join(', ')})` : '';
  const needs = [`${access}${roles}`, reauthentication && `${reauthentication} proof of identity`];
  const statements = NOT_COUNTED.get(endpoint) ?? `${countOf(endpoint, 'PostgreSQL')}; ${countOf(endpoint, 'SQLite')}`;
  const own = errors.filter((code) => !ALWAYS.includes(code)).sort();
  return [
    nameOf(endpoint),
    `  access: ${needs.filter(Boolean).join(', ')}`,
    ...(takesIdempotencyKey ? ['  takes an Idempotency-Key'] : []),
    `  statements: ${statements}`,
    ...(own.length > 0 ? [`  errors: ${own.join(', ')}`] : []),
  ].join('\n');
};

const INTRODUCTION = `# Every call of the shop, written by calls.test.ts.
# Statements are those of a warm process, with begin and commit. On PostgreSQL each is a round trip. A call that changes
# products includes the one that reads them into the catalogue. On SQLite those of worker threads are left out.
# Besides its errors each call can return ${ALWAYS.join(', ')}.`;

/** The statements of the calls whose entry is another one than the committed. */
const differences = (entries: readonly (readonly [Endpoint, string])[], committed: string): string => {
  const known = new Set(committed.split('\n\n').map((entry) => entry.trim()));
  const sent = entries
    .filter(([, entry]) => !known.has(entry))
    .map(([endpoint]) => {
      const texts = [...sentBy].filter(([key]) => key.startsWith(`${nameOf(endpoint)} `));
      return texts.map(([key, each]) => [`-- ${key}`, ...each.map(({ text }) => text)].join('\n')).join('\n');
    });
  return sent.slice(0, 3).join('\n\n');
};

test('the register of all calls is the committed one', async () => {
  const entries = ENDPOINTS.map((endpoint) => [endpoint, entryOf(endpoint)] as const).sort(([a], [b]) =>
    `${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1,
  );
  for (const { errors } of ENDPOINTS) expect(errors).toEqual(expect.arrayContaining([...ALWAYS]));
  const committed = await readFile(REGISTER, 'utf8').catch(() => '');
  const text = `${[INTRODUCTION, ...entries.map(([, entry]) => entry)].join('\n\n')}\n`;
  await expect(text, `${HINT}\n${differences(entries, committed)}`).toMatchFileSnapshot(REGISTER);
});

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value && 'errors' in value;

test('every endpoint of the contract is in its list of all endpoints, once', async () => {
  const folder = join(import.meta.dirname, '../../contract');
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== 'index.ts');
  const modules = await Promise.all(files.map((file): Promise<object> => import(join(folder, file))));
  const declared = modules.flatMap((module) => Object.values(module).filter(isEndpoint));
  expect(declared.length).toBeGreaterThan(50);
  expect(declared.filter((endpoint) => !ENDPOINTS.includes(endpoint)).map(nameOf)).toEqual([]);
  expect(ENDPOINTS).toHaveLength(declared.length);
});

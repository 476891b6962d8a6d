import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { listAllReceipts } from '#contract/receipts.admin.ts';
import { confirmOrder } from '#contract/receipts.ts';
import { setShopNotices } from '#contract/shop-notices.ts';
import { listUsers } from '#contract/users.admin.ts';
import { listSessions, login } from '#contract/users.ts';
import { fieldsOf, optionsOf, placesOf, withBad } from '../attack/testing/bad-calls.ts';
import { ODD_CURSORS, ODD_IN_ADDRESS, ODD_JSON } from '../attack/testing/bad-values.ts';
import { createTestDatabase, type TestDatabase } from '../testing/both-databases.ts';
import { buildBuyer } from '../testing/buyers.ts';
import { nameOf } from '../testing/calls.ts';
import { listen } from '../testing/event-reader.ts';
import { type EveryCall, startForEveryCall, type ValidCall } from '../testing/every-call/every-call.ts';
import { buildItem, MEMBER_PASSWORD } from '../testing/factories.ts';
import type { TestShop } from '../testing/test-shop.ts';

/*
 * Every call gets odd values in every place where a caller can put one. The same shop runs on both engines side by side:
 * neither may fail, and both have to give the same status.
 */

interface OddCall {
  /** What is odd. */
  odd: string;
  /** Makes the valid call an odd one. */
  change: (valid: ValidCall) => ValidCall;
}

const describeOdd = (place: string, odd: string) => `${place} is ${odd.slice(0, 60)}`;

/** Calls with an odd id, or with an odd rest of the path. */
const oddPaths = ({ path }: Endpoint): OddCall[] =>
  /[:*]/.test(path)
    ? ODD_IN_ADDRESS.map((odd) => ({
        odd: describeOdd('the path', odd),
        change: (valid) => ({ ...valid, path: path.replace(/:id|\*/, () => odd) }),
      }))
    : [];

/** Calls with an odd value in the query. A cursor is tried with each sort, because it holds values of that column. */
const oddQueries = ({ query, output }: Endpoint): OddCall[] => {
  const fields = fieldsOf(query);
  const sorts = optionsOf(fields.sort).map((sort) => `sort=${sort}&limit=1&`);
  return Object.keys(fields).flatMap((name) => {
    const odds = name === 'cursor' ? ODD_CURSORS : [...ODD_IN_ADDRESS, `x&${name}=y`];
    // A CSV has no pages.
    const before = name === 'cursor' && output && sorts.length > 0 ? sorts : [''];
    return before.flatMap((sort) =>
      odds.map((odd) => ({
        odd: describeOdd(sort + name, odd),
        change: (valid) => ({ ...valid, path: `${valid.path}?${sort}${name}=${odd}` }),
      })),
    );
  });
};

const sendJson = (valid: ValidCall, body: string): ValidCall => ({
  ...valid,
  body,
  headers: { ...valid.headers, 'content-type': 'application/json' },
});

const oddBodies = ({ input }: Endpoint): OddCall[] => [
  ...placesOf(input).flatMap((place) =>
    ODD_JSON.map((odd) => ({
      odd: describeOdd(place.join('.'), odd),
      change: (valid: ValidCall) => sendJson(valid, withBad(valid.body, [[place, odd]])),
    })),
  ),
  ...['[]', '"x"', '1', 'null', '{', '\0', '{"__proto__":{}}'].map((odd) => ({
    odd: describeOdd('the body', odd),
    change: (valid: ValidCall) => sendJson(valid, odd),
  })),
];

/** Every call of an endpoint with one odd value. */
const oddCalls = (endpoint: Endpoint): OddCall[] => [
  ...oddPaths(endpoint),
  ...oddQueries(endpoint),
  ...(endpoint.input ? oddBodies(endpoint) : []),
];

/** The statuses that a call with an odd value may have: a cursor counts as none, and NUL is never accepted. */
const isRight = ({ odd }: OddCall, status: number): boolean => {
  if (odd.includes('cursor is')) return status === 200;
  return status < 500 && !(/%00|\\u0000/.test(odd) && status < 400);
};

const takesInput = (endpoint: Endpoint): boolean =>
  /[:*]/.test(endpoint.path) || endpoint.query !== undefined || endpoint.input !== undefined;

/** Sends a call with any bytes in a header over a real connection, and returns the status. HTTP clients refuse to. */
const sendRaw = async (
  shop: TestShop,
  {
    path,
    header,
    value,
    body,
    token,
  }: { path: string; header: string; value: Buffer | string; body: string; token?: string },
): Promise<number> => {
  const { port } = new URL(await listen(shop));
  const socket = connect(Number(port), '127.0.0.1');
  const authorization = token ? `Authorization: Bearer ${token}\r\n` : '';
  socket.write(`POST ${path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n${authorization}${header}: `);
  socket.write(value);
  socket.write(`\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  let response = '';
  for await (const part of socket) response += part;
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1]);
};

const encodeCursor = (json: string) => Buffer.from(json).toString('base64url');

describe('the same shop on both engines', () => {
  let database: TestDatabase;
  let shops: EveryCall[];
  const tally = { calls: 0, serverErrors: 0 };
  beforeAll(async () => {
    database = await createTestDatabase();
    shops = [await startForEveryCall({}), await startForEveryCall({ databaseUrl: database.url })];
  });
  afterAll(async () => {
    for (const shop of shops) await shop.close();
    await database.drop();
    console.info(`${tally.calls} odd calls, ${tally.serverErrors} with a 5xx`);
  });

  test.each(ENDPOINTS.filter(takesInput).map((endpoint) => [nameOf(endpoint), endpoint] as const))(
    '%s never fails on an odd value, and both engines say the same',
    async (_name, endpoint) => {
      const wrong: string[] = [];
      let valid = await Promise.all(shops.map((each) => each.prepare(endpoint)));
      const odd = oddCalls(endpoint);
      expect(odd.length).toBeGreaterThan(6);
      for (const call of odd) {
        const responses = shops.map((each, index) => each.send(call.change(valid[index]!)));
        const [one, other] = (await Promise.all(responses)).map(({ status }) => status);
        tally.calls += 2;
        tally.serverErrors += [one!, other!].filter((status) => status >= 500).length;
        if (one !== other || !isRight(call, one!)) wrong.push(`${call.odd} → ${one} and ${other}`);
        // A call that succeeded used up what was prepared for it.
        if (one! < 300 && endpoint.method !== 'GET') {
          valid = await Promise.all(shops.map((each) => each.prepare(endpoint)));
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  test('a cursor of another list or sort shows the first page', async () => {
    for (const { admin } of shops) {
      for (const cursor of ['["x","y"]', '["x"]', '[1.5]', '[1.5,"x"]', '[1,2]', '[1,"\\u0000"]'].map(encodeCursor)) {
        const [users, receipts] = [
          admin.call(listUsers, { query: { cursor } }),
          admin.call(listAllReceipts, { query: { cursor } }),
        ];
        expect((await users).body).toEqual((await admin.call(listUsers)).body);
        expect((await receipts).body).toEqual((await admin.call(listAllReceipts)).body);
      }
    }
  });

  test('a header that is stored cannot bring in anything that the database refuses', async () => {
    for (const { shop, admin } of shops) {
      // An odd value has closed the shop.
      await admin.call(setShopNotices, { body: { closedOrders: false } });
      const buyer = await buildBuyer(shop);
      await buyer.add((await buildItem(shop)).id);
      const body = JSON.stringify({ username: buyer.username, password: MEMBER_PASSWORD });
      const send = (header: string, value: Buffer | string) => sendRaw(shop, { path: login.path, header, value, body });
      expect(await send('User-Agent', 'nul \0 here')).toBe(400);
      expect(await send('User-Agent', Buffer.from([0x61, 0xff, 0xed, 0xa0, 0x80, 0x80]))).toBe(200);
      expect(await send('User-Agent', 'x'.repeat(10_000))).toBe(200);
      expect((await buyer.call(listSessions)).body.sessions).toHaveLength(3);
      const confirm = (value: Buffer | string) =>
        sendRaw(shop, { path: confirmOrder.path, header: 'Idempotency-Key', value, body: '{}', token: buyer.token });
      expect(await confirm('nul \0 here')).toBe(400);
      expect(await confirm(Buffer.from([0xff, 0xfe]))).toBe(201);
      expect(await confirm('x'.repeat(10_000))).toBe(400);
    }
  });
});

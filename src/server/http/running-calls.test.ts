import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getEvents } from '#contract/events.ts';
import { listReceipts } from '#contract/receipts.ts';
import { getShop } from '#contract/settings.ts';
import { lockInventory } from '../db/locks.ts';
import type { TimeLimits } from '../limits.ts';
import { type ArrivingUpload, startUpload } from '../testing/arriving-upload.ts';
import { createTestDatabase, type TestDatabase } from '../testing/both-databases.ts';
import { listen, openEvents } from '../testing/event-reader.ts';
import { buildAdmin, type TestUser } from '../testing/factories.ts';
import { expectLockWaits, holdLock } from '../testing/lock-waits.ts';
import { startTestShop, type TestShop } from '../testing/test-shop.ts';

/** Starts an upload, and sends all of it. Resolves when it has arrived. */
const startWholeUpload = async (shop: TestShop, token: string, products: number): Promise<ArrivingUpload> => {
  const address = await listen(shop);
  const requested = once(shop.app.server, 'request');
  const upload = await startUpload(address, token, products);
  const [request] = (await requested) as [IncomingMessage];
  await upload.send(1);
  await expect.poll(() => request.complete).toBe(true);
  return upload;
};

/** Sends the first line of a call to a shop. Returns how to send the rest and read the response. */
const startCall = async (shop: TestShop): Promise<() => Promise<string>> => {
  const { port } = new URL(await listen(shop));
  const arrived = once(shop.app.server, 'connection');
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`GET ${getShop.path} HTTP/1.1\r\n`);
  await arrived;
  return async () => {
    socket.write('Host: shop\r\n\r\n');
    return text(socket);
  };
};

/** A shop with this limit that waits for something until the end fails its test. */
const NEVER_MS = 3_600_000;
/** Enough products for the worker thread. */
const MANY = 3000;

describe.each(['sqlite', 'postgres'] as const)('[%s]', (kind) => {
  let server: TestDatabase | undefined;
  let shop: TestShop;
  let admin: TestUser;
  beforeEach(async () => {
    server = kind === 'postgres' ? await createTestDatabase() : undefined;
  });
  afterEach(async () => {
    await shop.close();
    await server?.drop();
  });
  const startShop = async (timeLimits: Partial<TimeLimits> = { stop: NEVER_MS }): Promise<void> => {
    shop = await startTestShop({ databaseUrl: server?.url, timeLimits });
    admin = await buildAdmin(shop);
  };
  const countItems = async (): Promise<number> => {
    const items = await shop.database.read.selectFrom('items').select('id').execute();
    return items.length;
  };

  test.each([10, MANY])(
    'an upload of %i products that is arriving when the shop stops is applied',
    async (products) => {
      await startShop();
      const upload = await startUpload(await listen(shop), admin.token, products);
      await upload.send(0.5);
      const closed = shop.app.close();
      await upload.send(1);
      expect(await upload.response).toMatchObject({ status: 200, body: { stats: { totalProducts: products } } });
      await closed;
      expect(await countItems()).toBe(products);
    },
  );

  test('an upload that waits for another change when the shop stops is applied', async () => {
    await startShop();
    const release = await holdLock(shop, lockInventory);
    const upload = await startWholeUpload(shop, admin.token, MANY);
    const closed = shop.app.close();
    await release();
    expect(await upload.response).toMatchObject({ status: 200 });
    await closed;
    expect(await countItems()).toBe(MANY);
  });

  test.each([10, MANY])(
    'of an upload of %i products that runs at the limit nobody knows the outcome',
    async (products) => {
      await startShop({ stop: 300 });
      const release = await holdLock(shop, lockInventory);
      const upload = await startWholeUpload(shop, admin.token, products);
      const closed = shop.app.close();
      expect(await upload.response).toMatchObject({ status: 503, retryAfter: '5', body: { code: 'outcome_unknown' } });
      await closed;
      await release();
      expect([0, products]).toContain(await countItems());
    },
  );

  test('an upload that has not arrived at the limit is refused and changes nothing', async () => {
    await startShop({ stop: 300 });
    const upload = await startUpload(await listen(shop), admin.token, 10);
    await upload.send(0.5);
    const closed = shop.app.close();
    const refused = { code: 'unavailable', message: 'The shop is being restarted. Please try again in a moment.' };
    expect(await upload.response).toMatchObject({ status: 503, retryAfter: '5', body: refused });
    await upload.send(1);
    await closed;
    expect(await countItems()).toBe(0);
  });

  test('a new call is refused while the shop lets a running one finish', async () => {
    await startShop();
    const upload = await startUpload(await listen(shop), admin.token, 10);
    const finishCall = await startCall(shop);
    const closed = shop.app.close();
    const response = await finishCall();
    expect(response).toMatch(/^HTTP\/1\.1 503 /);
    expect(response).toMatch(/^retry-after: 5\r$/im);
    expect(response).toContain('"code":"unavailable"');
    await upload.send(1);
    expect((await upload.response).status).toBe(200);
    await closed;
  });

  test('event streams and connections without a call keep nobody waiting', async () => {
    await startShop();
    const events = await openEvents(shop, getEvents);
    await events.next('catalogue');
    const address = await listen(shop);
    const silent = connect(Number(new URL(address).port), '127.0.0.1');
    await once(silent, 'connect');
    const agent = new Agent({ keepAlive: true });
    const [response] = await once(request(`${address}${getShop.path}`, { agent }).end(), 'response');
    await text(response);
    const ended = Promise.all([events.ended, once(silent.resume(), 'close')]);
    await shop.app.close();
    await ended;
    agent.destroy();
  });

  if (kind === 'postgres') {
    test('a call that only reads and runs at the limit is refused', async () => {
      await startShop({ stop: 300 });
      const release = await holdLock(shop, (tx) => sql`lock table receipts in access exclusive mode`.execute(tx));
      const listed = fetch(`${await listen(shop)}${listReceipts.path}`, {
        headers: { authorization: `Bearer ${admin.token}` },
      });
      await expectLockWaits(shop);
      const closed = shop.app.close();
      const { status, headers } = await listed;
      expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 503, retryAfter: '5' });
      await release();
      await closed;
    });
  }
});

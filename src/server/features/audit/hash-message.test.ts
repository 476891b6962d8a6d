import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { passTime } from '../../testing/leases.ts';
import { startLocalServer } from '../../testing/local-server.ts';
import { keptLog } from '../../testing/logged-app.ts';
import { prepareRestarts } from '../../testing/restarts.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { findLastChained } from './chain.queries.ts';
import { chainEntries } from './chain.service.ts';
import { checkDaily } from './daily-check.ts';
import { sendHash } from './hash-message.ts';
import { recordEntry } from './testing/entries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The operator's webhook. */
const received: unknown[] = [];
let status = 204;
const webhook = await startLocalServer(async (request, response) => {
  received.push(JSON.parse(await text(request)));
  response.writeHead(status).end();
});
afterAll(() => webhook.close());
beforeEach(() => {
  received.length = 0;
  status = 204;
});

const settings = { ALARM_WEBHOOK_URL: webhook.url, SHOP_NAME: 'The Green Door' };

/** The message about the chain as it is now. */
const messageOf = async (shop: TestShop) => {
  const { entries, lastHash: hash } = await findLastChained(shop.database.read);
  return { kind: 'evidence_hash', entries, hash, at: new Date(shop.clock()).toISOString(), shop: 'The Green Door' };
};

const addEntry = async (shop: TestShop) => {
  await recordEntry(shop);
  await chainEntries(shop.database);
};

const pass = async (shop: TestShop, milliseconds: number) => {
  await passTime(shop, milliseconds);
  await sendHash(shop);
};

describe.each(['sqlite', 'postgres'] as const)('[%s]', (kind) => {
  test('the webhook gets the last hash once a day', async () => {
    const shop = await (await prepareRestarts(kind))({ settings });
    await addEntry(shop);
    await checkDaily(shop);
    const first = await messageOf(shop);
    await sendHash(shop);
    expect(received).toEqual([first]);
    expect(first).toMatchObject({ entries: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    await checkDaily(shop);
    await pass(shop, HOUR_MS);
    expect(received).toHaveLength(1);
    await addEntry(shop);
    await passTime(shop, DAY_MS - HOUR_MS);
    await checkDaily(shop);
    const second = await messageOf(shop);
    await sendHash(shop);
    expect(received).toEqual([first, second]);
    expect(second.entries).toBeGreaterThan(first.entries);
  });

  test('a webhook that refuses it gets it again, later each time, also after a restart, and of many processes from one', async () => {
    const restart = await prepareRestarts(kind);
    let shop = await restart({ settings });
    await addEntry(shop);
    await checkDaily(shop);
    const message = await messageOf(shop);
    status = 503;
    await sendHash(shop);
    await sendHash(shop);
    expect(received).toHaveLength(1);
    await pass(shop, MINUTE_MS);
    await pass(shop, 5000);
    expect(received).toHaveLength(2);
    // The first of these starts comes after the pause, and the second one does not.
    const now = shop.clock() + HOUR_MS;
    for (let start = 0; start < 2; start++) {
      shop = await restart({ settings, now });
      await sendHash(shop);
      expect(received).toHaveLength(3);
    }
    status = 204;
    await passTime(shop, HOUR_MS);
    await Promise.all(Array.from({ length: 4 }, () => sendHash(shop)));
    expect(received).toEqual(Array(4).fill(message));
    await pass(shop, HOUR_MS);
    expect(received).toHaveLength(4);
  });

  test('what a process had claimed that was killed is sent by another one: it may come twice, and is not lost', async () => {
    const shop = await (await prepareRestarts(kind))({ settings });
    await addEntry(shop);
    await checkDaily(shop);
    let writes = 0;
    const write = ((work) => {
      if (++writes > 1) throw new Error('killed');
      return shop.database.write(work);
    }) as TestShop['database']['write'];
    const database = { read: shop.database.read, write } as TestShop['database'];
    await expect(sendHash({ ...shop, database })).rejects.toThrow('killed');
    await sendHash(shop);
    expect(received).toHaveLength(1);
    await pass(shop, MINUTE_MS);
    expect(received).toHaveLength(2);
    await pass(shop, HOUR_MS);
    expect(received).toHaveLength(2);
  });

  test('one that was never taken is replaced a day later, and the log says so', async () => {
    const { log, lines } = keptLog('warn');
    const shop = { ...(await (await prepareRestarts(kind))({ settings })), log };
    await addEntry(shop);
    await checkDaily(shop);
    const first = new Date(shop.clock()).toISOString();
    status = 500;
    await sendHash(shop);
    await pass(shop, HOUR_MS);
    await passTime(shop, DAY_MS);
    await checkDaily(shop);
    status = 204;
    await sendHash(shop);
    expect(received.slice(2)).toEqual([await messageOf(shop)]);
    const said = [...lines().matchAll(/"msg":"(ALARM_WEBHOOK_URL [^"]*)"/g)].map(([, message]) => message);
    expect(said).toEqual([
      'ALARM_WEBHOOK_URL did not take the last hash of the evidence; it is sent again',
      `ALARM_WEBHOOK_URL never took the last hash of ${first}.`,
    ]);
  });

  test('without ALARM_WEBHOOK_URL nothing waits', async () => {
    const shop = await (await prepareRestarts(kind))();
    await checkDaily(shop);
    await sendHash(shop);
    const state = shop.database.read.selectFrom('shop_state').select('key').where('key', '=', 'evidence_hash');
    expect(await state.execute()).toEqual([]);
  });
});

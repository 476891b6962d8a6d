import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { changeSettings, getSettings, takeBackSetting } from '#contract/settings.admin.ts';
import { findState } from '../../db/shop-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { buildAdmin, type TestUser } from '../../testing/factories.ts';
import { startLocalServer } from '../../testing/local-server.ts';
import { startTestShop } from '../../testing/test-shop.ts';
import { mayBeBackedUp } from '../backup/backup.queries.ts';
import { deliverNotices } from '../notices/delivery.ts';
import { sendWalletMessages } from './wallet-messages.ts';

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const OTHER_BTC = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
const DAY_MS = 86_400_000;

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const received: Received[] = [];
let status = 204;
const server = await startLocalServer(async (request, response) => {
  received.push({ path: request.url!, headers: request.headers, body: await text(request) });
  response.writeHead(status).end();
});
afterAll(() => server.close());
beforeEach(() => {
  received.length = 0;
  status = 204;
});

const address = (name: string) => `${server.url}/${name}?key=hunter22`;
/** The recipients and the wallets in their messages. */
const told = () => received.map(({ path, body }) => [path.slice(1).split('?')[0], JSON.parse(body).wallets]);

bothDatabases(
  (shop) => {
    let owner: TestUser;
    beforeEach(async () => {
      owner = await buildAdmin(shop());
    });
    const set = async (changes: Record<string, string | null>) => {
      const { status: answer, text: said } = await owner.call(changeSettings, { body: { changes } });
      expect([answer, said]).toEqual([200, said]);
    };
    const waiting = (after: string | null = BTC) => ({
      setting: 'BTC_ADDRESS',
      after,
      from: new Date(shop().clock() + DAY_MS).toISOString(),
      by: owner.username,
    });
    const send = () => sendWalletMessages(shop());
    const stored = () => findState(shop().database.read, 'wallet_messages');
    /** Leaves nothing for the next test. */
    const endAll = async () => {
      shop().advance(DAY_MS);
      await send();
      owner = await buildAdmin(shop());
      await owner.call(takeBackSetting, { params: { name: 'BTC_ADDRESS' } });
      await set({ ORDER_WEBHOOK_URL: null, ORDER_WEBHOOK_SECRET: null });
      shop().advance(DAY_MS);
      await send();
      expect(await stored()).toBeNull();
    };
    beforeEach(async () => {
      await buildOrder(shop());
    });

    test('a wallet that waits is told to ALARM_WEBHOOK_URL, once, whoever sends it', async () => {
      await set({ BTC_ADDRESS: BTC });
      const wallets = [waiting()];
      const at = new Date(shop().clock()).toISOString();
      await Promise.all([send(), send()]);
      await send();
      expect(received.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
        [
          '/alarms?key=hunter22',
          {
            kind: 'wallet_pending',
            event: 'settings.wallet_pending',
            message: `BTC_ADDRESS changes to ${BTC} at ${wallets[0]!.from}, set by ${owner.username}.`,
            at,
            shop: 'Greenroom',
            wallets,
          },
        ],
      ]);
      await endAll();
    });

    test('a webhook that does not take it hears of it again later', async () => {
      status = 503;
      await set({ BTC_ADDRESS: BTC });
      await send();
      await send();
      expect(received).toHaveLength(1);
      status = 204;
      shop().advance(5_000);
      await send();
      await send();
      expect(received).toHaveLength(2);
      await endAll();
    });

    test('the address that the order webhook had before hears of it, signed with its own secret', async () => {
      await set({ ORDER_WEBHOOK_URL: address('before'), ORDER_WEBHOOK_SECRET: 'the seller' });
      await set({ ORDER_WEBHOOK_URL: address('after'), ORDER_WEBHOOK_SECRET: 'somebody' });
      await set({ BTC_ADDRESS: BTC });
      const wallets = [waiting()];
      await deliverNotices(shop());
      await send();
      expect(told().toSorted()).toEqual([
        ['after', wallets],
        ['alarms', wallets],
        ['before', wallets],
      ]);
      for (const [path, secret] of [
        ['before', 'the seller'],
        ['after', 'somebody'],
      ]) {
        const { headers, body } = received.find((message) => message.path.startsWith(`/${path}`))!;
        const signed = `${headers['greenroom-timestamp']}.${body}`;
        const signature = createHmac('sha256', secret!).update(signed).digest('hex');
        expect([headers['greenroom-event'], headers['greenroom-signature']]).toEqual([
          'settings.wallet_pending',
          `sha256=${signature}`,
        ]);
      }
      expect((await owner.call(getSettings)).text).not.toMatch(/hunter22|the seller/);
      await endAll();
    });

    test('one call that replaces the webhook and changes a wallet hides nothing, nor do several in a row', async () => {
      await set({ ORDER_WEBHOOK_URL: address('seller') });
      for (let times = 1; times <= 7; times++) await set({ ORDER_WEBHOOK_URL: address(`hop-${times}`) });
      await set({ ORDER_WEBHOOK_URL: address('thief'), BTC_ADDRESS: BTC });
      await send();
      expect(told()).toContainEqual(['seller', [waiting()]]);
      await endAll();
    });

    test('a webhook that is replaced while a wallet waits hears of it, also if it had not been told yet', async () => {
      await set({ ORDER_WEBHOOK_URL: address('seller') });
      await set({ BTC_ADDRESS: BTC });
      const wallets = [waiting()];
      await set({ ORDER_WEBHOOK_URL: address('thief') });
      await deliverNotices(shop());
      await send();
      expect(told()).toContainEqual(['seller', wallets]);
      // The one in use again gets a message like all others.
      received.length = 0;
      await set({ ORDER_WEBHOOK_URL: address('seller') });
      await set({ BTC_ADDRESS: OTHER_BTC });
      await deliverNotices(shop());
      await send();
      expect(told().filter(([path]) => path === 'seller')).toEqual([['seller', [waiting(OTHER_BTC)]]]);
      await endAll();
    });

    test('another secret of the same address is a change too', async () => {
      await set({ ORDER_WEBHOOK_URL: address('seller'), ORDER_WEBHOOK_SECRET: 'the seller' });
      await set({ ORDER_WEBHOOK_SECRET: 'somebody' });
      await set({ BTC_ADDRESS: null });
      await set({ BTC_ADDRESS: BTC });
      await deliverNotices(shop());
      await send();
      expect(told().filter(([path]) => path === 'seller')).toHaveLength(2);
      await endAll();
    });

    test('a former address is forgotten after the delay, and no backup has it', async () => {
      await set({ ORDER_WEBHOOK_URL: address('seller') });
      await set({ ORDER_WEBHOOK_URL: null });
      expect(await stored()).toContain('/seller?key=hunter22');
      expect(mayBeBackedUp('shop_state')({ key: 'wallet_messages' })).toBe(false);
      shop().advance(DAY_MS - 1);
      await send();
      expect(await stored()).toContain('/seller?key=hunter22');
      shop().advance(1);
      await send();
      expect(await stored()).toBeNull();
      owner = await buildAdmin(shop());
      await set({ BTC_ADDRESS: BTC });
      await send();
      expect(told()).toEqual([['alarms', [waiting()]]]);
      await endAll();
    });

    test('a former address that was stored by a clock that was ahead is forgotten too', async () => {
      shop().advance(30 * DAY_MS);
      owner = await buildAdmin(shop());
      await set({ ORDER_WEBHOOK_URL: address('seller') });
      await set({ ORDER_WEBHOOK_URL: null });
      shop().advance(-30 * DAY_MS);
      await send();
      shop().advance(DAY_MS - 1);
      expect(await stored()).toContain('seller');
      shop().advance(1);
      await send();
      expect(await stored()).toBeNull();
      await endAll();
    });
  },
  { settings: { ALARM_WEBHOOK_URL: address('alarms'), PRIVATE_URLS: 'on' } },
);

test('the webhook of the environment hears of it although the panel has taken its secret', async () => {
  const settings = { ORDER_WEBHOOK_URL: address('given'), PRIVATE_URLS: 'on' };
  const shop = await startTestShop({ settings });
  const owner = await buildAdmin(shop);
  const set = (changes: Record<string, string | null>) => owner.call(changeSettings, { body: { changes } });
  await set({ ORDER_WEBHOOK_SECRET: 'the seller' });
  await set({ ORDER_WEBHOOK_SECRET: 'somebody' });
  expect(await findState(shop.database.read, 'wallet_messages')).not.toContain('hunter22');
  await buildOrder(shop);
  await set({ BTC_ADDRESS: BTC });
  await sendWalletMessages(shop);
  // One without a signature, as before the first secret, and one with that of the seller.
  expect(told().map(([path]) => path)).toEqual(['given', 'given']);
  await shop.close();
});

test('a shop whose wallets do not wait keeps no former address', async () => {
  const shop = await startTestShop({ settings: { WALLET_DELAY_HOURS: '0', PRIVATE_URLS: 'on' } });
  const owner = await buildAdmin(shop);
  for (const name of ['one', 'two']) {
    await owner.call(changeSettings, { body: { changes: { ORDER_WEBHOOK_URL: address(name) } } });
  }
  expect(await findState(shop.database.read, 'wallet_messages')).toBeNull();
  await shop.close();
});

import { describe, expect, test } from 'vitest';
import { getAttention } from '#contract/attention.ts';
import { listNotices } from '#contract/notices.ts';
import { findState, setState } from '../../db/shop-state.ts';
import { buildAdmin, buildMember } from '../../testing/factories.ts';
import { startLocalServer } from '../../testing/local-server.ts';
import { prepareRestarts } from '../../testing/restarts.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { deliverNotices } from '../notices/delivery.ts';
import { recordSettings, withoutSecrets } from './settings-record.ts';

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const OTHER_BTC = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
const LTC = 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9';
const DAY = 86_400_000;
/** The entry that the first start explains (features/audit/explained.ts). */
const EXPLAINED = ['TELEGRAM_SELLER', null, 'greenroom_seller'];

/** The settings that the evidence says were changed, oldest first. */
const recorded = async ({ database }: TestShop) => {
  const rows = await database.read
    .selectFrom('audit')
    .select(['actor_id', 'subject', 'before', 'after'])
    .where('kind', '=', 'settings')
    .orderBy('id')
    .execute();
  expect(rows.every((row) => row.actor_id === 'system')).toBe(true);
  const parse = (json: string | null) => json && JSON.parse(json);
  return rows.map(({ subject, before, after }) => [subject, parse(before), parse(after)]);
};

const stateOf = async ({ database }: TestShop): Promise<string> =>
  JSON.stringify(await database.read.selectFrom('shop_state').selectAll().execute());

const attentionOf = async (shop: TestShop, role: 'owner' | 'orders' | 'inventory' = 'owner') =>
  (await (await buildAdmin(shop, role)).call(getAttention)).body.items;

describe.each(['sqlite', 'postgres'] as const)('[%s]', (kind) => {
  test('a start records which settings differ from the last one, once, and secrets by name only', async () => {
    const restart = await prepareRestarts(kind);
    expect(await recorded(await restart())).toEqual([EXPLAINED]);
    const settings = {
      SHIPPING_STANDARD: '17',
      TELEGRAM_SELLER: 'somebody_else',
      BTC_ADDRESS: BTC,
      ORDER_WEBHOOK_URL: 'https://bot:hook-password@hooks.example.test/services/T0AB/XyZ0123456789abcdefg?token=hush',
      ORDER_WEBHOOK_SECRET: 'between-us',
      METRICS_TOKEN: 'metrics-token',
      SHOP_ADMIN_PASSWORD: 'another password',
    };
    const expected = [
      ['BTC_ADDRESS', null, BTC],
      ['METRICS_TOKEN', null, null],
      ['ORDER_WEBHOOK_SECRET', null, null],
      ['ORDER_WEBHOOK_URL', null, 'https://hooks.example.test/services/T0AB/…?…'],
      ['SHIPPING_STANDARD', null, null],
      ['SHOP_ADMIN_PASSWORD', null, null],
      ['TELEGRAM_SELLER', 'greenroom_seller', 'somebody_else'],
    ];
    let shop = await restart({ settings });
    expect((await recorded(shop)).slice(1).toSorted()).toEqual(expected);
    shop = await restart({ settings });
    await Promise.all(
      [1, 2, 3].map(() => recordSettings(shop, { SHOP_ACCESS_CODE: false, SHOP_ADMIN_PASSWORD: false })),
    );
    expect(await recorded(shop)).toHaveLength(1 + expected.length);
    const stored = await stateOf(shop);
    for (const secret of ['between-us', 'metrics-token', 'hook-password', 'hush', 'XyZ0123456789abcdefg']) {
      expect(stored).not.toContain(secret);
    }

    shop = await restart({ settings: { ...settings, METRICS_TOKEN: 'a new one', ORDER_WEBHOOK_URL: '' } });
    expect((await recorded(shop)).slice(1 + expected.length).toSorted()).toEqual([
      ['METRICS_TOKEN', null, null],
      ['ORDER_WEBHOOK_URL', 'https://hooks.example.test/services/T0AB/…?…', null],
    ]);
  });

  test('a setting that an update brings is no change, unless somebody has set it', async () => {
    const restart = await prepareRestarts(kind);
    const shop = await restart({ settings: { SHIPPING_EXPRESS: '30' } });
    const newer = ['SHIPPING_STANDARD', 'SHIPPING_EXPRESS', 'WALLET_DELAY_HOURS', 'OPEN_ORDERS', 'FIRST_ORDER_MAX'];
    await shop.database.write(async (tx) => {
      const known = JSON.parse((await findState(tx, 'settings_of_last_start'))!) as Record<string, unknown>;
      const older = Object.entries(known).filter(([name]) => !newer.includes(name));
      await setState(tx, 'settings_of_last_start', JSON.stringify(Object.fromEntries(older)));
    });
    const updated = await restart({ settings: { SHIPPING_EXPRESS: '30' } });
    const set = ['FIRST_ORDER_MAX', 'OPEN_ORDERS', 'SHIPPING_EXPRESS'];
    expect((await recorded(updated)).slice(1).toSorted()).toEqual(set.map((name) => [name, null, null]));
    const later = await restart({ settings: { SHIPPING_EXPRESS: '30', WALLET_DELAY_HOURS: '12' } });
    expect((await recorded(later)).slice(1 + set.length)).toEqual([['WALLET_DELAY_HOURS', null, null]]);
  });

  test('processes that start at the same moment record a change once', async () => {
    const restart = await prepareRestarts(kind);
    const shop = await restart();
    const walletsNotGiven = shop.currentSettings.walletsNotGiven.filter((name) => name !== 'LTC_ADDRESS');
    const currentSettings = { walletsNotGiven, isSet: () => true } as unknown as TestShop['currentSettings'];
    const changed = { ...shop, currentSettings, settings: { ...shop.settings, LTC_ADDRESS: LTC } };
    await Promise.all(
      Array.from({ length: 4 }, () => recordSettings(changed, { SHOP_ACCESS_CODE: false, SHOP_ADMIN_PASSWORD: false })),
    );
    expect(await recorded(shop)).toEqual([EXPLAINED, ['LTC_ADDRESS', null, LTC]]);
  });

  test('another wallet address is shown to every role of the panel for 7 days', async () => {
    const restart = await prepareRestarts(kind);
    const first = await restart({ settings: { BTC_ADDRESS: BTC } });
    expect(await attentionOf(first), 'a first address is no change').toEqual([]);
    const now = first.clock() + DAY;
    const shop = await restart({ settings: { BTC_ADDRESS: OTHER_BTC }, now });
    const item = { kind: 'wallet_changed', count: 1, oldest: new Date(now).toISOString() };
    for (const role of ['owner', 'orders', 'inventory'] as const) {
      expect(await attentionOf(shop, role)).toMatchObject([item]);
    }
    const { call } = await buildMember(shop);
    expect((await call(getAttention)).status).toBe(403);
    shop.advance(7 * DAY - 1);
    expect(await attentionOf(shop)).toHaveLength(1);
    shop.advance(1);
    expect(await attentionOf(shop)).toEqual([]);
  });

  test('an address that is put right again is shown no more, and leaving one out for a while hides no change', async () => {
    const restart = await prepareRestarts(kind);
    await restart({ settings: { BTC_ADDRESS: BTC, LTC_ADDRESS: LTC } });
    expect(await attentionOf(await restart({ settings: { BTC_ADDRESS: OTHER_BTC, LTC_ADDRESS: LTC } }))).toHaveLength(
      1,
    );
    expect(await attentionOf(await restart({ settings: { BTC_ADDRESS: BTC, LTC_ADDRESS: LTC } }))).toEqual([]);
    expect(await attentionOf(await restart({ settings: { LTC_ADDRESS: LTC } }))).toEqual([]);
    expect(await attentionOf(await restart({ settings: { BTC_ADDRESS: OTHER_BTC, LTC_ADDRESS: LTC } }))).toHaveLength(
      1,
    );
  });
});

test("the seller's webhook is told once of another wallet address, signed like every notice", async () => {
  const bodies: string[] = [];
  const headers: (string | string[] | undefined)[] = [];
  const webhook = await startLocalServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    bodies.push(body);
    headers.push(request.headers['greenroom-signature'], request.headers['greenroom-event']);
    response.end();
  });
  const settings = { ORDER_WEBHOOK_URL: webhook.url, ORDER_WEBHOOK_SECRET: 'between-us' };
  const restart = await prepareRestarts('sqlite');
  await restart({ settings: { ...settings, BTC_ADDRESS: BTC } });
  await restart({ settings: { ...settings, BTC_ADDRESS: OTHER_BTC } });
  const shop = await restart({ settings: { ...settings, BTC_ADDRESS: OTHER_BTC } });
  await deliverNotices(shop);
  expect(bodies.map((body) => JSON.parse(body))).toEqual([
    {
      event: 'settings.wallet_changed',
      at: expect.any(String),
      wallets: [{ setting: 'BTC_ADDRESS', before: BTC, after: OTHER_BTC }],
    },
  ]);
  expect(headers).toEqual([expect.stringMatching(/^sha256=[0-9a-f]{64}$/), 'settings.wallet_changed']);
  const { notices } = (await (await buildAdmin(shop)).call(listNotices)).body;
  expect(notices).toMatchObject([{ event: 'settings.wallet_changed', receiptNumber: null, status: 'delivered' }]);
  await webhook.close();
});

test('without a webhook another wallet address stores no notice', async () => {
  const restart = await prepareRestarts('sqlite');
  await restart({ settings: { BTC_ADDRESS: BTC } });
  const { database } = await restart({ settings: { BTC_ADDRESS: OTHER_BTC } });
  expect(await database.read.selectFrom('notices').select('id').execute()).toEqual([]);
});

test.each([
  ['https://user:password@feed.example.test/stock.json', 'https://feed.example.test/stock.json'],
  ['https://feed.example.test/stock.json?key=abc#x', 'https://feed.example.test/stock.json?…'],
  ['https://chat.example.test/bot123456:ABC-DEF1234ghIkl/send', 'https://chat.example.test/…/send'],
  ['https://pictures.example.test', 'https://pictures.example.test'],
  ['https://pictures.example.test/product-pictures', 'https://pictures.example.test/product-pictures'],
  ['file:///srv/stock.json', 'file:///srv/stock.json'],
])('the evidence names %s as %s', (address, shown) => {
  expect(withoutSecrets(address)).toBe(shown);
});

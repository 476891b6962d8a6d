import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { changeSettings, getSettings, testSetting } from '#contract/settings.admin.ts';
import { readEnvironment } from '../../settings.ts';
import { createTestDatabase } from '../../testing/both-databases.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { buildAdmin, type TestUser } from '../../testing/factories.ts';
import { MANNERS, startFakeEsplora } from '../../testing/fake-chain.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { applyDueSettings } from './waiting-settings.service.ts';

const DAY_MS = 86_400_000;
const ONE = 'https://one.example/api';
const TWO = 'https://one.example/api,https://two.example/key-3f9a8d2b7c6e5f40';
const SHOWN_TWO = 'https://one.example,https://two.example';
const NEEDS_SECOND = 'PAYMENT_AUTO needs a second server.';

const servers = await Promise.all([startFakeEsplora(), startFakeEsplora()]);
afterAll(() => Promise.all(servers.map((server) => server.close())));

beforeEach(() => {
  for (const server of servers) {
    server.manner = null;
    server.requests.length = 0;
  }
});

const set = ({ call }: TestUser, changes: Record<string, string | null>) => call(changeSettings, { body: { changes } });
const statedBy = async (owner: TestUser, name: string) =>
  (await owner.call(getSettings)).body.settings.find((setting) => setting.name === name)!;

describe.each(['sqlite', 'postgres'] as const)('[%s]', (kind) => {
  /** A shop of its own, with an order or without. */
  const inShop = async (
    act: (shop: TestShop, owner: TestUser) => Promise<void>,
    { ordered = true, settings = {} }: { ordered?: boolean; settings?: Record<string, string> } = {},
  ) => {
    const server = kind === 'postgres' ? await createTestDatabase() : undefined;
    const shop = await startTestShop({ settings, databaseUrl: server?.url });
    if (ordered) await buildOrder(shop);
    await act(shop, await buildAdmin(shop));
    await shop.close();
    await server?.drop();
  };

  test('a server of the panel waits as a wallet does, and people see only where it is', () =>
    inShop(async (shop, owner) => {
      expect((await set(owner, { BTC_WATCH_URL: TWO })).status).toBe(200);
      expect(await statedBy(owner, 'BTC_WATCH_URL')).toMatchObject({ value: null, pending: { value: SHOWN_TWO } });
      expect(shop.settings.BTC_WATCH_URL).toBeUndefined();
      shop.advance(DAY_MS);
      await applyDueSettings(shop);
      expect(shop.settings.BTC_WATCH_URL).toBe(TWO);
      const again = await buildAdmin(shop);
      expect(await statedBy(again, 'BTC_WATCH_URL')).toMatchObject({ value: SHOWN_TWO, pending: null });
      expect((await again.call(listAudit, { query: { kind: 'settings' } })).text).not.toContain('3f9a8d2b7c6e5f40');
    }));

  test('a server that waits is the one that a check tries', () =>
    inShop(
      async (shop, owner) => {
        expect((await set(owner, { BTC_WATCH_URL: servers[0]!.url })).status).toBe(200);
        expect(shop.settings.BTC_WATCH_URL).toBeUndefined();
        const { body } = await owner.call(testSetting, { body: { name: 'BTC_WATCH_URL' } });
        expect(body).toMatchObject({ ok: true });
        expect(servers[0]!.requests.map(({ url }) => url)).toEqual(['/blocks/tip/height']);
      },
      { settings: { PRIVATE_URLS: 'on' } },
    ));

  test('fewer confirmations and PAYMENT_AUTO wait, and the way back works at once', () =>
    inShop(async (shop, owner) => {
      await set(owner, { BTC_WATCH_URL: TWO, PAYMENT_CONFIRMATIONS: '6', WATCH_SECONDS: '60' });
      expect(shop.settings).toMatchObject({ PAYMENT_CONFIRMATIONS: 6, WATCH_SECONDS: 60 });
      await set(owner, { PAYMENT_CONFIRMATIONS: '3', PAYMENT_AUTO: 'on' });
      expect(shop.settings).toMatchObject({ PAYMENT_CONFIRMATIONS: 6, PAYMENT_AUTO: false });
      expect(await statedBy(owner, 'PAYMENT_CONFIRMATIONS')).toMatchObject({ value: '6', pending: { value: '3' } });
      await set(owner, { PAYMENT_CONFIRMATIONS: '7', PAYMENT_AUTO: 'off' });
      expect(await statedBy(owner, 'PAYMENT_CONFIRMATIONS')).toMatchObject({ value: '7', pending: null });
      expect(await statedBy(owner, 'PAYMENT_AUTO')).toMatchObject({ value: 'off', pending: null });
      // The default is lower, too.
      await set(owner, { PAYMENT_CONFIRMATIONS: null, PAYMENT_AUTO: 'on' });
      shop.advance(DAY_MS);
      await applyDueSettings(shop);
      expect(shop.settings).toMatchObject({ PAYMENT_CONFIRMATIONS: 2, PAYMENT_AUTO: true });
      await set(await buildAdmin(shop), { PAYMENT_AUTO: 'off' });
      expect(shop.settings.PAYMENT_AUTO).toBe(false);
    }));

  test('PAYMENT_AUTO needs two servers of different hosts for each watched coin, and keeps them', () =>
    inShop(
      async (shop, owner) => {
        const refused = { status: 400, body: { code: 'invalid_setting', message: NEEDS_SECOND } };
        expect(await set(owner, { BTC_WATCH_URL: ONE, PAYMENT_AUTO: 'on' })).toMatchObject(refused);
        const same = 'https://one.example/api,https://one.example/other';
        expect(await set(owner, { BTC_WATCH_URL: same, PAYMENT_AUTO: 'on' })).toMatchObject(refused);
        expect((await set(owner, { BTC_WATCH_URL: TWO, PAYMENT_AUTO: 'on' })).status).toBe(200);
        expect(shop.settings.PAYMENT_AUTO).toBe(true);
        expect(await set(owner, { BTC_WATCH_URL: ONE })).toMatchObject(refused);
        expect(await set(owner, { LTC_WATCH_URL: ONE })).toMatchObject(refused);
        expect((await set(owner, { BTC_WATCH_URL: ONE, PAYMENT_AUTO: 'off' })).status).toBe(200);
      },
      { ordered: false },
    ));

  test('what is no address is refused in words', () =>
    inShop(
      async (_, owner) => {
        for (const value of [
          'esplora',
          'http://one.example',
          'https://10.0.0.1/api',
          `${TWO},${ONE}`,
          `${ONE}?key=1`,
        ]) {
          const { status, body } = await set(owner, { BTC_WATCH_URL: value });
          expect([value, status, body.code]).toEqual([value, 400, 'invalid_setting']);
        }
        for (const [name, value] of [
          ['PAYMENT_CONFIRMATIONS', '0'],
          ['PAYMENT_CONFIRMATIONS', '101'],
          ['WATCH_SECONDS', '3601'],
        ] as const) {
          expect(await set(owner, { [name]: value })).toMatchObject({ status: 400 });
        }
      },
      { ordered: false },
    ));

  test('a test asks both servers for their newest block, and says what each answered or names the problem of either', () =>
    inShop(
      async (_, owner) => {
        const tried = async (name = 'BTC_WATCH_URL') => (await owner.call(testSetting, { body: { name } })).body;
        const [one, two] = servers.map(({ url }) => `${new URL(url).host}: Status 200 after \\d+\\.\\d s\\.`);
        expect(await tried()).toEqual({ ok: true, message: expect.stringMatching(`^${one}\n${two}$`) });
        expect(servers.map(({ requests }) => requests.map(({ url }) => url))).toEqual([
          ['/blocks/tip/height'],
          ['/blocks/tip/height'],
        ]);
        servers[1]!.manner = MANNERS.limited;
        expect(await tried()).toMatchObject({
          ok: false,
          message: expect.stringMatching(/^127\.0\.0\.1:\d+: Status 429 /),
        });
        expect(await tried('LTC_WATCH_URL')).toMatchObject({ code: 'invalid_setting' });
      },
      { settings: { BTC_WATCH_URL: servers.map(({ url }) => url).join(', ') } },
    ));
});

test('a start with PAYMENT_AUTO and one server is refused', () => {
  expect(() => readEnvironment({ PAYMENT_AUTO: 'on', LTC_WATCH_URL: ONE })).toThrow(NEEDS_SECOND);
  expect(readEnvironment({ PAYMENT_AUTO: 'on', LTC_WATCH_URL: TWO }).settings.PAYMENT_AUTO).toBe(true);
});

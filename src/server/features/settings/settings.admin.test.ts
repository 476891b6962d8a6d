import { expect, test } from 'vitest';
import { getAttention } from '#contract/attention.ts';
import { listAudit } from '#contract/audit.ts';
import { authenticate, checkGate } from '#contract/gate.ts';
import { createInvite } from '#contract/invites.ts';
import { getPurchaseLimits, setPurchaseLimits } from '#contract/purchase-limits.ts';
import { SETTINGS } from '#contract/setting-list.ts';
import { changeSettings, getSettings, takeBackSetting } from '#contract/settings.admin.ts';
import { getShop } from '#contract/settings.ts';
import { updateAnyUser } from '#contract/users.admin.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { buildAdmin, type TestUser } from '../../testing/factories.ts';
import { buildPasskey, confirmPassword } from '../../testing/passkeys.ts';
import { cookiesIn } from '../../testing/sign-in.ts';
import { startTestShop } from '../../testing/test-shop.ts';
import { applyDueSettings } from './waiting-settings.service.ts';

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const OTHER_BTC = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
const HOUR_MS = 3_600_000;

bothDatabases(
  (shop) => {
    const set = (owner: TestUser, changes: Record<string, string | null>, more: object = {}) =>
      owner.call(changeSettings, { body: { changes, ...more } });
    const stated = async (owner: TestUser, name: string) =>
      (await owner.call(getSettings)).body.settings.find((setting) => setting.name === name)!;
    const entries = async (owner: TestUser, subject: string) =>
      (await owner.call(listAudit, { query: { kind: 'settings' } })).body.entries
        .filter((entry) => entry.subject === subject)
        .map(({ before, after }) => ({ before, after }));
    const reset = (owner: TestUser, ...names: string[]) =>
      set(owner, Object.fromEntries(names.map((name) => [name, null])));

    test('the list has every setting but one, in its section, and shows no secret', async () => {
      const owner = await buildAdmin(shop());
      await set(owner, { INVENTORY_FEED_TOKEN: 'hunter22-token', ORDER_WEBHOOK_SECRET: 'hunter22-secret' });
      const { status, body, text } = await owner.call(getSettings);
      expect(status).toBe(200);
      expect(body.version).toMatch(/^\d+\.\d+\.\d+$/);
      expect(body.settings.map(({ name, section }) => [name, section])).toEqual(
        Object.entries(SETTINGS).flatMap(([name, { section }]) => (name === 'AUTO_SYNC' ? [] : [[name, section]])),
      );
      expect(text).not.toContain('hunter22');
      for (const { secret, value, default: usual } of body.settings)
        if (secret) expect([value, usual]).toEqual([null, null]);
      expect(await stated(owner, 'INVENTORY_FEED_TOKEN')).toMatchObject({ isSet: true, secret: true, source: 'panel' });
      await reset(owner, 'INVENTORY_FEED_TOKEN', 'ORDER_WEBHOOK_SECRET');
    });

    test('a change is in force at once, the list says by whom, and the evidence has both values', async () => {
      const owner = await buildAdmin(shop());
      expect(await stated(owner, 'SHIPPING_EXPRESS')).toMatchObject({ value: '25', source: 'default', isSet: false });
      expect(await set(owner, { SHIPPING_EXPRESS: '31.50', SHOP_NAME: ' Blue Door ' })).toMatchObject({ status: 200 });
      expect(await stated(owner, 'SHIPPING_EXPRESS')).toEqual({
        name: 'SHIPPING_EXPRESS',
        section: 'shipping',
        value: '31.50',
        isSet: true,
        source: 'panel',
        secret: false,
        default: '25',
        pending: null,
        updatedAt: new Date(shop().clock()).toISOString(),
        updatedBy: owner.username,
      });
      expect((await shop().call(getShop)).body).toMatchObject({ name: 'Blue Door', shipping: { express: '31.50' } });
      expect(await entries(owner, 'SHIPPING_EXPRESS')).toMatchObject([{ before: '25', after: '31.5' }]);
      await reset(owner, 'SHIPPING_EXPRESS', 'SHOP_NAME');
      expect(await stated(owner, 'SHOP_NAME')).toMatchObject({ value: 'Greenroom', source: 'default', isSet: false });
    });

    test('one value that is not usable refuses all of them, with a sentence for each and no secret', async () => {
      const owner = await buildAdmin(shop());
      const refused = await set(owner, {
        SHIPPING_STANDARD: '12',
        SHIPPING_EXPRESS: 'much',
        INVENTORY_FEED_TOKEN: 'hünter 22',
        PORT: '80',
        SHOPNAME: 'x',
        ORDER_WEBHOOK_URL: 'http://hooks.example/x',
      });
      expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_setting' } });
      expect(refused.body.errors).toEqual([
        'SHIPPING_EXPRESS="much" is not usable: it must be a number from 0 to 100000.',
        'INVENTORY_FEED_TOKEN=… is not usable: it must have only plain letters, digits and signs, without accents.',
        'PORT belongs to the operator. It cannot be set in the panel.',
        '"SHOPNAME" is not a setting of Greenroom.',
        expect.stringMatching(/^ORDER_WEBHOOK_URL="http:\/\/hooks.example\/x" is not usable: it must .*https/),
      ]);
      expect(await stated(owner, 'SHIPPING_STANDARD')).toMatchObject({ source: 'default' });
    });

    test('a value of the environment is locked, and another value than the owner saw is refused', async () => {
      const owner = await buildAdmin(shop());
      expect(await stated(owner, 'TELEGRAM_SELLER')).toMatchObject({
        value: 'greenroom_seller',
        source: 'environment',
      });
      expect(await set(owner, { TELEGRAM_SELLER: 'somebody', LOW_STOCK: '9' })).toMatchObject({
        status: 409,
        body: { code: 'set_by_environment' },
      });
      await set(owner, { LOW_STOCK: '9' });
      expect(await set(owner, { LOW_STOCK: '12' }, { expected: { LOW_STOCK: '5' } })).toMatchObject({
        status: 409,
        body: { code: 'value_moved', value: '9' },
      });
      expect(await set(owner, { LOW_STOCK: '12' }, { expected: { LOW_STOCK: '9' } })).toMatchObject({ status: 200 });
      await reset(owner, 'LOW_STOCK');
    });

    test('of two owners who change one setting at once, the second sees what the first has set', async () => {
      const owner = await buildAdmin(shop());
      const answers = await Promise.all(
        ['6', '7', '8'].map((LOW_STOCK) => set(owner, { LOW_STOCK }, { expected: { LOW_STOCK: '5' } })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
      await reset(owner, 'LOW_STOCK');
    });

    test('a group of Telegram is stored as its address, however it was written', async () => {
      const owner = await buildAdmin(shop());
      for (const [typed, meant] of [
        ['@night_leaf', 'https://t.me/night_leaf'],
        ['t.me/+Ab1', 'https://t.me/+Ab1'],
        ['tg://join?invite=a', 'tg://join?invite=a'],
      ]) {
        expect(await set(owner, { TELEGRAM_GROUP_URL: typed! })).toMatchObject({ status: 200 });
        expect(await stated(owner, 'TELEGRAM_GROUP_URL')).toMatchObject({ value: meant, source: 'panel' });
        expect(shop().settings.TELEGRAM_GROUP_URL).toBe(meant);
      }
      await reset(owner, 'TELEGRAM_GROUP_URL');
    });

    test('of an address that the shop calls people see only scheme and host', async () => {
      const owner = await buildAdmin(shop());
      await set(owner, { ORDER_WEBHOOK_URL: 'https://bot.example/hooks/hunter22?key=hunter22' });
      expect(await stated(owner, 'ORDER_WEBHOOK_URL')).toMatchObject({ value: 'https://bot.example', source: 'panel' });
      expect(JSON.stringify(await entries(owner, 'ORDER_WEBHOOK_URL'))).not.toContain('key=hunter22');
      await reset(owner, 'ORDER_WEBHOOK_URL');
    });

    test('another host of the feed takes the token of the panel away, the same host keeps it', async () => {
      const owner = await buildAdmin(shop());
      const token = async () => (await stated(owner, 'INVENTORY_FEED_TOKEN')).isSet;
      await set(owner, { INVENTORY_FEED_URL: 'https://feed.example/a.json', INVENTORY_FEED_TOKEN: 'one' });
      expect(shop().settings.INVENTORY_FEED_TOKEN).toBe('one');
      await set(owner, { INVENTORY_FEED_URL: 'https://feed.example/b.json' });
      expect(await token()).toBe(true);
      await set(owner, { INVENTORY_FEED_URL: 'https://other.example/b.json' });
      expect([await token(), shop().settings.INVENTORY_FEED_TOKEN]).toEqual([false, undefined]);
      await set(owner, { INVENTORY_FEED_URL: 'https://third.example/', INVENTORY_FEED_TOKEN: 'two' });
      expect(shop().settings.INVENTORY_FEED_TOKEN).toBe('two');
      await reset(owner, 'INVENTORY_FEED_URL', 'INVENTORY_FEED_TOKEN');
    });

    test('the access code of the panel follows the rules, works at once and cannot leave the shop without a door', async () => {
      const owner = await buildAdmin(shop());
      const refusals = await Promise.all(
        ['short', null, 'password1'].map((code) => set(owner, { SHOP_ACCESS_CODE: code })),
      );
      expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
        Array.from({ length: 3 }, () => [400, 'invalid_setting']),
      );
      expect(await set(owner, { SHOP_ACCESS_CODE: 'off' })).toMatchObject({ status: 409, body: { code: 'no_invite' } });
      expect(await set(owner, { SHOP_ACCESS_CODE: 'a-new-door-code' })).toMatchObject({ status: 200 });
      expect(await stated(owner, 'SHOP_ACCESS_CODE')).toMatchObject({ value: null, source: 'panel', isSet: true });
      expect(await shop().call(authenticate, { body: { password: 'a-new-door-code' } })).toMatchObject({ status: 200 });
      await owner.call(createInvite, { body: { label: 'Friends', uses: 3 } });
      expect((await owner.call(getSettings)).body.invitesOnly).toBe(false);
      expect(await set(owner, { SHOP_ACCESS_CODE: 'off' })).toMatchObject({ status: 200 });
      expect((await owner.call(getSettings)).body.invitesOnly).toBe(true);
      expect(await shop().call(authenticate, { body: { password: 'a-new-door-code' } })).toMatchObject({ status: 401 });
      expect(JSON.stringify(await entries(owner, 'SHOP_ACCESS_CODE'))).not.toContain('door');
    });

    test('the gate does not ask a browser for the code that it has just set', async () => {
      const owner = await buildAdmin(shop());
      const passes = async (response: Parameters<typeof cookiesIn>[0]) =>
        (await owner.call(checkGate, { cookies: cookiesIn(response) })).status;
      const first = await set(owner, { SHOP_ACCESS_CODE: 'a-lantern-door' });
      expect(await passes(first)).toBe(200);
      const second = await set(owner, { SHOP_ACCESS_CODE: 'another-lantern-door' });
      expect([await passes(first), await passes(second)], 'a new code ends older cookies').toEqual([403, 200]);
      expect(cookiesIn(await set(owner, { SHOP_NAME: 'Blue Door' }))).toEqual({});
      await owner.call(createInvite, { body: { label: 'Friends', uses: 3 } });
      expect(cookiesIn(await set(owner, { SHOP_ACCESS_CODE: 'off' }))).toEqual({});
      await reset(owner, 'SHOP_NAME');
    });

    test('the two calls for purchase limits write one value', async () => {
      const owner = await buildAdmin(shop());
      await set(owner, { PURCHASE_LIMITS: 'flower=28g/1d' });
      expect((await owner.call(getPurchaseLimits)).body).toMatchObject({ text: 'flower=28g/1d', source: 'panel' });
      await owner.call(setPurchaseLimits, { body: { text: 'none' } });
      expect(await stated(owner, 'PURCHASE_LIMITS')).toMatchObject({ value: 'none', source: 'panel' });
      expect(await set(owner, { PURCHASE_LIMITS: 'flower=28' })).toMatchObject({ status: 400 });
      await owner.call(setPurchaseLimits, { body: { text: '' } });
      expect(await stated(owner, 'PURCHASE_LIMITS')).toMatchObject({ value: null, source: 'default', isSet: false });
      expect(await entries(owner, 'PURCHASE_LIMITS')).toMatchObject(
        [
          { before: 'none', after: 'none' },
          { before: 'flower=28g/1d', after: 'none' },
          { before: 'none', after: 'flower=28g/1d' },
        ].slice(1),
      );
    });

    test('a wallet works at once until there was an order; then it waits, and the waiting one is seen and taken back', async () => {
      const owner = await buildAdmin(shop());
      await set(owner, { BTC_ADDRESS: BTC });
      expect((await shop().call(getShop)).body.btcAddress).toBe(BTC);
      await buildOrder(shop());
      await set(owner, { BTC_ADDRESS: OTHER_BTC });
      const from = new Date(shop().clock() + 24 * HOUR_MS).toISOString();
      expect(await stated(owner, 'BTC_ADDRESS')).toMatchObject({
        value: BTC,
        pending: { value: OTHER_BTC, from, by: owner.username },
      });
      // The same value again changes nothing; a removal restarts the time.
      shop().advance(HOUR_MS);
      // A sign-in of an hour ago would need a confirmation.
      const later = await buildAdmin(shop());
      await set(later, { BTC_ADDRESS: OTHER_BTC });
      expect((await stated(owner, 'BTC_ADDRESS')).pending).toMatchObject({ from });
      await set(later, { BTC_ADDRESS: null });
      expect((await stated(owner, 'BTC_ADDRESS')).pending).toMatchObject({
        value: null,
        from: new Date(shop().clock() + 24 * HOUR_MS).toISOString(),
        by: later.username,
      });
      // The value in force takes it back, and so does any owner, without a confirmation.
      await set(later, { BTC_ADDRESS: BTC });
      expect((await stated(owner, 'BTC_ADDRESS')).pending).toBeNull();
      await set(later, { BTC_ADDRESS: OTHER_BTC });
      expect(await owner.call(takeBackSetting, { params: { name: 'BTC_ADDRESS' } })).toMatchObject({ status: 200 });
      expect(await owner.call(takeBackSetting, { params: { name: 'BTC_ADDRESS' } })).toMatchObject({ status: 404 });
      expect((await shop().call(getShop)).body.btcAddress).toBe(BTC);
    });

    test('a waiting wallet comes into force after its time, once, and its evidence explains it', async () => {
      const owner = await buildAdmin(shop());
      await buildOrder(shop());
      await set(owner, { LTC_ADDRESS: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1' });
      shop().advance(24 * HOUR_MS - 1);
      await applyDueSettings(shop());
      expect((await shop().call(getShop)).body.ltcAddress).toBeNull();
      shop().advance(1);
      await Promise.all([applyDueSettings(shop()), applyDueSettings(shop())]);
      expect((await shop().call(getShop)).body.ltcAddress).toBe('LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1');
      const again = await buildAdmin(shop());
      expect(await entries(again, 'LTC_ADDRESS')).toMatchObject([
        { before: null, after: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1' },
        { after: { waits: 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1' } },
      ]);
    });

    test('a waiting wallet is seen by every role of the panel, and the order webhook is told', async () => {
      const owner = await buildAdmin(shop());
      await buildOrder(shop());
      await set(owner, { ORDER_WEBHOOK_URL: 'https://bot.example/hook' });
      await set(owner, { BTC_ADDRESS: OTHER_BTC });
      const clerk = await buildAdmin(shop(), 'inventory');
      const { items } = (await clerk.call(getAttention)).body;
      expect(items).toContainEqual(expect.objectContaining({ kind: 'wallet_pending', count: 1, link: '/admincp' }));
      const told = await shop()
        .database.read.selectFrom('notices')
        .select('payload')
        .where('event', '=', 'settings.wallet_pending')
        .execute();
      expect(told.map(({ payload }) => JSON.parse(payload).wallets)).toMatchObject([
        [{ setting: 'BTC_ADDRESS', after: OTHER_BTC, by: owner.username }],
      ]);
      await owner.call(takeBackSetting, { params: { name: 'BTC_ADDRESS' } });
      await reset(owner, 'ORDER_WEBHOOK_URL');
    });

    test('whoever has a passkey says by it where money goes', async () => {
      const owner = await buildAdmin(shop());
      await buildPasskey(shop(), owner);
      // Adding it is a proof for 10 minutes. After that, the password alone is not enough.
      shop().advance(11 * 60_000);
      await confirmPassword(owner);
      expect(await set(owner, { LTC_ADDRESS: null })).toMatchObject({ status: 403, body: { code: 'passkey_needed' } });
      expect(await set(owner, { LOW_STOCK: '6' })).toMatchObject({ status: 200 });
      await reset(owner, 'LOW_STOCK');
    });

    test('a waiting wallet ends when its maker is no longer an owner', async () => {
      const maker = await buildAdmin(shop());
      const owner = await buildAdmin(shop());
      await buildOrder(shop());
      await set(maker, { BTC_ADDRESS: OTHER_BTC });
      await owner.call(updateAnyUser, { params: { id: maker.id }, body: { role: 'orders' } });
      expect((await stated(owner, 'BTC_ADDRESS')).pending).toBeNull();
      await owner.call(updateAnyUser, { params: { id: maker.id }, body: { role: 'owner' } });
      expect((await stated(owner, 'BTC_ADDRESS')).pending).toBeNull();
    });

    test('another process has a change within a second', async () => {
      const { DATABASE_URL, DATA_DIR } = shop().settings;
      const second = await startTestShop({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
      try {
        await second.database.watch();
        const owner = await buildAdmin(shop());
        await set(owner, { MINIMUM_AGE: '25' });
        await expect.poll(() => second.settings.MINIMUM_AGE).toBe(25);
        await reset(owner, 'MINIMUM_AGE');
      } finally {
        await second.close();
      }
    });
  },
  { settings: {} },
);

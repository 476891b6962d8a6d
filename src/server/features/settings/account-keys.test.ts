import { describe, expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { changeSettings, checkKey, getSettings, setNextIndex } from '#contract/settings.admin.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { DERIVED } from '../../testing/derived-addresses.ts';
import { buildAdmin, type TestUser } from '../../testing/factories.ts';
import { startLoggedApp } from '../../testing/logged-app.ts';
import { prepareRestarts } from '../../testing/restarts.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { checkEvidence } from '../audit/chain-check.ts';
import { firstAddressNotes } from './check-account-key.ts';

const { BTC, LTC } = DERIVED;
const FIRST = BTC.addresses[0]![0];
const FIRST_LTC = LTC.addresses[0]![0];
const PRIVATE =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';

const set = (owner: TestUser, changes: Record<string, string | null>, confirm?: Record<string, string>) =>
  owner.call(changeSettings, { body: { changes, confirm } });
const stated = async (owner: TestUser, name: string) =>
  (await owner.call(getSettings)).body.settings.find((setting) => setting.name === name)!;

bothDatabases((shop) => {
  test('a key is shown as its first three addresses before it is stored', async () => {
    const owner = await buildAdmin(shop());
    for (const [name, key, first] of [
      ['BTC_XPUB', BTC.key, BTC],
      ['BTC_XPUB', ` ${BTC.xpub} `, BTC],
      ['LTC_XPUB', LTC.key, LTC],
    ] as const) {
      const { body } = await owner.call(checkKey, { body: { name, value: key } });
      expect(body).toEqual({ addresses: first.addresses.slice(0, 3).map(([address]) => address) });
    }
    expect(await owner.call(checkKey, { body: { name: 'SHOP_NAME', value: BTC.key } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_setting' },
    });
    expect(await stated(owner, 'BTC_XPUB')).toMatchObject({ isSet: false, source: 'default', value: null });
    expect((await owner.call(getSettings)).body.hadOrders, 'a change works at once').toBe(false);
  });

  test('a key is stored only with its first address', async () => {
    const owner = await buildAdmin(shop());
    const refused = { status: 400, body: { code: 'invalid_setting', errors: [expect.stringMatching(/^BTC_XPUB/)] } };
    expect(await set(owner, { BTC_XPUB: BTC.key })).toMatchObject(refused);
    expect(await set(owner, { BTC_XPUB: BTC.key }, { BTC_XPUB: BTC.addresses[1]![0] })).toMatchObject(refused);
    expect(await set(owner, { BTC_XPUB: BTC.key }, { LTC_XPUB: FIRST })).toMatchObject(refused);
    expect(await stated(owner, 'BTC_XPUB')).toMatchObject({ isSet: false });
    expect(await set(owner, { BTC_XPUB: BTC.key }, { BTC_XPUB: FIRST })).toMatchObject({ status: 200 });
    expect(await stated(owner, 'BTC_XPUB')).toMatchObject({ value: BTC.key, source: 'panel', secret: false });
    const { entries } = (await owner.call(listAudit, { query: { kind: 'settings' } })).body;
    expect(entries[0]).toMatchObject({ subject: 'BTC_XPUB', before: null, after: BTC.xpub });
    expect(await set(owner, { BTC_XPUB: null })).toMatchObject({ status: 200 });
  });

  test('one key for both coins is refused, whatever its prefixes are, also while it waits for one of them', async () => {
    const owner = await buildAdmin(shop());
    const both = await set(owner, { BTC_XPUB: BTC.key, LTC_XPUB: BTC.xpub }, { BTC_XPUB: FIRST, LTC_XPUB: FIRST_LTC });
    expect(both).toMatchObject({ status: 400, body: { code: 'invalid_setting' } });
    expect(both.body.errors![0]).toMatch(/^BTC_XPUB=… is not usable: it is the same as LTC_XPUB/);
    await set(owner, { BTC_XPUB: BTC.key }, { BTC_XPUB: FIRST });
    const other = { name: 'LTC_XPUB', value: BTC.xpub };
    expect(await owner.call(checkKey, { body: other })).toMatchObject({ status: 400 });
    await buildOrder(shop());
    expect((await owner.call(getSettings)).body.hadOrders).toBe(true);
    await set(owner, { BTC_XPUB: null });
    await set(owner, { LTC_XPUB: LTC.key }, { LTC_XPUB: FIRST_LTC });
    expect((await stated(owner, 'LTC_XPUB')).pending).toMatchObject({ value: LTC.key, by: owner.username });
    const { body } = await owner.call(checkKey, { body: { name: 'BTC_XPUB', value: LTC.key.replace('Ltub', 'xpub') } });
    expect(body.message).toMatch(/^BTC_XPUB=… is not usable/);
    const waits = { name: 'BTC_XPUB', value: LTC.xpub };
    expect((await owner.call(checkKey, { body: waits })).body.message).toContain('it is the same as LTC_XPUB');
  });
});

bothDatabases((shop) => {
  const goOn = (owner: TestUser, index: number, coin: 'BTC' | 'LTC' = 'BTC') =>
    owner.call(setNextIndex, { body: { coin, index } });
  const nextOf = async (owner: TestUser) => (await owner.call(getSettings)).body.nextIndexes;
  const addressOfOrder = async () => (await buildOrder(shop())).receipt.addresses[0]?.address;

  test('an owner lets a key go on at a higher index, and orders get no address below it', async () => {
    const owner = await buildAdmin(shop());
    expect(await goOn(owner, 9)).toMatchObject({ status: 400, body: { code: 'invalid_setting' } });
    await set(owner, { BTC_XPUB: BTC.key }, { BTC_XPUB: FIRST });
    expect(await nextOf(owner)).toEqual([{ coin: 'BTC', index: 0 }]);
    expect(await addressOfOrder()).toBe(FIRST);
    expect(await goOn(owner, 40)).toMatchObject({
      status: 200,
      body: { nextIndexes: [{ coin: 'BTC', index: 40 }], unusedAddresses: [{ coin: 'BTC', run: 40 }] },
    });
    expect(await addressOfOrder()).toBe(BTC.addresses[40]![0]);
    const { entries } = (await owner.call(listAudit, { query: { kind: 'settings' } })).body;
    expect(entries[0]).toMatchObject({ subject: 'BTC_XPUB', before: { nextIndex: 1 }, after: { nextIndex: 40 } });
    expect((await evidenceOf(shop())).join(), 'the key itself is explained as before').not.toContain('BTC_XPUB');
  });

  test('an index only goes up, and not by more than 100,000', async () => {
    const owner = await buildAdmin(shop());
    expect(await nextOf(owner)).toEqual([{ coin: 'BTC', index: 41 }]);
    for (const [index, where] of [
      [40, 'below'],
      [100_042, 'too far above'],
    ] as const) {
      const { status, body } = await goOn(owner, index);
      expect([status, body.message]).toEqual([
        400,
        `The next index BTC=${index} is ${where} 41, where the shop goes on. Nothing was changed.`,
      ]);
    }
    expect(await goOn(owner, 7, 'LTC')).toMatchObject({ status: 400, body: { code: 'invalid_setting' } });
    expect(await nextOf(owner)).toEqual([{ coin: 'BTC', index: 41 }]);
    expect(await addressOfOrder()).toBe(BTC.addresses[41]![0]);
  });

  test('a key that waits goes on at its index, before the first order gets an address of it', async () => {
    const owner = await buildAdmin(shop());
    await set(owner, { LTC_XPUB: LTC.key }, { LTC_XPUB: FIRST_LTC });
    expect(await goOn(owner, 7, 'LTC')).toMatchObject({ status: 200 });
    expect(await nextOf(owner)).toEqual([
      { coin: 'BTC', index: 42 },
      { coin: 'LTC', index: 7 },
    ]);
  });

  test('only an owner who has just confirmed it lets a key go on', async () => {
    const desk = await buildAdmin(shop(), 'orders');
    expect((await goOn(desk, 90)).status).toBe(403);
    const owner = await buildAdmin(shop());
    shop().advance(3_600_000);
    expect(await goOn(owner, 90)).toMatchObject({ status: 403, body: { code: 'reauthentication_needed' } });
    expect((await nextOf(owner))[0]).toEqual({ coin: 'BTC', index: 42 });
  });
});

const evidenceOf = async (shop: TestShop) =>
  (await checkEvidence(shop.database, { now: shop.clock(), shown: shop.currentSettings.shownWallets })).lines;

test('a key that is refused is never quoted, logged or stored', async () => {
  const shop = await startTestShop();
  const { url, log } = await startLoggedApp(shop, { level: 'trace' });
  const owner = await buildAdmin(shop);
  const say = async (method: string, path: string, body: unknown): Promise<string> => {
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method, headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(400);
    return answer.text();
  };
  const mistyped = `${BTC.key.slice(0, -1)}1`;
  for (const text of [PRIVATE, mistyped, LTC.key, `wpkh(${PRIVATE}/0/*)`]) {
    const answers = [
      await say('POST', checkKey.path, { name: 'BTC_XPUB', value: text }),
      await say('PUT', changeSettings.path, { changes: { BTC_XPUB: text }, confirm: { BTC_XPUB: FIRST } }),
    ];
    const rows = await shop.database.read.selectFrom('audit_texts').selectAll().execute();
    const entries = await shop.database.read.selectFrom('audit').selectAll().execute();
    const stored = await shop.database.read.selectFrom('settings').selectAll().execute();
    const everywhere = [...answers, log(), JSON.stringify([rows, entries, stored])].join();
    for (let at = 0; at + 12 <= text.length; at += 6) expect(everywhere).not.toContain(text.slice(at, at + 12));
  }
  await expect(startTestShop({ settings: { BTC_XPUB: PRIVATE } })).rejects.toThrow(
    /^BTC_XPUB=… is not usable: it is a private key/,
  );
  await expect(startTestShop({ settings: { BTC_XPUB: BTC.key, LTC_XPUB: BTC.xpub } })).rejects.toThrow(
    'LTC_XPUB=… is not usable: it is the same as BTC_XPUB, and each coin needs a key of its own.',
  );
  await shop.close();
});

describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
  test('the start says the first address of a key of the environment, and the evidence explains it', async () => {
    const restart = await prepareRestarts(kind);
    await restart();
    const shop = await restart({ settings: { BTC_XPUB: BTC.key } });
    expect(firstAddressNotes(shop)).toEqual([`BTC_XPUB: the first address is ${FIRST}. Compare it with your wallet.`]);
    expect((await evidenceOf(shop)).join()).not.toContain('BTC_XPUB');
    expect(shop.currentSettings.unexplained).toEqual([]);
  });

  test('a key that somebody changed in the database is not in force', async () => {
    const restart = await prepareRestarts(kind);
    const shop = await restart();
    await set(await buildAdmin(shop), { BTC_XPUB: BTC.key }, { BTC_XPUB: FIRST });
    expect(shop.settings.BTC_XPUB).toBe(BTC.xpub);
    await shop.database.write((tx) => tx.updateTable('settings').set({ value: LTC.xpub }).execute());
    const after = await restart();
    expect([after.settings.BTC_XPUB, after.currentSettings.unexplained]).toEqual([undefined, ['BTC_XPUB']]);
    expect((await evidenceOf(after)).join()).toContain(`BTC_XPUB: ${LTC.xpub}, in the evidence ${BTC.xpub}`);
  });
});

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { removePasskey } from '#contract/passkeys.ts';
import { changeSettings, getSettings } from '#contract/settings.admin.ts';
import { getShop } from '#contract/settings.ts';
import { removeUserPasskeys } from '#contract/users.admin.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildOrder } from '../../testing/buyers.ts';
import { atEveryMoment } from '../../testing/crossing.ts';
import { buildAdmin, MEMBER_PASSWORD, type TestUser } from '../../testing/factories.ts';
import { buildPasskey, confirmPassword } from '../../testing/passkeys.ts';
import { prepareRestarts } from '../../testing/restarts.ts';
import { logIn } from '../../testing/sign-in.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { COMMAND_LINE } from '../audit/audit.queries.ts';
import { backUp } from '../backup/backup.service.ts';
import { restore } from '../backup/restore.service.ts';
import { recordSettings } from './settings-record.ts';
import { applyDueSettings } from './waiting-settings.service.ts';

const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const OTHER_BTC = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
const LTC = 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const set = ({ call }: Pick<TestUser, 'call'>, changes: Record<string, string | null>) =>
  call(changeSettings, { body: { changes } });
const shownBtc = async (shop: TestShop) => (await shop.call(getShop)).body.btcAddress;
const pendingFrom = async (shop: TestShop) => {
  const { settings } = (await (await buildAdmin(shop)).call(getSettings)).body;
  const { pending } = settings.find(({ name }) => name === 'BTC_ADDRESS')!;
  return pending && Date.parse(pending.from);
};
/** Looks whether something is due, as the shop does every second. */
const look = async (shop: TestShop) => {
  await applyDueSettings(shop);
  return shownBtc(shop);
};

bothDatabases((shop) => {
  const needed = { status: 403, body: { code: 'passkey_needed' } };
  const signIn = async ({ username }: TestUser) => ({
    call: shop().as((await logIn(shop(), username, MEMBER_PASSWORD)).body.token),
  });

  test('whoever had a passkey within the delay cannot change a wallet by password, whoever removed it', async () => {
    const [owner, other] = [await buildAdmin(shop()), await buildAdmin(shop())];
    const { id } = await buildPasskey(shop(), owner);
    expect((await owner.call(removePasskey, { params: { id } })).status).toBe(200);
    await buildPasskey(shop(), other);
    const second = await buildAdmin(shop());
    expect((await second.call(removeUserPasskeys, { params: { id: other.id } })).status).toBe(200);
    shop().advance(11 * MINUTE_MS);
    for (const user of [owner, other]) {
      const byPassword = await signIn(user);
      await confirmPassword(byPassword);
      const refused = await set(byPassword, { BTC_ADDRESS: BTC });
      expect(refused).toMatchObject(needed);
      expect(refused.body.message).toBe('Your passkey was removed a short time ago. Add one to do this now.');
      expect(refused.body, 'the page has no passkey to ask for').not.toHaveProperty('confirm');
      expect(await set(byPassword, { TELEGRAM_GROUP_URL: null })).toMatchObject({ status: 200 });
    }
    expect(await set(await signIn(second), { BTC_ADDRESS: BTC }), 'who never had one').toMatchObject({ status: 200 });
    shop().advance(DAY_MS - 11 * MINUTE_MS - 1);
    expect(await set(await signIn(owner), { BTC_ADDRESS: null })).toMatchObject(needed);
    shop().advance(1);
    expect(await set(await signIn(owner), { BTC_ADDRESS: null })).toMatchObject({ status: 200 });
  });

  test('a passkey that was added since says it, and removing none is no removal', async () => {
    const [owner, helper] = [await buildAdmin(shop()), await buildAdmin(shop())];
    const { id } = await buildPasskey(shop(), owner);
    await owner.call(removePasskey, { params: { id } });
    shop().advance(11 * MINUTE_MS);
    const byPassword = await signIn(owner);
    expect(await set(byPassword, { BTC_ADDRESS: BTC })).toMatchObject(needed);
    await buildPasskey(shop(), { ...owner, ...byPassword });
    expect(await set(byPassword, { BTC_ADDRESS: BTC })).toMatchObject({ status: 200 });
    const plain = await buildAdmin(shop());
    await (await signIn(helper)).call(removeUserPasskeys, { params: { id: plain.id } });
    expect(await set(await signIn(plain), { BTC_ADDRESS: null })).toMatchObject({ status: 200 });
  });

  test('a restore drops what waits, and the shop shows what the backup has', async () => {
    const owner = await buildAdmin(shop());
    await buildOrder(shop());
    await set(owner, { BTC_ADDRESS: OTHER_BTC });
    const order = { actor: COMMAND_LINE, now: shop().clock() };
    const { file } = await backUp(shop().database, join(shop().dataDir, 'waiting.gz'), order);
    expect(await pendingFrom(shop())).not.toBeNull();
    await restore(shop().database, file, order);
    expect(await pendingFrom(shop())).toBeNull();
    shop().advance(DAY_MS);
    expect(await look(shop())).not.toBe(OTHER_BTC);
  });

  test('a start with other settings at the same moment loses no wallet', async () => {
    let shipping = 30;
    /** Another process of the shop starts, whose operator has changed something. */
    const start = () => {
      const settings = { ...shop().settings, SHIPPING_STANDARD: shipping++ };
      return recordSettings({ ...shop(), settings }, { SHOP_ACCESS_CODE: false, SHOP_ADMIN_PASSWORD: false });
    };
    await buildOrder(shop());
    const other = async () => ((await shownBtc(shop())) === BTC ? OTHER_BTC : BTC);
    await atEveryMoment(shop(), async (cross) => {
      const next = await other();
      await set(await buildAdmin(shop()), { BTC_ADDRESS: next });
      shop().advance(DAY_MS);
      await cross(() => applyDueSettings(shop()), start);
      expect(await look(shop())).toBe(next);
    });
  }, 120_000);

  test('what two owners have changed comes into force for each by its own name', async () => {
    const [one, other] = [await buildAdmin(shop()), await buildAdmin(shop())];
    await buildOrder(shop());
    const next = (await shownBtc(shop())) === BTC ? OTHER_BTC : BTC;
    await set(one, { BTC_ADDRESS: next });
    await set(other, { LTC_ADDRESS: LTC });
    shop().advance(DAY_MS);
    expect(await look(shop())).toBe(next);
    const { settings } = (await (await buildAdmin(shop())).call(getSettings)).body;
    const updated = settings.filter(({ name }) => ['BTC_ADDRESS', 'LTC_ADDRESS'].includes(name));
    expect(updated.map(({ value, updatedBy, pending }) => [value, updatedBy, pending])).toEqual([
      [next, one.username, null],
      [LTC, other.username, null],
    ]);
  });
});

/*
 * A clock that is set back while a wallet waits: the wallet comes into force neither earlier nor never.
 */
describe.each(['sqlite', 'postgres'] as const)('[%s]', (kind) => {
  /** A shop with an order, in which BTC begins to wait. */
  const startWaiting = async (options: { now?: number } = {}) => {
    const restart = await prepareRestarts(kind);
    const shop = await restart(options);
    await buildOrder(shop);
    expect(await set(await buildAdmin(shop), { BTC_ADDRESS: BTC })).toMatchObject({ status: 200 });
    return { restart, shop, made: shop.clock() };
  };

  test('a wallet that was changed while the clock was ahead waits its full time from when it is right', async () => {
    const { shop } = await startWaiting();
    shop.advance(-30 * DAY_MS);
    expect(await look(shop)).toBeNull();
    expect(await pendingFrom(shop)).toBe(shop.clock() + DAY_MS);
    shop.advance(DAY_MS - 1);
    expect(await look(shop)).toBeNull();
    shop.advance(1);
    expect(await look(shop)).toBe(BTC);
  });

  test('the same holds across a restart, and the evidence says when it began anew', async () => {
    const ahead = Date.now() + 30 * DAY_MS;
    const { restart, made } = await startWaiting({ now: ahead });
    const shop = await restart();
    const from = shop.clock() + DAY_MS;
    expect(await shownBtc(shop)).toBeNull();
    expect(await pendingFrom(shop)).toBe(from);
    const entries = await shop.database.read
      .selectFrom('audit')
      .select(['actor_id', 'after'])
      .where('kind', '=', 'settings')
      .where('subject', '=', 'BTC_ADDRESS')
      .orderBy('id')
      .execute();
    expect(entries.map(({ actor_id, after }) => [actor_id === 'system', JSON.parse(after!)])).toEqual([
      [false, { waits: BTC, from: new Date(made + DAY_MS).toISOString() }],
      [true, { waits: BTC, from: new Date(from).toISOString() }],
    ]);
    shop.advance(DAY_MS - 1);
    expect(await look(shop)).toBeNull();
    shop.advance(1);
    expect(await look(shop)).toBe(BTC);
  });

  // The server of PostgreSQL has a clock of its own, which says that this start is too early.
  if (kind === 'sqlite')
    test('a start puts in force what has waited long enough', async () => {
      const { restart, made } = await startWaiting();
      expect(await shownBtc(await restart({ now: made + DAY_MS - 1 }))).toBeNull();
      expect(await shownBtc(await restart({ now: made + DAY_MS }))).toBe(BTC);
    });

  test('a clock that is set back by less than the wallet has waited makes it wait longer, not anew', async () => {
    const { shop, made } = await startWaiting();
    shop.advance(10 * HOUR_MS);
    shop.advance(-5 * HOUR_MS);
    expect(await look(shop)).toBeNull();
    expect(await pendingFrom(shop)).toBe(made + DAY_MS);
    shop.advance(19 * HOUR_MS);
    expect(await look(shop)).toBe(BTC);
  });

  test('a clock that is far behind for a while puts it in force no earlier than without', async () => {
    const { shop, made } = await startWaiting();
    shop.advance(-30 * DAY_MS);
    expect(await look(shop)).toBeNull();
    shop.advance(30 * DAY_MS + 2 * HOUR_MS);
    expect(await look(shop)).toBeNull();
    expect(await pendingFrom(shop)).toBe(made + DAY_MS);
    shop.advance(22 * HOUR_MS);
    expect(await look(shop)).toBe(BTC);
  });

  if (kind === 'postgres')
    test('a clock that the server contradicts puts nothing in force', async () => {
      const { shop } = await startWaiting();
      shop.setClock(2 * DAY_MS);
      expect(await look(shop)).toBeNull();
      shop.setClock(-2 * DAY_MS);
      expect(await look(shop)).toBeNull();
      shop.advance(DAY_MS);
      expect(await look(shop)).toBe(BTC);
    });
});

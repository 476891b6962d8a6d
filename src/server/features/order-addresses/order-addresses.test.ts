import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setRates } from '#contract/rates.ts';
import { getAnyReceipt, listAllReceipts } from '#contract/receipts.admin.ts';
import { confirmOrder, getReceipt, listReceipts } from '#contract/receipts.ts';
import { changeSettings } from '#contract/settings.admin.ts';
import { createTestDatabase } from '../../testing/both-databases.ts';
import { type Buyer, buildBuyer, buildOrder } from '../../testing/buyers.ts';
import { DERIVED } from '../../testing/derived-addresses.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';
import { prepareRestarts } from '../../testing/restarts.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';

const { BTC, LTC } = DERIVED;
const KEYS = { BTC_XPUB: BTC.key, LTC_XPUB: LTC.key };
const btc = (index: number) => ({ coin: 'BTC', address: BTC.addresses[index]![0] });
const ltc = (index: number) => ({ coin: 'LTC', address: LTC.addresses[index]![0] });
const addressesOf = async (shop: TestShop) => (await buildOrder(shop)).receipt.addresses;

describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
  test('each order gets the next address of each key, which its member and the panel see', async () => {
    const restart = await prepareRestarts(kind);
    const shop = await restart({ settings: KEYS });
    expect(await addressesOf(shop)).toEqual([btc(0), ltc(0)]);
    const { buyer, receipt } = await buildOrder(shop);
    expect(receipt.addresses).toEqual([btc(1), ltc(1)]);
    const own = await buyer.call(getReceipt, { params: { id: receipt.id } });
    expect(own.body.receipt.addresses).toEqual(receipt.addresses);
    expect((await buyer.call(listReceipts)).body.receipts[0]!.addresses).toEqual(receipt.addresses);
    const admin = await buildAdmin(shop);
    const indexed = [
      { ...btc(1), index: 1 },
      { ...ltc(1), index: 1 },
    ];
    expect((await admin.call(getAnyReceipt, { params: { id: receipt.id } })).body.receipt.addresses).toEqual(indexed);
    expect((await admin.call(listAllReceipts)).body.receipts[0]!.addresses).toEqual(indexed);
  });

  test('without a key there are no addresses, and a key alone is enough for quotes', async () => {
    const restart = await prepareRestarts(kind);
    const shop = await restart();
    await (await buildAdmin(shop)).call(setRates, { body: { BTC: '65000', LTC: '80' } });
    expect((await buildOrder(shop)).receipt).toMatchObject({ addresses: [], quotes: [] });
    const { receipt } = await buildOrder(await restart({ settings: { LTC_XPUB: LTC.key } }));
    expect(receipt).toMatchObject({ addresses: [ltc(0)], quotes: [{ coin: 'LTC' }] });
  });

  test('an order that is repeated, refused or free takes no address', async () => {
    const restart = await prepareRestarts(kind);
    const shop = await restart({ settings: { ...KEYS, SHIPPING_STANDARD: '0', DEFAULT_MARKUP: '0' } });
    const buyer = await buildBuyer(shop);
    const { id } = await buildItem(shop, { quantity: 1 });
    await buyer.add(id);
    const first = await buyer.confirm('key');
    const again = await buyer.confirm('key');
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.receipt.addresses).toEqual([btc(0), ltc(0)]);
    const late = await buildBuyer(shop);
    await shop.database.write((tx) => tx.updateTable('items').set({ quantity: 2 }).where('id', '=', id).execute());
    await late.add(id);
    await shop.database.write((tx) => tx.updateTable('items').set({ quantity: 1 }).where('id', '=', id).execute());
    expect((await late.confirm()).status).toBe(409);
    const free = await buildOrder(shop, { item: { priceCents: 0, markupCents: 0 } });
    expect(free.receipt).toMatchObject({ total: '0.00', addresses: [] });
    expect(await addressesOf(shop)).toEqual([btc(1), ltc(1)]);
  });

  test('an address that is a wallet of the shop is left out', async () => {
    const restart = await prepareRestarts(kind);
    const BTC_ADDRESS = BTC.addresses[1]![0].toUpperCase();
    const shop = await restart({ settings: { ...KEYS, BTC_ADDRESS } });
    expect(await addressesOf(shop)).toEqual([btc(0), ltc(0)]);
    expect(await addressesOf(shop)).toEqual([btc(2), ltc(1)]);
    // It was derived before it became a wallet.
    const after = await restart({ settings: { ...KEYS, LTC_ADDRESS: LTC.addresses[2]![0] } });
    expect(await addressesOf(after)).toEqual([btc(3), ltc(3)]);
    await after.accountKeys.fillAtOnce();
    const skipped = await after.database.read
      .selectFrom('order_addresses')
      .select(['coin', 'position', 'skipped'])
      .where('skipped', 'is not', null)
      .orderBy('coin')
      .execute();
    expect(skipped).toEqual([
      { coin: 'BTC', position: 1, skipped: 'wallet' },
      { coin: 'LTC', position: 2, skipped: 'wallet' },
    ]);
  });

  test('a key that comes back goes on where it was, under any of its prefixes', async () => {
    const restart = await prepareRestarts(kind);
    const [first] = await addressesOf(await restart({ settings: { BTC_XPUB: BTC.key } }));
    const other = await addressesOf(await restart({ settings: { BTC_XPUB: LTC.xpub } }));
    const [second] = await addressesOf(await restart({ settings: { BTC_XPUB: BTC.xpub } }));
    expect([first, second]).toEqual([btc(0), btc(1)]);
    expect(other).toHaveLength(1);
    expect(DERIVED.BTC.addresses.map(([address]) => address)).not.toContain(other[0]!.address);
  });

  test('the next order has the address of a key that was set in the panel', async () => {
    const restart = await prepareRestarts(kind);
    const shop = await restart();
    const body = { changes: { BTC_XPUB: BTC.key }, confirm: { BTC_XPUB: btc(0).address } };
    await (await buildAdmin(shop)).call(changeSettings, { body });
    expect(await addressesOf(shop)).toEqual([btc(0)]);
    await shop.database.write((tx) => tx.updateTable('settings').set({ value: LTC.xpub }).execute());
    expect(await addressesOf(await restart()), 'somebody changed it in the database').toEqual([]);
  });

  test('what the webhook gets has no addresses', async () => {
    const restart = await prepareRestarts(kind);
    const shop = await restart({ settings: { ...KEYS, ORDER_WEBHOOK_URL: 'http://127.0.0.1:9' } });
    await buildOrder(shop);
    const { payload } = await shop.database.read.selectFrom('notices').select('payload').executeTakeFirstOrThrow();
    expect(Object.keys(JSON.parse(payload).receipt)).not.toContain('addresses');
  });

  describe('with 50 members at once, and two processes', () => {
    const MEMBERS = 50;
    // `npm run stress` has the long form.
    const ORDERS = process.env.PROPERTY_RUNS ? 1000 : 150;
    const shops: TestShop[] = [];
    let drop = async () => {};
    beforeAll(async () => {
      const server = kind === 'postgres' ? await createTestDatabase() : undefined;
      const first = await startTestShop({ settings: KEYS, databaseUrl: server?.url });
      const rest = { databaseUrl: server?.url, dataDir: first.dataDir };
      shops.push(first, await startTestShop({ settings: KEYS, ...rest }));
      drop = async () => server?.drop();
    });
    afterAll(async () => {
      for (const shop of shops.toReversed()) await shop.close();
      await drop();
    });

    test(`${ORDERS} orders have ${ORDERS} addresses of each key, without a gap`, async () => {
      const shop = shops[0]!;
      const items = await Promise.all(
        Array.from({ length: MEMBERS }, () => buildItem(shop, { quantity: ORDERS / MEMBERS })),
      );
      const buyers = await Promise.all(items.map(() => buildBuyer(shop)));
      const orderAll = async (buyer: Buyer, itemId: number, at: TestShop) => {
        for (let count = 0; count < ORDERS / MEMBERS; count++) {
          await buyer.add(itemId);
          const { status } = await at.call(confirmOrder, { token: buyer.token, body: {} });
          expect(status).toBe(201);
        }
      };
      await Promise.all(buyers.map((buyer, index) => orderAll(buyer, items[index]!.id, shops[index % 2]!)));
      for (const coin of ['BTC', 'LTC'] as const) {
        const given = await shop.database.read
          .selectFrom('order_addresses')
          .innerJoin('receipts', 'receipts.id', 'order_addresses.receipt_id')
          .select(['position', 'address', 'receipts.number'])
          .where('order_addresses.coin', '=', coin)
          .orderBy('receipts.number')
          .execute();
        expect(given.map(({ position }) => position)).toEqual(Array.from({ length: ORDERS }, (_, index) => index));
        expect(new Set(given.map(({ address }) => address)).size).toBe(ORDERS);
      }
    });
  });
});

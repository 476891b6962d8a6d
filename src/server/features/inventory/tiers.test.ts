import { beforeEach, describe, expect, test } from 'vitest';
import { addToCart, getCart, updateCartItem } from '#contract/cart.ts';
import { revertChange } from '#contract/changes.ts';
import { editMany, setTiers } from '#contract/inventory.ts';
import { confirmOrder, getReceipt } from '#contract/receipts.ts';
import { hashToken } from '../../lib/secrets.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer } from '../../testing/buyers.ts';
import { buildAdmin, buildItem, type TestUser, updateItems } from '../../testing/factories.ts';
import {
  buildFileProduct,
  inventoryFile,
  listInventory,
  listProducts,
  readItem,
  upload,
} from '../../testing/inventory.ts';
import { confirmOrder as confirm } from '../receipts/confirm.service.ts';
import { presentReceipt } from '../receipts/receipts.present.ts';

/** $30 a piece, $25 from 3 on and $20.49 from 10 on, with a markup of $15. */
const TIERED = {
  priceCents: 3000,
  markupCents: 1500,
  quantity: 100,
  tiers: [
    { from: 3, priceCents: 2500 },
    { from: 10, priceCents: 2049 },
  ],
};

bothDatabases((shop) => {
  let admin: TestUser;
  beforeEach(async () => {
    admin = await buildAdmin(shop());
  });

  const productOf = async (id: number) => (await listProducts(shop())).find((product) => product.id === id)!;
  const set = (id: number, tiers: unknown, expected?: unknown) =>
    admin.call(setTiers, { params: { id }, body: { tiers: tiers as never, expected } });

  test('a product in the catalogue states what more pieces cost each', async () => {
    const { id } = await buildItem(shop(), TIERED);
    expect(await productOf(id)).toMatchObject({
      finalPrice: 45,
      tiers: [
        { from: 3, finalPrice: 40 },
        { from: 10, finalPrice: 36 },
      ],
    });
  });

  test('a cart line costs what its number of pieces costs, and a receipt keeps that', async () => {
    const buyer = await buildBuyer(shop());
    const { id, name } = await buildItem(shop(), TIERED);
    const [two] = (await buyer.add(id, 2)).body.items;
    expect(two).toMatchObject({
      quantity: 2,
      unitPrice: '45.00',
      totalPrice: '90.00',
      singlePrice: '45.00',
      tiers: [
        { from: 3, unitPrice: '40.00' },
        { from: 10, unitPrice: '36.00' },
      ],
    });
    expect((await buyer.add(id)).body).toMatchObject({
      items: [{ quantity: 3, unitPrice: '40.00', totalPrice: '120.00', unitPriceWhenAdded: '45.00' }],
      cart: { subtotal: '120.00', total: '135.00' },
    });
    const params = { id: two!.id };
    const ten = await buyer.call(updateCartItem, { params, body: { quantity: 10 } });
    expect(ten.body.items).toMatchObject([{ unitPrice: '36.00', totalPrice: '360.00' }]);

    const { body } = await buyer.confirm(undefined, '375.00');
    expect(body.receipt).toMatchObject({ subtotal: '360.00', lines: [{ unitPrice: '36.00', totalPrice: '360.00' }] });
    expect(body.message).toContain(`10 x ${name}, $360.00`);
  });

  test('tiers that change between the page and the press are a moved total, never another price', async () => {
    const buyer = await buildBuyer(shop());
    const { id } = await buildItem(shop(), TIERED);
    await buyer.add(id, 3);
    await set(id, []);
    expect(await buyer.confirm(undefined, '135.00')).toMatchObject({ status: 409, body: { code: 'total_moved' } });
    expect((await buyer.confirm(undefined, '150.00')).status).toBe(201);
  });

  test('orders that race a change of the tiers have the price from before or after it, and never a mix', async () => {
    const { id } = await buildItem(shop(), TIERED);
    const buyers = await Promise.all(Array.from({ length: 6 }, () => buildBuyer(shop())));
    await Promise.all(buyers.map((buyer) => buyer.call(addToCart, { body: { productId: id, quantity: 3 } })));
    const [, ...orders] = await Promise.all([
      set(id, [{ from: 3, price: 10 }]),
      ...buyers.map(({ call }) => call(confirmOrder, { body: {} })),
    ]);
    for (const { status, body } of orders) {
      expect(status).toBe(201);
      const { receipt } = body as { receipt: { subtotal: string; lines: { unitPrice: string }[] } };
      expect(['120.00 40.00', '75.00 25.00']).toContain(`${receipt.subtotal} ${receipt.lines[0]!.unitPrice}`);
    }
  });

  test.each([
    ['tiers', { tiers: '[]' }, { unitPrice: '45.00', batch: null }],
    ['batch', { batch: 'B-2' }, { unitPrice: '40.00', batch: 'B-2' }],
  ])('%s that change while an order is confirmed are those of the receipt', async (_, values, line) => {
    const buyer = await buildBuyer(shop());
    const { id } = await buildItem(shop(), TIERED);
    await buyer.add(id, 3);
    // The change comes between the statement that reads the cart and the one that makes the receipt.
    let changed = false;
    const database = new Proxy(shop().database, {
      get: (target, name) => {
        if (name === 'writeInOneStatement') {
          return async (...write: Parameters<typeof target.writeInOneStatement>) => {
            if (!changed) await updateItems(shop(), [id], values);
            changed = true;
            return target.writeInOneStatement(...write);
          };
        }
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const session = { tokenHash: hashToken(buyer.token), now: shop().clock(), address: '' };
    const { receipt } = await confirm({ ...shop(), database }, { session, key: null });
    expect(presentReceipt(receipt).lines).toMatchObject([line]);
    const stored = await buyer.call(getReceipt, { params: { id: receipt.id } });
    expect(stored.body.receipt.lines).toMatchObject([line]);
  });

  describe('an edit of the tiers', () => {
    const tiers = [
      { from: 2, price: 28.5 },
      { from: 5, price: 0 },
    ];

    test('makes them the shop’s, shows at once to members, and can be undone', async () => {
      const { id, name } = await buildItem(shop(), TIERED);
      const { status, body } = await set(id, tiers);
      expect({ status, message: body.message }).toEqual({ status: 200, message: 'Tiers updated successfully' });
      expect(body.item).toMatchObject({ tiers, shopOwned: ['tiers'] });
      expect((await productOf(id)).tiers).toEqual([
        { from: 2, finalPrice: 44 },
        { from: 5, finalPrice: 15 },
      ]);
      const undone = await admin.call(revertChange, { params: { id: body.changeId! }, body: {} });
      expect(undone.body).toMatchObject({ message: 'Change undone.', skipped: [] });
      expect(await readItem(admin, id)).toMatchObject({
        name,
        tiers: [
          { from: 3, price: 25 },
          { from: 10, price: 20.49 },
        ],
        shopOwned: [],
      });
    });

    test('that states the same changes nothing', async () => {
      const { id } = await buildItem(shop(), { ...TIERED, tiers: [{ from: 3, priceCents: 2500 }] });
      const same = [{ from: 3, price: 25 }];
      expect(await set(id, same, same)).toMatchObject({
        status: 200,
        body: { changeId: null, item: { shopOwned: [] } },
      });
    });

    test('with an older value than the stored one is told the stored one', async () => {
      const { id } = await buildItem(shop(), TIERED);
      expect(await set(id, tiers, [])).toMatchObject({
        status: 409,
        body: { code: 'value_moved', field: 'tiers', stored: [{ from: 3, price: 25 }, { from: 10 }], item: { id } },
      });
    });

    test('can be given back to the feed', async () => {
      const { id } = await buildItem(shop(), TIERED);
      await set(id, []);
      const feed_values = JSON.stringify({ tiers: [{ from: 4, priceCents: 2000 }] });
      await updateItems(shop(), [id], { feed_values });
      await admin.call(editMany, { body: { ids: [id], giveBack: ['tiers'] } });
      expect(await readItem(admin, id)).toMatchObject({ tiers: [{ from: 4, price: 20 }], shopOwned: [] });
    });

    test.each<[unknown, string]>([
      ['3 for 100', 'Tiers must be a list of at most 5 {from, price}'],
      [undefined, 'Tiers must be a list of at most 5 {from, price}'],
      [null, 'Tiers must be a list of at most 5 {from, price}'],
      [[{ from: '3', price: 20 }], 'Tiers must be a list of at most 5 {from, price}'],
      [[{ from: 3, price: '20' }], 'Tiers must be a list of at most 5 {from, price}'],
      [[{ from: 1, price: 20 }], 'Tiers must have whole numbers of 2 or more as "from"'],
      [
        [
          { from: 5, price: 20 },
          { from: 3, price: 10 },
        ],
        'Tiers must be in ascending order of "from"',
      ],
      [[2, 3, 4, 5, 6, 7].map((from) => ({ from, price: 20 })), 'Tiers must have at most 5 entries'],
      [[{ from: 3, price: -1 }], 'Tiers must have numbers of 0 or more as "price"'],
      [[{ from: 3, price: 30 }], "Tiers must have prices below the item's own, $30.00"],
    ])('to %j is refused with a clear message', async (value, message) => {
      const { id } = await buildItem(shop(), TIERED);
      expect(await set(id, value)).toMatchObject({ status: 400, body: { code: 'invalid_input', message } });
      expect(await readItem(admin, id)).toMatchObject({ shopOwned: [], tiers: [{ from: 3 }, { from: 10 }] });
    });

    test('with a number that no computer can hold is refused', async () => {
      const { id } = await buildItem(shop(), TIERED);
      const body = Buffer.from('{"tiers":[{"from":3,"price":1e309}]}');
      const headers = { 'content-type': 'application/json' };
      const response = await admin.call(setTiers, { params: { id }, body: body as never, headers });
      expect(response).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    });
  });

  test('a file brings tiers, batch and lab result to the catalogue, and its preview names them', async () => {
    const product = buildFileProduct({
      id: 'tiered',
      price: 30,
      tiers: [{ from: 3, price: 25 }],
      batch: 'B-12',
      lab: { tested: '2026-10-01', thc: '22.9 %', url: 'labs/b 12.pdf' },
    });
    const file = inventoryFile([product, buildFileProduct({ id: 'plain' })]);
    const preview = await upload(admin, file, { dryRun: true });
    const row = preview.body.rows!.find(({ externalId }) => externalId === 'tiered')!;
    const lab = { tested: '2026-10-01', thc: '22.9 %', url: '/api/lab-results/labs/b%2012.pdf' };
    expect(row.fields).toEqual(
      expect.arrayContaining([
        { field: 'tiers', before: null, after: [{ from: 3, price: 25 }] },
        { field: 'batch', before: null, after: 'B-12' },
        { field: 'lab', before: null, after: lab },
      ]),
    );
    expect((await upload(admin, file)).status).toBe(200);
    const [tiered, plain] = await listInventory(admin);
    expect(tiered).toMatchObject({ tiers: [{ from: 3, price: 25 }], batch: 'B-12', lab, shopOwned: [] });
    expect(plain).toMatchObject({ tiers: [], batch: null, lab: null });
    expect(await productOf(tiered!.id)).toMatchObject({ tiers: [{ from: 3, finalPrice: 40 }], batch: 'B-12', lab });
    const sent = await productOf(plain!.id);
    expect(sent.tiers).toEqual([]);
    expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(['batch']));
    expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(['lab']));

    expect((await upload(admin, file, { dryRun: true })).body.counts).toMatchObject({ changed: 0, unchanged: 2 });
    const bad = inventoryFile([{ ...product, lab: { tested: '2026-02-30', url: 'javascript:alert(1)' } }]);
    expect(await upload(admin, bad)).toMatchObject({
      status: 400,
      body: { errors: ['Product 1 (id "tiered"): lab tested must be a date such as 2026-11-22'] },
    });
  });

  test('a cart that was filled before prices had tiers keeps its line, and a line at a tier says no move', async () => {
    const buyer = await buildBuyer(shop());
    const { id } = await buildItem(shop(), { ...TIERED, tiers: [] });
    await buyer.add(id, 3);
    await set(id, [{ from: 3, price: 25 }]);
    expect((await buyer.call(getCart)).body.items).toMatchObject([
      { unitPrice: '40.00', singlePrice: '45.00', unitPriceWhenAdded: '45.00' },
    ]);
  });
});

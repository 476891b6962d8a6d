import { expect, test } from 'vitest';
import { getCart, updateCartItem } from '#contract/cart.ts';
import { changeCategory } from '#contract/categories.ts';
import { getPurchaseLimits, listUnmeasured, setPurchaseLimits } from '#contract/purchase-limits.ts';
import { moveReceipt } from '#contract/receipts.admin.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { type Buyer, buildBuyer } from '../../testing/buyers.ts';
import { buildAdmin, buildItem, updateItems } from '../../testing/factories.ts';
import { startTestShop } from '../../testing/test-shop.ts';

const HOUR = 3_600_000;
/** 10:00 AM in Denver. */
const NOW = Date.UTC(2026, 10, 23, 17, 0);

bothDatabases(
  (shop) => {
    const setLimits = async (text: string) => (await buildAdmin(shop())).call(setPurchaseLimits, { body: { text } });
    const flower = (name = 'Fog 3.5G', more: Parameters<typeof buildItem>[1] = {}) =>
      buildItem(shop(), { name, category: 'Flower', quantity: 100, ...more });
    /** Orders pieces of an item, and returns the receipt's id. */
    const order = async (buyer: Buyer, itemId: number, quantity = 1): Promise<string> => {
      await buyer.add(itemId, quantity);
      const { status, body, text } = await buyer.confirm();
      expect(status, text).toBe(201);
      return body.receipt.id;
    };
    const limitsOf = async (buyer: Buyer) => (await buyer.call(getCart)).body.limits;
    const move = async (id: string, status: ReceiptStatus) =>
      (await buildAdmin(shop())).call(moveReceipt, { params: { id }, body: { status } });

    test('an order that fits exactly is made, and one over the limit is refused with what fits and when', async () => {
      await setLimits('flower=14g/1d');
      const { id } = await flower();
      const buyer = await buildBuyer(shop());
      await order(buyer, id, 2);
      await buyer.add(id, 3);
      const refused = await buyer.confirm();
      const opens = new Intl.DateTimeFormat('en-US', {
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZone: 'America/Denver',
      }).format(shop().clock() + 24 * HOUR);
      expect(refused).toMatchObject({
        status: 409,
        body: {
          code: 'limit_reached',
          message: `You can order 7 g of flower now. More from ${opens.replace(/\s/g, ' ')}.`,
        },
      });
      const [line] = (await buyer.call(getCart)).body.items;
      await buyer.call(updateCartItem, { params: { id: line!.id }, body: { quantity: 2 } });
      expect(await buyer.confirm()).toMatchObject({ status: 201 });
      await buyer.add(id);
      expect((await buyer.confirm()).body).toMatchObject({
        message: expect.stringMatching(/^You can't order more flower now\. More from /),
      });
      shop().advance(24 * HOUR);
      expect(await buyer.confirm()).toMatchObject({ status: 201 });
      expect(await buildBuyer(shop()).then((other) => order(other, id, 4))).toBeTruthy();
    });

    test('over two limits, the refusal says from when on both are kept', async () => {
      await setLimits('flower=3.5g/1d; any=1pcs/3d');
      const { id } = await flower();
      const buyer = await buildBuyer(shop());
      const at = shop().clock();
      await order(buyer, id);
      await buyer.add(id);
      const time = new Date(Math.ceil((at + 72 * HOUR) / 60_000) * 60_000).toLocaleString('en-US', {
        month: 'short',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZone: 'America/Denver',
      });
      expect((await buyer.confirm()).body).toMatchObject({
        code: 'limit_reached',
        message: `You can't order more flower now. More from ${time.replace(/\s/g, ' ')}.`,
      });
      const waits = (await limitsOf(buyer))?.map(({ opensAt }) => Date.parse(opensAt!));
      expect(waits).toEqual([at + 24 * HOUR, at + 72 * HOUR]);
    });

    test('the cart tells how much of each limit is used, and when it will fit; other cart calls do not', async () => {
      await setLimits('flower=7g/3d; any=5pcs/12h');
      const { id } = await flower();
      const buyer = await buildBuyer(shop());
      expect(await limitsOf(buyer)).toEqual([
        { kind: 'flower', unit: 'g', window: '3d', max: 7, used: 0, inCart: 0, opensAt: null },
        { kind: 'any', unit: 'pcs', window: '12h', max: 5, used: 0, inCart: 0, opensAt: null },
      ]);
      const at = shop().clock();
      await order(buyer, id);
      const added = await buyer.add(id, 2);
      expect('limits' in added.body).toBe(false);
      expect(await limitsOf(buyer)).toEqual([
        {
          kind: 'flower',
          unit: 'g',
          window: '3d',
          max: 7,
          used: 3.5,
          inCart: 7,
          opensAt: new Date(at + 72 * HOUR).toISOString(),
        },
        { kind: 'any', unit: 'pcs', window: '12h', max: 5, used: 1, inCart: 2, opensAt: null },
      ]);
    });

    test('cancelled and expired receipts do not count, whatever else happened to the others', async () => {
      await setLimits('flower=3.5g/10d');
      const { id } = await flower();
      const buyer = await buildBuyer(shop());
      await move(await order(buyer, id), 'cancelled');
      // Expires when the next order needs it.
      await order(buyer, id);
      shop().advance(25 * HOUR);
      const paid = await order(buyer, id);
      for (const status of ['paid', 'shipped', 'completed'] as const) {
        expect(await move(paid, status)).toMatchObject({ status: 200 });
        await buyer.add(id);
        expect((await buyer.confirm()).body).toMatchObject({ code: 'limit_reached' });
      }
    });

    test('what was ordered counts as it was, whatever becomes of the product', async () => {
      await setLimits('flower=7g/1d; concentrate=1g/1d');
      const { id } = await flower();
      const buyer = await buildBuyer(shop());
      await order(buyer, id);
      await updateItems(shop(), [id], { name: 'Fog 1G', category: 'Concentrates', weight_label: 'Gram' });
      expect(await limitsOf(buyer)).toMatchObject([
        { kind: 'flower', used: 3.5 },
        { kind: 'concentrate', used: 0 },
      ]);
    });

    test('receipts of older versions count what their product says today', async () => {
      await setLimits('flower=28g/1d');
      const { id } = await flower('Fog', { weightLabel: 'Eighth' });
      const buyer = await buildBuyer(shop());
      await order(buyer, id, 2);
      await shop().database.write((tx) =>
        tx
          .updateTable('receipt_lines')
          .set({ amounts: null } as object)
          .where('item_id', '=', id)
          .execute(),
      );
      expect(await limitsOf(buyer)).toMatchObject([{ used: 7 }]);
    });

    test('a product without a known amount counts as the rule says, or cannot be ordered', async () => {
      const { id, name } = await flower('Fog');
      const buyer = await buildBuyer(shop());
      await setLimits('flower=7g/1d');
      await buyer.add(id, 2);
      expect(await buyer.confirm()).toMatchObject({
        status: 409,
        body: {
          code: 'amount_unknown',
          message: `We don't know how much ${name} contains. Please message the seller.`,
        },
      });
      await setLimits('flower=7g/1d?3.5g');
      expect(await limitsOf(buyer)).toMatchObject([{ inCart: 7 }]);
      expect(await buyer.confirm()).toMatchObject({ status: 201 });
    });

    test('the panel names the products that state no weight, and no others', async () => {
      const owner = await buildAdmin(shop());
      const of = async (kind: string, unit: string) =>
        (await owner.call(listUnmeasured)).body.unmeasured.find((each) => each.kind === kind && each.unit === unit);
      const tin = await buildItem(shop(), { name: 'Garden Tin', category: 'Vape Pens', quantity: 5 });
      await buildItem(shop(), { name: 'Pen 1G', category: 'Vape Pens', quantity: 5 });
      await buildItem(shop(), { name: 'Old Pen', category: 'Vape Pens', quantity: 5, isActive: false });
      const found = { kind: 'vape', unit: 'g', count: 1, items: [{ id: tin.id, name: tin.name }] };
      expect(await of('vape', 'g')).toEqual(found);
      expect(await of('vape', 'mg')).toEqual({ ...found, unit: 'mg' });

      const set = (body: { kind?: 'flower' | null; hidden?: boolean }) =>
        owner.call(changeCategory, { params: { name: 'Vape Pens' }, body });
      await set({ kind: 'flower' });
      expect((await of('flower', 'g'))?.items).toContainEqual({ id: tin.id, name: tin.name });
      await set({ kind: null });
      expect(await of('vape', 'g')).toBeUndefined();
      await updateItems(shop(), [tin.id], { size: '1g', category: 'Carts' });
      expect(await of('vape', 'g')).toBeUndefined();
    });

    test('a value of the panel wins over the setting, until an empty text returns to it', async () => {
      const owner = await buildAdmin(shop());
      const desk = await buildAdmin(shop(), 'orders');
      const set = (text: string) => owner.call(setPurchaseLimits, { body: { text } });
      const setting = { text: 'topical=3pcs/1d', source: 'setting' };
      await set('');
      expect((await desk.call(getPurchaseLimits)).body).toMatchObject(setting);
      expect((await set(' vape=2g/1d?1g ')).body).toEqual({
        text: 'vape=2g/1d?1g',
        source: 'panel',
        rules: [{ kind: 'vape', unit: 'g', max: 2, window: '1d', amountIfUnknown: 1 }],
      });
      expect((await desk.call(getPurchaseLimits)).body).toMatchObject({ text: 'vape=2g/1d?1g', source: 'panel' });
      expect((await set('none')).body).toEqual({ text: 'none', source: 'panel', rules: [] });
      expect(await limitsOf(await buildBuyer(shop()))).toEqual([]);
      expect((await set('')).body).toMatchObject(setting);
      expect(await limitsOf(await buildBuyer(shop()))).toMatchObject([{ kind: 'topical' }]);

      const entries = await shop()
        .database.read.selectFrom('audit')
        .select(['before', 'after'])
        .where('subject', '=', 'PURCHASE_LIMITS')
        .where('actor_id', '=', owner.id)
        .orderBy('id')
        .execute();
      expect(entries.map(({ before, after }) => [JSON.parse(before!), JSON.parse(after!)]).slice(-3)).toEqual([
        ['topical=3pcs/1d', 'vape=2g/1d?1g'],
        ['vape=2g/1d?1g', 'none'],
        ['none', 'topical=3pcs/1d'],
      ]);
      expect(await desk.call(setPurchaseLimits, { body: { text: 'none' } })).toMatchObject({ status: 403 });
    });

    test.each([
      ['flower=28', 'There is a mistake in rule 1, character 10: the unit must be g, mg or pcs'],
      ['flower=1g/1d; edible=1e309mg/1d', /rule 2, character 23 \("e309mg\/1d"\)/],
      ['flower=-1g/1d', /rule 1, character 8/],
      ['x'.repeat(1001), 'This must be at most 1000 characters'],
      [5, 'The limits must be a text'],
      [null, 'The limits must be a text'],
    ])('limits that cannot be read change nothing and get the place of the mistake: %s', async (text, message) => {
      await setLimits('flower=7g/1d');
      const owner = await buildAdmin(shop());
      expect(await owner.call(setPurchaseLimits, { body: { text: text as string } })).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', message: message instanceof RegExp ? expect.stringMatching(message) : message },
      });
      expect((await owner.call(getPurchaseLimits)).body).toMatchObject({ text: 'flower=7g/1d' });
    });

    test('another process uses new limits for its very next call', async () => {
      await setLimits('none');
      const { DATABASE_URL, DATA_DIR } = shop().settings;
      const second = await startTestShop({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR, now: shop().clock() });
      try {
        const { id } = await flower();
        const buyer = await buildBuyer(shop());
        await order(buyer, id, 2);
        const inSecond = async () => (await second.call(getCart, { token: buyer.token })).body.limits;
        expect(await inSecond()).toEqual([]);
        await setLimits('flower=7g/1d');
        expect(await inSecond()).toMatchObject([{ kind: 'flower', used: 7 }]);
      } finally {
        await second.close();
      }
    });
  },
  {
    now: NOW,
    settings: {
      PURCHASE_LIMITS: 'topical=3pcs/1d',
      TIME_ZONE: 'America/Denver',
    },
  },
);

import { describe, expect, test } from 'vitest';
import { getAttention } from '#contract/attention.ts';
import { moveReceipt, undoReceiptStep } from '#contract/receipts.admin.ts';
import { cancelOwnReceipt, getReceipt, sayPaymentSent } from '#contract/receipts.ts';
import { readSettings } from '../../settings.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { type Buyer, buildBuyer } from '../../testing/buyers.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';

const HOUR_MS = 3_600_000;

const TOO_MANY = {
  status: 409,
  body: { code: 'too_many_open_orders', message: 'You have 5 unpaid orders. Please pay or cancel one first.' },
};
const FIRST_LIMIT = {
  status: 409,
  body: { code: 'first_order_limit', message: 'First orders can be up to $2,000.00. Please message the seller.' },
};

bothDatabases(
  (shop) => {
    const order = async (buyer: Buyer, { priceCents = 1000, quantity = 1 } = {}) => {
      const { id } = await buildItem(shop(), { priceCents, markupCents: 0, quantity: 1000 });
      await buyer.add(id, quantity);
      return buyer.confirm();
    };
    const receiptOf = async (buyer: Buyer): Promise<string> => (await order(buyer)).body.receipt.id;
    const step = async (id: string, ...states: ('paid' | 'shipped' | 'completed')[]) => {
      const admin = await buildAdmin(shop());
      for (const status of states) {
        expect((await admin.call(moveReceipt, { params: { id }, body: { status } })).status).toBe(200);
      }
    };

    describe('the unpaid orders of one member', () => {
      test('a sixth one is refused until one is paid, cancelled or expired', async () => {
        const buyer = await buildBuyer(shop());
        const ids: string[] = [];
        for (let made = 0; made < 5; made++) ids.push(await receiptOf(buyer));
        expect(await order(buyer)).toMatchObject(TOO_MANY);
        await buyer.call(sayPaymentSent, { params: { id: ids[0]! }, body: {} });
        expect(await buyer.confirm()).toMatchObject(TOO_MANY);
        await step(ids[0]!, 'paid');
        expect((await buyer.confirm()).status).toBe(201);
        expect(await order(buyer)).toMatchObject(TOO_MANY);
        await buyer.call(cancelOwnReceipt, { params: { id: ids[1]! }, body: {} });
        expect((await buyer.confirm()).status).toBe(201);
        shop().advance(25 * HOUR_MS);
        expect((await order(buyer)).status).toBe(201);
      });

      test('of many confirmed at once, none is over the limit', async () => {
        const buyer = await buildBuyer(shop());
        for (let made = 0; made < 4; made++) await receiptOf(buyer);
        const { id } = await buildItem(shop());
        await buyer.add(id);
        const again = async () => {
          const answer = await buyer.confirm();
          await buyer.add(id);
          return answer.status;
        };
        const statuses = await Promise.all([again(), again(), again()]);
        expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      });

      test('somebody who has bought nothing yet holds at most $2,000.00', async () => {
        const buyer = await buildBuyer(shop());
        expect(await order(buyer, { priceCents: 198_600 })).toMatchObject(FIRST_LIMIT);
        const { id } = await buildItem(shop(), { priceCents: 100, markupCents: 0 });
        const other = await buildBuyer(shop());
        expect((await order(other, { priceCents: 197_000 })).status).toBe(201);
        await other.add(id, 1);
        expect(await other.confirm()).toMatchObject(FIRST_LIMIT);
      });

      test('a shipped order lifts that', async () => {
        const buyer = await buildBuyer(shop());
        const id = await receiptOf(buyer);
        await step(id, 'paid');
        expect(await order(buyer, { priceCents: 300_000 })).toMatchObject(FIRST_LIMIT);
        await step(id, 'shipped');
        expect((await buyer.confirm()).status).toBe(201);
      });

      test('people of the panel are exempt', async () => {
        const buyer = await buildBuyer(shop(), { role: 'orders' });
        for (let made = 0; made < 6; made++) {
          expect((await order(buyer, { priceCents: 300_000 })).status).toBe(201);
        }
      });
    });

    describe('"I\'ve paid"', () => {
      const endOf = async (buyer: Buyer, id: string) =>
        Date.parse((await buyer.call(getReceipt, { params: { id } })).body.receipt.expiresAt!);
      const say = (buyer: Buyer, id: string) => buyer.call(sayPaymentSent, { params: { id }, body: {} });

      test('keeps the stock of a new member one reservation longer, within 72 hours, once', async () => {
        const buyer = await buildBuyer(shop());
        const id = await receiptOf(buyer);
        const end = await endOf(buyer, id);
        shop().advance(HOUR_MS);
        await say(buyer, id);
        expect(await endOf(buyer, id)).toBe(end + 24 * HOUR_MS);
        shop().advance(HOUR_MS);
        await buyer.call(sayPaymentSent, { params: { id }, body: { coin: 'BTC' } });
        expect(await endOf(buyer, id)).toBe(end + 24 * HOUR_MS);
      });

      test('keeps the stock of somebody who has bought before for 72 hours from then', async () => {
        const buyer = await buildBuyer(shop());
        await step(await receiptOf(buyer), 'paid', 'shipped');
        const id = await receiptOf(buyer);
        shop().advance(HOUR_MS);
        await say(buyer, id);
        expect(await endOf(buyer, id)).toBe(shop().clock() + 72 * HOUR_MS);
      });

      test('keeps the stock longer once for a receipt, also after its payment was undone', async () => {
        const buyer = await buildBuyer(shop());
        await step(await receiptOf(buyer), 'paid', 'shipped');
        const id = await receiptOf(buyer);
        await say(buyer, id);
        await step(id, 'paid');
        const admin = await buildAdmin(shop());
        expect((await admin.call(undoReceiptStep, { params: { id }, body: {} })).status).toBe(200);
        const undone = await endOf(buyer, id);
        shop().advance(HOUR_MS);
        await say(buyer, id);
        await buyer.call(sayPaymentSent, { params: { id }, body: { coin: 'BTC' } });
        expect(await endOf(buyer, id)).toBe(undone);
      });
    });

    test('Needs you tells of a member whose unpaid orders hold over a quarter of the stock', async () => {
      const desk = await buildAdmin(shop(), 'orders');
      const hoarding = async (by = desk) =>
        (await by.call(getAttention)).body.items.filter(({ kind }) => kind === 'hoarding');
      expect(await hoarding()).toEqual([]);
      const { id } = await buildItem(shop(), { priceCents: 1_000_000_000, markupCents: 0, quantity: 4 });
      const one = await buildBuyer(shop(), { role: 'inventory' });
      await one.add(id, 1);
      await one.confirm();
      // The rest of the stock is worth something too, so one of four pieces is less than a quarter.
      expect(await hoarding()).toEqual([]);
      const at = new Date(shop().clock()).toISOString();
      const two = await buildBuyer(shop(), { role: 'inventory' });
      await two.add(id, 2);
      const { body, status, text } = await two.confirm();
      expect(status, text).toBe(201);
      const link = '/admincp?tab=receipts&status=awaiting_payment';
      expect(await hoarding()).toEqual([{ kind: 'hoarding', count: 1, oldest: at, link }]);
      expect(await hoarding(await buildAdmin(shop(), 'inventory'))).toEqual([]);
      await step(body.receipt.id, 'paid');
      expect(await hoarding()).toEqual([]);
    });
  },
  { settings: { OPEN_ORDERS: '5', FIRST_ORDER_MAX: '2000' } },
);

test.each([
  [{}, 0, false],
  [{ INVENTORY_FEED_URL: 'https://feed.example/menu.json' }, 5, false],
  [{ POINTS_VALUE: '5' }, 5, false],
  [{ PUBLIC_URL: 'https://shop.example' }, 5, false],
  [{ PUBLIC_URL: 'http://localhost:3000' }, 0, false],
  [{ TRUST_PROXY: 'on' }, 5, false],
  [{ HOST: '0.0.0.0' }, 5, false],
  [{ HOST: '127.0.0.2' }, 0, false],
  [{ NODE_ENV: 'production' }, 5, true],
  [{ DEMO: 'off' }, 5, true],
])(
  'a shop with the settings %j allows %i unpaid orders, and its test points are off only if it may be a real one',
  (settings, orders, isNoDemo) => {
    const read = readSettings(settings as Record<string, string>);
    expect(read).toMatchObject({
      OPEN_ORDERS: orders,
      FIRST_ORDER_MAX: orders === 0 ? 0 : 2000,
      TEST_POINTS: orders === 0 && !isNoDemo,
    });
  },
);

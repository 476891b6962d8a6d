import { expect, test } from 'vitest';
import { setCartPoints, setCartShipping } from '#contract/cart.ts';
import { getOverview, type Overview } from '#contract/overview.ts';
import { grantPoints } from '#contract/points.admin.ts';
import { type AdminReceipt, listAllReceipts, moveReceipt } from '#contract/receipts.admin.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { bothDatabases, oneDatabase } from '../../testing/both-databases.ts';
import { type Buyer, buildBuyer, buildOrder } from '../../testing/buyers.ts';
import { readPages } from '../../testing/calls.ts';
import { buildAdmin, buildItem, updateItems } from '../../testing/factories.ts';
import { listInventory } from '../../testing/inventory.ts';
import { orderFour } from '../../testing/receipts.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { SYSTEM } from '../audit/audit.queries.ts';
import { changeLines } from '../receipts/receipt-edits.service.ts';
import { updateReceipt } from '../receipts/receipt-steps.service.ts';
import { undoStep } from '../receipts/undo-step.service.ts';

const DAY_MS = 86_400_000;
const PERIODS = [7, 30, 90] as const;

/** The same numbers in every run, from 0 up to `below`. */
const createDice = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

const readOverview = async (shop: TestShop, days: (typeof PERIODS)[number]): Promise<Overview> => {
  const { status, body, text } = await (await buildAdmin(shop, 'orders')).call(getOverview, {
    query: { days: `${days}` },
  });
  expect(status, text).toBe(200);
  return body;
};

/**
 * Orders over half a year: with discounts, of several lines, reduced, undone and canceled. Every third one is paid within
 * the half hour after `at` (UTC), which is before midnight in one half of the year and after it in the other.
 */
const sellForMonths = async (shop: TestShop, { days, at }: { days: number; at: string }): Promise<void> => {
  const roll = createDice(20_261_101);
  const items = await Promise.all(
    Array.from({ length: 14 }, (_, index) =>
      buildItem(shop, {
        name: `Product ${index}`,
        brand: index % 5 === 0 ? null : `Brand ${index % 4}`,
        category: index % 6 === 0 ? null : `Category ${index % 3}`,
        quantity: 5000,
        priceCents: 700 + index * 133,
        isActive: index !== 13,
      }),
    ),
  );
  const end = shop.clock() + days * DAY_MS;
  const step = (id: string, to: ReceiptStatus) => updateReceipt(shop, { id, to, note: null, actor: SYSTEM });
  const undo = (id: string) => undoStep(shop, { id, from: undefined, reason: null, actor: SYSTEM, key: null });
  let buyer: Buyer | undefined;
  for (let order = 0; shop.clock() < end; order++) {
    shop.advance(roll(4) === 0 ? roll(900_000) : roll(180) * 900_000);
    if (order % 3 === 0) {
      const today = Date.parse(`${new Date(shop.clock()).toISOString().slice(0, 10)}T${at}:00Z`);
      shop.advance((today + DAY_MS - shop.clock()) % DAY_MS);
    }
    if (!buyer || order % 8 === 0) buyer = await buildBuyer(shop);
    for (let line = 0; line <= roll(3); line++) await buyer.add(items[roll(12)]!.id, 1 + roll(4));
    if (roll(3) === 0) await buyer.call(setCartShipping, { body: { shippingOption: 'express' } });
    if (roll(3) === 0) {
      const points = 1 + roll(2500);
      const body = { username: buyer.username, points, reason: 'A gift' };
      await (await buildAdmin(shop)).call(grantPoints, { body });
      await buyer.call(setCartPoints, { body: { points } });
    }
    const { status, text, body } = await buyer.confirm();
    if (status !== 201) throw new Error(text);
    const { id, lines } = body.receipt;
    const fate = roll(12);
    shop.advance(roll(3) * 900_000);
    if (fate === 0) await step(id, 'cancelled');
    if (fate <= 1) continue;
    await step(id, 'paid');
    if (fate === 2) await step(id, 'cancelled');
    if (fate === 3) await undo(id);
    if (fate === 4 || fate === 5) {
      // Paid, taken back, and paid again two days later: it counts from the first time.
      await undo(id);
      shop.advance(2 * DAY_MS);
      await step(id, 'paid');
    }
    if (fate === 6 && lines.length > 1) {
      const [first] = lines;
      await changeLines(shop, { id, lines: [{ productId: first!.productId, quantity: 0 }], actor: SYSTEM });
    }
    if (fate === 7) {
      await step(id, 'cancelled');
      await undo(id);
    }
    if (fate >= 9) await step(id, 'shipped');
    if (fate >= 10) await step(id, 'completed');
  }
};

/* The figures once more, from the panel's lists, as slowly and plainly as possible. */

const cents = (dollars: string): number => Math.round(Number(dollars) * 100);
const dollars = (amount: number): string => (amount / 100).toFixed(2);

const dateIn = (timeZone: string, moment: string | number): string => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(new Date(moment));
  const part = (type: string) => parts.find((each) => each.type === type)!.value;
  return `${part('year')}-${part('month')}-${part('day')}`;
};

const daysBefore = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - days * DAY_MS).toISOString().slice(0, 10);

/** The income of each line of a receipt, its part of the discount taken off. */
const netLines = (receipt: AdminReceipt) => {
  const discount = cents(receipt.pointsDiscount);
  const subtotal = cents(receipt.subtotal);
  const lines = receipt.lines.map((line) => {
    const amount = cents(line.unitPrice) * line.quantity;
    return { ...line, amount, share: subtotal === 0 ? 0 : Math.floor((discount * amount) / subtotal) };
  });
  let left = discount - lines.reduce((sum, { share }) => sum + share, 0);
  for (const line of [...lines].sort((a, b) => b.amount - a.amount)) {
    line.share += left;
    left = 0;
  }
  return lines.map(({ productId, quantity, amount, share }) => ({ productId, quantity, cents: amount - share }));
};

const recompute = async (shop: TestShop, days: number): Promise<Overview> => {
  const { TIME_ZONE } = shop.settings;
  const admin = await buildAdmin(shop);
  const pages = await readPages(
    async (cursor) => (await admin.call(listAllReceipts, { query: { limit: 200, cursor } })).body,
  );
  const inventory = await listInventory(admin);
  const today = dateIn(TIME_ZONE, shop.clock());
  const sales = pages
    .flatMap(({ receipts }) => receipts)
    .filter(({ status }) => ['paid', 'shipped', 'completed'].includes(status))
    .map((receipt) => ({
      receipt,
      date: dateIn(TIME_ZONE, receipt.events.find(({ kind, status }) => kind === 'step' && status === 'paid')!.at),
      cents: cents(receipt.total) - cents(receipt.shippingCost),
    }));
  const between = (first: string, last: string) => sales.filter(({ date }) => date >= first && date <= last);
  const totals = (some: typeof sales) => {
    const sum = some.reduce((all, each) => all + each.cents, 0);
    const average = some.length === 0 ? 0 : Math.round(sum / some.length);
    return { sales: dollars(sum), orders: some.length, average: dollars(average) };
  };
  const inPeriod = between(daysBefore(today, days - 1), today);
  const products = inventory
    .map((item) => {
      const lines = inPeriod
        .flatMap(({ receipt }) => netLines(receipt))
        .filter(({ productId }) => productId === item.id);
      return {
        item,
        pieces: lines.reduce((sum, { quantity }) => sum + quantity, 0),
        cents: lines.reduce((sum, line) => sum + line.cents, 0),
      };
    })
    .filter(({ pieces }) => pieces > 0)
    .sort((a, b) => b.cents - a.cents || b.pieces - a.pieces || a.item.id - b.item.id);
  const groups = (nameOf: (item: (typeof products)[number]['item']) => string | null) => {
    const names = [...new Set(products.map(({ item }) => nameOf(item) ?? 'Unknown'))];
    return names
      .map((name) => {
        const own = products.filter(({ item }) => (nameOf(item) ?? 'Unknown') === name);
        const sum = own.reduce((all, each) => all + each.cents, 0);
        return { name, pieces: own.reduce((all, { pieces }) => all + pieces, 0), sum };
      })
      .sort((a, b) => b.sum - a.sum || b.pieces - a.pieces || (a.name < b.name ? -1 : 1))
      .map(({ name, pieces, sum }) => ({ name, pieces, sales: dollars(sum) }));
  };
  const lately = between(daysBefore(today, 29), today).flatMap(({ receipt }) =>
    receipt.lines.map((line) => line.productId),
  );
  return {
    ...totals(inPeriod),
    // Built items are like those from before the shop kept when they were listed.
    since: dateIn(TIME_ZONE, 0),
    before: totals(between(daysBefore(today, 2 * days - 1), daysBefore(today, days))),
    perDay: Array.from({ length: days }, (_, index) => {
      const date = daysBefore(today, days - 1 - index);
      const { sales: sum, orders } = totals(between(date, date));
      return { date, sales: sum, orders };
    }),
    products: products.map(({ item, pieces, cents: sum }) => ({
      productId: item.id,
      name: item.name,
      size: item.size,
      pieces,
      sales: dollars(sum),
    })),
    brands: groups(({ brand }) => brand),
    categories: groups(({ category }) => category),
    unsold: inventory
      .filter(({ id, quantity, isActive }) => isActive && quantity > 0 && !lately.includes(id))
      .sort((a, b) => b.quantity - a.quantity || a.id - b.id)
      .map(({ id, name, size, quantity }) => ({ productId: id, name, size, quantity })),
    stockDays: products
      .filter(({ item }) => item.isActive)
      .map(({ item, pieces }) => ({
        item,
        pieces,
        days: Math.floor(((item.quantity - item.reserved) * days) / pieces),
      }))
      .sort((a, b) => a.days - b.days || b.pieces - a.pieces || a.item.id - b.item.id)
      .map(({ item, days: left }) => ({
        productId: item.id,
        name: item.name,
        size: item.size,
        available: item.quantity - item.reserved,
        reserved: item.reserved,
        days: left,
      })),
  };
};

/** Each figure is the sum of the list that it links to: the receipts first marked paid in its days. */
const expectLinkedLists = async (shop: TestShop, { sales, orders, before, perDay, products }: Overview) => {
  const admin = await buildAdmin(shop, 'orders');
  const listOf = async (query: { paidFrom: string; paidTo: string; item?: string }) => {
    const pages = await readPages(
      async (cursor) => (await admin.call(listAllReceipts, { query: { ...query, limit: 200, cursor } })).body,
    );
    const receipts = pages.flatMap((page) => page.receipts);
    const sum = receipts.reduce((all, { total, shippingCost }) => all + cents(total) - cents(shippingCost), 0);
    expect(pages[0]).toMatchObject({ total: receipts.length, sales: dollars(sum) });
    return { sales: dollars(sum), orders: receipts.length, receipts };
  };
  const [first, last] = [perDay[0]!.date, perDay.at(-1)!.date];
  expect(await listOf({ paidFrom: first, paidTo: last })).toMatchObject({ sales, orders });
  const earlier = await listOf({ paidFrom: daysBefore(first, perDay.length), paidTo: daysBefore(first, 1) });
  expect(earlier).toMatchObject({ sales: before.sales, orders: before.orders });
  for (const day of perDay.slice(0, 12)) {
    const { receipts: _, ...figures } = await listOf({ paidFrom: day.date, paidTo: day.date });
    expect({ date: day.date, ...figures }).toEqual(day);
  }
  for (const { productId, pieces } of products.slice(0, 4)) {
    const { receipts } = await listOf({ paidFrom: first, paidTo: last, item: `${productId}` });
    const lines = receipts.flatMap((receipt) => receipt.lines).filter((line) => line.productId === productId);
    expect(lines.reduce((all, { quantity }) => all + quantity, 0)).toBe(pieces);
  }
};

/** Each begins half a year before its clocks change, and ends some weeks after. One on each engine. */
const ZONES = [
  { zone: 'America/Denver', start: '2026-05-04T06:30:00Z', days: 200, at: '06:10', engine: 'sqlite' },
  { zone: 'Australia/Adelaide', start: '2026-04-12T15:10:00Z', days: 195, at: '13:40', engine: 'postgres' },
] as const;

for (const { zone, start, engine, ...sales } of ZONES) {
  oneDatabase(
    engine,
    (shop) => {
      test(`every figure is that of the receipts, to the cent, across a change of the clocks in ${zone}`, async () => {
        await sellForMonths(shop(), sales);
        for (const period of PERIODS) {
          const overview = await readOverview(shop(), period);
          expect(overview).toEqual(await recompute(shop(), period));
          expect(overview.orders).toBeGreaterThan(1);
          await expectLinkedLists(shop(), overview);
        }
        expect((await readOverview(shop(), 90)).before.orders).toBeGreaterThan(30);

        // The kept sums of past days follow what happens to their receipts.
        const admin = await buildAdmin(shop());
        const { receipts } = (await admin.call(listAllReceipts, { query: { limit: 100 } })).body;
        const before = await readOverview(shop(), 90);
        for (const { id } of receipts.filter(({ status }) => status === 'paid').slice(0, 5)) {
          await admin.call(moveReceipt, { params: { id }, body: { status: 'cancelled' } });
        }
        for (const period of PERIODS)
          expect(await readOverview(shop(), period)).toEqual(await recompute(shop(), period));
        expect((await readOverview(shop(), 90)).orders).toBe(before.orders - 5);
      });
    },
    { settings: { TIME_ZONE: zone, POINTS_VALUE: '1' }, now: Date.parse(start) },
  );
}

bothDatabases((shop) => {
  const NOTHING = { sales: '0.00', orders: 0, average: '0.00' };

  test('a shop without sales has zeros for every day, and begins with its first product or order', async () => {
    const overview = await readOverview(shop(), 7);
    expect(overview).toMatchObject({
      ...NOTHING,
      since: null,
      before: NOTHING,
      products: [],
      brands: [],
      categories: [],
      stockDays: [],
    });
    expect(overview.perDay.map(({ sales, orders }) => [sales, orders])).toEqual(Array(7).fill(['0.00', 0]));
    const began = async () => Date.parse((await readOverview(shop(), 7)).since!) / DAY_MS;
    const today = Date.parse(overview.perDay.at(-1)!.date) / DAY_MS;
    const { id } = await buildItem(shop(), {});
    const listOn = (day: number) =>
      shop().database.write(async (tx) => {
        await tx
          .updateTable('items')
          .set({ listed_at: (day + 0.5) * DAY_MS } as object)
          .where('id', '=', id)
          .execute();
      });
    await listOn(today);
    expect(await began()).toBe(today);
    const buyer = await buildBuyer(shop());
    await buyer.add(id, 1);
    const { receipt } = (await buyer.confirm()).body;
    expect(await began()).toBe(today);
    await shop().database.write(async (tx) => {
      await tx
        .updateTable('receipts')
        .set({ created_at: (today - 2.5) * DAY_MS } as object)
        .where('id', '=', receipt.id)
        .execute();
    });
    expect(await began()).toBe(today - 3);
    await listOn(today - 40);
    expect(await began()).toBe(today - 40);
  });

  test('without a number of days it is 30, and any other than 7, 30 and 90 is refused', async () => {
    const { call } = await buildAdmin(shop());
    expect((await call(getOverview)).body.perDay).toHaveLength(30);
    for (const days of ['7', '30', '90'] as const) {
      expect((await call(getOverview, { query: { days } })).body.perDay).toHaveLength(Number(days));
    }
    for (const days of ['', '8', '007', '30.0', 'all']) {
      expect(await call(getOverview, { query: { days: days as never } })).toMatchObject({ status: 400 });
    }
  });

  test('each step changes the figures at once', async () => {
    const order = await orderFour(shop());
    const today = async () => {
      const { sales, orders, perDay } = await readOverview(shop(), 7);
      expect(perDay.at(-1)).toMatchObject({ sales, orders });
      return [sales, orders];
    };
    expect(await today()).toEqual(['0.00', 0]);
    await order.reach('paid');
    expect(await today()).toEqual(['60.00', 1]);
    await order.undo();
    expect(await today()).toEqual(['0.00', 0]);
    await order.reach('paid', 'shipped', 'completed');
    expect(await today()).toEqual(['60.00', 1]);
    await order.undo();
    expect(await today()).toEqual(['60.00', 1]);
    await order.undo();
    await order.reach('cancelled');
    expect(await today()).toEqual(['0.00', 0]);
  });

  test('calls at the same time as steps never keep an old sum', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => orderFour(shop())));
    const { call } = await buildAdmin(shop());
    const before = await readOverview(shop(), 7);
    await Promise.all(
      orders.flatMap(({ reach }) => [
        reach('paid'),
        ...Array.from({ length: 4 }, () => call(getOverview, { query: { days: '7' } })),
      ]),
    );
    expect((await readOverview(shop(), 7)).orders).toBe(before.orders + 6);
  });

  test('what is new is listed last among the unsold, and what is hidden or sold out is not listed', async () => {
    const build = async (name: string, values: Parameters<typeof updateItems>[2] & object, item = {}) => {
      const { id } = await buildItem(shop(), { name, quantity: 3, ...item });
      if (Object.keys(values).length > 0) await updateItems(shop(), [id], values);
    };
    await build('Unsold: new', {}, { quantity: 90 });
    await shop().database.write(async (tx) => {
      await tx
        .updateTable('items')
        .set({ listed_at: shop().clock() } as object)
        .where('name', '=', 'Unsold: new')
        .execute();
    });
    await build('Unsold: old', { quantity: 2 });
    await build('Unsold: hidden', { is_active: 0 });
    await build('Unsold: gone', { listed: 0 });
    await build('Unsold: out', { quantity: 0 });
    const { unsold } = await readOverview(shop(), 7);
    const names = unsold.filter(({ name }) => name.startsWith('Unsold: '));
    expect(names.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Unsold: old', 2],
      ['Unsold: new', 90],
    ]);
    expect(unsold.at(-1)?.name).toBe('Unsold: new');
  });

  test('an item that members no longer see still has its sales, and no days of stock', async () => {
    const order = await orderFour(shop(), { item: { name: 'Left the shop', brand: 'Gone' } });
    await order.reach('paid');
    const find = async () => {
      const { products, brands, stockDays } = await readOverview(shop(), 7);
      return {
        product: products.find(({ productId }) => productId === order.itemId),
        brand: brands.find(({ name }) => name === 'Gone'),
        days: stockDays.find(({ productId }) => productId === order.itemId)?.days,
      };
    };
    const product = { productId: order.itemId, name: 'Left the shop', size: null, pieces: 4, sales: '60.00' };
    const brand = { name: 'Gone', pieces: 4, sales: '60.00' };
    // 6 of 10 are left, and 4 were sold in 7 days.
    expect(await find()).toEqual({ product, brand, days: 10 });
    await updateItems(shop(), [order.itemId], { listed: 0 });
    expect(await find()).toEqual({ product, brand, days: undefined });
  });

  test('the order desk reads it, a stock clerk does not', async () => {
    await buildOrder(shop());
    expect(await (await buildAdmin(shop(), 'orders')).call(getOverview)).toMatchObject({ status: 200 });
    expect(await (await buildAdmin(shop(), 'inventory')).call(getOverview)).toMatchObject({ status: 403 });
  });
});

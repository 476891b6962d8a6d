import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getCart } from '#contract/cart.ts';
import { moveReceipt } from '#contract/receipts.admin.ts';
import { confirmOrder } from '#contract/receipts.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { type Buyer, buildBuyer, stockOf } from '../../testing/buyers.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { expireReceipts } from './receipt-steps.service.ts';

/** Hundreds of calls take their time on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const BUYERS = 80;
/** The keys with which a buyer confirms: repeated keys, several keys, no key. Ten confirmations for every four buyers. */
const KEYS: readonly (readonly (string | undefined)[])[] = [
  ['same', 'same', 'same'],
  ['one', 'other'],
  ['same', 'same'],
  [undefined, undefined, undefined],
];

bothDatabases((shop, kind) => {
  // A second shop on the same database takes half of the calls, through connections of its own.
  let second: TestShop;
  beforeAll(async () => {
    const { DATABASE_URL, DATA_DIR } = shop().settings;
    second = await startTestShop({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
  });
  afterAll(() => second.close());
  const shops = () => [shop(), second];

  /** The shop that takes a call, so that the shops take turns. */
  const shopOf = (index: number) => shops()[index % shops().length]!;
  const confirmAt = (at: TestShop, { token }: Buyer, key?: string) =>
    at.call(confirmOrder, { token, body: {}, ...(key && { headers: { 'idempotency-key': key } }) });

  const receiptsOf = (userIds: readonly string[]) =>
    shop()
      .database.read.selectFrom('receipts')
      .select(['id', 'number', 'user_id', 'subtotal_cents'])
      .where('user_id', 'in', userIds)
      .orderBy('number')
      .execute();

  const linesOf = (receiptIds: readonly string[]) =>
    shop()
      .database.read.selectFrom('receipt_lines')
      .select(['receipt_id', 'item_id', 'quantity', 'unit_price_cents'])
      .where('receipt_id', 'in', receiptIds)
      .execute();

  /** The number of deadlocks that the PostgreSQL server had to break. SQLite has one writer at a time. */
  const deadlocks = async (): Promise<number> => {
    if (kind === 'sqlite') return 0;
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(shop().database.read);
    return rows[0]!.deadlocks;
  };

  test('200 confirmations at once never sell more than the stock, and no order is stored in part', async () => {
    const stocks = Array.from({ length: 25 }, (_, index) => 1 + (index % 5));
    const items: { id: number; stock: number }[] = [];
    for (const stock of stocks) items.push({ id: (await buildItem(shop(), { quantity: stock })).id, stock });
    const buyers: Buyer[] = [];
    for (let index = 0; index < BUYERS; index++) {
      const buyer = await buildBuyer(shop());
      buyers.push(buyer);
      // One to three products, each buyer in another order, so that transactions could wait for each other in a circle.
      for (const step of [0, 13 + (index % 4), 9 - (index % 2)].slice(index % 3)) {
        const item = items[(index * 7 + step) % items.length]!;
        await buyer.add(item.id, 1 + (index % Math.min(2, item.stock)));
      }
    }

    const confirmations = await Promise.all(
      buyers.flatMap((buyer, index) =>
        KEYS[index % KEYS.length]!.map(async (key, turn) => ({
          buyer,
          response: await confirmAt(shopOf(turn), buyer, key),
        })),
      ),
    );
    expect(confirmations).toHaveLength(200);
    const refusals = new Map([
      ['cart_empty', 400],
      ['cart_blocked', 409],
      ['not_enough_stock', 409],
    ]);
    for (const { response } of confirmations) {
      if (response.status === 201 || response.status === 200) continue;
      const { status, body } = response;
      expect({ code: body.code, status }).toEqual({ code: body.code, status: refusals.get(body.code ?? '') });
    }

    const receipts = await receiptsOf(buyers.map(({ id }) => id));
    const lines = await linesOf(receipts.map(({ id }) => id));
    expect(receipts.length).toBeGreaterThan(10);

    for (const { id, stock } of items) {
      const sold = lines.filter((line) => line.item_id === id).reduce((sum, { quantity }) => sum + quantity, 0);
      expect(sold).toBeLessThanOrEqual(stock);
    }
    expect(await checkData(shop().database)).toMatchObject({ well: true });
    expect(await deadlocks()).toBe(0);

    for (const receipt of receipts) {
      const own = lines.filter((line) => line.receipt_id === receipt.id);
      expect(own.length).toBeGreaterThan(0);
      expect(own.reduce((sum, line) => sum + line.quantity * line.unit_price_cents, 0)).toBe(receipt.subtotal_cents);
    }

    const numbers = receipts.map(({ number }) => number);
    expect(numbers).toEqual(Array.from(numbers, (_, index) => numbers[0]! + index));

    for (const { id, call } of buyers) {
      const stored = receipts.filter((receipt) => receipt.user_id === id);
      expect(stored.length).toBeLessThanOrEqual(1);
      const confirmed = confirmations
        .filter(({ buyer, response }) => buyer.id === id && response.status <= 201)
        .map(({ response }) => response);
      expect(new Set(confirmed.map(({ body }) => body.receipt.id))).toEqual(new Set(stored.map(({ id }) => id)));
      expect(confirmed.filter(({ status }) => status === 201)).toHaveLength(stored.length);
      const { items } = (await call(getCart)).body;
      expect(items.length > 0).toBe(stored.length === 0);
    }
  });

  test('of a cart that many tabs fill and confirm at once, every piece is ordered or still in the cart', async () => {
    const { id } = await buildItem(shop(), { quantity: 1000 });
    const buyer = await buildBuyer(shop());
    await buyer.add(id, 1);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? buyer.add(id, 1) : confirmAt(shopOf(index), buyer))),
    );
    const receipts = await receiptsOf([buyer.id]);
    const lines = await linesOf(receipts.map((receipt) => receipt.id));
    const ordered = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const { items } = (await buyer.call(getCart)).body;
    const inCart = items.reduce((sum, { quantity }) => sum + quantity, 0);
    expect(ordered + inCart).toBe(11);
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });

  test('after orders, payments, shipments, cancellations and expiry all at once, every count is right', async () => {
    const admin = await buildAdmin(shop());
    const items = [
      await buildItem(shop(), { quantity: 40 }),
      await buildItem(shop(), { quantity: 40 }),
      await buildItem(shop(), { quantity: 40 }),
    ];
    const open: string[] = [];
    const buyers = await Promise.all(Array.from({ length: 24 }, () => buildBuyer(shop())));
    const order = async (index: number) => {
      const buyer = buyers[index]!;
      for (const step of index % 2 === 0 ? [0, 1, 2] : [2, 1, 0]) await buyer.add(items[step]!.id, 1 + (index % 2));
      open.push((await confirmAt(shopOf(index), buyer)).body.receipt.id);
    };
    const move = (index: number, status: ReceiptStatus) =>
      shopOf(index).call(moveReceipt, { params: { id: open[index]! }, token: admin.token, body: { status } });
    await Promise.all(Array.from({ length: 12 }, (_, index) => order(index)));
    for (const at of shops()) at.advance(25 * 3_600_000);
    await Promise.all([
      ...Array.from({ length: 12 }, (_, index) => order(12 + index)),
      ...Array.from({ length: 12 }, async (_, index) => {
        await move(index, 'paid');
        await move(index, index % 3 === 0 ? 'cancelled' : 'shipped');
      }),
      ...shops().map((shop) => expireReceipts(shop)),
    ]);
    expect(await checkData(shop().database)).toMatchObject({ well: true });

    const shipped = await shop()
      .database.read.selectFrom('receipt_lines')
      .innerJoin('receipts', 'receipts.id', 'receipt_lines.receipt_id')
      .select(['receipt_lines.item_id', 'receipt_lines.quantity'])
      .where('receipts.status', '=', 'shipped')
      .execute();
    for (const { id } of items) {
      const sold = shipped.filter((line) => line.item_id === id).reduce((sum, { quantity }) => sum + quantity, 0);
      expect(await stockOf(shop(), id)).toMatchObject({ quantity: 40 - sold });
    }
  });
});

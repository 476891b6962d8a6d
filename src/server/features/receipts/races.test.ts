import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';
import { type Response, startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { expireReceipts } from './receipt-steps.service.ts';
import { type OrderingMember, orderingMember } from './testing/ordering-member.ts';

/** Hundreds of calls take their time on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const MEMBERS = 80;
/** How a member confirms: repeated keys, several keys at once, no key; ten confirms for every four members. */
const HABITS: readonly (readonly (string | undefined)[])[] = [
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

  const confirmAt = (at: TestShop, { token }: OrderingMember, key: string | undefined): Promise<Response> =>
    at.call('POST', '/api/receipts', { token, body: {}, ...(key && { headers: { 'idempotency-key': key } }) });

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

  /** Circles of waiting transactions that the PostgreSQL server had to break; SQLite has one writer at a time. */
  const deadlocks = async (): Promise<number> => {
    if (kind === 'sqlite') return 0;
    const { rows } = await sql<{ deadlocks: number }>`
      select deadlocks from pg_stat_database where datname = current_database()`.execute(shop().database.read);
    return rows[0]!.deadlocks;
  };

  test('200 confirms at once never sell more than there is, and leave no half an order', async () => {
    const stocks = Array.from({ length: 25 }, (_, index) => 1 + (index % 5));
    const items: { id: number; stock: number }[] = [];
    for (const stock of stocks) items.push({ id: (await buildItem(shop(), { quantity: stock })).id, stock });
    const members: OrderingMember[] = [];
    for (let index = 0; index < MEMBERS; index++) {
      const member = await orderingMember(shop());
      members.push(member);
      // One to three products, in an order of the member's own, so that orders could wait for one another in a circle.
      for (const step of [0, 13 + (index % 4), 9 - (index % 2)].slice(index % 3)) {
        const item = items[(index * 7 + step) % items.length]!;
        await member.add(item.id, 1 + (index % Math.min(2, item.stock)));
      }
    }

    const answers = await Promise.all(
      members.flatMap((member, index) =>
        HABITS[index % HABITS.length]!.map(async (key, turn) => ({
          member,
          key,
          answer: await confirmAt(shops()[turn % shops().length]!, member, key),
        })),
      ),
    );
    expect(answers).toHaveLength(200);
    for (const { answer } of answers) {
      if (answer.status === 201 || answer.status === 200) continue;
      expect([answer.status, ['cart_blocked', 'cart_empty', 'not_enough_stock'].includes(answer.body.code)]).toEqual([
        answer.body.code === 'cart_empty' ? 400 : 409,
        true,
      ]);
    }

    const receipts = await receiptsOf(members.map(({ member }) => member.id));
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

    for (const { member, call } of members) {
      const own = receipts.filter((receipt) => receipt.user_id === member.id);
      expect(own.length).toBeLessThanOrEqual(1);
      const told = answers.filter((one) => one.member.member.id === member.id && one.answer.status <= 201);
      expect(new Set(told.map(({ answer }) => answer.body.receipt.id))).toEqual(new Set(own.map(({ id }) => id)));
      expect(told.filter(({ answer }) => answer.status === 201)).toHaveLength(own.length);
      const cart = (await call('GET', '/api/cart')).body.items;
      expect(cart.length > 0).toBe(own.length === 0);
    }
  });

  test('one cart confirmed by many tabs at once makes one order, and none of its pieces is lost', async () => {
    const { id } = await buildItem(shop(), { quantity: 1000 });
    const member = await orderingMember(shop());
    await member.add(id, 1);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 3 === 0 ? member.add(id, 1) : confirmAt(shops()[index % shops().length]!, member, undefined),
      ),
    );
    const receipts = await receiptsOf([member.member.id]);
    const lines = await linesOf(receipts.map((receipt) => receipt.id));
    const ordered = lines.reduce((sum, { quantity }) => sum + quantity, 0);
    const inCart = (await member.call('GET', '/api/cart')).body.items.reduce(
      (sum: number, line: { quantity: number }) => sum + line.quantity,
      0,
    );
    expect(ordered + inCart).toBe(11);
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });

  test('orders, payments, shipments, cancellations and expiry all at once leave every count right', async () => {
    const admin = await buildAdmin(shop());
    const items = [
      await buildItem(shop(), { quantity: 40 }),
      await buildItem(shop(), { quantity: 40 }),
      await buildItem(shop(), { quantity: 40 }),
    ];
    const open: string[] = [];
    const members = await Promise.all(Array.from({ length: 24 }, () => orderingMember(shop())));
    const order = async (index: number) => {
      const member = members[index]!;
      for (const step of index % 2 === 0 ? [0, 1, 2] : [2, 1, 0]) await member.add(items[step]!.id, 1 + (index % 2));
      open.push((await confirmAt(shops()[index % shops().length]!, member, undefined)).body.receipt.id);
    };
    const move = (index: number, status: string) =>
      shops()[index % shops().length]!.call('PATCH', `/api/admin/receipts/${open[index]}`, {
        token: admin.token,
        body: { status },
      });
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
      const gone = shipped.filter((line) => line.item_id === id).reduce((sum, { quantity }) => sum + quantity, 0);
      const row = await shop()
        .database.read.selectFrom('items')
        .select('quantity')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      expect(row.quantity).toBe(40 - gone);
    }
  });
});

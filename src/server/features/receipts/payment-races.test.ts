import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addPayment, undoPayment } from '#contract/payments.admin.ts';
import type { Payment } from '#contract/payments.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { orderFour } from '../../testing/receipts.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { checkData } from '../health/data-checks.queries.ts';

/** Many calls take their time on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

const ACTS = 200;

const cents = (entries: readonly Payment[]): number =>
  entries.reduce(
    (sum, { kind, dollars }) => sum + (kind === 'refunded' ? -1 : 1) * Math.round(Number(dollars) * 100),
    0,
  );

bothDatabases((shop) => {
  // A second shop on the same database takes half of the calls, through connections of its own.
  let second: TestShop;
  beforeAll(async () => {
    const { DATABASE_URL, DATA_DIR } = shop().settings;
    second = await startTestShop({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR });
  });
  afterAll(() => second.close());

  test(`of ${ACTS} payments, refunds and undos at once, the sum is right, and never more is refunded than received`, async () => {
    const { params, admin, inPanel } = await orderFour(shop());
    const { token } = admin;
    const callAt = (index: number) => (index % 2 === 0 ? shop() : second);
    const add = (kind: 'received' | 'refunded', dollars: string, index: number) =>
      callAt(index).call(addPayment, { params, token, body: { kind, dollars } });
    const first = await Promise.all(
      Array.from({ length: 20 }, (_, index) => add('received', `${index + 1}.01`, index)),
    );
    expect(first.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const ids = (await inPanel()).payments.map(({ id }) => String(id));

    const act = (index: number) => {
      if (index % 4 === 0) return add('received', '3.33', index);
      if (index % 4 === 1) return add('refunded', '9.99', index);
      // Each of the first entries is undone by several at once.
      const paymentId = ids[index % ids.length]!;
      return callAt(index).call(undoPayment, { token, params: { ...params, paymentId }, body: {} });
    };
    const responses = await Promise.all(Array.from({ length: ACTS }, (_, index) => act(index)));
    const refusals = responses
      .filter(({ status }) => status === 409)
      .map(({ body }) => (body as { code?: string }).code);
    const done = responses.filter(({ status }) => status < 300).length;
    expect(done + refusals.length).toBe(ACTS);
    expect(new Set(refusals)).toEqual(new Set(['already_reverted', 'refund_too_large']));

    const { payments, received } = await inPanel();
    expect(payments).toHaveLength(20 + done);
    expect(cents(payments)).toBe(Math.round(Number(received) * 100));
    // Whatever the order, no entry leaves less than nothing.
    for (const [at] of payments.entries()) expect(cents(payments.slice(0, at + 1))).toBeGreaterThanOrEqual(0);
    const undone = payments.flatMap(({ reverses }) => reverses ?? []);
    expect(new Set(undone).size).toBe(undone.length);
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });
});

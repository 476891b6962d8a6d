import { expect, test } from 'vitest';
import { listAudit } from '#contract/audit.ts';
import { getCart } from '#contract/cart.ts';
import type { GivenInputOf } from '#contract/endpoint.ts';
import { addPayment, paymentsCsv, undoPayment } from '#contract/payments.admin.ts';
import { changeReceiptLines, listAllReceipts, moveReceipt } from '#contract/receipts.admin.ts';
import { cancelOwnReceipt, listReceipts, sayPaymentSent } from '#contract/receipts.ts';
import { deleteAccount, exportData, updateUser } from '#contract/users.ts';
import { isUnrecorded } from '#domain/unrecorded-payment.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, MEMBER_PASSWORD } from '../../testing/factories.ts';
import { orderFour } from '../../testing/receipts.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { expireReceipts } from './receipt-steps.service.ts';

const HOUR_MS = 3_600_000;

/** An order of 4 at $15 with $15 shipping: $75.00 in total. */
const payable = async (shop: TestShop) => {
  const order = await orderFour(shop);
  const { admin, buyer, params, inPanel } = order;
  return {
    ...order,
    add: (body: GivenInputOf<typeof addPayment>, key?: string) =>
      admin.call(addPayment, { params, body, ...(key && { headers: { 'idempotency-key': key } }) }),
    undoEntry: (paymentId: number, key?: string) =>
      admin.call(undoPayment, {
        params: { ...params, paymentId: String(paymentId) },
        body: {},
        ...(key && { headers: { 'idempotency-key': key } }),
      }),
    write: (body: GivenInputOf<typeof moveReceipt>) => admin.call(moveReceipt, { params, body }),
    sayPaid: () => buyer.call(sayPaymentSent, { params, body: {} }),
    cancel: () => buyer.call(cancelOwnReceipt, { params, body: {} }),
    /** Hours until the reservation ends; null if it does not. */
    hoursLeft: async () => {
      const { expiresAt } = await inPanel();
      return expiresAt === null ? null : (Date.parse(expiresAt) - shop.clock()) / HOUR_MS;
    },
  };
};

const paid = (dollars: string) => ({ kind: 'received', dollars }) as const;
const refund = (dollars: string) => ({ kind: 'refunded', dollars }) as const;

bothDatabases((shop) => {
  const orderToPay = () => payable(shop());
  const NONE = { amount: 'none', confirmed: false, confirmations: null, late: false };
  const expectWell = async () => expect(await checkData(shop().database)).toMatchObject({ well: true });

  test('a member who paid a part says it again for the rest, which keeps the stock no longer', async () => {
    const { add, sayPaid, undoEntry, receiptNow, inPanel } = await orderToPay();
    const said = async () => {
      shop().advance(60_000);
      await sayPaid();
      return (await receiptNow()).paymentSentAt;
    };
    const first = await said();
    expect(await said(), 'nothing has answered it yet').toBe(first);
    shop().advance(60_000);
    await add(paid('50'));
    const { expiresAt } = await receiptNow();
    const again = await said();
    expect(again).not.toBe(first);
    expect(await said()).toBe(again);
    expect(await receiptNow()).toMatchObject({ expiresAt, payment: { amount: 'part' } });
    expect((await receiptNow()).events.filter(({ kind }) => kind === 'payment_sent')).toHaveLength(2);
    await add(paid('1'));
    await undoEntry((await inPanel()).payments.at(-1)!.id);
    expect(await said(), 'what was undone is no answer').toBe(again);
    await expectWell();
  });

  test('the list of what is not recorded has sales whose books lack a part of the total', async () => {
    const { add, undoEntry, inPanel, admin, reach, receipt } = await orderToPay();
    const query = { payment: 'unrecorded', q: `#${receipt.number}` } as const;
    const listed = async () => {
      const { receipts, total } = (await admin.call(listAllReceipts, { query })).body;
      expect(receipts).toHaveLength(total);
      expect(receipts.every(isUnrecorded)).toBe(true);
      return total === 1;
    };
    expect(await listed(), 'it is still to be paid').toBe(false);
    for (const status of ['paid', 'shipped', 'completed'] as const) {
      await reach(status);
      expect(await listed(), status).toBe(true);
    }
    await add(paid('74.99'));
    expect(await listed(), 'a cent is missing').toBe(true);
    await add(paid('0.01'));
    expect(await listed()).toBe(false);
    await add(refund('9'));
    expect(await listed(), 'what was refunded had come').toBe(false);
    await undoEntry((await inPanel()).payments.at(-1)!.id);
    expect(await listed()).toBe(false);
    await undoEntry((await inPanel()).payments.findLast(({ dollars }) => dollars === '0.01')!.id);
    await add(refund('9'));
    expect(await listed(), 'a cent never came').toBe(true);
    const other = await orderToPay();
    await other.reach('paid');
    await other.move('cancelled');
    const all = (await admin.call(listAllReceipts, { query: { payment: 'unrecorded' } })).body.receipts;
    expect(all.map(({ number }) => number)).not.toContain(other.receipt.number);
  });

  test('an order without an entry owes its total, and a payment in two parts is enough', async () => {
    const { add, inPanel, receiptNow, admin, receipt } = await orderToPay();
    const unpaid = { due: '75.00', received: null, difference: null, payment: NONE, payments: [] };
    expect(receipt).toMatchObject(unpaid);
    expect(await inPanel()).toMatchObject(unpaid);
    const body = { ...paid('50'), coin: ' BTC ', coinAmount: '0.0005', txid: 'f4184fc5', note: 'First half' };
    const part = await add(body);
    const at = new Date(shop().clock()).toISOString();
    const first = {
      ...{ id: expect.any(Number), receiptId: receipt.id, kind: 'received', coin: 'BTC', coinAmount: '0.0005' },
      ...{
        dollars: '50.00',
        txid: 'f4184fc5',
        output: null,
        at,
        by: admin.username,
        note: 'First half',
        reverses: null,
        counts: true,
        chain: null,
      },
    };
    expect(part).toMatchObject({
      status: 201,
      body: { receipt: { due: '25.00', received: '50.00', difference: '-25.00' } },
    });
    expect(part.body.receipt.payments).toEqual([first]);
    expect(part.body.receipt.payment).toEqual({ ...NONE, amount: 'part' });
    await add(paid('25.00'));
    const enough = { due: '0.00', received: '75.00', difference: '0.00' };
    const payment = { ...NONE, amount: 'enough', confirmed: true };
    expect(await inPanel()).toMatchObject({ ...enough, payment, coin: null, txid: null, payments: [first, {}] });
    const own = await receiptNow();
    expect(own).toMatchObject({ ...enough, payment });
    expect(own.payments).toEqual([
      { kind: 'received', coin: 'BTC', coinAmount: '0.0005', dollars: '50.00', txid: 'f4184fc5', at },
      { kind: 'received', coin: null, coinAmount: null, dollars: '25.00', txid: null, at },
    ]);
    await expectWell();
  });

  test('a refund and an undo are entries of their own, and members see no pair that was undone', async () => {
    const { add, undoEntry, inPanel, receiptNow, buyer } = await orderToPay();
    await add(paid('90'));
    const { payments } = (await add(refund('15'))).body.receipt;
    const [, given] = payments;
    expect((await inPanel()).payment.amount).toBe('enough');
    const undone = await undoEntry(given!.id);
    expect(undone).toMatchObject({
      status: 200,
      body: {
        receipt: { received: '90.00', due: '0.00', difference: '15.00', payment: { amount: 'over', confirmed: true } },
      },
    });
    expect(undone.body.receipt.payments.slice(0, 2)).toEqual(payments);
    expect(undone.body.receipt.payments[2]).toMatchObject({ kind: 'refunded', dollars: '-15.00', reverses: given!.id });
    const seen = [{ kind: 'received', dollars: '90.00' }];
    expect((await receiptNow()).payments).toMatchObject(seen);
    expect((await buyer.call(listReceipts)).body.receipts[0]!.payments).toMatchObject(seen);
    expect((await buyer.call(exportData)).body).toMatchObject({ receipts: [{ payments: seen }] });
    expect((await receiptNow()).payments).toHaveLength(1);
    await expectWell();
  });

  test('never more is refunded than was received, also by undoing', async () => {
    const { add, undoEntry, inPanel } = await orderToPay();
    const refused = { status: 409, body: { code: 'refund_too_large' } };
    expect(await add(refund('0.01'))).toMatchObject(refused);
    const [came] = (await add(paid('75'))).body.receipt.payments;
    expect(await add(refund('75.01'))).toMatchObject(refused);
    expect((await add(refund('30'))).status).toBe(201);
    expect(await undoEntry(came!.id)).toMatchObject(refused);
    expect(await inPanel()).toMatchObject({ received: '45.00', payments: [{}, {}] });
    await expectWell();
  });

  test('never more of a coin is refunded than came in it, also by undoing', async () => {
    const { add, undoEntry } = await orderToPay();
    const refused = { status: 409, body: { code: 'refund_too_large' } };
    const [came] = (await add({ ...paid('75'), coin: 'BTC', coinAmount: '0.0015' })).body.receipt.payments;
    await add(paid('75'));
    expect(await add({ ...refund('15'), coin: 'BTC', coinAmount: '9' })).toMatchObject(refused);
    expect((await add({ ...refund('15'), coin: 'BTC', coinAmount: '0.0003' })).status).toBe(201);
    expect(await undoEntry(came!.id)).toMatchObject(refused);
    expect((await add({ ...refund('15'), coin: 'LTC', coinAmount: '9' })).status, 'none came in it').toBe(201);
  });

  test('an entry is undone once, an undo is not undone, and no order has the entries of another', async () => {
    const { add, undoEntry, inPanel } = await orderToPay();
    const other = await orderToPay();
    const [came] = (await add(paid('75'))).body.receipt.payments;
    expect(await other.undoEntry(came!.id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await undoEntry(came!.id)).toMatchObject({
      status: 200,
      body: { receipt: { received: null, payment: NONE } },
    });
    const [, undo] = (await inPanel()).payments;
    for (const { id } of [came!, undo!]) {
      expect(await undoEntry(id)).toMatchObject({ status: 409, body: { code: 'already_reverted' } });
    }
    expect((await inPanel()).payments).toHaveLength(2);
  });

  test.each([
    ['no dollars', { kind: 'received' }],
    ['nothing', paid('')],
    ['0', paid('0.00')],
    ['a negative amount', paid('-5')],
    ['three decimals', paid('5.001')],
    ['another kind', { kind: 'stolen', dollars: '5' }],
    ['nine decimals of a coin', { ...paid('5'), coinAmount: '0.000000001' }],
  ])('an entry of %s is refused', async (_, body) => {
    const { add, inPanel } = await orderToPay();
    expect(await add(body as never)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect((await inPanel()).payments).toEqual([]);
  });

  test('an act that is repeated with its key happens once, also if both calls arrive at the same time', async () => {
    const { add, undoEntry, inPanel } = await orderToPay();
    const [first, second] = await Promise.all([add(paid('50'), 'one'), add(paid('50'), 'one')]);
    expect([first.status, second.status]).toEqual([201, 201]);
    const { payments } = await inPanel();
    expect(payments).toHaveLength(1);
    const undone = await Promise.all([undoEntry(payments[0]!.id, 'two'), undoEntry(payments[0]!.id, 'two')]);
    expect(undone.map(({ status }) => status)).toEqual([200, 200]);
    expect((await inPanel()).payments).toHaveLength(2);
  });

  test('history and evidence have each act with the amount, and neither has what was typed beside it', async () => {
    const { add, undoEntry, admin, receipt, receiptNow } = await orderToPay();
    const [came] = (await add({ ...paid('70'), txid: 'f4184fc5', note: 'At the blue door' })).body.receipt.payments;
    await undoEntry(came!.id);
    const { body, text } = await admin.call(listAudit, { query: { kind: 'payment', q: receipt.id } });
    const { number } = receipt;
    expect(body.entries).toMatchObject([
      {
        before: { received: '70.00' },
        after: { number, payment: 'received', dollars: '70.00', undone: true, received: null },
      },
      { before: { received: null }, after: { number, payment: 'received', dollars: '70.00', received: '70.00' } },
    ]);
    expect(text).not.toMatch(/f4184fc5|blue door/);
    const change = (before: string | null, after: string | null, ...act: object[]) => ({
      ...{ kind: 'facts', by: admin.username, status: 'awaiting_payment' },
      changes: [{ what: 'received', before, after }, ...act],
    });
    expect((await receiptNow()).events.slice(1)).toMatchObject([
      change(null, '70.00'),
      change('70.00', null, { what: 'undone', before: 'received', after: null }),
    ]);
  });

  test('a figure that the seller writes down is an entry over the difference, and none undoes all by hand', async () => {
    const { add, write, inPanel } = await orderToPay();
    const entries = async () =>
      (await inPanel()).payments.map(({ kind, dollars, coin, txid }) => [kind, dollars, coin, txid]);
    await write({ coin: 'BTC', txid: 'f4184fc5' });
    expect(await entries()).toEqual([]);
    await write({ received: '80' });
    await write({ received: '80.00', coin: 'LTC' });
    await write({ received: '75' });
    expect(await entries()).toEqual([
      ['received', '80.00', 'BTC', 'f4184fc5'],
      ['received', '-5.00', 'LTC', 'f4184fc5'],
    ]);
    await add(refund('10'));
    await write({ received: null });
    expect(await inPanel()).toMatchObject({ received: null, difference: null, due: '75.00', payment: NONE });
    expect((await entries()).slice(3).map(([kind, dollars]) => [kind, dollars])).toEqual([
      ['received', '-80.00'],
      ['received', '5.00'],
      ['refunded', '-10.00'],
    ]);
    await write({ received: null });
    expect(await entries()).toHaveLength(6);
    await write({ received: '0' });
    expect(await inPanel()).toMatchObject({ received: '0.00', difference: '-75.00', payment: NONE });
    await expectWell();
  });

  test('enough keeps the stock without an end, and a reservation begins anew when it no longer counts', async () => {
    const { add, undoEntry, hoursLeft, inPanel, stock, reach, undo, sayPaid } = await orderToPay();
    await add(paid('74.99'));
    const [, last] = (await add(paid('0.01'))).body.receipt.payments;
    expect(await hoursLeft()).toBeNull();
    await sayPaid();
    expect(await hoursLeft()).toBeNull();
    await reach('paid');
    await undo();
    expect(await hoursLeft()).toBeNull();
    shop().advance(100 * HOUR_MS);
    await expireReceipts(shop());
    shop().advance(-100 * HOUR_MS);
    expect(await inPanel()).toMatchObject({ status: 'awaiting_payment' });
    await undoEntry(last!.id);
    expect(await hoursLeft()).toBe(shop().settings.RESERVATION_HOURS);
    expect(await stock()).toEqual({ quantity: 10, reserved: 4 });
    await expectWell();
  });

  test('a part of at least a tenth keeps the stock for the time of a check, once', async () => {
    const { add, hoursLeft } = await orderToPay();
    const { RESERVATION_HOURS, PAYMENT_CHECK_HOURS } = shop().settings;
    await add(paid('7.49'));
    expect(await hoursLeft()).toBe(RESERVATION_HOURS);
    await add(paid('0.01'));
    expect(await hoursLeft()).toBe(PAYMENT_CHECK_HOURS);
    shop().advance(HOUR_MS);
    await add(paid('10'));
    expect(await hoursLeft()).toBe(PAYMENT_CHECK_HOURS - 1);
    shop().advance(-HOUR_MS);
  });

  test('what is received counts for the new total when lines get smaller', async () => {
    const { add, hoursLeft, admin, params, itemId } = await orderToPay();
    await add(paid('60'));
    const lines = [{ productId: itemId, quantity: 3 }];
    const { receipt } = (await admin.call(changeReceiptLines, { params, body: { lines } })).body;
    expect(receipt).toMatchObject({ total: '60.00', due: '0.00', payment: { amount: 'enough' } });
    expect(await hoursLeft()).toBeNull();
    await expectWell();
  });

  test('after a payment was seen its member cannot cancel, until the entry is undone', async () => {
    const { add, undoEntry, cancel } = await orderToPay();
    const [came] = (await add(paid('1'))).body.receipt.payments;
    const refused = { status: 409, body: { code: 'step_not_allowed' } };
    expect(await cancel()).toMatchObject(refused);
    const [, given] = (await add(refund('1'))).body.receipt.payments;
    expect(await cancel()).toMatchObject(refused);
    await undoEntry(given!.id);
    await undoEntry(came!.id);
    expect((await cancel()).status).toBe(200);
  });

  test('after a payment was seen, "I\'ve paid" keeps the stock of a new member as that of others', async () => {
    const [seen, unseen] = [await orderToPay(), await orderToPay()];
    await seen.add(paid('1'));
    for (const order of [seen, unseen]) await order.sayPaid();
    const { RESERVATION_HOURS, PAYMENT_CHECK_HOURS } = shop().settings;
    expect(await seen.hoursLeft()).toBe(PAYMENT_CHECK_HOURS);
    expect(await unseen.hoursLeft()).toBe(Math.min(2 * RESERVATION_HOURS, PAYMENT_CHECK_HOURS));
  });

  test('money that comes after the end of an order is late, until the order is taken back', async () => {
    const { add, reach, undo, inPanel } = await orderToPay();
    await add(paid('5'));
    shop().advance(1000);
    await reach('cancelled');
    expect((await inPanel()).payment).toMatchObject({ amount: 'part', late: false });
    shop().advance(1000);
    await add(paid('70'));
    expect((await inPanel()).payment).toMatchObject({ amount: 'enough', late: true });
    await undo();
    expect(await inPanel()).toMatchObject({ payment: { late: false }, expiresAt: null });
  });

  test('with the account goes what was typed beside payments, and amounts stay', async () => {
    const { add, write, buyer, admin, receipt, inPanel } = await orderToPay();
    await add({ ...paid('50'), coin: 'Cash of Mara', txid: 'f4184fc5', note: 'At the blue door' });
    await write({ received: '75', coin: 'BTC', txid: 'a5c81d9e' });
    expect((await buyer.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
    const { text } = await admin.call(listAllReceipts, { query: { q: String(receipt.number) } });
    expect(text).not.toMatch(/Mara|f4184fc5|blue door|a5c81d9e/);
    expect((await inPanel()).payments).toMatchObject([
      { coin: null, dollars: '50.00', txid: null, note: null },
      { coin: 'BTC', dollars: '25.00', txid: null },
    ]);
    await expectWell();
  });

  test('a payment follows a new name of who entered it', async () => {
    const { receipt, params, inPanel } = await orderToPay();
    const desk = await buildAdmin(shop(), 'orders');
    await desk.call(addPayment, { params, body: paid('5') });
    const username = `new.${desk.username}`;
    await desk.call(updateUser, { body: { username, currentPassword: MEMBER_PASSWORD } });
    expect((await inPanel()).payments).toMatchObject([{ receiptId: receipt.id, by: username }]);
  });
});

bothDatabases(
  (shop) => {
    test('an order of which enough was received does not count as unpaid', async () => {
      // The order of another member counts for that member only.
      await payable(shop());
      const { add, buyer, itemId } = await payable(shop());
      await buyer.add(itemId, 1);
      const blocked = async () => (await buyer.call(getCart)).body.blocked?.code ?? null;
      expect(await blocked()).toBe('too_many_open_orders');
      await add(paid('74.99'));
      expect(await blocked()).toBe('too_many_open_orders');
      await add(paid('0.01'));
      expect(await blocked()).toBeNull();
      expect((await buyer.confirm()).status).toBe(201);
    });

    test('the table of payments has both days in the zone of the shop, every entry, and no formula', async () => {
      const { add, undoEntry, write, receipt } = await payable(shop());
      const { number } = receipt;
      // Two minutes before midnight, and one after.
      const [came] = (await add({ ...paid('60'), coin: 'BTC', coinAmount: '0.0006', txid: '=cmd' })).body.receipt
        .payments;
      shop().advance(180_000);
      await add(refund('12.5'));
      await write({ received: '40', txid: 'a5c81d9e' });
      await add(paid('50'));
      await undoEntry(came!.id);
      const admin = await buildAdmin(shop(), 'orders');
      const table = async (query: { from?: string; to?: string } = {}) => {
        const { text, headers } = await admin.call(paymentsCsv, { query });
        expect(headers['content-disposition']).toBe('attachment; filename="payments.csv"');
        const [header, ...lines] = text.trimEnd().split('\r\n');
        expect(header).toBe('\uFEFFdate,order,kind,coin,amount,dollars,rate,transaction');
        return lines.filter((line) => line.split(',')[1] === String(number));
      };
      const first = `2026-03-01,${number},received,BTC,0.0006,60.00,,"'=cmd"`;
      const second = [
        `2026-03-02,${number},refunded,,,12.50,,`,
        `2026-03-02,${number},received,,,-7.50,,a5c81d9e`,
        `2026-03-02,${number},received,,,50.00,,`,
        `2026-03-02,${number},received,BTC,-0.0006,-60.00,,`,
      ];
      expect(await table({ from: '2026-03-01', to: '2026-03-01' })).toEqual([first]);
      expect(await table({ to: '2026-03-01' })).toEqual([first]);
      expect(await table({ from: '2026-03-02' })).toEqual(second);
      expect(await table({ from: '2026-03-01', to: '2026-03-02' })).toEqual([first, ...second]);
      expect(await table({ from: '2026-03-03' })).toEqual([]);
      expect(await table()).toEqual([first, ...second]);
      for (const query of ['from=2026-02-30', 'to=tomorrow', 'from=', 'from=2026-3-1']) {
        const path = `/api/admin/payments.csv?${query}`;
        expect((await shop().request('GET', path, { token: admin.token })).status, query).toBe(400);
      }
    });
  },
  { now: Date.parse('2026-03-02T06:58:00.000Z'), settings: { TIME_ZONE: 'America/Denver', OPEN_ORDERS: '1' } },
);

import { expect, test } from 'vitest';
import { getAttention } from '#contract/attention.ts';
import { listAudit } from '#contract/audit.ts';
import type { GivenInputOf } from '#contract/endpoint.ts';
import { getPoints } from '#contract/points.ts';
import { changeReceiptLines, listAllReceipts, moveReceipt } from '#contract/receipts.admin.ts';
import { cancelOwnReceipt, getReceipt, listReceipts, sayPaymentSent } from '#contract/receipts.ts';
import { deleteAccount, exportData } from '#contract/users.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer, stockOf } from '../../testing/buyers.ts';
import { buildAdmin, buildItem, MEMBER_PASSWORD } from '../../testing/factories.ts';
import { orderFour } from '../../testing/receipts.ts';
import { checkData } from '../health/data-checks.queries.ts';

bothDatabases((shop) => {
  /** An order of 4 at $15 with $15 shipping: $75.00 in total. */
  const orderToEdit = async () => {
    const order = await orderFour(shop());
    const { admin, buyer, params } = order;
    return {
      ...order,
      write: (body: GivenInputOf<typeof moveReceipt>) => admin.call(moveReceipt, { params, body }),
      sayPaid: (body: { coin?: string; txid?: string } = {}) => buyer.call(sayPaymentSent, { params, body }),
      cancel: () => buyer.call(cancelOwnReceipt, { params, body: {} }),
    };
  };

  test.each([
    ['615', '540.00'],
    ['74.5', '-0.50'],
    ['75.00', '0.00'],
    ['0', '-75.00'],
    ['70', '-5.00'],
  ])('of $%s received for a total of $75.00, the difference is %s on both sides', async (received, difference) => {
    const { write, receiptNow } = await orderToEdit();
    const { status, body } = await write({ received });
    expect({ status, difference: body.receipt.difference }).toEqual({ status: 200, difference });
    expect((await receiptNow()).difference).toBe(difference);
  });

  test('payment facts, tracking and a private note are kept, and members see all but the note', async () => {
    const { write, receiptNow, inPanel, buyer } = await orderToEdit();
    const facts = { received: '75.00', coin: 'BTC', txid: 'f4184fc5', tracking: '9400 1000' };
    await write({ ...facts, panelNote: 'Ask for the blue box' });
    expect(await inPanel()).toMatchObject({ ...facts, panelNote: 'Ask for the blue box' });
    expect(await receiptNow()).toMatchObject(facts);
    const answers = [
      (await buyer.call(getReceipt, { params: { id: (await receiptNow()).id } })).text,
      (await buyer.call(listReceipts)).text,
      (await buyer.call(exportData)).text,
    ];
    for (const answer of answers) expect(answer).not.toMatch(/blue box|panel_?note/i);
  });

  test('each edit is in the history with its values before and after, that of the note in the panel only', async () => {
    const { write, receiptNow, inPanel, admin } = await orderToEdit();
    await write({ received: '70', panelNote: 'First' });
    await write({ received: '75', tracking: 'X1', panelNote: null });
    const status = 'awaiting_payment';
    const by = admin.username;
    const changed = (what: string, before: string | null, after: string | null) => ({ what, before, after });
    const facts = [
      { kind: 'facts', status, by, changes: [changed('received', null, '70.00')] },
      { kind: 'facts', status, by, changes: [changed('received', '70.00', '75.00'), changed('tracking', null, 'X1')] },
    ];
    const notes = [
      { kind: 'panel_note', status, by, changes: [changed('panelNote', null, 'First')] },
      { kind: 'panel_note', status, by, changes: [changed('panelNote', 'First', null)] },
    ];
    expect((await receiptNow()).events.slice(1)).toMatchObject(facts);
    expect((await inPanel()).events.slice(1)).toMatchObject([facts[0], notes[0], facts[1], notes[1]]);
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });

  test('an edit that changes nothing leaves no trace, and an empty text removes a fact', async () => {
    const { write, inPanel } = await orderToEdit();
    await write({ coin: ' BTC ', received: '5' });
    await write({ coin: 'BTC', received: '5.00' });
    expect((await inPanel()).events).toHaveLength(2);
    await write({ coin: ' ', received: null });
    expect(await inPanel()).toMatchObject({ coin: null, received: null, difference: null });
  });

  test('a step and facts go in one call: all of it happens, or nothing', async () => {
    const { write, inPanel } = await orderToEdit();
    expect(await write({ status: 'shipped', tracking: 'X1' })).toMatchObject({ status: 409 });
    expect(await inPanel()).toMatchObject({ status: 'awaiting_payment', tracking: null, events: [{}] });
    await write({ status: 'paid', received: '75', note: 'Thank you' });
    const { status, received, events } = await inPanel();
    expect({ status, received }).toEqual({ status: 'paid', received: '75.00' });
    expect(events.slice(1)).toMatchObject([{ kind: 'facts' }, { kind: 'step', status: 'paid', note: 'Thank you' }]);
  });

  test.each([
    ['nothing', {}, 'There is nothing to change'],
    ['a note alone', { note: 'Hello' }, 'There is nothing to change'],
    ['a note without a step', { note: 'Hello', coin: 'BTC' }, 'A note belongs to a step'],
    ['a negative amount', { received: '-1' }, 'This must be an amount such as 615.00'],
    ['three decimals', { received: '1.234' }, 'This must be an amount such as 615.00'],
    ['no amount', { received: 'all of it' }, 'This must be an amount such as 615.00'],
  ])('an edit with %s is refused', async (_, body, message) => {
    const { write } = await orderToEdit();
    expect(await write(body)).toMatchObject({ status: 400, body: { code: 'invalid_input', message } });
  });

  test('the evidence of an edit has the amount, and of texts only which one changed', async () => {
    const { write, admin, receipt } = await orderToEdit();
    await write({ received: '70', txid: 'f4184fc5', panelNote: 'Ask for the blue box' });
    const { body, text } = await admin.call(listAudit, { query: { kind: 'receipt', q: receipt.id } });
    expect(body.entries[0]).toMatchObject({
      before: { received: null },
      after: { number: receipt.number, changed: ['received', 'txid', 'panelNote'], received: '70.00' },
    });
    expect(text).not.toMatch(/f4184fc5|blue box/);
  });

  test('a member says that the order is paid, and it waits for the order desk until it is marked paid', async () => {
    const { sayPaid, receiptNow, admin, reach, undo, receipt } = await orderToEdit();
    const attention = async (role: 'orders' | 'inventory' = 'orders') =>
      (await (await buildAdmin(shop(), role)).call(getAttention)).body.items.filter(
        ({ kind }) => kind === 'payment_sent',
      );
    expect(await attention()).toEqual([]);
    shop().advance(1000);
    const at = new Date(shop().clock()).toISOString();
    expect(await sayPaid({ coin: 'BTC', txid: 'f4184fc5' })).toMatchObject({
      status: 200,
      body: { receipt: { paymentSentAt: at, coin: 'BTC', txid: 'f4184fc5', status: 'awaiting_payment' } },
    });
    expect(await attention()).toEqual([
      {
        ...{ kind: 'payment_sent', count: 1, oldest: at, ends: (await receiptNow()).expiresAt },
        link: '/admincp?tab=receipts&paymentSent=true',
        receipt: receipt.id,
      },
    ]);
    expect(await attention('inventory')).toEqual([]);
    const list = await admin.call(listAllReceipts, { query: { paymentSent: 'true' } });
    expect(list.body).toMatchObject({ total: 1, paymentSent: 1, receipts: [{ id: receipt.id }] });

    shop().advance(1000);
    await sayPaid({ coin: 'LTC' });
    expect(await receiptNow()).toMatchObject({ paymentSentAt: at, coin: 'LTC', txid: 'f4184fc5' });
    await sayPaid();
    expect((await receiptNow()).events.map(({ kind }) => kind)).toEqual(['step', 'payment_sent', 'payment_sent']);

    await reach('paid');
    expect(await attention()).toEqual([]);
    expect(await sayPaid()).toMatchObject({ status: 409, body: { code: 'step_not_allowed' } });
    await undo();
    expect(await attention()).toMatchObject([{ count: 1, oldest: at }]);
    await reach('cancelled');
  });

  test('a member cancels an order that awaits payment, and no other', async () => {
    const { cancel, buyer, stock, reach, undo } = await orderToEdit();
    expect(await cancel()).toMatchObject({
      status: 200,
      body: { receipt: { status: 'cancelled', expiresAt: null, events: [{}, { kind: 'step', by: buyer.username }] } },
    });
    expect(await stock()).toEqual({ quantity: 10, reserved: 0 });
    expect(await cancel()).toMatchObject({ status: 409, body: { code: 'step_not_allowed' } });
    await undo();
    await reach('paid');
    expect(await cancel()).toMatchObject({ status: 409, body: { code: 'step_not_allowed' } });
    expect(await stock()).toEqual({ quantity: 10, reserved: 4 });
  });

  test("another member's order cannot be canceled or said to be paid: it is not found", async () => {
    const { params } = await orderToEdit();
    const other = await buildBuyer(shop());
    for (const endpoint of [cancelOwnReceipt, sayPaymentSent]) {
      expect(await other.call(endpoint, { params, body: {} })).toMatchObject({ status: 404 });
    }
  });

  /** An order of 3 of one product at $15 and 2 of another at $20, with $15 shipping: $100.00 in total. */
  const orderTwoLines = async () => {
    const buyer = await buildBuyer(shop());
    const first = await buildItem(shop(), { name: 'Fog', priceCents: 1500, markupCents: 0, quantity: 10 });
    const second = await buildItem(shop(), { name: 'Gummies', priceCents: 2000, markupCents: 0, quantity: 10 });
    await buyer.add(first.id, 3);
    await buyer.add(second.id, 2);
    const { receipt } = (await buyer.confirm()).body;
    const admin = await buildAdmin(shop());
    const params = { id: receipt.id };
    return {
      buyer,
      first: first.id,
      second: second.id,
      reserved: async () => [(await stockOf(shop(), first.id)).reserved, (await stockOf(shop(), second.id)).reserved],
      move: (status: 'paid' | 'shipped' | 'completed' | 'cancelled') =>
        admin.call(moveReceipt, { params, body: { status } }),
      change: (lines: { productId: number; quantity: number }[]) =>
        admin.call(changeReceiptLines, { params, body: { lines } }),
      ownReceipt: async () => (await buyer.call(getReceipt, { params })).body.receipt,
      admin,
    };
  };

  test('the seller reduces one line and removes another: total, stock, history and points follow', async () => {
    const { change, first, second, reserved, ownReceipt, move, admin, buyer } = await orderTwoLines();
    expect(await change([{ productId: first, quantity: 1 }])).toMatchObject({
      status: 200,
      body: { receipt: { subtotal: '55.00', total: '70.00', lines: [{ quantity: 1 }, { quantity: 2 }] } },
    });
    expect(await reserved()).toEqual([1, 2]);
    await move('paid');
    expect(await change([{ productId: second, quantity: 0 }])).toMatchObject({
      status: 200,
      body: { receipt: { subtotal: '15.00', total: '30.00', lines: [{ productName: 'Fog', quantity: 1 }] } },
    });
    expect(await reserved()).toEqual([1, 0]);
    const { events } = await ownReceipt();
    expect(events).toMatchObject([
      { kind: 'step' },
      {
        kind: 'lines',
        status: 'awaiting_payment',
        by: admin.username,
        changes: [
          { what: 'Fog', before: '3', after: '1' },
          { what: 'total', before: '100.00', after: '70.00' },
        ],
      },
      { kind: 'step', status: 'paid' },
      {
        kind: 'lines',
        status: 'paid',
        changes: [
          { what: 'Gummies', before: '2', after: null },
          { what: 'total', before: '70.00', after: '30.00' },
        ],
      },
    ]);
    await move('shipped');
    await move('completed');
    expect((await buyer.call(getPoints)).body.balance).toBe(15);
    expect(await stockOf(shop(), second)).toEqual({ quantity: 10, reserved: 0 });
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });

  test.each<[string, (order: { first: number; second: number }) => { productId: number; quantity: number }[], string]>([
    ['more pieces', ({ first }) => [{ productId: first, quantity: 4 }], 'Fog: a line can only get smaller.'],
    ['no line left', (of) => linesOf(of, 0), 'Cancel the order to remove every line.'],
    ['another product', () => [{ productId: 987_654, quantity: 1 }], 'This product is not on the receipt.'],
    ['a product twice', ({ first }) => [...linesOf({ first, second: first }, 1)], 'Name each product once.'],
    ['no line', () => [], 'Name at least one line'],
  ])('a change to %s is refused, and nothing changes', async (_, lines, message) => {
    const order = await orderTwoLines();
    expect(await order.change(lines(order))).toMatchObject({ status: 400, body: { code: 'invalid_input', message } });
    expect(await order.reserved()).toEqual([3, 2]);
    expect((await order.ownReceipt()).total).toBe('100.00');
  });

  const linesOf = ({ first, second }: { first: number; second: number }, quantity: number) => [
    { productId: first, quantity },
    { productId: second, quantity },
  ];

  test('lines of an order that is shipped, completed or canceled stay as they are', async () => {
    const shipped = await orderTwoLines();
    const change = ({ change, first }: typeof shipped) => change([{ productId: first, quantity: 1 }]);
    await shipped.move('paid');
    for (const step of ['shipped', 'completed'] as const) {
      await shipped.move(step);
      expect(await change(shipped)).toMatchObject({ status: 409, body: { code: 'step_not_allowed' } });
    }
    const canceled = await orderTwoLines();
    await canceled.move('cancelled');
    expect(await change(canceled)).toMatchObject({ status: 409, body: { code: 'step_not_allowed' } });
    expect(await canceled.reserved()).toEqual([0, 0]);
  });

  test('lines that state what is ordered change nothing', async () => {
    const { change, first, second, ownReceipt } = await orderTwoLines();
    const lines = [
      { productId: first, quantity: 3 },
      { productId: second, quantity: 2 },
    ];
    expect((await change(lines)).status).toBe(200);
    expect((await ownReceipt()).events).toHaveLength(1);
  });

  test('the difference follows a total that got smaller', async () => {
    const { write, admin, params, itemId } = await orderToEdit();
    await write({ received: '75' });
    const { body } = await admin.call(changeReceiptLines, {
      params,
      body: { lines: [{ productId: itemId, quantity: 3 }] },
    });
    expect(body.receipt).toMatchObject({ total: '60.00', received: '75.00', difference: '15.00' });
  });

  test("a deleted account takes the seller's note, the tracking and the transaction with it", async () => {
    const { write, inPanel, buyer } = await orderToEdit();
    await write({ received: '75', coin: 'BTC', txid: 'f4184fc5', tracking: '9400 1000', panelNote: 'Mara, blue door' });
    expect((await buyer.call(deleteAccount, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
    const receipt = await inPanel();
    expect(receipt).toMatchObject({ received: '75.00', coin: 'BTC', txid: null, tracking: null, panelNote: null });
    expect(JSON.stringify(receipt)).not.toMatch(/f4184fc5|9400|blue door/);
  });
});

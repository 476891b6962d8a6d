import { describe, expect, test } from 'vitest';
import { checkHistory } from './check.ts';
import { type Ask, type Call, cartKey, type History, type Seen, type SeenReceipt, type Snapshot } from './history.ts';
import type { Entry } from './models.ts';

const ITEM = 1;
const LIMITED = 2;

/** Calls one after the other; `at` moves one of them. */
const callsOf = (...made: [Ask, Partial<Call>?][]): Call[] =>
  made.map(([ask, more], index) => ({
    ask,
    start: index * 10,
    end: index * 10 + 5,
    answeredFrom: more?.start ?? index * 10,
    outcome: 'ok',
    code: null,
    key: null,
    seen: {},
    ...more,
  }));

interface World {
  stock?: number;
  reserved?: number;
  price?: number;
  balance?: number;
  inCart?: number;
  receipts?: (SeenReceipt & { key?: string })[];
  keys?: string[];
}

const snapshot = (
  at: number,
  { stock = 10, reserved = 0, price = 20, balance = 100, inCart = 0, receipts = [], keys = [] }: World,
): Snapshot => ({
  at,
  items: new Map([
    [ITEM, { stock, reserved, version: 0, price, markup: 0 }],
    [LIMITED, { stock: 100, reserved: 0, version: 0, price: 20, markup: 0 }],
  ]),
  balances: new Map([['mara', balance]]),
  cartLines: new Map([[cartKey('mara', ITEM), inCart]]),
  receipts: new Map(receipts.map((each) => [each.id, { key: null, ...each, member: 'mara', taken: new Map() }])),
  keys: new Set(keys),
});

const history = (calls: Call[], before: World, after: World): History => ({
  calls,
  before: snapshot(-1, before),
  after: snapshot(10_000, after),
  members: ['mara'],
  products: new Map([
    [ITEM, 'Blue Hour'],
    [LIMITED, 'Gummies'],
  ]),
  limit: { products: new Set([LIMITED]), most: 5 },
  defaultMarkup: 0,
});

const violationsOf = (calls: Call[], before: World, after: World): string[] =>
  checkHistory(history(calls, before, after)).violations;

const receiptOf = (quantity: number, entries: Entry[], more: Partial<SeenReceipt> = {}): SeenReceipt => ({
  id: 'r1',
  number: 1001,
  lines: [{ productId: ITEM, quantity, unitPrice: 20 }],
  spent: 0,
  earns: quantity * 20,
  entries,
  ...more,
});
const shows = (quantity: number, available = 10): Seen => ({
  lines: quantity === 0 ? [] : [{ productId: ITEM, quantity, available, unitPrice: 20 }],
});

const member = 'mara';
const add = (quantity: number): Ask => ({ kind: 'cart.add', member, productId: ITEM, quantity });
const confirm: Ask = { kind: 'confirm', member, key: 'k1' };
const step = (to: 'paid' | 'shipped' | 'completed' | 'cancelled'): Ask => ({ kind: 'receipt.step', receipt: 'r1', to });
const WAITS: Entry[] = ['step awaiting_payment'];

describe('a shop that does what it says has no violations', () => {
  test('an order from the cart to its completion', () => {
    const done: Entry[] = [...WAITS, 'step paid', 'step shipped', 'step completed'];
    const made = receiptOf(3, WAITS);
    const calls = callsOf(
      [add(3), { seen: shows(3), key: 'a1' }],
      [confirm, { seen: { receipt: made }, key: 'k1' }],
      [{ kind: 'item.read', productId: ITEM }, { seen: { item: { stock: 10, reserved: 3 } } }],
      [step('paid')],
      [step('shipped')],
      [{ kind: 'item.read', productId: ITEM }, { seen: { item: { stock: 7, reserved: 0 } } }],
      [step('completed'), { seen: { receipt: { ...made, entries: done } } }],
      [{ kind: 'points.read', member }, { seen: { balance: 160 } }],
    );
    const after = { stock: 7, balance: 160, receipts: [{ ...made, entries: done, key: 'k1' }], keys: ['a1'] };
    expect(checkHistory(history(calls, {}, after))).toMatchObject({ violations: [], lost: 0 });
  });

  test('an order without an answer that the database has', () => {
    const calls = callsOf([add(2), { seen: shows(2) }], [confirm, { outcome: 'unknown', key: 'k1' }]);
    const after = { reserved: 2, receipts: [{ ...receiptOf(2, WAITS), key: 'k1' }] };
    expect(violationsOf(calls, {}, after)).toEqual([]);
  });

  test('an order without an answer that the database does not have', () => {
    const calls = callsOf([add(2), { seen: shows(2) }], [confirm, { outcome: 'unknown', key: 'k1' }]);
    expect(violationsOf(calls, {}, { inCart: 2 })).toEqual([]);
  });

  test('a repeated call whose answer shows a later cart', () => {
    const calls = callsOf([add(1), { end: 100, answeredFrom: 90, seen: shows(3) }], [add(2), { seen: shows(3) }]);
    expect(violationsOf(calls, {}, { inCart: 3 })).toEqual([]);
  });

  test('a repeated call whose answer has the order of the first attempt, before a sync changed the price', () => {
    const order: Partial<Call> = { end: 100, answeredFrom: 90, seen: { receipt: receiptOf(2, WAITS) }, key: 'k1' };
    const sync: Ask = { kind: 'sync', products: [{ productId: ITEM, stock: 10, price: 25 }] };
    const read: Ask = { kind: 'cart.read', member };
    const calls = callsOf([add(2), { seen: shows(2) }], [confirm, order], [sync], [read, { seen: { lines: [] } }]);
    const after = { reserved: 2, price: 25, receipts: [{ ...receiptOf(2, WAITS), key: 'k1' }] };
    expect(violationsOf(calls, {}, after)).toEqual([]);
  });

  test('an undone shipment after a sync that set the stock', () => {
    const shipped: Entry[] = [...WAITS, 'step paid', 'step shipped'];
    const before = receiptOf(2, WAITS);
    const calls = callsOf(
      [step('paid')],
      [step('shipped')],
      [{ kind: 'sync', products: [{ productId: ITEM, stock: 30, price: 20 }] }],
      [{ kind: 'receipt.undo', receipt: 'r1', from: 'shipped' }],
    );
    const after = { stock: 30, reserved: 2, receipts: [{ ...before, entries: [...shipped, 'undo paid'] as Entry[] }] };
    expect(violationsOf(calls, { reserved: 2, receipts: [before] }, after)).toEqual([]);
  });
});

describe('the checker names the object', () => {
  test.each<[string, string, Call[], World, World]>([
    ['whose update is lost', '"Blue Hour" in the cart of mara', callsOf([add(2), { seen: shows(2) }]), {}, {}],
    [
      'whose two updates at once left only one',
      '"Blue Hour" in the cart of mara',
      callsOf([add(1), { seen: shows(1) }], [add(1), { start: 0, answeredFrom: 0, seen: shows(1) }]),
      {},
      { inCart: 1 },
    ],
    [
      'of which more was ordered than there is',
      'stock of "Blue Hour"',
      callsOf([confirm, { seen: { receipt: receiptOf(11, WAITS) }, key: 'k1' }]),
      { inCart: 11 },
      { reserved: 11, receipts: [{ ...receiptOf(11, WAITS), key: 'k1' }] },
    ],
    [
      'whose reservation was released twice',
      'stock of "Blue Hour"',
      callsOf([step('cancelled')]),
      { reserved: 5, receipts: [receiptOf(2, WAITS)] },
      { reserved: 1, receipts: [receiptOf(2, [...WAITS, 'step cancelled'])] },
    ],
    [
      'that went below zero',
      'points of mara',
      callsOf([{ kind: 'points.give', member, points: -150 }, { seen: { balance: -50 } }]),
      {},
      { balance: -50 },
    ],
    [
      'that earned twice',
      'points of mara',
      callsOf([step('completed')]),
      { receipts: [receiptOf(1, [...WAITS, 'step paid', 'step shipped'])] },
      { balance: 140, receipts: [receiptOf(1, [...WAITS, 'step paid', 'step shipped', 'step completed'])] },
    ],
    [
      'that took a step it cannot take',
      'receipt r1',
      callsOf([step('shipped')]),
      { reserved: 1, receipts: [receiptOf(1, WAITS)] },
      { stock: 9, receipts: [receiptOf(1, [...WAITS, 'step shipped'])] },
    ],
    ['that nobody ordered', 'receipt r1', [], {}, { receipts: [receiptOf(1, WAITS)] }],
    [
      'that ordered more than the limit',
      'limit of mara',
      callsOf([
        confirm,
        { seen: { receipt: receiptOf(6, WAITS, { lines: [{ productId: LIMITED, quantity: 6, unitPrice: 20 }] }) } },
      ]),
      {},
      { receipts: [receiptOf(6, WAITS, { lines: [{ productId: LIMITED, quantity: 6, unitPrice: 20 }] })] },
    ],
    ['that was acknowledged and is missing', 'account lena', callsOf([{ kind: 'register', username: 'lena' }]), {}, {}],
  ])('%s', (_, name, calls, before, after) => {
    const violations = violationsOf(calls, before, after);
    expect(violations.some((violation) => violation.startsWith(`${name}: no order explains`))).toBe(true);
  });
});

test('an acknowledged call is lost if the database has no trace of it', () => {
  const made = receiptOf(1, WAITS);
  const calls = callsOf([add(1), { seen: shows(1), key: 'a1' }], [confirm, { seen: { receipt: made }, key: 'k1' }]);
  expect(checkHistory(history(calls, {}, {}))).toMatchObject({ lost: 2 });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dueCents,
  hasSeenPayment,
  isEnough,
  isTenth,
  isUncovered,
  mayBecome,
  type PaymentEntry,
  type PaymentKind,
  paidAmount,
  paymentState,
  receivedCents,
  refundsMoreCoins,
  withoutUndone,
} from './payments.ts';
import { type Coin, coinCents } from './quotes.ts';

let lastId = 0;
const entry = (kind: PaymentKind, cents: number | null, more: Partial<PaymentEntry> = {}): PaymentEntry => ({
  ...{ id: ++lastId, kind, cents, at: 1000, reverses: null, txid: null, chain: null },
  ...more,
});
const received = (cents: number | null, more?: Partial<PaymentEntry>) => entry('received', cents, more);
const refunded = (cents: number, more?: Partial<PaymentEntry>) => entry('refunded', cents, more);
const undone = (of: PaymentEntry): PaymentEntry[] => [
  of,
  entry(of.kind, of.cents === null ? null : -of.cents, { reverses: of.id }),
];
const onChain = (confirmations: number, { counts = true, confirmed = confirmations >= 2 } = {}) => ({
  chain: { confirmations, confirmed, counts, coin: 'BTC', units: 0, quote: null } as const,
});
/** A transaction under a quote, by default of $50,000 for a bitcoin: 2,000 of its smallest units are a dollar. */
const quoted = (units: number, { rate = '50000', at = 1, coin = 'BTC' as Coin, counts = true, txid = 'aa' } = {}) =>
  received(coinCents(units, rate), {
    txid,
    chain: { confirmations: 2, confirmed: true, counts, coin, units, quote: { rate, at } },
  });
const stateOf = (entries: PaymentEntry[], { totalCents = 7500, endedAt = null as number | null } = {}) =>
  paymentState({ totalCents, endedAt }, entries);

describe('what was received', () => {
  test.each<[string, PaymentEntry[], number | null]>([
    ['is nothing known without an entry', [], null],
    ['is the sum of what came', [received(5000), received(2500)], 7500],
    ['is less by what was given back', [received(8000), refunded(500)], 7500],
    ['follows a correction to a lower figure', [received(7500), received(-500)], 7000],
    ['is 0 if the seller says so', [received(0)], 0],
    ['is not known if all was undone', undone(received(7500)), null],
    ['is what an undone entry leaves', [received(5000), ...undone(received(2500))], 5000],
    ['has a refund again that was undone', [received(7500), ...undone(refunded(500))], 7500],
    [
      'is without what the chain no longer counts',
      [received(5000), received(2500, onChain(0, { counts: false }))],
      5000,
    ],
    ['has no dollars of coins without a rate', [received(null, onChain(1))], 0],
    [
      'is below 0 if the chain takes back what was refunded',
      [received(75, onChain(0, { counts: false })), refunded(75)],
      -75,
    ],
  ])('%s', (_, entries, cents) => {
    expect(receivedCents(7500, entries)).toBe(cents);
  });
});

describe('of a total of $75.00, coins under a quote', () => {
  // 150,000 units are exact, and a cent is 20 of them.
  test.each<[string, PaymentEntry[], number]>([
    ['that are exact are the total', [quoted(150_000)], 7500],
    ['in two parts are the total', [quoted(49_999), quoted(100_001)], 7500],
    ['in many parts are added in the coin', Array.from({ length: 10 }, () => quoted(15_009)), 7505],
    ['one unit short are the total', [quoted(149_999)], 7500],
    ['less than a cent short are the total', [quoted(149_981)], 7500],
    ['a cent short are a part', [quoted(149_980)], 7499],
    ['less than a cent too many are the total', [quoted(150_019)], 7500],
    ['a cent too many are too much', [quoted(150_020)], 7501],
    ['twice are twice as much', [quoted(150_000), quoted(150_000)], 15_000],
    ['of another quote count in dollars', [quoted(100_000), quoted(83_333, { rate: '30000', at: 2 })], 7500],
    ['of the other coin count in dollars', [quoted(100_000), quoted(31_250_000, { rate: '80', coin: 'LTC' })], 7500],
    ['that the chain no longer has are none', [quoted(150_000, { counts: false }), quoted(75_000)], 3750],
    ['and an entry by hand are added in dollars', [quoted(100_000), received(2500)], 7500],
    ['keep a refund out', [quoted(160_000), refunded(500)], 7500],
  ])('%s', (_, entries, cents) => {
    expect(receivedCents(7500, entries)).toBe(cents);
  });

  test('that are what a quote asks for are the total, also if a unit is worth more than a cent', () => {
    const rate = '70000000';
    expect(coinCents(108, rate)).toBe(7560);
    expect(receivedCents(7500, [quoted(108, { rate })])).toBe(7500);
    expect(receivedCents(7500, [quoted(109, { rate })])).toBe(7630);
    expect(receivedCents(7500, [quoted(107, { rate })])).toBe(7490);
  });
});

describe('an entry by hand that names the transaction of a seen one', () => {
  const AA = { txid: ' AA ' };
  test.each<[string, PaymentEntry[], number]>([
    ['is the same payment, if it came first', [received(7500, AA), quoted(140_000)], 7000],
    ['is the same payment, if it came later', [quoted(140_000), received(7500, AA)], 7000],
    ['counts with what corrected it', [received(7500, AA), received(-500, AA), quoted(140_000)], 7000],
    ['and corrects the seen one counts', [quoted(150_000), received(-500, AA)], 7000],
    ['counts again if the seen one was undone', [...undone(quoted(140_000)), received(7500, AA)], 7500],
    ['goes with it', [received(7500, AA), quoted(140_000, { counts: false })], 0],
    ['counts if it is a refund', [quoted(150_000), refunded(500, AA)], 7000],
    ['counts if it names another one', [quoted(75_000), received(3750, { txid: 'bb' })], 7500],
  ])('%s', (_, entries, cents) => {
    expect(receivedCents(7500, entries) ?? 0).toBe(cents);
  });
});

test.each<[number, number | null, string, number]>([
  [7500, null, 'none', 7500],
  [7500, 0, 'none', 7500],
  [7500, -100, 'none', 7600],
  [7500, 1, 'part', 7499],
  [7500, 7499, 'part', 1],
  [7500, 7500, 'enough', 0],
  [7500, 7501, 'over', 0],
  [0, null, 'none', 0],
  [0, 0, 'none', 0],
  [0, 1, 'over', 0],
])('of a total of %i cents with %s received, the amount is %s, and %i are due', (total, cents, amount, due) => {
  expect(paidAmount(total, cents)).toBe(amount);
  expect(dueCents(total, cents)).toBe(due);
  expect(isEnough(total, cents)).toBe(amount === 'enough' || amount === 'over');
});

test.each([
  [7500, null, false],
  [7500, 0, false],
  [7500, 749, false],
  [7500, 750, true],
  [0, 0, false],
])('of %i cents, %s are a part that keeps the stock: %s', (total, cents, keeps) => {
  expect(isTenth(total, cents)).toBe(keeps);
});

describe('a payment is confirmed', () => {
  test.each<[string, PaymentEntry[], boolean, number | null]>([
    ['by hand, if it is enough', [received(7500)], true, null],
    ['not while it is a part', [received(7400)], false, null],
    ['not without confirmations', [received(7500, onChain(0))], false, 0],
    ['with enough confirmations', [received(7500, onChain(2))], true, 2],
    ['not if a part that it needs is not', [received(7000), received(500, onChain(1))], false, 1],
    ['if what is not is beyond enough', [received(7500, onChain(6)), received(500, onChain(0))], true, 0],
    ['no longer once it is undone', undone(received(7500, onChain(6))), false, null],
  ])('%s', (_, entries, confirmed, confirmations) => {
    expect(stateOf(entries)).toMatchObject({ confirmed, confirmations });
  });
});

describe('money is late', () => {
  test.each<[string, PaymentEntry[], number | null, boolean]>([
    ['if it came after the end', [received(7500, { at: 2000 })], 1500, true],
    ['not if it came before', [received(7500, { at: 1000 })], 1500, false],
    ['not while the order goes on', [received(7500, { at: 2000 })], null, false],
    ['not if it was given back after the end', [received(7500), refunded(7500, { at: 2000 })], 1500, false],
    ['not if it was a correction downward', [received(7500), received(-500, { at: 2000 })], 1500, false],
    ['also in coins without a rate', [received(null, { at: 2000, ...onChain(1) })], 1500, true],
  ])('%s', (_, entries, endedAt, late) => {
    expect(stateOf(entries, { endedAt }).late).toBe(late);
  });
});

test.each<[string, PaymentEntry[], boolean]>([
  ['nothing came', [], false],
  ['a part came', [received(1)], true],
  ['what came was given back', [received(7500), refunded(7500)], true],
  ['the entry was undone', undone(received(7500)), false],
  ['the figure was corrected to nothing', [received(7500), received(-7500)], false],
  ['the seller wrote that nothing came', [received(0)], false],
  ['coins without a rate came', [received(null, onChain(0))], true],
  ['the chain took it back', [received(7500, onChain(0, { counts: false }))], false],
])('whether a payment was seen if %s: %s', (_, entries, seen) => {
  expect(hasSeenPayment(entries)).toBe(seen);
});

test.each([
  [null, 500, true],
  [500, 0, true],
  [500, -1, false],
  [500, null, true],
  // A payment that the chain took back is not refused, so the next one is not either.
  [-500, -100, true],
  [-500, -600, false],
])('a person may change what was received from %s to %s: %s', (before, after, may) => {
  expect(mayBecome(before, after)).toBe(may);
});

/** An act of a person on a receipt: an entry of some cents, or an undo of one of the entries so far. */
type Act = { kind: PaymentKind; cents: number } | { undo: number };
const acts = fc.array(
  fc.oneof<fc.Arbitrary<Act>[]>(
    fc.record({
      kind: fc.constantFrom<PaymentKind>('received', 'refunded'),
      cents: fc.integer({ min: 1, max: 20_000 }),
    }),
    fc.record({ undo: fc.nat(30) }),
  ),
  { maxLength: 30 },
);

/** The entries after these acts, as the shop lets them happen. */
const booksAfter = (wanted: Act[]): PaymentEntry[] => {
  let books: PaymentEntry[] = [];
  for (const act of wanted) {
    const added = 'undo' in act ? undoOf(books, act.undo) : entry(act.kind, act.cents);
    const next = added ? [...books, added] : books;
    if (mayBecome(receivedCents(0, books), receivedCents(0, next))) books = next;
  }
  return books;
};

const undoOf = (books: PaymentEntry[], index: number): PaymentEntry | undefined => {
  const open = withoutUndone(books);
  const undoing = open[index % Math.max(1, open.length)];
  return undoing && undone(undoing)[1];
};

test('whatever people enter and undo, never more is refunded than received, and all cents are accounted for', () => {
  fc.assert(
    fc.property(acts, fc.nat(30_000), (wanted, totalCents) => {
      const books = booksAfter(wanted);
      const cents = receivedCents(totalCents, books);
      expect(cents ?? 0).toBeGreaterThanOrEqual(0);
      // Pairs cancel out, so the sum of all entries is that of those that hold.
      const all = books.reduce((sum, { kind, cents: of }) => sum + (kind === 'refunded' ? -of! : of!), 0);
      expect(all).toBe(cents ?? 0);
      expect(books.length - withoutUndone(books).length).toBe(
        2 * books.filter(({ reverses }) => reverses !== null).length,
      );
      expect(dueCents(totalCents, cents)).toBe(Math.max(0, totalCents - all));
      const { amount, confirmed } = paymentState({ totalCents, endedAt: null }, books);
      expect(amount).toBe(paidAmount(totalCents, cents));
      expect(confirmed).toBe(amount === 'enough' || amount === 'over');
    }),
  );
});

test.each<[string, [PaymentKind, string | null, string | null][], boolean]>([
  [
    'all of it',
    [
      ['received', 'BTC', '0.0015'],
      ['refunded', 'BTC', '0.00150000'],
    ],
    false,
  ],
  [
    'more than came',
    [
      ['received', 'BTC', '0.0015'],
      ['refunded', 'BTC', '0.00150001'],
    ],
    true,
  ],
  [
    'more than came, in two parts',
    [
      ['received', 'BTC', '1'],
      ['refunded', 'BTC', '.5'],
      ['refunded', 'BTC', '0.6'],
    ],
    true,
  ],
  [
    'less than came, in two parts',
    [
      ['received', 'BTC', '0.5'],
      ['received', 'BTC', '0.6'],
      ['refunded', 'BTC', '1'],
    ],
    false,
  ],
  [
    'more than came in another coin',
    [
      ['received', 'LTC', '9'],
      ['received', 'BTC', '1'],
      ['refunded', 'BTC', '2'],
    ],
    true,
  ],
  [
    'a coin that did not come',
    [
      ['received', 'LTC', '1'],
      ['refunded', 'BTC', '9'],
    ],
    false,
  ],
  [
    'a coin that came in an unknown amount',
    [
      ['received', 'BTC', null],
      ['refunded', 'BTC', '9'],
    ],
    false,
  ],
  [
    'an unknown amount',
    [
      ['received', 'BTC', '1'],
      ['refunded', 'BTC', null],
    ],
    false,
  ],
])('a refund of %s is too much: %j, %s', (_, entries, isTooMuch) => {
  const coins = entries.map(([kind, coin, coinAmount]) => ({ ...entry(kind, 1), coin, coinAmount }));
  expect(refundsMoreCoins(coins, 'BTC')).toBe(isTooMuch);
});

test.each([
  ['nothing is in its books', [], false],
  ['a part came', [received(5000)], true],
  ['enough is seen but not confirmed', [received(7500, onChain(1))], true],
  ['too much is seen but not confirmed', [received(9000, onChain(0))], true],
  ['what is not confirmed is not needed', [received(7500), received(100, onChain(0))], false],
  ['enough is confirmed', [received(7500, onChain(2))], false],
  ['it was entered by hand', [received(7500)], false],
])('whether an order is marked as paid with a question if %s', (_, entries, isAsked) => {
  expect(isUncovered(stateOf(entries))).toBe(isAsked);
});

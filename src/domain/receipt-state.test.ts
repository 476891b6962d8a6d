import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canChangeLines,
  canMove,
  isSold,
  manualSteps,
  nextStates,
  type PointsEffect,
  pointsEffect,
  RECEIPT_STATUSES,
  type ReceiptStatus,
  type StockEffect,
  stateBefore,
  stockEffect,
  undonePointsEffect,
  undoneStockEffect,
} from './receipt-state.ts';

const allowed: readonly (readonly [ReceiptStatus, ReceiptStatus])[] = [
  ['awaiting_payment', 'paid'],
  ['awaiting_payment', 'cancelled'],
  ['awaiting_payment', 'expired'],
  ['paid', 'shipped'],
  ['paid', 'cancelled'],
  ['shipped', 'completed'],
];
const everyPair = RECEIPT_STATUSES.flatMap((from) => RECEIPT_STATUSES.map((to) => [from, to] as const));

test.each(everyPair)('a receipt goes from %s to %s only if that step is allowed', (from, to) => {
  expect(canMove(from, to)).toBe(allowed.some(([a, b]) => a === from && b === to));
});

test.each(['completed', 'cancelled', 'expired'] as const)('nothing follows %s', (status) => {
  expect(nextStates(status)).toEqual([]);
});

test('an admin is offered every step but expiring', () => {
  expect(manualSteps('awaiting_payment')).toEqual(['paid', 'cancelled']);
  expect(manualSteps('paid')).toEqual(['shipped', 'cancelled']);
  expect(manualSteps('shipped')).toEqual(['completed']);
});

describe('the stock of a receipt', () => {
  test.each([
    ['awaiting_payment', 'reserve'],
    ['paid', 'keep'],
    ['shipped', 'take'],
    ['completed', 'keep'],
    ['cancelled', 'release'],
    ['expired', 'release'],
  ] as const)('on entering %s: %s', (status, effect) => {
    expect(stockEffect(status)).toBe(effect);
  });

  test.each([
    ['paid', 'keep'],
    ['shipped', 'return'],
    ['completed', 'keep'],
    ['cancelled', 'reserve'],
    ['expired', 'reserve'],
  ] as const)('if the step to %s is undone: %s', (status, effect) => {
    expect(undoneStockEffect(status)).toBe(effect);
  });
});

describe('the points of a receipt', () => {
  const POINTS: Partial<Record<ReceiptStatus, [PointsEffect, PointsEffect]>> = {
    completed: ['earn', 'reverse'],
    cancelled: ['return', 'spend'],
    expired: ['return', 'spend'],
  };
  test.each(RECEIPT_STATUSES)(
    'are earned at the end, and those that paid for it come back without it: %s',
    (status) => {
      const [points, undone] = POINTS[status] ?? ['keep', 'keep'];
      expect(pointsEffect(status)).toBe(points);
      expect(undonePointsEffect(status)).toBe(undone);
    },
  );
});

describe('the state that an undo leads to', () => {
  test.each<[ReceiptStatus, ReceiptStatus[], ReceiptStatus | null]>([
    ['awaiting_payment', ['awaiting_payment'], null],
    ['awaiting_payment', ['awaiting_payment', 'paid', 'awaiting_payment'], null],
    ['paid', ['awaiting_payment', 'paid'], 'awaiting_payment'],
    ['paid', ['awaiting_payment', 'paid', 'shipped', 'paid'], 'awaiting_payment'],
    ['shipped', ['awaiting_payment', 'paid', 'shipped'], 'paid'],
    ['completed', ['awaiting_payment', 'paid', 'shipped', 'completed'], 'shipped'],
    ['expired', ['awaiting_payment', 'expired'], 'awaiting_payment'],
    ['cancelled', ['awaiting_payment', 'cancelled'], 'awaiting_payment'],
    ['cancelled', ['awaiting_payment', 'paid', 'cancelled'], 'paid'],
    ['cancelled', ['awaiting_payment', 'paid', 'cancelled', 'cancelled'], 'paid'],
    ['cancelled', ['awaiting_payment', 'paid', 'awaiting_payment', 'cancelled'], 'awaiting_payment'],
    [
      'cancelled',
      ['awaiting_payment', 'paid', 'cancelled', 'paid', 'awaiting_payment', 'cancelled'],
      'awaiting_payment',
    ],
  ])('of %s after %j is %s', (status, history, before) => {
    expect(stateBefore(status, history)).toBe(before);
  });
});

/** A receipt of one piece as the effects change it: in the stock, reserved, and how often it earned and spent points. */
const start = { quantity: 1, reserved: 1, awards: 0, paidWithPoints: 1 };
const STOCK: Record<StockEffect, { quantity: number; reserved: number }> = {
  reserve: { quantity: 0, reserved: 1 },
  keep: { quantity: 0, reserved: 0 },
  take: { quantity: -1, reserved: -1 },
  release: { quantity: 0, reserved: -1 },
  return: { quantity: 1, reserved: 1 },
};
const AWARDS: Record<PointsEffect, number> = { earn: 1, keep: 0, reverse: -1, return: 0, spend: 0 };
const PAID_WITH_POINTS: Record<PointsEffect, number> = { earn: 0, keep: 0, reverse: 0, return: -1, spend: 1 };

describe('on every path of steps and undos', () => {
  /** The path that a list of choices leads along: each goes on to one of the next states, or back. */
  const walk = (choices: readonly number[], visit: (at: typeof start & { status: ReceiptStatus }) => void) => {
    const history: ReceiptStatus[] = ['awaiting_payment'];
    let at = { ...start, status: history[0]! };
    const apply = (status: ReceiptStatus, stock: StockEffect, points: PointsEffect) => {
      history.push(status);
      at = {
        status,
        quantity: at.quantity + STOCK[stock].quantity,
        reserved: at.reserved + STOCK[stock].reserved,
        awards: at.awards + AWARDS[points],
        paidWithPoints: at.paidWithPoints + PAID_WITH_POINTS[points],
      };
      visit(at);
    };
    for (const choice of choices) {
      const next = nextStates(at.status);
      const to = next[choice];
      const before = stateBefore(at.status, history);
      if (to) apply(to, stockEffect(to), pointsEffect(to));
      else if (before) apply(before, undoneStockEffect(at.status), undonePointsEffect(at.status));
    }
  };
  const paths = fc.array(fc.nat(3), { maxLength: 40 });

  test('stock and points depend on the state alone: whatever was undone before, nothing is left over', () => {
    fc.assert(
      fc.property(paths, (choices) => {
        walk(choices, ({ status, ...counts }) => {
          const isOpen = status === 'awaiting_payment' || status === 'paid';
          const isGone = status === 'shipped' || status === 'completed';
          expect(counts).toEqual({
            quantity: isGone ? 0 : 1,
            reserved: isOpen ? 1 : 0,
            awards: status === 'completed' ? 1 : 0,
            paidWithPoints: status === 'cancelled' || status === 'expired' ? 0 : 1,
          });
        });
      }),
    );
  });

  test('an undo leads to a state from which the undone step is allowed', () => {
    fc.assert(
      fc.property(paths, (choices) => {
        const history: ReceiptStatus[] = ['awaiting_payment'];
        walk(choices, ({ status }) => {
          history.push(status);
          const before = stateBefore(status, history);
          if (before) expect(canMove(before, status)).toBe(true);
          else expect(status).toBe('awaiting_payment');
        });
      }),
    );
  });
});

test('lines can be reduced until the receipt is shipped', () => {
  expect(RECEIPT_STATUSES.filter(canChangeLines)).toEqual(['awaiting_payment', 'paid']);
});

test('a receipt is a sale from payment on, as long as it is not cancelled', () => {
  expect(RECEIPT_STATUSES.filter(isSold)).toEqual(['paid', 'shipped', 'completed']);
});

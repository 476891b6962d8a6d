import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canMove,
  manualSteps,
  nextStates,
  RECEIPT_STATUSES,
  type ReceiptStatus,
  stockEffect,
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

test.each(['completed', 'cancelled', 'expired'] as const)('%s is final', (status) => {
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

  test('is reserved once and then either deducted or released, never both, on every path through the states', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { minLength: 6, maxLength: 6 }), (choices) => {
        let status: ReceiptStatus = 'awaiting_payment';
        const effects = [stockEffect(status)];
        for (const choice of choices) {
          const next = nextStates(status);
          if (next.length === 0) break;
          status = next[choice % next.length] ?? status;
          effects.push(stockEffect(status));
        }
        expect(effects.filter((effect) => effect === 'reserve')).toHaveLength(1);
        expect(effects.filter((effect) => effect === 'take' || effect === 'release')).toHaveLength(1);
      }),
    );
  });
});

import { expect, test } from 'vitest';
import type { ReceiptStatus } from './receipt-state.ts';
import { isUnrecorded, unrecordedSum } from './unrecorded-payment.ts';

const SEEN = {};
const byHand = (counts: boolean) => ({ counts, chain: null });

test.each<[string, ReceiptStatus, string, Parameters<typeof isUnrecorded>[0]['payments'], boolean]>([
  ['an order to pay owes what it lacks', 'awaiting_payment', '75.00', [], false],
  ['a paid order without an entry is not recorded', 'paid', '75.00', [], true],
  ['nor is the rest of a part', 'shipped', '0.01', [byHand(true)], true],
  ['a completed order counts too', 'completed', '75.00', [], true],
  ['nothing is missing', 'paid', '0.00', [byHand(true)], false],
  ['a canceled order owes nothing', 'cancelled', '75.00', [], false],
  ['an expired order owes nothing', 'expired', '75.00', [], false],
  ['the chain took back what was in the books', 'paid', '75.00', [{ counts: false, chain: SEEN }], false],
  ['an entry that was seen counts once', 'paid', '5.00', [byHand(false), { counts: true, chain: SEEN }], true],
])('%s', (_, status, due, payments, expected) => {
  expect(isUnrecorded({ status, due, payments })).toBe(expected);
});

test('the sum of what the books lack is exact', () => {
  expect(unrecordedSum([{ due: '0.10' }, { due: '0.20' }, { due: '771.00' }])).toBe('771.30');
  expect(unrecordedSum([])).toBe('0.00');
});

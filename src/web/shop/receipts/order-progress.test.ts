import { expect, test } from 'vitest';
import { enteredAt, stepStates } from './order-progress.ts';

test.each([
  ['awaiting_payment', false, ['current', 'ahead', 'ahead']],
  ['awaiting_payment', true, ['done', 'current', 'ahead']],
  ['paid', true, ['done', 'done', 'current']],
  // Another device sent the message, or the member called.
  ['paid', false, ['done', 'done', 'current']],
  ['shipped', false, ['done', 'done', 'current']],
  ['completed', false, ['done', 'done', 'done']],
] as const)('an order that is %s, its message sent: %s', (status, wasSent, states) => {
  const { message, pay, ship } = stepStates({ status }, wasSent);
  expect([message, pay, ship]).toEqual(states);
});

test('a step that was taken back and done again has the time of the last one', () => {
  const event = (status: 'awaiting_payment' | 'paid', at: string) => ({ status, at, by: 'admin', note: null });
  const events = [
    event('awaiting_payment', '1'),
    event('paid', '2'),
    event('awaiting_payment', '3'),
    event('paid', '4'),
  ];
  expect(enteredAt({ events }, 'paid')).toBe('4');
  expect(enteredAt({ events }, 'shipped')).toBeNull();
});

import { expect, test } from 'vitest';
import { mayConfirmOrder } from './permissions.ts';

test.each([
  ['a new member', { isAdmin: false, verified: false }, 'may not', false],
  ['a verified member', { isAdmin: false, verified: true }, 'may', true],
  ['an admin who is not verified', { isAdmin: true, verified: false }, 'may', true],
])('if members need approval, %s with %j %s confirm an order, and without approval everyone may', (...row) => {
  const [, user, , confirms] = row;
  expect(mayConfirmOrder(user, true)).toBe(confirms);
  expect(mayConfirmOrder(user, false)).toBe(true);
});

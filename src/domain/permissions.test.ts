import { expect, test } from 'vitest';
import { mayConfirmOrder } from './permissions.ts';

test.each([
  ['a new member', { isAdmin: false, verified: false }, true, false],
  ['a verified member', { isAdmin: false, verified: true }, true, true],
  ['an admin', { isAdmin: true, verified: false }, true, true],
])('%s: confirms an order, confirms where approval is needed', (_, user, confirms, confirmsWithApproval) => {
  expect(mayConfirmOrder(user, false)).toBe(confirms);
  expect(mayConfirmOrder(user, true)).toBe(confirmsWithApproval);
});

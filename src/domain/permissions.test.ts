import { expect, test } from 'vitest';
import { type Actor, mayConfirmOrder, mayLogIn, mayLoseAdminRight, mayOpenAdminPanel } from './permissions.ts';

const member: Actor = { isAdmin: false, status: 'active', verified: false };
const verified: Actor = { ...member, verified: true };
const admin: Actor = { ...member, isAdmin: true };
const suspended: Actor = { ...verified, status: 'suspended' };
const suspendedAdmin: Actor = { ...admin, status: 'suspended' };

test.each([
  ['a new member', member, true, false, true, false],
  ['a verified member', verified, true, false, true, true],
  ['an admin', admin, true, true, true, true],
  ['a suspended member', suspended, false, false, false, false],
  ['a suspended admin', suspendedAdmin, false, false, false, false],
])(
  '%s: logs in, opens the panel, confirms an order, confirms where approval is needed',
  (_, user, logsIn, opensPanel, confirms, confirmsWithApproval) => {
    expect(mayLogIn(user)).toBe(logsIn);
    expect(mayOpenAdminPanel(user)).toBe(opensPanel);
    expect(mayConfirmOrder(user, false)).toBe(confirms);
    expect(mayConfirmOrder(user, true)).toBe(confirmsWithApproval);
  },
);

test.each([
  ['the last admin may not', admin, 1, false],
  ['one of two admins may', admin, 2, true],
  ['a suspended admin is not counted and may', suspendedAdmin, 1, true],
  ['a member has no such right to lose', member, 1, true],
])('%s lose the admin right', (_, user, admins, may) => {
  expect(mayLoseAdminRight(user, admins)).toBe(may);
});

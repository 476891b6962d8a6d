import { expect, test } from 'vitest';
import { CAPABILITIES, isReservedName, may, mayConfirmOrder, mayOpenPanel, ROLES } from './permissions.ts';

test.each([
  ['inventory.read', 'owner', 'orders', 'inventory'],
  ['inventory.write', 'owner', 'inventory'],
  ['orders.read', 'owner', 'orders'],
  ['orders.write', 'owner', 'orders'],
  ['members.read', 'owner', 'orders'],
  ['members.write', 'owner'],
  ['members.export', 'owner'],
  ['points.write', 'owner', 'orders'],
  ['settings.write', 'owner'],
  ['audit.read', 'owner'],
] as const)('%s belongs to exactly these roles: %s %s', (capability, ...roles) => {
  expect(ROLES.filter((role) => may(role, capability)).sort()).toEqual([...roles].sort());
});

test('every role except the member opens the panel', () => {
  expect(ROLES.filter(mayOpenPanel)).toEqual(['orders', 'inventory', 'owner']);
  expect(CAPABILITIES.filter((capability) => may('member', capability))).toEqual([]);
});

const TODAY = '2026-11-22';

test.each([
  ['a new member', 'member', false, null, false],
  ['a verified member', 'member', true, null, true],
  ['a member whose verification ends today', 'member', true, TODAY, true],
  ['a member whose verification ended yesterday', 'member', true, '2026-11-21', false],
  ['a member whose verification was removed', 'member', false, '2027-01-01', false],
  ['an owner who is not verified', 'owner', false, null, true],
  ['a stock clerk who is not verified', 'inventory', false, null, true],
] as const)(
  'if members need approval, %s may confirm an order or not',
  (_who, role, verified, verifiedUntil, allowed) => {
    const user = { role, verified, verifiedUntil };
    expect(mayConfirmOrder(user, { needsApproval: true, today: TODAY })).toBe(allowed);
    expect(mayConfirmOrder(user, { needsApproval: false, today: TODAY })).toBe(true);
  },
);

const SHOP = { shopName: 'Fern & Moss 8' };

test.each([
  ...['system', 'Admin', 'OWNER', 'greenroom', 'visitor', 'support', 'seller', 'staff', 'administrator', 'moderator'],
  ...['command_line', 'command line', 'CommandLine', 'deleted-1', 'Deleted-', 'de1eted-1', 'DE1ETED-x'],
])('%s is a name of the shop', (name) => {
  expect(isReservedName(name, SHOP)).toBe(true);
});

test.each([
  ...['adm1n', 'admin.', '_ADMIN_', 'a.d.m.i.n', '4dmin', 'adrnin', 'adm-in'],
  ...['0wner', 'ovvner', 'own3r', 'gr33nr00m', 'green-room', 'vis1tor', 'visltor', 'V1S1T0R', '5upport', 'suppor7'],
  ...['selIer', 'se11er', 'st4ff', 'adrninis7rat0r', 'c0mmand-1ine', 'fernmoss8', 'Fem_Moss.B', 'f3rn-m0ss-8'],
])('%s looks like a name of the shop', (name) => {
  expect(isReservedName(name, SHOP)).toBe(true);
});

test.each(['___', '...', '-.-', '._-'])('%s has no letter and no digit, so it is no name', (name) => {
  expect(isReservedName(name, SHOP)).toBe(true);
});

test.each([
  ...[
    'systems',
    'undeleted-1',
    'mara',
    'deleted',
    'deletedscenes',
    'del-eted-1',
    'fern',
    'admin1',
    'admin2',
    'a1',
    '777',
  ],
  ...['visitor.12', 'the-owner', 'supporter', 'system6', 'sy5tem9'],
])('%s is a name that members can have', (name) => {
  expect(isReservedName(name, SHOP)).toBe(false);
});

test('a shop whose name has no letter of a user name reserves none more', () => {
  expect(isReservedName('mara', { shopName: '花' })).toBe(false);
  expect(isReservedName('mara', { shopName: '' })).toBe(false);
});

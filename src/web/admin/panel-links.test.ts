import { expect, test } from 'vitest';
import type { Role } from '#domain/permissions.ts';
import { readTab, tabAddress, tabsOf } from './panel-links.ts';

const addressQuery = (tab: Parameters<typeof tabAddress>[0]): string => tabAddress(tab).split('?')[1] ?? '';

test.each<[Role, string[]]>([
  ['owner', ['overview', 'users', 'points', 'receipts', 'inventory']],
  ['orders', ['overview', 'users', 'points', 'receipts', 'inventory']],
  ['inventory', ['inventory']],
  ['member', []],
])('the role %s sees the tabs %j, and each has its own address', (role, tabs) => {
  expect(tabsOf(role).map(({ value }) => value)).toEqual(tabs);
  for (const { value } of tabsOf(role)) expect(readTab(addressQuery(value), role)).toBe(value);
});

test('an address without a known tab shows the tab with which the role starts', () => {
  for (const query of ['', '?tab=cellar']) {
    expect(readTab(query, 'owner')).toBe('overview');
    expect(readTab(query, 'orders')).toBe('overview');
    expect(readTab(query, 'inventory')).toBe('inventory');
  }
});

test('an address with a tab that the role does not see shows the tab with which the role starts', () => {
  for (const tab of ['overview', 'users', 'points', 'receipts'] as const)
    expect(readTab(addressQuery(tab), 'inventory')).toBe('inventory');
});

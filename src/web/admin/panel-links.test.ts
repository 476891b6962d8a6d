import { expect, test } from 'vitest';
import type { Role } from '#domain/permissions.ts';
import {
  isOpening,
  isSectionOf,
  movedAddress,
  openingAddress,
  readSidePage,
  readTab,
  sectionAddress,
  staysOnOpening,
  tabAddress,
  tabsOf,
} from './panel-links.ts';

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

test.each<[Role, (string | null)[]]>([
  ['owner', ['activity', 'settings', 'opening']],
  ['orders', [null, 'settings', null]],
  ['inventory', [null, null, null]],
  ['member', [null, null, null]],
])('the addresses of activity, settings and opening open these for the role %s: %j', (role, pages) => {
  const addresses = ['?tab=activity', '?tab=settings&section=shop', '?tab=opening'];
  expect(addresses.map((address) => readSidePage(address, role))).toEqual(pages);
  expect(readSidePage('?tab=users', role)).toBeNull();
});

test('what was a drawer of the receipts is a part of the settings now, for those who may see it', () => {
  const where = (name: string, role: Role) => movedAddress(`?tab=receipts&${name}=open`, role);
  expect(where('rates', 'owner')).toBe('/admincp?tab=settings&section=payment&at=rates');
  expect(where('limits', 'orders')).toBe('/admincp?tab=settings&section=limits&at=PURCHASE_LIMITS');
  expect(where('webhook', 'orders')).toBe('/admincp?tab=settings&section=chat&at=webhook');
  expect(where('notices', 'owner')).toBe('/admincp?tab=settings&section=shop&at=notices');
  expect(where('notices', 'orders')).toBeNull();
  expect(where('rates', 'inventory')).toBeNull();
  expect(where('open', 'owner')).toBeNull();
  expect(movedAddress('?tab=users&rates=open', 'owner')).toBeNull();
});

test('a section of the settings is left by every address but its own', () => {
  expect(isSectionOf(sectionAddress('shop'), 'shop')).toBe(true);
  expect(isSectionOf(sectionAddress('shop', 'SHOP_NAME'), 'shop')).toBe(true);
  for (const to of [
    sectionAddress('feed'),
    '/admincp?tab=settings',
    '?tab=users',
    '/dashboard?tab=settings&section=shop',
  ])
    expect(isSectionOf(to, 'shop')).toBe(false);
});

test.each<[Role, boolean]>([
  ['owner', true],
  ['orders', false],
  ['inventory', false],
  ['member', false],
])('the address of the opening opens it for the role %s: %j', (role, opens) => {
  expect(isOpening('?tab=opening&step=chat', role)).toBe(opens);
});

test('the opening is left by every address but its own', () => {
  for (const here of [openingAddress(), openingAddress('chat'), '?tab=opening&step=end'])
    expect(staysOnOpening(here)).toBe(true);
  for (const there of [tabAddress('overview'), '?tab=users', '/', '/dashboard?tab=opening'])
    expect(staysOnOpening(there)).toBe(false);
});

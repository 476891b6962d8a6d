import { expect, test } from 'vitest';
import { PANEL_TABS, readTab, tabAddress } from './panel-links.ts';

test('every tab has its own address, and an address without a known tab shows the inventory', () => {
  for (const { value } of PANEL_TABS) expect(readTab(tabAddress(value).split('?')[1] ?? '')).toBe(value);
  expect(readTab('')).toBe('inventory');
  expect(readTab('?tab=cellar')).toBe('inventory');
});

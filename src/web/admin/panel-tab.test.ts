import { expect, test } from 'vitest';
import { PANEL_TABS, readTab, tabAddress } from './panel-tab.ts';

test('every tab has an address of its own, and the inventory is shown where none is named', () => {
  for (const { value } of PANEL_TABS) expect(readTab(tabAddress(value).split('?')[1] ?? '')).toBe(value);
  expect(readTab('')).toBe('inventory');
  expect(readTab('?tab=cellar')).toBe('inventory');
});

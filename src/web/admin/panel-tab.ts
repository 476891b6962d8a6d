import { paths } from '../browser/paths.ts';

/** The tabs of the panel in their order (specification §2). */
export const PANEL_TABS = [
  { value: 'users', label: 'Users' },
  { value: 'points', label: 'Points & Transactions' },
  { value: 'receipts', label: 'Receipts' },
  { value: 'inventory', label: 'Inventory' },
] as const;

export type PanelTab = (typeof PANEL_TABS)[number]['value'];

/** The inventory is what an admin comes for; an unknown name is ignored (decisions §8 "URL"). */
const FIRST_TAB: PanelTab = 'inventory';

export const readTab = (query: string): PanelTab =>
  PANEL_TABS.find(({ value }) => value === new URLSearchParams(query).get('tab'))?.value ?? FIRST_TAB;

/** Another tab begins with its own view: what filtered the tab before means nothing there. */
export const tabAddress = (tab: PanelTab): string => `${paths.adminPanel}?tab=${tab}`;

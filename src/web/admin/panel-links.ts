import { paths } from '../browser/paths.ts';

/** The tabs of the panel in their order (behavior 10.2). */
export const PANEL_TABS = [
  { value: 'users', label: 'Users' },
  { value: 'points', label: 'Points & Transactions' },
  { value: 'receipts', label: 'Receipts' },
  { value: 'inventory', label: 'Inventory' },
] as const;

export type PanelTab = (typeof PANEL_TABS)[number]['value'];

const FIRST_TAB: PanelTab = 'inventory';

/** The tab that an address names. An unknown name is ignored. */
export const readTab = (query: string): PanelTab =>
  PANEL_TABS.find(({ value }) => value === new URLSearchParams(query).get('tab'))?.value ?? FIRST_TAB;

/** Each tab starts with its own view: the filters of the last tab mean nothing there. */
export const tabAddress = (tab: PanelTab): string => `${paths.adminPanel}?tab=${tab}`;

const withQuery = (address: string, values: Record<string, string>): string =>
  `${address}&${new URLSearchParams(values)}`;

/** Addresses that lead from one tab to another, for example from a receipt to its member. */
export const panelLinks = {
  /** The name finds the row, the id opens it. */
  user: ({ userId, username }: { userId: string; username: string }): string =>
    withQuery(tabAddress('users'), { q: username, open: userId }),
  pointsOf: (username: string): string => withQuery(tabAddress('points'), { user: username }),
  receiptsOf: (username: string): string => withQuery(tabAddress('receipts'), { user: username }),
  receipt: (number: number): string => withQuery(tabAddress('receipts'), { q: `#${number}` }),
} as const;

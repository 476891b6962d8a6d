import type { SettingSection } from '#contract/about-setting.ts';
import type { AdminItem } from '#contract/inventory.ts';
import type { OpeningStep } from '#contract/opening.ts';
import { IN_HOUSE } from '#domain/categories.ts';
import { isInHouseBrand } from '#domain/inventory-item.ts';
import type { PaymentFilter } from '#domain/payments.ts';
import { type Capability, may, type Role } from '#domain/permissions.ts';
import { UNKNOWN } from '#domain/product.ts';
import { paths } from '../browser/paths.ts';

export type PanelTab = 'overview' | 'users' | 'points' | 'receipts' | 'inventory';

interface Tab {
  value: PanelTab;
  label: string;
  /** The beginning of the label, shown alone where there is no room for all tabs otherwise. */
  short?: string;
  /** The capability that shows the tab. The tab itself asks what the user may change. */
  needs: Capability;
}

/** The tabs of the panel in their order (behavior 10.2). */
const PANEL_TABS: readonly Tab[] = [
  { value: 'overview', label: 'Overview', needs: 'orders.read' },
  { value: 'users', label: 'Users', needs: 'members.read' },
  { value: 'points', label: 'Points & Transactions', short: 'Points', needs: 'points.write' },
  { value: 'receipts', label: 'Receipts', needs: 'orders.read' },
  { value: 'inventory', label: 'Inventory', needs: 'inventory.read' },
];

/** The tabs that a role sees (behavior 3.10). */
export const tabsOf = (role: Role) => PANEL_TABS.filter(({ needs }) => may(role, needs));

/** The tab that an address names. Without one, or with one that the role does not see, it is the role's first tab. */
export const readTab = (query: string, role: Role): PanelTab => {
  const wanted = new URLSearchParams(query).get('tab');
  const values = tabsOf(role).map(({ value }) => value);
  return values.find((value) => value === wanted) ?? values[0] ?? 'inventory';
};

/** Each tab starts with its own view: the filters of the last tab mean nothing there. */
export const tabAddress = (tab: PanelTab): string => `${paths.adminPanel}?tab=${tab}`;

/** The invites, opened over the users. */
export const invitesAddress = `${paths.adminPanel}?tab=users&invites=open`;

/** The id of the receipt or user whose drawer an address opens, or null. */
export const openedBy = (address: string): string | null => new URLSearchParams(address.split('?')[1]).get('open');

const ACTIVITY = 'activity';

/** True if an address names the page "Activity", and the role may read it (behavior 3.14). */
const isActivity = (query: string, role: Role): boolean =>
  new URLSearchParams(query).get('tab') === ACTIVITY && may(role, 'audit.read');

export const activityAddress = `${paths.adminPanel}?tab=${ACTIVITY}`;

const SETTINGS = 'settings';

/** True if an address names the settings, and the role may read some of them (behavior 10.23). */
const isSettings = (query: string, role: Role): boolean =>
  new URLSearchParams(query).get('tab') === SETTINGS && may(role, 'orders.read');

export const settingsAddress = `${paths.adminPanel}?tab=${SETTINGS}`;

/** A section of the settings, and the field or part in it that is wanted. */
export const sectionAddress = (section: SettingSection, at?: string): string =>
  withQuery(settingsAddress, { section, ...(at !== undefined && { at }) });

/** The query of an address of the panel; empty for another page. A relative address, such as "?tab=users", is in the panel. */
const panelQuery = (to: string): URLSearchParams => {
  const { pathname, searchParams } = new URL(to, `http://shop${paths.adminPanel}`);
  return pathname === paths.adminPanel ? searchParams : new URLSearchParams();
};

/** True if an address stays in a section of the settings. Without a section it is left: a phone then shows the list. */
export const isSectionOf = (to: string, section: SettingSection): boolean => {
  const query = panelQuery(to);
  return query.get('tab') === SETTINGS && query.get('section') === section;
};

const OPENING = 'opening';

/** True if an address names the page "Open your shop", and the role may open a shop (behavior 10.24). */
export const isOpening = (query: string, role: Role): boolean =>
  new URLSearchParams(query).get('tab') === OPENING && may(role, 'settings.write');

/** The pages next to the tabs. Buttons of the header and the palette open them. */
export type SidePage = 'activity' | 'settings' | 'opening';

/** The page next to the tabs that an address names; null if it names a tab. */
export const readSidePage = (query: string, role: Role): SidePage | null => {
  if (isActivity(query, role)) return 'activity';
  if (isOpening(query, role)) return 'opening';
  return isSettings(query, role) ? 'settings' : null;
};

/** "Open your shop", at a step or at the first one that is open. */
export const openingAddress = (step?: OpeningStep): string => {
  const address = `${paths.adminPanel}?tab=${OPENING}`;
  return step ? withQuery(address, { step }) : address;
};

/** True if an address stays on "Open your shop". */
export const staysOnOpening = (to: string): boolean => panelQuery(to).get('tab') === OPENING;

/** The parts of settings that used to be drawers of the receipts. */
const MOVED: Readonly<Record<string, { section: SettingSection; at: string; needs: Capability }>> = {
  rates: { section: 'payment', at: 'rates', needs: 'orders.read' },
  limits: { section: 'limits', at: 'PURCHASE_LIMITS', needs: 'orders.read' },
  webhook: { section: 'chat', at: 'webhook', needs: 'orders.read' },
  notices: { section: 'shop', at: 'notices', needs: 'settings.write' },
};

/** The present place of an old address; null if it is none. */
export const movedAddress = (query: string, role: Role): string | null => {
  const params = new URLSearchParams(query);
  if (params.get('tab') !== 'receipts') return null;
  const moved = Object.entries(MOVED).find(([name, { needs }]) => params.get(name) === 'open' && may(role, needs));
  return moved ? sectionAddress(moved[1].section, moved[1].at) : null;
};

const withQuery = (address: string, values: Record<string, string>): string =>
  `${address}&${new URLSearchParams(values)}`;

/** Addresses that lead from one tab to another, for example from a receipt to its member. */
export const panelLinks = {
  /** The name finds the row, the id opens it. */
  user: ({ userId, username }: { userId: string; username: string }): string =>
    withQuery(tabAddress('users'), { q: username, open: userId }),
  pointsOf: (username: string): string => withQuery(tabAddress('points'), { user: username }),
  receiptsOf: (username: string): string => withQuery(tabAddress('receipts'), { user: username }),
  /** The receipts whose payments are like this (behavior 7.26). */
  payments: (payment: PaymentFilter): string => withQuery(tabAddress('receipts'), { payment }),
  /** The recall list of a batch (behavior 7.20). */
  recall: (batch: string): string => withQuery(tabAddress('receipts'), { batch }),
  /** The plan of the sync that waits for a decision. */
  waitingSync: withQuery(tabAddress('inventory'), { plan: 'open' }),
  lowStock: withQuery(tabAddress('inventory'), { stock: 'low', status: 'active' }),
  /** What the limits in force count and cannot measure. */
  unorderable: withQuery(tabAddress('inventory'), { limits: 'unorderable' }),
  categories: withQuery(tabAddress('inventory'), { categories: 'open' }),
  /** The number finds the row, the id opens it. */
  receipt: (number: number, id?: string): string =>
    withQuery(tabAddress('receipts'), { q: `#${number}`, ...(id !== undefined && { open: id }) }),
  /** A receipt that was opened from its member. Closing it leads back there. */
  receiptOfMember: ({ number, id }: { number: number; id: string }): string =>
    withQuery(tabAddress('receipts'), { q: `#${number}`, open: id, via: 'member' }),
  /** The receipts that were sold from one day to another (ISO dates): all of them, or those with an item. */
  sales: ({ from, to, item }: { from: string; to: string; item?: number }): string =>
    withQuery(tabAddress('receipts'), {
      paidFrom: from,
      paidTo: to,
      ...(item !== undefined && { item: String(item) }),
    }),
  /** An item, opened over the list. */
  item: (id: number): string => withQuery(tabAddress('inventory'), { item: String(id) }),
  items: (filter: { brand?: string; category?: string }): string => withQuery(tabAddress('inventory'), filter),
} as const;

/** The details of an item in the shop, over the list of its category. */
export const productInShop = ({ id, brand, category }: Pick<AdminItem, 'id' | 'brand' | 'category'>): string => {
  const shelf = isInHouseBrand(brand) ? IN_HOUSE : (category ?? UNKNOWN);
  return `${paths.home}?${new URLSearchParams({ category: shelf, product: String(id) })}`;
};

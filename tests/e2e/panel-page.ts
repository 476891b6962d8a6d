import { expect, type Locator, type Page } from '@playwright/test';
import { adminToken, callAs, type Member, openAs, registerMember } from './shop-api.ts';
import type { Shop } from './shop-process.ts';

/** What the browser itself writes of a call that the shop refuses. */
export const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

/** What these journeys read of an item. */
export interface Item {
  id: number;
  externalId: string;
  name: string;
  description: string | null;
  weightLabel: string | null;
  markupDollars: number;
  isActive: boolean;
}

/** Another admin: a member who was given the right. */
export const anotherAdmin = async (shop: Shop): Promise<Member & { id: string }> => {
  const member = await registerMember(shop);
  const { user } = await callAs<{ user: { id: string } }>(shop, member.token, 'GET', '/api/user');
  await callAs(shop, await adminToken(shop), 'PATCH', `/api/admin/users/${user.id}`, { isAdmin: true });
  return { ...member, id: user.id };
};

/** Opens the panel's inventory and waits for its list. */
export const openInventory = async (page: Page, shop: Shop, token: string, query = ''): Promise<void> => {
  await openAs(page, shop, token, `${shop.url}/admincp${query}`);
  await expect(page.getByText(/^\d+ of \d+ items$/)).toBeVisible();
};

/** The inventory as the shop has it. */
export const inventoryOf = async (shop: Shop): Promise<Item[]> =>
  (await callAs<{ inventory: Item[] }>(shop, await adminToken(shop), 'GET', '/api/admin/inventory')).inventory;

/** The one item of that name. */
export const itemNamed = async (shop: Shop, name: string): Promise<Item> => {
  const item = (await inventoryOf(shop)).find((each) => each.name === name);
  if (!item) throw new Error(`There is no ${name}`);
  return item;
};

export const markupOf = (page: Page, name: string): Locator =>
  page.getByRole('spinbutton', { name: `Markup of ${name}` });

/** Types a markup the way a person does, and Enter. */
export const setMarkup = async (page: Page, name: string, dollars: string): Promise<void> => {
  await markupOf(page, name).fill(dollars);
  await markupOf(page, name).press('Enter');
};

/** The notification that is shown: on the page, or in a dialog above it. */
export const toastOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('status').filter({ hasNotText: /^$/ });

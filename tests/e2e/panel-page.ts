import { expect, type Locator, type Page } from '@playwright/test';
import type { FileProduct } from './products.ts';
import { adminToken, registerAdmin } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { openAs } from './storefront-page.ts';

/** Opens the panel, without a token as the admin. `query` is the query of the address, as in "?tab=users". */
export const openPanel = async (page: Page, shop: Shop, query = '', token?: string): Promise<void> =>
  openAs(page, shop, token ?? (await adminToken(shop)), `${shop.url}/admincp${query}`);

/**
 * Opens the inventory as a table and waits for its list. Without a token it is opened as the admin. A phone has no table:
 * its journeys are in panel-phone.spec.ts.
 */
export const openInventory = async (page: Page, shop: Shop, query = '', token?: string): Promise<void> => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const filters = query.replace(/^\?/, '&').replace('&tab=inventory', '');
  await openAs(page, shop, token ?? (await adminToken(shop)), `${shop.url}/admincp?tab=inventory${filters}`);
  await expect(page.getByText(/^\d+ of \d+ items$/)).toBeVisible();
};

/** Opens the inventory in two browsers: as the admin, and as another admin. */
export const openInventoryAsTwoAdmins = async (
  shop: Shop,
  [page, other]: readonly [Page, Page],
  query = '',
): Promise<void> => {
  await openInventory(page, shop, query);
  await openInventory(other, shop, query, (await registerAdmin(shop)).token);
};

/** On a phone the header of the panel has a menu, which this opens. Returns whether there is one. */
export const openHeaderMenu = async (page: Page): Promise<boolean> => {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await menu.or(page.getByRole('button', { name: 'Dashboard', exact: true })).waitFor();
  if (!(await menu.isVisible())) return false;
  await menu.click();
  await page.getByRole('menuitem', { name: 'Dashboard' }).waitFor();
  return true;
};

/** The entry of the panel's header: a button, or on a phone an entry of the menu, which this opens. */
export const headerEntry = async (page: Page, name: 'Activity' | 'Dashboard' | 'Logout'): Promise<Locator> =>
  page.getByRole((await openHeaderMenu(page)) ? 'menuitem' : 'button', { name, exact: true });

export const pressInHeader = async (page: Page, name: Parameters<typeof headerEntry>[1]): Promise<void> =>
  (await headerEntry(page, name)).click();

/** Presses "Apply 35% Markup to All", which is in the opened line of the sync. */
export const askMarkupForAll = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Sync Controls' }).click();
  await page.getByRole('button', { name: 'Apply 35% Markup to All' }).click();
};

/** Presses an entry of the menu above the inventory. */
export const pressInMore = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

/** Opens the replacement of the inventory, and returns its card. */
export const openReplacement = async (page: Page): Promise<Locator> => {
  await pressInMore(page, 'Complete Inventory Replacement');
  return page.getByRole('region', { name: 'Complete Inventory Replacement' });
};

/** The rows of a tab's list. They are table rows on wide pages and list items on narrow ones. */
export const panelRows = (page: Page, list: string): Locator =>
  page.locator(`[aria-label="${list}"]`).locator('tr, li');

/** Opens the drawer of the first row with this text. */
export const openRow = (page: Page, list: string, text: string): Promise<void> =>
  panelRows(page, list).filter({ hasText: text }).getByRole('button').first().click();

export const markupField = (page: Page, name: string): Locator =>
  page.getByRole('spinbutton', { name: `Markup of ${name}` });

/** Types a markup and saves it with Enter. */
export const typeMarkup = async (page: Page, name: string, dollars: string): Promise<void> => {
  await markupField(page, name).fill(dollars);
  await markupField(page, name).press('Enter');
};

/** The toast that is shown, on the page or inside a dialog. */
export const shownToast = (page: Page): Locator =>
  page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('status').locator('> div');

/** A file for the upload, with `padding` spaces at its end. */
export const inventoryFile = (products: readonly Partial<FileProduct>[], padding = 0) => ({
  name: 'stock.customization',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(JSON.stringify({ data: products }) + ' '.repeat(padding)),
});

import type { Page } from '@playwright/test';
import { expect, REFUSED_CALL, test, WIDE } from './fixtures.ts';
import {
  askMarkupForAll,
  markupField,
  openInventory,
  openInventoryAsTwoAdmins,
  pressInMore,
  shownToast,
  typeMarkup,
} from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { placeOrder, readInventory, readItem, registerMember, setReceiptStatus, uploadInventory } from './shop-api.ts';
import { openAsNewMember } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

/** The only product of its group, so the list shows its price to members. */
const CITRUS = 'Citrus Grove Cart';
const ONLY_CITRUS = '?search=Citrus';

const history = (page: Page) => page.getByRole('dialog', { name: 'History' });

test(
  'an edit and its undo appear for another admin and for a member without a reload',
  WIDE,
  async ({ page, shop, openOtherBrowser }) => {
    const [other, member] = [await openOtherBrowser(), await openOtherBrowser()];
    await openInventoryAsTwoAdmins(shop, [page, other], ONLY_CITRUS);
    await openAsNewMember(member, shop, { path: `${shop.url}/?category=Carts&search=Citrus` });
    await expect(member.getByText('$34.00')).toBeVisible();
    await expect(markupField(other, CITRUS)).toHaveValue('15');

    await typeMarkup(page, CITRUS, '40');
    await expect(shownToast(page)).toContainText('Markup updated successfully');
    await expect(shownToast(page)).toContainText('$15.00 → $40.00');
    await expect(markupField(other, CITRUS)).toHaveValue('40');
    await expect(member.getByText('$59.00')).toBeVisible();

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(shownToast(page)).toContainText('Change undone');
    await expect(markupField(other, CITRUS)).toHaveValue('15');
    await expect(markupField(page, CITRUS)).toHaveValue('15');
    await expect(member.getByText('$34.00')).toBeVisible();
  },
);

test(
  'an item that an admin deactivates disappears for members, and Undo brings it back',
  WIDE,
  async ({ page, shop, openOtherBrowser }) => {
    const member = await openOtherBrowser();
    await openAsNewMember(member, shop, { path: `${shop.url}/?category=Carts` });
    await expect(member.getByText('5 products available')).toBeVisible();

    await openInventory(page, shop);
    await page.getByRole('textbox', { name: 'Search inventory' }).fill('Citrus Grove');
    await expect(page.getByText('1 of 9 items')).toBeVisible();
    await page.getByRole('button', { name: 'Active', exact: true }).click();
    await expect(page.getByText('Product deactivated successfully')).toBeVisible();
    await expect(member.getByText('4 products available')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(member.getByText('5 products available')).toBeVisible();
  },
);

test(
  'after an edit and its undo, open panels load only the edited item',
  WIDE,
  async ({ page, shop, openOtherBrowser }) => {
    const other = await openOtherBrowser();
    await openInventoryAsTwoAdmins(shop, [page, other], ONLY_CITRUS);
    const { id } = await readItem(shop, CITRUS);
    const loaded = new Set<string>();
    for (const panel of [page, other]) {
      panel.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname === '/api/admin/inventory') loaded.add(search);
      });
    }
    await typeMarkup(page, CITRUS, '40');
    await expect(markupField(other, CITRUS)).toHaveValue('40');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(markupField(page, CITRUS)).toHaveValue('15');
    await expect(markupField(other, CITRUS)).toHaveValue('15');
    expect([...loaded]).toEqual([`?ids=${id}`]);
  },
);

test(
  'an admin who saves over a newer value sees both values and chooses one',
  WIDE,
  async ({ page, shop, openOtherBrowser, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const other = await openOtherBrowser();
    await openInventoryAsTwoAdmins(shop, [page, other], ONLY_CITRUS);
    const conflict = other.getByRole('dialog', { name: 'Someone else changed this' });

    await markupField(other, CITRUS).fill('20');
    await typeMarkup(page, CITRUS, '40');
    await expect(shownToast(page)).toContainText('Markup updated successfully');
    await markupField(other, CITRUS).press('Enter');
    await expect(conflict).toContainText(`Markup of ${CITRUS}`);
    await expect(conflict.getByText('$40.00')).toBeVisible();
    await expect(conflict.getByText('$20.00')).toBeVisible();
    expect(await readItem(shop, CITRUS)).toMatchObject({ markupDollars: 40 });
    await conflict.getByRole('button', { name: 'Keep the current value' }).click();
    await expect(markupField(other, CITRUS)).toHaveValue('40');

    await markupField(other, CITRUS).fill('25');
    await typeMarkup(page, CITRUS, '50');
    await expect(shownToast(page)).toContainText('$40.00 → $50.00');
    await markupField(other, CITRUS).press('Enter');
    await conflict.getByRole('button', { name: 'Save my value' }).click();
    await expect(shownToast(other)).toContainText('$50.00 → $25.00');
    await expect(markupField(page, CITRUS)).toHaveValue('25');
    expect(await readItem(shop, CITRUS)).toMatchObject({ markupDollars: 25 });
  },
);

test(
  'an admin previews a markup for all items, and another admin undoes it from the history',
  WIDE,
  async ({ page, shop, openOtherBrowser }) => {
    const other = await openOtherBrowser();
    await openInventoryAsTwoAdmins(shop, [page, other], ONLY_CITRUS);
    const hasDefaultMarkup = async () => (await readInventory(shop)).every(({ markupDollars }) => markupDollars === 15);

    await askMarkupForAll(page);
    const preview = page.getByRole('dialog', { name: '35% markup for every item' });
    await expect(preview).toContainText(
      `replaces the current markup on ${PRODUCTS.length} of ${PRODUCTS.length} items.`,
    );
    const samples = preview.getByRole('list', { name: 'Sample prices' }).getByRole('listitem');
    await expect(samples).toHaveCount(3);
    await expect(preview).toContainText(`and ${PRODUCTS.length - 3} more`);
    await expect(samples.first()).toContainText('Base $9.50, markup $15.00 → $3.33');
    expect(await hasDefaultMarkup()).toBe(true);
    await preview.getByRole('button', { name: `Apply to ${PRODUCTS.length} items` }).click();
    await expect(shownToast(page)).toContainText(`Applied 35% markup to ${PRODUCTS.length} items`);
    await expect(markupField(other, CITRUS)).toHaveValue('6.65');

    await pressInMore(other, 'History');
    const newest = history(other).getByRole('listitem').first();
    await expect(newest).toContainText(`Applied 35% markup to ${PRODUCTS.length} items`);
    await expect(newest).toContainText('admin');
    await newest.getByRole('button', { name: 'Details' }).click();
    await expect(newest.getByText('$6.65')).toBeVisible();
    await newest.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(shownToast(other)).toContainText('Change undone');
    await expect(newest).toContainText('Undone: Applied 35% markup');
    await expect(markupField(page, CITRUS)).toHaveValue('15');
    expect(await hasDefaultMarkup()).toBe(true);
  },
);

test('the open list shows the stock that an order reserves until it is cancelled', WIDE, async ({ page, shop }) => {
  await openInventory(page, shop, ONLY_CITRUS);
  await expect(markupField(page, CITRUS)).toBeVisible();
  await expect(page.getByText('reserved')).toBeHidden();
  const { token } = await registerMember(shop, { [CITRUS]: 2 });
  const receipt = await placeOrder(shop, token);
  await expect(page.getByText('2 reserved')).toBeVisible();
  await setReceiptStatus(shop, receipt.id, 'cancelled');
  await expect(page.getByText('reserved')).toBeHidden();
});

import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { openPanel, openRow } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { productId, registerMemberWithHistory, uploadInventory } from './shop-api.ts';
import { mockChat, openAsNewMember, productCard } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

const openDetails = async (page: Page, name: string) => {
  await productCard(page, name).getByRole('button', { name: 'View' }).click();
  return page.getByRole('dialog').first();
};

const openAccountMenu = (page: Page) => page.getByRole('button', { name: 'Account', exact: true }).click();

test(
  'a member asks the seller about a product, and the chat begins with its name and address',
  ONCE,
  async ({ page, shop, context }) => {
    await mockChat(context);
    await openAsNewMember(page, shop, { path: '/?category=Flower' });
    const details = await openDetails(page, 'Harvest Moon');
    const ask = details.getByRole('link', { name: 'Ask about this product', exact: true });
    await expect(details.getByText('@greenroom_seller on Telegram')).toBeVisible();
    const opened = context.waitForEvent('page');
    await ask.click();
    const chat = new URL((await opened).url());
    expect(chat.origin + chat.pathname).toBe('https://t.me/greenroom_seller');
    const id = await productId(shop, 'Harvest Moon');
    const address = `${new URL(page.url()).origin}/?category=Flower&product=${id}`;
    expect(chat.searchParams.get('text')).toBe(`About Harvest Moon\n${address}\n`);
    // The shop stays where it was, and the address leads the seller to the product.
    await expect(details).toBeVisible();
    await page.goto(address);
    await expect(page.getByRole('dialog', { name: 'Harvest Moon' })).toBeVisible();
  },
);

test('the seller can be written to from every page, on a phone from the menu', async ({ page, shop }, { project }) => {
  await openAsNewMember(page, shop);
  for (const path of ['/', '/?category=Carts', '/account', '/receipts']) {
    await page.goto(path);
    const isPhone = project.name === '390';
    if (isPhone) await openAccountMenu(page);
    const way = page.getByRole(isPhone ? 'menuitem' : 'link', { name: 'Message the seller', exact: true });
    await expect(way).toBeVisible();
    await expect(way).toHaveAttribute('href', 'https://t.me/greenroom_seller');
    await expect(way).toHaveAttribute('target', '_blank');
  }
});

test.describe('without a seller on Telegram', () => {
  test.use({ shopEnv: { TELEGRAM_SELLER: '' } });

  test('no page offers a chat', ONCE, async ({ page, shop }) => {
    await openAsNewMember(page, shop, { path: '/?category=Flower' });
    const details = await openDetails(page, 'Harvest Moon');
    await expect(details.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
    await expect(details.getByText('Ask about this product')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await openAccountMenu(page);
    await expect(page.getByText('Message the seller')).toHaveCount(0);
    await expect(page.getByLabel('Message the seller')).toHaveCount(0);
  });
});

test(
  'the panel keeps notes about a member, and a receipt of the member shows the newest',
  ONCE,
  async ({ page, shop }) => {
    const { member, receipt } = await registerMemberWithHistory(shop);
    await openPanel(page, shop, `?tab=users&q=${member.username}`);
    await openRow(page, 'Users', member.username);
    const drawer = page.getByRole('dialog', { name: member.username });
    const notes = drawer.getByRole('list', { name: 'Notes' }).getByRole('listitem');
    const add = drawer.getByRole('button', { name: 'Add note', exact: true });
    await expect(add).toBeDisabled();
    for (const text of ['Pays within the hour', 'Moved to Oak Street']) {
      await drawer.getByLabel('New note').fill(text);
      await add.click();
      await expect(notes.first()).toContainText(text);
      await expect(drawer.getByLabel('New note')).toHaveValue('');
    }
    await expect(notes).toHaveCount(2);
    await expect(notes.first()).toContainText(shop.admin.username);
    await expectAccessible(page, 'notes about a member');

    await page.goto(`/admincp?tab=receipts&open=${receipt.id}`);
    const note = page.getByRole('region', { name: `Note about ${member.username}` });
    await expect(note).toContainText('Moved to Oak Street');
    await expect(note).not.toContainText('Pays within the hour');
    await note.getByRole('link', { name: 'All 2 notes' }).click();
    await expect(notes).toHaveCount(2);
  },
);

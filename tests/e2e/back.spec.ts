import type { Locator, Page } from '@playwright/test';
import { expect, ONCE, test, WIDE } from './fixtures.ts';
import { askMarkupForAll, inventoryFile, openInventory, openPanel, openRow, pressInMore } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { productId, registerMember, registerMemberWithHistory, uploadInventory } from './shop-api.ts';
import { cartDrawer, chooser, logIn, openAs, openAsNewMember, openCart, passGate } from './storefront-page.ts';

test.use({ serviceWorkers: 'allow' });

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

const historyLength = (page: Page): Promise<number> => page.evaluate(() => window.history.length);
const picker = (page: Page): Locator => page.getByRole('heading', { name: 'Select a Category' });
const flowers = (page: Page): Locator => page.getByRole('heading', { name: 'Flower Products' });

/** Opens the list of flowers from the picker, so that Back has somewhere to go. */
const openFlowers = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Flower/ }).click();
  await expect(flowers(page)).toBeVisible();
};

/** Presses Back, which closes this, and says that the page below it is still shown. */
const expectBackCloses = async (page: Page, opened: Locator, below: Locator): Promise<void> => {
  await expect(opened).toBeVisible();
  const address = page.url();
  await page.goBack();
  await expect(opened).toBeHidden();
  await expect(below).toBeVisible();
  expect(page.url()).toBe(address);
};

test('Back closes the cart, the filters and the menu of a member, and then shows the page before', async ({
  page,
  shop,
}, { project }) => {
  await openAsNewMember(page, shop, { cart: { 'Blue Hour Cart': 1 } });
  await openFlowers(page);
  await openCart(page);
  await expectBackCloses(page, cartDrawer(page), flowers(page));
  await page.getByRole('button', { name: project.name === '390' ? 'Account' : 'Theme', exact: true }).click();
  await expectBackCloses(page, page.getByRole('menu'), flowers(page));
  if (project.name === '390') {
    await page.getByRole('button', { name: 'Filters' }).click();
    await expectBackCloses(page, page.getByRole('dialog', { name: 'Filters' }), flowers(page));
  }
  await page.goBack();
  await expect(picker(page)).toBeVisible();
});

test(
  'Escape, the backdrop and the buttons of the cart take its history entry away, and so does Back after a reload',
  WIDE,
  async ({ page, shop }) => {
    await openAsNewMember(page, shop, { cart: { 'Blue Hour Cart': 1 } });
    await test.step('Escape, the backdrop and the buttons of the cart take its history entry away', async () => {
      await openFlowers(page);
      const drawer = cartDrawer(page);
      const closings = [
        () => page.keyboard.press('Escape'),
        () => drawer.getByRole('button', { name: 'Close' }).click(),
        () => drawer.getByRole('button', { name: 'CONTINUE SHOPPING' }).click(),
        // On a phone the drawer covers its backdrop.
        () => page.mouse.click(5, 400),
      ];
      for (const close of closings) {
        await openCart(page);
        await close();
        await expect(drawer).toBeHidden();
      }
      await page.goBack();
      await expect(picker(page)).toBeVisible();
    });
    await test.step('a cart that is open again after a reload closes on Back, and one press more leaves the list', async () => {
      await openFlowers(page);
      await openCart(page);
      const length = await historyLength(page);
      await page.reload();
      await expectBackCloses(page, cartDrawer(page), flowers(page));
      expect(await historyLength(page)).toBe(length);
      await page.goForward();
      await expect(flowers(page)).toBeVisible();
      await expect(cartDrawer(page)).toBeHidden();
      await page.goBack();
      await expect(picker(page)).toBeVisible();
    });
  },
);

test('on the way in, Back leads from login and registration to the chooser', ONCE, async ({ page, shop }) => {
  await page.goto('/');
  await passGate(page, shop);
  for (const form of ['Login', 'Register']) {
    await page.getByRole('button', { name: form }).click();
    await expect(page.getByLabel('Username', { exact: true })).toBeVisible();
    await page.goBack();
    await expect(chooser(page)).toBeVisible();
  }
  // Logging in leaves nothing that Back would stop at.
  const member = await registerMember(shop);
  await logIn(page, member);
  await expect(picker(page)).toBeVisible();
  await openFlowers(page);
  await page.goBack();
  await expect(picker(page)).toBeVisible();
});

test('in the panel, Back closes what is open and keeps the tab and its filters', WIDE, async ({ page, shop }) => {
  const { member } = await registerMemberWithHistory(shop);
  await openInventory(page, shop, '?tab=inventory&search=hour');
  const list = page.getByText(/^\d+ of \d+ items$/);
  await askMarkupForAll(page);
  await expectBackCloses(page, page.getByRole('dialog', { name: /35%/ }), list);
  await pressInMore(page, 'History');
  await expectBackCloses(page, page.getByRole('dialog', { name: 'History' }), list);
  await page.getByLabel('Inventory file').setInputFiles(inventoryFile(PRODUCTS));
  await expectBackCloses(page, page.getByRole('dialog', { name: /^Preview/ }), list);

  await page.getByRole('tab', { name: 'Users' }).click();
  await openRow(page, 'Users', member.username);
  const drawer = page.getByRole('dialog', { name: member.username });
  await expect(drawer).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Users' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(list).toBeVisible();
});

test('Back undoes one step of a member at a time', ONCE, async ({ page, shop }) => {
  await test.step('filters chosen in the sheet stay when Back closes it, and one more press undoes them', async () => {
    await openAsNewMember(page, shop);
    await openFlowers(page);
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByLabel('Sort by Price').selectOption('low-high');
    await expect(page).toHaveURL(/sort=low-high/);
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/sort=low-high/);
    await page.goBack();
    await expect(page).not.toHaveURL(/sort=/);
    await expect(flowers(page)).toBeVisible();
  });
  await test.step('a link that opened a product shows the list on Back', async () => {
    await uploadInventory(shop, PRODUCTS);
    const id = await productId(shop, 'Blue Hour Cart');
    await openAsNewMember(page, shop, { path: `/?category=Carts&product=${id}` });
    await expect(page.getByRole('dialog', { name: 'Blue Hour Cart' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Carts Products' })).toBeVisible();
    await page.goForward();
    await expect(page.getByRole('dialog', { name: 'Blue Hour Cart' })).toBeVisible();
  });
  await test.step('a link in the menu leads to the page, and Back leads to the list and not to the menu', async () => {
    await uploadInventory(shop, PRODUCTS);
    const member = await openAsNewMember(page, shop);
    await openFlowers(page);
    const menu = page.getByRole('button', { name: 'Account', exact: true });
    if (await menu.isVisible()) await menu.click();
    await page
      .getByRole('menuitem', { name: 'My account' })
      .or(page.getByRole('link', { name: member.username }))
      .click();
    await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible();
    await page.goBack();
    await expect(flowers(page)).toBeVisible();
    await expect(page.getByRole('menu')).toHaveCount(0);
  });
  await test.step('a drawer that the address opened closes on Back, and two quick steps close a dialog over a drawer, and the drawer', async () => {
    await uploadInventory(shop, PRODUCTS);
    const { receipt } = await registerMemberWithHistory(shop);
    await test.step('a drawer that the address opened closes on Back', async () => {
      await openPanel(page, shop, `?tab=receipts&open=${receipt.id}`);
      const drawer = page.getByRole('dialog', { name: /^Receipt #\d+/ });
      await expect(drawer).toBeVisible();
      await page.goBack();
      await expect(drawer).toBeHidden();
      expect(page.url()).toContain('tab=receipts');
    });
    await test.step('two quick steps back close a dialog over a drawer, and the drawer', async () => {
      await openRow(page, 'Receipts', `#${receipt.number}`);
      const drawer = page.getByRole('dialog', { name: /^Receipt #\d+/ });
      await drawer.getByRole('button', { name: 'Cancel order' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await page.evaluate(() => {
        window.history.back();
        window.history.back();
      });
      await expect(page.getByRole('alertdialog')).toBeHidden();
      await expect(drawer).toBeHidden();
      await expect(page.getByRole('searchbox', { name: 'Search receipts' })).toBeVisible();
      expect(page.url()).not.toContain('open=');
    });
  });
  await test.step('a product of a card that is opened and closed many times adds nothing to the history', async () => {
    await uploadInventory(shop, PRODUCTS);
    const member = await registerMember(shop);
    await openAs(page, shop, member.token, '/?category=Carts');
    const length = await historyLength(page);
    const view = page.getByRole('button', { name: /^View/ }).first();
    for (let time = 0; time < 3; time++) {
      await view.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(page).not.toHaveURL(/product=/);
    }
    expect(await historyLength(page)).toBe(length + 1);
  });
});

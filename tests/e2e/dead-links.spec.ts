import { expect, ONCE, test } from './fixtures.ts';
import { PRODUCTS } from './products.ts';
import { registerMember, uploadInventory } from './shop-api.ts';
import { forgetVisitor, logIn, openAsNewMember, passGate } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

test('each address leads somewhere, and says so if there is nothing', ONCE, async ({ page, shop }) => {
  await test.step('an unknown address shows the way in and the shop, each with "Page not found" and a link to the shop', async () => {
    const member = await registerMember(shop);
    await page.goto('/no/such/page');
    await expect(page.getByText('Page not found')).toBeVisible();
    await passGate(page, shop);
    await logIn(page, member);
    await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
    await expect(page.getByText('Page not found')).toBeVisible();
    await page.getByRole('link', { name: 'Go to the shop' }).click();
    await expect(page).toHaveURL(`${shop.url}/`);
    await expect(page.getByText('Page not found')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
  });
  await test.step('the login says how to get a new password, and the account which device is in use now', async () => {
    await forgetVisitor(page);
    const member = await registerMember(shop);
    await page.goto('/account');
    await passGate(page, shop);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText('Forgot your password?')).toBeVisible();
    await expect(page.getByText('for a reset link.')).toBeVisible();
    await page.goBack();
    await logIn(page, member);
    await expect(page.getByText('Active now')).toBeVisible();
  });
  await test.step('each address of the shop shows its categories, and dialogs are named by one phrase', async () => {
    await uploadInventory(shop, PRODUCTS);
    await openAsNewMember(page, shop, { cart: { 'Blue Hour Cart': 2 } });
    for (const path of ['/', '/dashboard', '/auth'])
      await test.step(`${path} is an address of the shop`, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
        await expect(page.getByRole('button', { name: /^Flower/ })).toBeVisible();
        await expect(page.getByText('not found')).toHaveCount(0);
      });
    await test.step('dialogs are named by one phrase', async () => {
      await page.getByRole('button', { name: /^Cart(?!s)/ }).click();
      await expect(page.getByRole('dialog', { name: 'Your cart 2 items', exact: true })).toBeVisible();
    });
  });
  await test.step('a link to a product or category that does not exist says so, until the member goes on', async () => {
    await uploadInventory(shop, PRODUCTS);
    await openAsNewMember(page, shop, { path: '/?product=99999999' });
    await expect(page.getByRole('alert').getByText('Product not found. It may have left the shop.')).toBeVisible();
    await page.getByRole('button', { name: /^Flower/ }).click();
    await expect(page.getByRole('heading', { name: 'Flower Products' })).toBeVisible();
    await expect(page.getByText('Product not found')).toHaveCount(0);

    await page.goto('/?category=Nope');
    await expect(page.getByRole('alert').getByText('Category not found: Nope')).toBeVisible();
    await page.getByRole('link', { name: 'Go to the shop' }).click();
    await expect(page.getByText('Category not found')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
  });
});

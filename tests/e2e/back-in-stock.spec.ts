import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { PRODUCTS } from './products.ts';
import { callApi, placeOrder, productId, registerMember, setReceiptStatus, uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { cartButton, goToAccount, openAsNewMember, productCard } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

const NAME = 'Harvest Moon';
const FLOWER = '/?category=Flower';
const WAITING = "You'll hear when it's back";

/** The order of a journey that has all pieces. */
let order: string | null = null;

/** Puts the pieces back. */
const restock = async (shop: Shop): Promise<void> => {
  const id = order;
  order = null;
  if (id !== null) await setReceiptStatus(shop, id, 'cancelled');
};
test.afterEach(({ shop }) => restock(shop));

/** Lets somebody order all pieces. */
const sellOut = async (shop: Shop): Promise<void> => {
  const { token } = await registerMember(shop, { [NAME]: 14 });
  order = (await placeOrder(shop, token)).id;
};

interface Alert {
  productId: number;
  backAt: string | null;
}
const alertsOf = async (shop: Shop, token: string) =>
  (await callApi<{ alerts: Alert[] }>(shop, token, 'GET', '/api/alerts')).alerts;
const ask = async (shop: Shop, token: string) =>
  callApi(shop, token, 'PUT', `/api/alerts/${await productId(shop, NAME)}`, {});

const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
const askButton = (page: Page) =>
  productCard(page, NAME).getByRole('button', { name: `Notify me when ${NAME} is back` });
const waitingButton = (page: Page) => productCard(page, NAME).getByRole('button', { name: `${WAITING}: ${NAME}` });

test('what came back since the last visit is told once', ONCE, async ({ page, shop }) => {
  await sellOut(shop);
  const { token } = await openAsNewMember(page, shop);
  await ask(shop, token);
  await page.goto('about:blank');
  await restock(shop);
  await page.goto(shop.url);
  await expect(toast(page).getByText(`${NAME} is back in stock`)).toBeVisible();
  await toast(page).getByRole('button', { name: 'View' }).click();
  await expect(page.getByRole('dialog', { name: NAME })).toBeVisible();
  const asked = page.waitForResponse((response) => response.url().endsWith('/api/alerts'));
  await page.goto(shop.url);
  expect(((await (await asked).json()) as { alerts: Alert[] }).alerts).toMatchObject([{ backAt: expect.any(String) }]);
  await expect(page.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
  await expect(toast(page).getByText('is back in stock')).toBeHidden();
});

test(
  'a member asks to hear when a product is back, on the card and in the details, and the account lists it',
  ONCE,
  async ({ page, shop }) => {
    await test.step('a member asks on the card of a sold out product, and hears when it is back', async () => {
      await sellOut(shop);
      const { token } = await openAsNewMember(page, shop, { path: FLOWER });
      await expect(productCard(page, NAME).getByRole('button', { name: 'Add to Cart' })).toBeHidden();
      await askButton(page).click();
      await expect(toast(page).getByText(WAITING)).toBeVisible();
      await expect(waitingButton(page)).toBeVisible();
      await expectAccessible(page, 'a list with an alert');
      await expect.poll(() => alertsOf(shop, token)).toHaveLength(1);
      await page.reload();
      await expect(waitingButton(page)).toBeVisible();

      const seen = page.waitForResponse((response) => response.url().endsWith('/api/alerts/seen'));
      await restock(shop);
      await expect(toast(page).getByText(`${NAME} is back in stock`)).toBeVisible();
      await seen;
      await productCard(page, NAME).getByRole('button', { name: 'Add to Cart' }).click();
      await expect(toast(page).getByText(`${NAME} has been added to your cart`)).toBeVisible();
      await expect.poll(() => alertsOf(shop, token)).toEqual([]);
      await expect(cartButton(page)).toHaveAccessibleName(/1/);
    });
    await test.step('the details ask in full, and Undo ends the alert', async () => {
      await restock(shop);
      await uploadInventory(shop, PRODUCTS);
      await sellOut(shop);
      const { token } = await openAsNewMember(page, shop, { path: `${FLOWER}&product=${await productId(shop, NAME)}` });
      const details = page.getByRole('dialog', { name: NAME });
      await details.getByRole('button', { name: "Notify me when it's back" }).click();
      await expect(details.getByText(WAITING)).toBeVisible();
      await expectAccessible(page, 'the details with an alert');
      await expect.poll(() => alertsOf(shop, token)).toHaveLength(1);
      await details.getByRole('button', { name: 'Undo' }).click();
      await expect(details.getByRole('button', { name: "Notify me when it's back" })).toBeVisible();
      await expect.poll(() => alertsOf(shop, token)).toEqual([]);
    });
    await test.step('the account lists the products that a member waits for', async () => {
      await restock(shop);
      await uploadInventory(shop, PRODUCTS);
      await sellOut(shop);
      const member = await openAsNewMember(page, shop);
      await ask(shop, member.token);
      await goToAccount(page, member);
      const list = page.getByRole('region', { name: 'Back in stock' });
      await expect(list.getByRole('listitem')).toContainText([/Waiting since/]);
      await expectAccessible(page, 'the account with an alert');
      await list.getByRole('button', { name: `${WAITING}: ${NAME}` }).click();
      await expect.poll(() => alertsOf(shop, member.token)).toEqual([]);
      await list.getByRole('button', { name: `Notify me when ${NAME} is back` }).click();
      await expect.poll(() => alertsOf(shop, member.token)).toHaveLength(1);
      await restock(shop);
      await expect(list.getByRole('listitem')).toContainText([/Back in stock/]);
      await list.getByRole('button', { name: `Remove ${NAME}` }).click();
      await expect.poll(() => alertsOf(shop, member.token)).toEqual([]);
    });
  },
);

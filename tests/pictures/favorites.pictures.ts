import { callApi, placeOrder, readCatalogue, registerMember, setReceiptStatus } from '../e2e/shop-api.ts';
import { goToAccount, openAs } from '../e2e/storefront-page.ts';
import { test } from './picture-fixtures.ts';

test('favorites and alerts', async ({ page, shop, picture }) => {
  const member = await registerMember(shop);
  const { token } = member;
  const products = (await readCatalogue(shop)).filter(({ quantity }) => quantity > 0);
  const put = (path: string, id: number) => callApi(shop, token, 'PUT', `/api/${path}/${id}`, {});
  for (const at of [3, 4, 60, 61, 140]) await put('favorites', products[at]!.id);

  // Somebody orders all pieces of two products, and one of them comes back.
  const soldOut = products.filter(({ quantity }) => quantity <= 20).slice(0, 3);
  const orders = [];
  for (const { name, quantity } of soldOut) {
    const { token: other } = await registerMember(shop, { [name]: quantity });
    orders.push(await placeOrder(shop, other));
  }
  await put('favorites', soldOut[0]!.id);
  await put('alerts', soldOut[0]!.id);
  await put('alerts', soldOut[1]!.id);
  const list = `/?category=all&search=${encodeURIComponent(soldOut[0]!.name)}`;

  await openAs(page, shop, token, '/?category=all&favorites=only');
  await page.getByRole('article').first().waitFor();
  await picture('favorites');
  await page.goto('/?category=all&favorites=only&layout=list');
  await page.getByRole('article').first().waitFor();
  await picture('favorites-rows');
  await page.goto('/?category=Edibles&favorites=only');
  await page
    .getByRole('heading', { name: /No favorites|Edibles/ })
    .first()
    .waitFor();
  await picture('favorites-none');
  await page.goto(list);
  await page.getByText("You'll hear").first().waitFor();
  await picture('alert-card');
  await page.goto(`/?category=all&search=${encodeURIComponent(soldOut[2]!.name)}`);
  const ask = page.getByRole('button', { name: /^Notify me/ });
  await ask.waitFor();
  await picture('sold-out-card');
  await ask.click();
  await page
    .getByRole('region', { name: /^Notifications/ })
    .getByText("You'll hear")
    .waitFor();
  await picture('alert-set');
  await page.goto(`/?category=all&product=${products[3]!.id}`);
  await page.getByRole('dialog').waitFor();
  await picture('details-favorite');
  await page.goto(`/?category=all&product=${soldOut[2]!.id}`);
  await page.getByRole('dialog').getByText("You'll hear").waitFor();
  await picture('details-alert');
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await picture('details-sold-out');

  await page.goto('/');
  await page.waitForResponse((response) => response.url().endsWith('/api/alerts'));
  await setReceiptStatus(shop, orders[1]!.id, 'cancelled');
  await page.getByText('is back in stock').waitFor({ timeout: 20_000 });
  await picture('back-in-stock');
  await goToAccount(page, member);
  await page.getByRole('region', { name: 'Favorites' }).getByRole('listitem').first().waitFor();
  await picture('account-favorites', { fullPage: true });
  for (const { id } of orders) await setReceiptStatus(shop, id, 'cancelled').catch(() => undefined);
});

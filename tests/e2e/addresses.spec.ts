import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test } from './fixtures.ts';
import { holdResponse } from './network.ts';
import { openPanel, openRow } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { addToCart, callApi, callAsAdmin, readReceipts, registerMember, uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { mockChat, openAs, openAsNewMember, openCart } from './storefront-page.ts';

test.use({ shopEnv: { TELEGRAM_SELLER: 'fern_seller' } });
test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));
test.beforeEach(({ context }) => mockChat(context));

const CART = { 'Blue Hour Cart': 2 };
const ADDRESS = {
  name: 'Fern Harbor',
  lines: '12 Harbor Street\nUnit 4',
  city: 'Astoria',
  region: 'OR',
  postalCode: '97103',
  country: 'United States',
  phone: '+1 503 555 0100',
};
const WRITTEN = ['Fern Harbor', '12 Harbor Street', 'Unit 4', 'Astoria, OR 97103', 'United States'];

const set = (shop: Shop, value: 'off' | 'optional' | 'required') =>
  callAsAdmin(shop, 'PUT', '/api/admin/settings', { changes: { DELIVERY_ADDRESSES: value } });
const add = (shop: Shop, token: string, fields: Partial<typeof ADDRESS> = {}) =>
  callApi(shop, token, 'POST', '/api/user/addresses', { ...ADDRESS, ...fields });

const fillIn = async (dialog: Locator, { name, lines, city, region, postalCode, country, phone }: typeof ADDRESS) => {
  const fields = { Name: name, Address: lines, City: city, Region: region, 'Postal code': postalCode };
  for (const [label, value] of Object.entries({ ...fields, Country: country, Phone: phone })) {
    await dialog.getByLabel(label, { exact: true }).fill(value);
  }
};
const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add address' });
const confirmButton = (drawer: Locator) => drawer.getByRole('button', { name: 'Confirm Order' });

test(
  'an order goes to a new address, to one of several, or to none',
  ONCE,
  async ({ page, shop, openOtherBrowser, browserErrors }) => {
    await test.step('a member adds an address in the drawer and orders, and the seller prints the packing list with it', async () => {
      await set(shop, 'required');
      const known = await holdResponse(page, '/api/user/addresses');
      const member = await openAsNewMember(page, shop, { cart: CART });
      const drawer = await openCart(page);
      await test.step('without an address the button is off and says why', async () => {
        await expect(drawer.getByText('Please choose a delivery address.')).toBeVisible();
        await expect(confirmButton(drawer)).toHaveAttribute('aria-disabled', 'true');
        await expect(confirmButton(drawer)).toHaveAccessibleDescription('Please choose a delivery address.');
        await confirmButton(drawer).click({ force: true });
        await expect(drawer.getByRole('alert')).toHaveText('Please choose a delivery address.');
        // It leads to what helps, also if that is not there yet.
        await known.held;
        await expect(drawer.getByRole('button', { name: 'Add address' })).toHaveCount(0);
        known.release();
        await expect(drawer.getByRole('button', { name: 'Add address' })).toBeFocused();
      });

      await test.step('the form says what is missing, and keeps what was typed', async () => {
        await page.keyboard.press('Enter');
        await expect(addDialog(page).getByLabel('Name', { exact: true })).toBeFocused();
        await expect(addDialog(page)).toContainText('erased 30 days after');
        await expect(addDialog(page)).toContainText('Backups keep it for up to 90 days more.');
        await expectAccessible(page, 'a new address');
        await addDialog(page).getByRole('button', { name: 'Save address' }).click();
        for (const missing of ['A name is needed', 'An address is needed', 'A city is needed', 'A country is needed']) {
          await expect(addDialog(page).getByText(missing)).toBeVisible();
        }
        await addDialog(page).getByLabel('City').fill('Astoria');
        await expect(addDialog(page).getByText('A city is needed')).toBeHidden();
        await addDialog(page).getByLabel('Address', { exact: true }).fill('Line\n'.repeat(30));
        await addDialog(page).getByRole('button', { name: 'Save address' }).click();
        await expect(addDialog(page).getByText('This must be at most 5 lines')).toBeVisible();
        await expect(addDialog(page).getByLabel('City')).toHaveValue('Astoria');
        await fillIn(addDialog(page), ADDRESS);
        await addDialog(page).getByRole('button', { name: 'Save address' }).click();
        await expect(addDialog(page)).toBeHidden();
      });

      await test.step('the new address is chosen, and the order has it', async () => {
        const choice = drawer.getByRole('group', { name: 'Delivery address' });
        await expect(choice.getByRole('radio')).toHaveCount(1);
        await expect(choice.getByRole('radio', { name: 'Fern Harbor' })).toBeChecked();
        await expect(drawer.getByText('Please choose a delivery address.')).toBeHidden();
        await expectAccessible(page, 'the choice of an address');
        await confirmButton(drawer).click();
        await expect(page).toHaveURL(/\/receipts\//);
        const path = page.getByRole('list', { name: 'Order steps' });
        await expect(path).toContainText('Send your order to the seller');
        await expect(path).not.toContainText('asks for your delivery address');
        await expect(page.locator('main address')).toHaveText([...WRITTEN, ADDRESS.phone].join(''));
      });

      const [receipt] = await readReceipts(shop, member.token);
      const chat = new RegExp(
        `^https://t.me/fern_seller\\?text=About%20order%20%23${receipt!.number}%3A%20the%20delivery`,
      );
      const toSeller = () => page.getByRole('main').getByRole('link', { name: 'Message the seller' });
      await test.step('a wrong address is told to the seller', async () => {
        await expect(page.getByText('Wrong address?')).toBeVisible();
        await expect(toSeller()).toHaveAttribute('href', chat);
        await page.goto(`${shop.url}/account`);
        await page.getByRole('button', { name: /^Edit address/ }).click();
        const dialog = page.getByRole('dialog', { name: 'Edit address' });
        await dialog.getByLabel('City').fill('Warrenton');
        await dialog.getByRole('button', { name: 'Save address' }).click();
        await expect(page.getByText('Orders that you have placed keep the old address.')).toBeVisible();
        await expect(toSeller()).toHaveAttribute('href', chat);
      });
      await test.step('the order desk sees and prints it', async () => {
        const seller = await openOtherBrowser();
        await openPanel(seller, shop, `?tab=receipts&q=${member.username}`);
        await openRow(seller, 'Receipts', `#${receipt!.number}`);
        const opened = seller.getByRole('dialog', { name: `Receipt #${receipt!.number}` });
        await expect(opened.getByRole('heading', { name: 'Delivery address' })).toBeVisible();
        await expect(opened.getByText('Astoria, OR 97103')).toBeVisible();
        await opened.getByRole('button', { name: 'Packing list' }).click();
        const sheet = seller
          .getByRole('dialog', { name: /^Packing list/ })
          .getByRole('listitem')
          .first();
        for (const line of [...WRITTEN, ADDRESS.phone]) await expect(sheet).toContainText(line);
        for (const paper of [/^A4/, /^4 × 6 in/]) {
          await seller.getByRole('radio', { name: paper }).check();
          const pdf = await seller.pdf({ preferCSSPageSize: true });
          expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
        }
      });
    });
    await test.step('where it is optional a member chooses one of two addresses, or none', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await uploadInventory(shop, PRODUCTS);
      await set(shop, 'optional');
      const member = await registerMember(shop, CART);
      await add(shop, member.token, { name: 'Home' });
      await add(shop, member.token, { name: 'مكتب', lines: 'شارع الملك فهد ١٢', city: 'الرياض' });
      await openAs(page, shop, member.token);
      const radio = (drawer: Locator, name: string) => drawer.getByRole('radio', { name });
      const order = async (drawer: Locator) => {
        await confirmButton(drawer).click();
        await expect(page).toHaveURL(/\/receipts\//);
        return (await readReceipts(shop, member.token))[0]!.delivery?.name ?? null;
      };

      let drawer = await openCart(page);
      await expect(drawer.getByRole('group', { name: 'Delivery address' }).getByRole('radio')).toHaveCount(3);
      await expect(radio(drawer, 'مكتب')).toBeChecked();
      await radio(drawer, 'Home').check();
      expect(await order(drawer)).toBe('Home');

      // The one that was used last comes first, and none is a choice too.
      await addToCart(shop, member.token, CART);
      await page.goto('/');
      drawer = await openCart(page);
      await expect(radio(drawer, 'Home')).toBeChecked();
      await radio(drawer, 'No address').check();
      expect(await order(drawer)).toBeNull();
      await expect(page.getByText(/seller asks for your delivery address/)).toBeVisible();

      // A change of the setting reaches the open page.
      await addToCart(shop, member.token, CART);
      await page.goto('/');
      drawer = await openCart(page);
      await radio(drawer, 'No address').check();
      await set(shop, 'required');
      await expect(radio(drawer, 'No address')).toBeHidden();
      await expect(radio(drawer, 'Home')).toBeChecked();
      await set(shop, 'off');
      await expect(drawer.getByText('Delivery address', { exact: true })).toBeHidden();
      expect(await order(drawer)).toBeNull();
    });
    await test.step('on the account a member edits and deletes addresses, and receipts keep their copy', async () => {
      await uploadInventory(shop, PRODUCTS);
      await set(shop, 'required');
      const member = await openAsNewMember(page, shop, { path: '/account', cart: CART });
      const card = page.getByRole('main');
      await expect(card.getByRole('heading', { name: 'Delivery addresses' })).toBeVisible();
      await expect(card.getByText(/erased 30 days after .* Backups keep it for up to 90 days more\./)).toBeVisible();
      await card.getByRole('button', { name: 'Add address' }).click();
      await fillIn(addDialog(page), ADDRESS);
      await addDialog(page).getByRole('button', { name: 'Save address' }).click();
      await expect(card.getByText('Astoria, OR 97103')).toBeVisible();
      const [{ id }] = (
        await callApi<{ addresses: [{ id: string }] }>(shop, member.token, 'GET', '/api/user/addresses')
      ).addresses;
      const order = { addressId: id };
      const { receipt } = await callApi<{ receipt: { id: string } }>(
        shop,
        member.token,
        'POST',
        '/api/receipts',
        order,
      );

      await card.getByRole('button', { name: 'Edit address: Fern Harbor, 12 Harbor Street' }).click();
      const edit = page.getByRole('dialog', { name: 'Edit address' });
      await expect(edit.getByLabel('Address', { exact: true })).toHaveValue(ADDRESS.lines);
      await edit.getByLabel('City').fill('Seaside');
      await edit.getByLabel('Postal code').fill('');
      await edit.getByRole('button', { name: 'Save address' }).click();
      await expect(card.getByText('Seaside, OR', { exact: true })).toBeVisible();
      await expectAccessible(page, 'the addresses of the account');

      await card.getByRole('button', { name: /^Delete address/ }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete address' }).click();
      await expect(page.getByRole('alertdialog')).toBeHidden();
      await expect(card.getByText('Seaside, OR', { exact: true })).toBeHidden();
      await expect(card.getByText('Add one, and your next order is ready to send.')).toBeVisible();
      await page.goto(`/receipts/${receipt.id}`);
      await expect(page.getByText('Astoria, OR 97103')).toBeVisible();
    });
    await test.step('an address that was deleted elsewhere is refused, and the others can be chosen', async () => {
      await uploadInventory(shop, PRODUCTS);
      await set(shop, 'required');
      const member = await registerMember(shop, CART);
      const { address } = await callApi<{ address: { id: string } }>(
        ...([shop, member.token, 'POST', '/api/user/addresses', ADDRESS] as const),
      );
      await openAs(page, shop, member.token);
      const drawer = await openCart(page);
      await expect(drawer.getByRole('radio', { name: 'Fern Harbor' })).toBeChecked();
      await callApi(shop, member.token, 'DELETE', `/api/user/addresses/${address.id}`);
      browserErrors.allow(REFUSED_CALL);
      await confirmButton(drawer).click();
      await expect(drawer.getByText('Please choose a delivery address.').first()).toBeVisible();
      await expect(drawer.getByText('Where should your order go?')).toBeVisible();
      expect(await readReceipts(shop, member.token)).toEqual([]);
    });
  },
);

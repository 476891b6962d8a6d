import { DERIVED } from '../../src/server/testing/derived-addresses.ts';
import { expectAccessible, horizontalOverflow } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test } from './fixtures.ts';
import { openPanel } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { addToCart, callAsAdmin, placeOrder, registerMember, uploadInventory } from './shop-api.ts';
import { cartDrawer, openAs, openCart } from './storefront-page.ts';

const { key, addresses } = DERIVED.BTC;
const [[first], [second]] = addresses as [readonly [string, string], readonly [string, string]];
const STATIC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const PRIVATE =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';

test(
  'an owner compares the addresses of an account key with the wallet, and then saves it',
  ONCE,
  async ({ browserErrors, page, shop }) => {
    browserErrors.allow(REFUSED_CALL);
    await callAsAdmin(shop, 'PUT', '/api/admin/settings', { changes: { BTC_XPUB: null } });
    await openPanel(page, shop, '?tab=settings&section=payment&at=BTC_XPUB');
    const field = page.getByLabel('Bitcoin account key');
    const check = page.getByRole('button', { name: 'Check this key' });
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await test.step('a private key is refused and goes from the page', async () => {
      await field.fill(PRIVATE);
      await check.click();
      await expect(page.getByText(/^It is a private key, .* never type it into a shop; Bitcoin needs/)).toBeVisible();
      await expect(field).toHaveValue('');
    });
    await test.step('a key with a wrong letter stays, to be corrected', async () => {
      const mistyped = `${key.slice(0, -1)}1`;
      await field.fill(mistyped);
      await check.click();
      await expect(page.getByText(/^It is not an account key, or a letter of it is wrong/)).toBeVisible();
      await expect(field).toHaveValue(mistyped);
      await expect(page.getByText(/^This change works at once\. After the first order/)).toBeVisible();
    });
    const shown = page.getByRole('list', { name: 'First addresses' });
    await test.step('leaving the field says what is wrong with the key', async () => {
      await field.fill('zpub-of-nobody');
      await page.getByRole('heading', { name: 'Payment', exact: true }).click();
      await expect(page.getByText(/^It is not an account key/)).toBeVisible();
    });
    await test.step('it is not saved before its addresses were shown', async () => {
      await field.fill(key);
      await save.click();
      await expect(shown).toBeVisible();
      await expect(page.getByText('Payment saved')).toHaveCount(0);
    });
    await expect(shown.getByRole('listitem')).toHaveText([`1${first}`, `2${second}`, /^3bc1q/]);
    expect(await horizontalOverflow(page)).toBe(0);
    await expectAccessible(page, 'an account key that was checked');
    await save.click();
    await expect(page.getByText('Payment saved')).toBeVisible();
    const { settings } = await callAsAdmin<{ settings: { name: string; value: string }[] }>(
      shop,
      'GET',
      '/api/admin/settings',
    );
    expect(settings.find(({ name }) => name === 'BTC_XPUB')!.value).toBe(key);
  },
);

test('an owner lets a key that another shop used go on at a higher index', ONCE, async ({ page, shop }) => {
  const change = { changes: { BTC_XPUB: key }, confirm: { BTC_XPUB: first } };
  await callAsAdmin(shop, 'PUT', '/api/admin/settings', change);
  await openPanel(page, shop, '?tab=settings&section=payment&at=BTC_XPUB');
  const next = () => page.getByText(/^The next order gets the (first address of the key|address with index \d+)\.$/);
  const [at = '0'] = /\d+/.exec((await next().textContent())!) ?? [];
  await page.getByRole('button', { name: 'Start at a higher index' }).click();
  const field = page.getByLabel('Next index');
  await field.fill(at);
  await page.getByRole('button', { name: 'Set next index' }).click();
  await expect(page.getByText(`This must be a whole number above ${at}.`)).toBeVisible();
  await field.fill(String(Number(at) + 40));
  await field.press('Enter');
  const question = page.getByRole('alertdialog', { name: `Go on at index ${Number(at) + 40}?` });
  await expect(question).toContainText('There is no way back. Set the gap limit of your Bitcoin wallet to');
  await expectAccessible(page, 'the question about a higher index');
  await question.getByRole('button', { name: 'Leave out 40 addresses' }).click();
  await expect(page.getByText(`The next order gets the address with index ${Number(at) + 40}.`)).toBeVisible();
  await expect(field).toHaveCount(0);
  expect(await horizontalOverflow(page)).toBe(0);
});

test.describe('with an account key', () => {
  test.use({ shopEnv: { BTC_XPUB: key } });

  test(
    'the cart says that an order gets its own address, and the page of the order shows it',
    ONCE,
    async ({ page, shop }) => {
      await uploadInventory(shop, PRODUCTS);
      const member = await registerMember(shop, { 'Harvest Moon': 1 });
      await openAs(page, shop, member.token, '/products/All');
      await openCart(page);
      const inCart = cartDrawer(page).getByRole('region', { name: 'Payment' });
      await expect(inCart.getByText('Your order gets its own address. Please pay to that one.')).toBeVisible();
      await expect(inCart.getByText('Bitcoin · once you confirm')).toBeVisible();
      await expect(inCart).toContainText(STATIC);

      const pay = page.getByRole('region', { name: 'Payment' });
      for (const address of [first, second]) {
        const { id } = await placeOrder(shop, member.token);
        await page.goto(`${shop.url}/receipts/${id}`);
        await expect(pay).toContainText(address);
        await expect(pay).not.toContainText(STATIC);
        await expect(pay.getByRole('link', { name: 'Open in a Bitcoin wallet' })).toHaveAttribute(
          'href',
          new RegExp(`^bitcoin:${address}`),
        );
        // The shop has no key for Litecoin.
        await expect(pay).toContainText('ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9');
        await expect(page.getByText('Your order gets its own address')).toHaveCount(0);
        await expect(page.getByText('For this order only.')).toHaveCount(1);
        await addToCart(shop, member.token, { 'Harvest Moon': 1 });
      }

      // The seller finds the order by its address.
      await openPanel(page, shop, `?tab=receipts&q=${second}`);
      await page.getByRole('list', { name: 'Receipts' }).getByRole('button', { name: member.username }).click();
      const drawer = page.getByRole('dialog', { name: /^Receipt/ });
      await expect(drawer.getByText('Payment address')).toBeVisible();
      await expect(drawer).toContainText(second);
      await expect(drawer.getByRole('button', { name: 'Copy Bitcoin address' })).toBeVisible();
    },
  );
});

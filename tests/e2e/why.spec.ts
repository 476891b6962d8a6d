import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test, WIDE } from './fixtures.ts';
import { openInventory, openPanel, openRow, panelRows, typeMarkup } from './panel-page.ts';
import { productsWith } from './products.ts';
import {
  adjustPoints,
  callAsAdmin,
  placeOrder,
  registerMember,
  registerWithRole,
  setReceiptStatus,
  uploadInventory,
} from './shop-api.ts';
import { mockChat, openAs, openAsNewMember, openCart, productCard } from './storefront-page.ts';

test.use({ shopEnv: { POINTS_VALUE: '1' } });
test.beforeEach(({ shop }) => uploadInventory(shop, productsWith('Harvest Moon', { tiers: [{ from: 3, price: 20 }] })));
test.beforeEach(({ context }) => mockChat(context));

/** Presses "Why …?" and returns what opens. */
const ask = async (page: Page | Locator, number: string): Promise<Locator> => {
  await page.getByRole('button', { name: `Why ${number}?`, exact: true }).click();
  const answer = page.getByRole('dialog', { name: `Why ${number}?`, exact: true });
  await expect(answer).toBeVisible();
  return answer;
};

const openHarvestMoon = async (page: Page): Promise<Locator> => {
  await productCard(page, 'Harvest Moon').getByRole('button', { name: 'View' }).click();
  return page.getByRole('dialog', { name: 'Harvest Moon', exact: true });
};

test(
  'price and quantity in the details say where they come from, and nothing that is the shop’s own',
  ONCE,
  async ({ page, shop }) => {
    await openAsNewMember(page, shop, { path: '/?category=Flower' });
    const details = await openHarvestMoon(page);
    const price = await ask(details, '$40.00');
    await expect(price).toContainText(/Price since \w+ \d+, \d{4}\./);
    await expect(price).toContainText('3 or more of this item: $35 each');
    await expect(price).toContainText('$11.43 a gram: $40.00 for 3.5 g.');
    await expect(price).not.toContainText(/\$25|\$15|markup|base|admin/i);
    await expectAccessible(page, 'explanation of a price');
    await page.keyboard.press('Escape');
    await expect(price).toBeHidden();

    const quantity = await ask(details, '14 in stock');
    await expect(quantity).toContainText('14 can be ordered now');
    await expect(quantity).toContainText(/Last counted \d+:\d\d [AP]M/);
  },
);

test(
  'an explanation opens and closes with the keyboard, closes on Back, and the focus returns',
  ONCE,
  async ({ page, shop }) => {
    await openAsNewMember(page, shop, { path: '/?category=Flower' });
    const details = await openHarvestMoon(page);
    const why = details.getByRole('button', { name: 'Why $40.00?' });
    const answer = details.getByRole('dialog', { name: 'Why $40.00?' });
    await why.focus();
    await page.keyboard.press('Enter');
    await expect(answer).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(answer).toBeHidden();
    await expect(why).toBeFocused();
    await expect(details).toBeVisible();

    // A press that comes before the browser has reported that it is closed opens it again.
    await page.keyboard.press('Enter');
    await answer.evaluate((panel: HTMLElement) => {
      panel.hidePopover();
      (document.activeElement as HTMLElement).click();
    });
    await expect(answer).toBeFocused();
    await page.goBack();
    await expect(answer).toBeHidden();
    await expect(why).toBeFocused();
    await expect(details).toBeVisible();

    // A second press of the button closes it too.
    await why.click();
    await expect(answer).toBeVisible();
    await why.click();
    await expect(answer).toBeHidden();
    // The browser first has to take back the entry of the explanation, or it makes one step of the two.
    await expect.poll(() => page.evaluate(() => window.history.state.layers)).toBe(1);
    await page.goBack();
    await expect(details).toBeHidden();
  },
);

test('without the shop the details still explain what the page knows', ONCE, async ({ page, shop, browserErrors }) => {
  browserErrors.allow(/Failed to load resource/);
  await openAsNewMember(page, shop, { path: '/?category=Flower' });
  await page.route('**/api/inventory-data/*/explain', (route) => route.abort());
  const price = await ask(await openHarvestMoon(page), '$40.00');
  await expect(price).toContainText('Set by the shop.');
  await expect(price).toContainText('3 or more of this item: $35 each');
});

test('totals, discounts and points explain themselves in cart, receipt and account', ONCE, async ({ page, shop }) => {
  const member = await registerMember(shop, { 'Harvest Moon': 2 });
  await adjustPoints(shop, member.username, 500, 'Welcome');
  await callAsAdmin(shop, 'PUT', '/api/admin/rates', { BTC: '50000', LTC: null });
  await openAs(page, shop, member.token, '/?category=Flower');
  const cart = await openCart(page);
  await cart.getByRole('switch', { name: 'Use points' }).click();
  const total = await ask(cart, '$90.00');
  await expect(total).toContainText('500 points−$5.00');
  await expect(total).toContainText('Total$90.00');
  await page.keyboard.press('Escape');
  await expect(await ask(cart, '500 points')).toContainText('Last +500');
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'cart with explanations');

  await cart.getByRole('button', { name: 'Confirm Order' }).click();
  await expect(page.getByRole('heading', { name: /placed$/ })).toBeVisible();
  await expect(await ask(page, '−$5.00')).toContainText('500 points take $5.00 off the items.');
  await page.keyboard.press('Escape');
  await expect(await ask(page, '75 points to come')).toContainText(
    '$75.00, the items minus their discount, at 1 point a dollar comes to 75 points',
  );
  await page.keyboard.press('Escape');
  await expect(await ask(page, '0.00180000 BTC')).toContainText('$90.00 ÷ $50,000 per BTC = 0.00180000 BTC');
  await page.keyboard.press('Escape');
  await expect(await ask(page, '$90.00')).toContainText('when it was confirmed');
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'receipt with explanations');

  await page.goto('/account');
  const balance = await ask(page, '0 points');
  await expect(balance).toContainText('Received500');
  await expect(balance).toContainText('Spent or taken back−500');
});

test(
  'the numbers of an item say what they are made of, when they were set, and by whom, with the keyboard too',
  WIDE,
  async ({ page, shop }) => {
    await test.step('price, markup and quantity of an item say what they are made of, when they were set, and by whom', async () => {
      await placeOrder(shop, (await registerMember(shop, { 'Blue Hour Cart': 2 })).token);
      await openInventory(page, shop);
      await typeMarkup(page, 'Blue Hour Cart', '20.25');
      const row = panelRows(page, 'Inventory list').filter({ hasText: 'Blue Hour Cart' });
      const price = await ask(row, '$57.00');
      await expect(price).toContainText(
        'Base price$36.50Markup$20.25Rounded up to a whole dollar$0.25Final price$57.00',
      );
      await expect(price).toContainText(/Base price: From the file, by the upload of \w+, /);
      await expect(price).toContainText(/Markup: Set for this item by \w+, .* Before: \$15\.00\./);
      await expectAccessible(page, 'explanation in the panel');
      await page.keyboard.press('Escape');

      await expect(await ask(row, 'markup $20.25')).toContainText(/Set for this item by \w+/);
      await page.keyboard.press('Escape');
      const quantity = await ask(row, '20 in stock');
      await expect(quantity).toContainText('On hand20Reserved for orders−2Can be ordered18');
      await expect(quantity).toContainText(/From the file, by the upload of \w+/);
    });
    await test.step('in the table, Alt Enter explains the cell with the focus, which keeps it', async () => {
      await page.keyboard.press('Escape');
      const markup = page.getByRole('spinbutton', { name: 'Markup of Amber Tide Cart' });
      await markup.focus();
      await page.keyboard.press('Alt+Enter');
      const answer = page.getByRole('dialog', { name: 'Why markup $15.00?' });
      await expect(answer).toContainText('The default markup, set when the item was added by the upload of');
      await page.keyboard.press('Escape');
      await expect(markup).toBeFocused();
      await page.getByRole('button', { name: 'History of Amber Tide Cart' }).focus();
      await page.keyboard.press('Alt+Enter');
      await expect(page.getByRole('dialog', { name: 'Why $55.00?' })).toBeVisible();
    });
  },
);

test(
  'the order desk reads where numbers come from, and how the points of a member add up',
  WIDE,
  async ({ page, shop }) => {
    const desk = await registerWithRole(shop, 'orders');
    const member = await registerMember(shop);
    await adjustPoints(shop, member.username, 500, 'Welcome');
    await adjustPoints(shop, member.username, -200, 'A mistake');
    await openInventory(page, shop, '?tab=inventory', desk.token);
    const row = panelRows(page, 'Inventory list').filter({ hasText: 'Blue Hour Cart' });
    await expect(await ask(row, 'markup $15.00')).toContainText('The default markup');
    await page.keyboard.press('Escape');

    // The history entry of the explanation is gone.
    await page.waitForFunction(() => !history.state?.layers);
    await page.goto(`/admincp?tab=users&q=${member.username}`);
    await openRow(page, 'Users', member.username);
    const points = await ask(page.getByRole('dialog', { name: member.username }), '300 points');
    await expect(points).toContainText('Issued500Spent or deducted−200Balance300');
    await expect(points).toContainText(/Last −200, .* by \w+: A mistake/);
  },
);

test(
  'a total that the seller reduced says so, with the name in the panel only',
  ONCE,
  async ({ page, shop, openOtherBrowser }) => {
    const member = await registerMember(shop, { 'Harvest Moon': 2 });
    const receipt = await placeOrder(shop, member.token);
    const lines = [{ productId: receipt.lines[0]!.productId, quantity: 1 }];
    await callAsAdmin(shop, 'PATCH', `/api/admin/receipts/${receipt.id}/lines`, { lines });
    await openAs(page, shop, member.token, `/receipts/${receipt.id}`);
    await expect(await ask(page, '$55.00')).toContainText(/Changed by the seller on .*: \$95\.00 → \$55\.00/);
    await setReceiptStatus(shop, receipt.id, 'paid');
    const panel = await openOtherBrowser();
    await openPanel(panel, shop, `?tab=receipts&open=${receipt.id}`);
    const drawer = panel.getByRole('dialog', { name: /^Receipt #/ });
    await expect(await ask(drawer, '$55.00')).toContainText(new RegExp(`Changed by ${shop.admin.username} on`));
  },
);

import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible, horizontalOverflow } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test, WIDE } from './fixtures.ts';
import { busy, failUntilTriedAgain, respondOnce } from './network.ts';
import { openPanel, pressInHeader, shownToast } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { callApi, callAsAdmin, placeOrder, registerMember, registerWithRole, uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { openAs, openAsNewMember } from './storefront-page.ts';

test.use({ shopEnv: { SHIPPING_EXPRESS: '22', PURCHASE_LIMITS: 'flower = 14.0 g/1d?3.5g; edible=800mg/3d' } });

interface Setting {
  name: string;
  value: string | null;
  isSet: boolean;
  source: string;
  pending: { value: string | null } | null;
}
const settingOf = async (shop: Shop, name: string): Promise<Setting> => {
  const { settings } = await callAsAdmin<{ settings: Setting[] }>(shop, 'GET', '/api/admin/settings');
  return settings.find((setting) => setting.name === name)!;
};
const change = (shop: Shop, changes: Record<string, string | null>) =>
  callAsAdmin(shop, 'PUT', '/api/admin/settings', { changes });

const section = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 2 });
const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });

test(
  'an owner finds a setting, changes it, and open pages show it at once',
  ONCE,
  async ({ browserErrors, page, shop, openOtherBrowser }) => {
    browserErrors.allow(REFUSED_CALL);
    await uploadInventory(shop, PRODUCTS);
    await change(shop, { SHOP_NAME: null, SHOP_ACCENT: null, SHIPPING_STANDARD: null });
    const shopPage = await openOtherBrowser();
    await openAsNewMember(shopPage, shop, { path: shop.url });
    await expect(shopPage).toHaveTitle('Select a Category · Greenroom');

    await openPanel(page, shop);
    await page.getByRole('button', { name: 'Settings' }).click();
    await test.step('the search finds a field by its name and by its variable', async () => {
      const search = page.getByRole('searchbox', { name: 'Search settings' });
      await search.fill('SHIPPING_STAND');
      const found = page.getByRole('region', { name: 'Found settings' }).getByRole('link');
      await expect(found).toHaveText([/Standard shipping/]);
      await search.fill('age');
      await expect(found.first()).toHaveText(/^Minimum age/);
      await expect(found.filter({ hasText: 'Key that encrypts backups' })).toHaveCount(0);
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(0);
      await search.fill('shop name');
      await expect(found.first()).toHaveText(/^Shop name/);
      await expect(found.first()).not.toContainText('SHOP_NAME');
      await found.first().click();
      await expect(section(page, 'Shop')).toBeVisible();
      await expect(page.getByLabel('Shop name')).toBeFocused();
    });
    await test.step('a section is saved as a whole, and the bar names what changed', async () => {
      await page.getByLabel('Shop name').fill('Night Leaf');
      await page.getByLabel('Bulk pricing').fill('Ten or more: ask us.');
      await expect(bar(page)).toContainText('2 changes: Shop name, Bulk pricing');
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      await expectAccessible(page, 'changed settings');
      await save(page);
      await expect(shownToast(page)).toContainText('Shop saved');
      await expect(bar(page)).toBeHidden();
      await expect(page.getByText(/^Set by admin on /)).toBeVisible();
      await expect(shopPage).toHaveTitle('Select a Category · Night Leaf');
      await expect(shopPage.getByText('Ten or more: ask us.')).toBeVisible();
      await expect(page).toHaveTitle('Settings · Admin · Night Leaf');
    });
    await test.step('a logo is shown as it will look, and is stored with its section', async () => {
      const picture = sharp({ create: { width: 60, height: 30, channels: 4, background: '#4a7dff' } }).png();
      const file = { name: 'logo.png', mimeType: 'image/png', buffer: await picture.toBuffer() };
      const logo = page.getByLabel('Logo', { exact: true });
      await logo.setInputFiles({ ...file, buffer: Buffer.from('no picture') });
      await expect(logo).toHaveAccessibleDescription(/no picture that the shop can use/);
      await logo.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
      await expect(logo).toHaveAccessibleDescription(/can contain a script.* Save it as a PNG/);
      await logo.setInputFiles(file);
      await expect(page.getByRole('figure', { name: 'At the gate' }).getByRole('presentation')).toHaveJSProperty(
        'naturalWidth',
        60,
      );
      await expect(bar(page)).toContainText('1 change: Logo');
      await expectAccessible(page, 'a logo that was chosen');
      await save(page);
      await expect(shownToast(page)).toContainText('Shop saved');
      await expect(bar(page)).toBeHidden();
      await expect(shopPage.locator('img[src^="/api/logo/"]').first()).toBeAttached();
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(page.getByText('Will be removed when you save.')).toBeVisible();
      await save(page);
      await expect(shopPage.locator('img[src^="/api/logo/"]')).toHaveCount(0);
    });
    await test.step('an accent is chosen from colors or between them, and the page has it at once', async () => {
      const accent = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--accent-hue'));
      const colors = page.getByRole('radiogroup', { name: 'Colors' });
      await expect(colors.getByRole('radio', { name: 'Standard' })).toBeChecked();
      await colors.getByText('Violet').click();
      await expect(page.getByLabel('Accent')).toHaveValue('290');
      await page.keyboard.press('Tab');
      await expect(page.getByLabel('Accent')).toBeFocused();
      await page.keyboard.press('ArrowLeft');
      await expect(colors.getByRole('radio', { name: 'Violet' })).not.toBeChecked();
      await save(page);
      await expect.poll(accent).toBe('289');
      await change(shop, { SHOP_ACCENT: null });
      await expect.poll(accent).toBe('');
    });
    await test.step('the default comes back', async () => {
      await page.getByRole('button', { name: 'Use the default (Greenroom)' }).click();
      await expect(page.getByText('Returns to Greenroom when you save.')).toBeVisible();
      await save(page);
      await expect(page.getByLabel('Shop name')).toHaveValue('Greenroom');
      expect(await settingOf(shop, 'SHOP_NAME')).toMatchObject({ source: 'default', isSet: false });
    });
  },
);

test('a section that is left unsaved asks, whichever way it is left', ONCE, async ({ page, shop }) => {
  await change(shop, { SHIPPING_STANDARD: null });
  await openPanel(page, shop, '?tab=users');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('link', { name: /^Shipping/ }).click();
  const field = page.getByLabel('Standard shipping');
  await field.fill('17');
  await expect(bar(page)).toBeVisible();

  await test.step('a tab', async () => {
    await page.getByRole('tab', { name: 'Receipts' }).click();
    await expect(question(page)).toContainText('Standard shipping');
    await expectAccessible(page, 'the question');
    await question(page).getByRole('button', { name: 'Stay' }).click();
    await expect(question(page)).toBeHidden();
    await expect(field).toHaveValue('17');
  });
  await test.step('Back', async () => {
    await page.goBack();
    await expect(question(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question(page)).toBeHidden();
    await expect(field).toHaveValue('17');
    await expect(page).toHaveURL(/section=shipping/);
  });
  await test.step('the way to the shop', async () => {
    await pressInHeader(page, 'Dashboard');
    await question(page).getByRole('button', { name: 'Stay' }).click();
    await expect(section(page, 'Shipping')).toBeVisible();
  });
  await test.step('leaving forgets it', async () => {
    await page.goBack();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await expect(section(page, 'Shipping')).toBeHidden();
    await page.goto(`${shop.url}/admincp?tab=settings&section=shipping`);
    await expect(field).toHaveValue('15');
    await field.fill('18');
    await page.getByRole('tab', { name: 'Users' }).click();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByRole('tab', { name: 'Users', selected: true })).toBeVisible();
    expect((await settingOf(shop, 'SHIPPING_STANDARD')).source).toBe('default');
  });
  await test.step('what is saved is left without a question, by one step back', async () => {
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('link', { name: /^Shipping/ }).click();
    await field.fill('19');
    await save(page);
    await expect(shownToast(page)).toContainText('Shipping saved');
    await page.goBack();
    await expect(section(page, 'Shipping')).toBeHidden();
    await expect(page).toHaveURL(/tab=settings/);
    await expect(question(page)).toBeHidden();
  });
});

test(
  'what cannot be saved says so at its field, and nothing that was typed is lost',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL, /status of 503/, /net::ERR_FAILED/);
    await change(shop, { SHIPPING_STANDARD: '12' });
    await openPanel(page, shop, '?tab=settings&section=shipping');
    const standard = page.getByLabel('Standard shipping');
    const express = page.getByLabel('Express shipping');

    await test.step('a value of the operator is locked and looks calm', async () => {
      await expect(express).toBeDisabled();
      await expect(express).toHaveValue('22');
      await expect(page.getByText('Set by the operator', { exact: true })).toBeVisible();
    });
    await test.step('a mistake is explained when its field is left, and not before', async () => {
      await standard.fill('a lot');
      await expect(page.getByText(/It must be/)).toHaveCount(0);
      await standard.press('Tab');
      await expect(standard).toHaveAccessibleDescription(/It must be a number from 0 to 100000\./);
      await standard.fill('a lo');
      await expect(page.getByText(/It must be/)).toHaveCount(0);
      await standard.fill('a lot');
    });
    await test.step('what is wrong stands at the field when it is saved', async () => {
      await save(page);
      await expect(standard).toHaveAccessibleDescription(/It must be/);
      await expect(standard).toBeFocused();
      await expect(standard).toHaveValue('a lot');
    });
    await test.step('what another owner has saved in the meantime is shown, and one can keep either', async () => {
      await standard.fill('14');
      await change(shop, { SHIPPING_STANDARD: '13' });
      await expect(page.getByText('Somebody else has set it to $13')).toBeVisible();
      await expect(standard).toHaveValue('14');
      await expectAccessible(page, 'a value that moved');
      await page.getByRole('button', { name: 'Use theirs' }).click();
      await expect(standard).toHaveValue('13');
      await expect(bar(page)).toBeHidden();
    });
    await test.step('a save that needs to know who it is asks, and goes on', async () => {
      const message = "Confirm it's you to continue.";
      await respondOnce(page, ['PUT', '**/api/admin/settings'], (route) =>
        route.fulfill({ status: 403, json: { message, code: 'reauthentication_needed' } }),
      );
      await standard.fill('12.5');
      await save(page);
      const confirm = page.getByRole('dialog', { name: "Confirm it's you" });
      await confirm.getByLabel('Password', { exact: true }).fill(shop.admin.password);
      await confirm.getByRole('button', { name: /^Confirm/ }).click();
      await expect(shownToast(page)).toContainText('Shipping saved');
      await expect(standard).toHaveValue('12.5');
    });
    await test.step('another value is also noticed if the page learns of it only when it saves', async () => {
      await page.route('**/api/admin/events', (route) => route.abort());
      await page.reload();
      await standard.fill('16');
      await change(shop, { SHIPPING_STANDARD: '11' });
      await save(page);
      await expect(page.getByText('Somebody else has set it to $11')).toBeVisible();
      await expect(standard).toHaveValue('16');
      await save(page);
      await expect(shownToast(page)).toContainText('Shipping saved');
      expect(await settingOf(shop, 'SHIPPING_STANDARD')).toMatchObject({ value: '16', source: 'panel' });
    });
    await test.step('settings that cannot be loaded say so and load again', async () => {
      await failUntilTriedAgain(page, '**/api/admin/settings', busy);
      await page.reload();
      const failed = page.getByRole('alert').filter({ hasText: 'Failed to load the settings' });
      await expect(failed).toBeVisible();
      await failed.getByRole('button', { name: 'Try again' }).click();
      await expect(standard).toHaveValue('16');
    });
  },
);

test(
  'a wallet waits and can be taken back, and secrets are only written',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL, /status of 404/);
    await uploadInventory(shop, PRODUCTS);
    await placeOrder(shop, (await registerMember(shop, { 'Blue Hour Cart': 1 })).token);
    await test.step('a seller that changes waits, and is taken back', async () => {
      await shop.restart({ TELEGRAM_SELLER: '' });
      await openPanel(page, shop, '?tab=settings&section=chat');
      const seller = page.getByLabel('Seller on Telegram');
      await seller.fill('https://t.me/night_leaf');
      await seller.press('Tab');
      await expect(seller).toHaveValue('night_leaf');
      await save(page);
      await expect(shownToast(page)).toContainText('Chat saved, but not in force yet');
      await expect(shownToast(page)).toContainText(/Seller on Telegram changes on .+ Until then every owner can/);
      await expect(page.getByText('Will change to')).toBeVisible();
      await expect(page.getByText('@night_leaf')).toBeVisible();
      await expect(seller).toHaveValue('');
      await expect(
        page.getByRole('link', { name: /^Chat.*waits/ }).or(page.getByRole('link', { name: 'All settings' })),
      ).toBeVisible();
      await expectAccessible(page, 'a change that waits');
      await page.getByRole('button', { name: 'Take back' }).click();
      await expect(page.getByText('Will change to')).toBeHidden();
      expect(await settingOf(shop, 'TELEGRAM_SELLER')).toMatchObject({ value: null, pending: null });
    });
    await test.step('a secret says only whether one is set', async () => {
      const secret = page.getByLabel('Webhook secret');
      await expect(secret).toHaveAttribute('placeholder', 'Not set');
      await expect(secret).toHaveAccessibleDescription(
        /kept as you type it, in the database and its backups\. Whoever runs the server can encrypt the backups/,
      );
      await secret.fill('a secret of the bot');
      await save(page);
      await expect(secret).toHaveValue('');
      await expect(secret).toHaveAttribute('placeholder', 'Set. Type to replace it.');
      await page.getByRole('button', { name: 'Remove', exact: true }).click();
      await save(page);
      await expect(secret).toHaveAttribute('placeholder', 'Not set');
    });
    await test.step('an address is tried, and says what it answered', async () => {
      const webhook = page.getByLabel('Order webhook', { exact: true });
      await expect(page.getByText('No webhook set up')).toBeVisible();
      await page.route('**/api/admin/settings/test', (route) =>
        route.fulfill({ json: { ok: true, message: '200 in 31 ms' } }),
      );
      await webhook.fill('https://bot.example/hook?key=1');
      await page.getByRole('button', { name: 'Save and send a test' }).click();
      await expect(page.getByText('200 in 31 ms')).toBeVisible();
      await expect(webhook).toHaveValue('https://bot.example');
      await expect(page.getByText('Nothing sent yet')).toBeVisible();
      await webhook.fill('https://bot.example/other');
      await expect(page.getByText('200 in 31 ms')).toHaveCount(0);
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('button', { name: 'Send a test', exact: true }).click();
      await expect(page.getByText('200 in 31 ms')).toBeVisible();
      await page.route('**/api/admin/settings/test', (route) =>
        route.fulfill({ json: { ok: false, message: '502 in 31 ms' } }),
      );
      await page.getByRole('button', { name: 'Send a test', exact: true }).click();
      await expect(page.getByText('502 in 31 ms')).toBeVisible();
      const notices = page.getByRole('region', { name: 'Webhook notices' });
      await expect(notices).toContainText(/The test failed on [A-Z][a-z]{2} \d+, /);
      await expect(notices.getByText('Nothing sent yet')).toBeHidden();
    });
    await test.step('a value that is not in force says so', async () => {
      await page.route('**/api/admin/settings', async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { settings: Setting[] };
        const settings = body.settings.map((each) =>
          each.name === 'PANEL_PASSKEYS' ? { ...each, isSet: true } : each,
        );
        await route.fulfill({ response, json: { ...body, settings } });
      });
      await page.goto(`${shop.url}/admincp?tab=settings&section=security`);
      await expect(page.getByText(/^The value that was set here is not in force/)).toBeVisible();
    });
  },
);

test('a limit names the products that it cannot measure, and what no limit counts', ONCE, async ({ page, shop }) => {
  const item = (id: string, name: string, category?: string) => ({
    id,
    name,
    qty: 5,
    price: 20,
    ...(category && { category }),
  });
  await uploadInventory(shop, [
    ...PRODUCTS,
    item('t1', 'Garden Tin', 'Pre-rolls'),
    item('b1', 'Four Jars', 'BYOB'),
    item('u1', 'Something New'),
  ]);
  await change(shop, { PURCHASE_LIMITS: 'none' });
  await openPanel(page, shop, '?tab=settings&section=limits');
  const row = page.getByRole('group', { name: 'Limit 1' });
  await test.step('a unit that is typed with the number is understood', async () => {
    await page.getByRole('button', { name: 'Add limit' }).click();
    await expect(row.getByLabel('Amount')).toBeFocused();
    await expect(row.getByRole('note')).toHaveCount(0);
    await row.getByLabel('Amount').fill('1 oz');
    await row.getByLabel('Amount').press('Tab');
    await expect(row.getByLabel('Amount')).toHaveValue('28');
    await expect(row).toContainText('28 g of flower in 1 day');
  });
  await test.step('no field of a new limit is under the bar that saves it', async () => {
    const bottom = (await row.getByLabel('Unknown weight counts as').boundingBox())!;
    expect(bottom.y + bottom.height).toBeLessThanOrEqual((await bar(page).boundingBox())!.y);
  });
  await test.step('a product without a weight is named with what becomes of it', async () => {
    await expect(row.getByRole('note')).toContainText('1 product states no weight, so nobody can order it.');
    await row.getByLabel('Unknown weight counts as').fill('3.5g');
    await expect(row.getByRole('note')).toContainText('1 product states no weight and counts 3.5 g.');
    await row.getByLabel('Unknown weight counts as').fill('');
    await row.getByRole('button', { name: 'Count it as 3.5 g' }).click();
    await expect(row.getByLabel('Unknown weight counts as')).toHaveValue('3.5');
    await row.getByLabel('Unknown weight counts as').fill('');
  });
  await test.step('what no limit counts is named, and a kind that was set counts at once', async () => {
    const left = page.getByRole('note').filter({ hasText: 'No limit counts' });
    await expect(left).toContainText('No limit counts Unknown (1 product), because nobody has said what it is.');
    await expect(left).toContainText('No limit counts BYOB (1 product).');
    await expect(left.getByRole('link', { name: 'Set kinds' })).toHaveAttribute('href', /categories=open/);
    await expectAccessible(page, 'a limit with products that it cannot measure');
  });
  await test.step('limits that stop the sale of products ask first', async () => {
    await save(page);
    const question = page.getByRole('alertdialog', { name: 'Stop the sale of 1 product?' });
    await expect(question).toContainText('It states no weight or dose');
    await question.getByRole('button', { name: 'Back' }).click();
    expect((await settingOf(shop, 'PURCHASE_LIMITS')).value).toBe('none');
    await save(page);
    await question.getByRole('button', { name: 'Count it as 3.5 g' }).click();
    await expect(shownToast(page)).toContainText('Limits saved');
    expect((await settingOf(shop, 'PURCHASE_LIMITS')).value).toBe('flower=28g/1d?3.5g');
    await expect(row.getByLabel('Unknown weight counts as')).toHaveValue('3.5');
    await row.getByLabel('Unknown weight counts as').fill('');
  });
  await test.step('its link opens the product, and once it has a size nothing is said any more', async () => {
    const opened = page.waitForEvent('popup');
    await row.getByRole('link', { name: 'Garden Tin' }).click();
    const itemPage = await opened;
    const drawer = itemPage.getByRole('dialog');
    await drawer.getByLabel('Size', { exact: true }).fill('3.5g');
    await drawer.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(shownToast(itemPage)).toBeVisible();
    await itemPage.close();
    await page.reload();
    await page.getByRole('button', { name: 'Add limit' }).click();
    await expect(row).toContainText('Counts Flower and Pre-rolls.');
    await expect(row.getByRole('note')).toHaveCount(0);
  });
});

test(
  'purchase limits are rows, and a row that nobody changed stays as it was written',
  ONCE,
  async ({ page, shop }) => {
    await change(shop, { PURCHASE_LIMITS: null });
    await openPanel(page, shop, '?tab=receipts&limits=open');
    await expect(section(page, 'Limits')).toBeVisible();
    const rows = page.getByRole('group', { name: /^Limit \d$/ });
    const question = page.getByRole('alertdialog', { name: 'End all purchase limits?' });
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('14 g of flower in 1 day');

    await test.step('a mistake is said at its field, and nothing is saved', async () => {
      await page.getByRole('button', { name: 'Add limit' }).click();
      const added = rows.nth(2);
      await expect(added.getByLabel('Amount')).toBeFocused();
      await added.getByLabel('Kind').selectOption('Products');
      await added.getByLabel('Unit').selectOption('pieces');
      await expect(added.getByLabel('Unknown weight counts as')).toHaveCount(0);
      await added.getByLabel('Amount').fill('2.5');
      await save(page);
      await expect(added.getByLabel('Amount')).toHaveAccessibleDescription('Pieces must be a whole number.');
      await expect(page.getByText(/Pieces must be a whole number/)).toHaveCount(1);
      await expect(added.getByLabel('Amount')).toBeFocused();
      await expectAccessible(page, 'purchase limits');
      await added.getByLabel('Amount').fill('5');
      await added.getByRole('button', { name: 'Count in hours' }).click();
      await added.getByLabel('Hours').fill('12');
      await expect(added).toContainText('5 pieces of products in 12 hours');
    });
    await test.step('a limit that was removed comes back to its place', async () => {
      await rows.nth(1).getByRole('button', { name: 'Remove limit' }).click();
      await expect(rows).toHaveCount(2);
      await expect(shownToast(page)).toContainText('Limit removed');
      await shownToast(page).getByRole('button', { name: 'Undo' }).click();
      await expect(rows).toHaveCount(3);
      await expect(rows.nth(2)).toContainText('5 pieces of products');
    });
    await test.step('rows are stored, the others as they were', async () => {
      await rows.nth(1).getByRole('button', { name: 'Remove limit' }).click();
      await save(page);
      await expect(shownToast(page)).toContainText('Limits saved');
      expect((await settingOf(shop, 'PURCHASE_LIMITS')).value).toBe('flower = 14.0 g/1d?3.5g; any=5pcs/12h');
    });
    await test.step('no rows are none, and a text brings rows', async () => {
      for (const _ of [1, 2]) await rows.first().getByRole('button', { name: 'Remove limit' }).click();
      await expect(page.getByText('No limits: members may order what is in stock.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'End all limits set here' })).toHaveCount(0);
      await save(page);
      await question.getByRole('button', { name: 'Back' }).click();
      expect((await settingOf(shop, 'PURCHASE_LIMITS')).value).toContain('flower');
      await save(page);
      await question.getByRole('button', { name: 'End all limits' }).click();
      await expect.poll(async () => (await settingOf(shop, 'PURCHASE_LIMITS')).value).toBe('none');
      await expect(
        page.getByRole('button', { name: 'Use the limits of the operator, if there are any' }),
      ).toBeVisible();
      await page.getByText('Bring limits as text').click();
      const text = page.getByLabel('Limits as text');
      await text.fill('flower=14g/1d; edible=8x/1d');
      await expect(text).toHaveAccessibleDescription(
        /There is a mistake in rule 2, character 24 \("x\/1d"\): the unit must be g, mg or pcs/,
      );
      await text.fill('edible=800mg/3d');
      await page.getByRole('button', { name: 'Use this text' }).click();
      await expect(rows).toHaveText([/800 mg of edible.* in 3 days/]);
    });
    await test.step('the limits of the operator come back', async () => {
      await page.getByRole('button', { name: 'End all limits set here' }).click();
      await expect(page.getByText(/^All limits set here end when you save\. Then/)).toBeVisible();
      await shownToast(page).getByRole('button', { name: 'Undo' }).click();
      await expect(rows).toHaveText([/800 mg of edible.* in 3 days/]);
      await page.getByRole('button', { name: 'End all limits set here' }).click();
      await save(page);
      await expect(rows).toHaveCount(2);
      await expect(page.getByText('Set by the operator. What you set here wins.')).toBeVisible();
    });
  },
);

test('exchange rates are typed beside the wallets that they are for', ONCE, async ({ page, shop, browserErrors }) => {
  browserErrors.allow(REFUSED_CALL);
  await openPanel(page, shop, '?tab=receipts&rates=open');
  const rates = page.getByRole('region', { name: 'Exchange rates' });
  const bitcoin = rates.getByLabel('Dollars per Bitcoin');
  await bitcoin.fill('much');
  await save(page);
  await expect(bitcoin).toHaveAccessibleDescription(/Enter dollars per coin, such as 65000.00/);
  await bitcoin.fill('65000');
  await save(page);
  await expect(shownToast(page)).toContainText('Payment saved');
  expect(await callAsAdmin(shop, 'GET', '/api/admin/rates')).toMatchObject({ BTC: '65000', LTC: null });
  await test.step('a zero too many is asked about, and can be undone', async () => {
    await bitcoin.fill('650000');
    await save(page);
    const question = page.getByRole('alertdialog', { name: 'Is the Bitcoin rate right?' });
    await expect(question).toContainText('$65,000.00 → $650,000.00, 10 times as much');
    await expectAccessible(page, 'the question about a rate');
    await question.getByRole('button', { name: 'Back' }).click();
    expect(await callAsAdmin(shop, 'GET', '/api/admin/rates')).toMatchObject({ BTC: '65000' });
    await save(page);
    await question.getByRole('button', { name: 'Use $650,000.00' }).click();
    await expect.poll(async () => callAsAdmin(shop, 'GET', '/api/admin/rates')).toMatchObject({ BTC: '650000' });
    await shownToast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(bitcoin).toHaveValue('65000');
    expect(await callAsAdmin(shop, 'GET', '/api/admin/rates')).toMatchObject({ BTC: '65000' });
  });
  await bitcoin.fill('');
  await save(page);
  await expect.poll(async () => callAsAdmin(shop, 'GET', '/api/admin/rates')).toMatchObject({ BTC: null });
});

test(
  'the order desk reads rates, limits and webhook notices, and the stock clerk has no settings',
  ONCE,
  async ({ page, shop, openOtherBrowser }) => {
    await change(shop, { PURCHASE_LIMITS: null });
    const desk = await registerWithRole(shop, 'orders');
    await openAs(page, shop, desk.token, `${shop.url}/admincp?tab=receipts&rates=open`);
    await expect(page.getByRole('region', { name: 'Exchange rates' })).toContainText('Bitcoin');
    await page.goto(`${shop.url}/admincp?tab=receipts&limits=open`);
    await expect(page.getByRole('region', { name: 'Purchase limits' })).toContainText('14 g of flower in 1 day');
    await page.goto(`${shop.url}/admincp?tab=receipts&webhook=open`);
    await expect(page.getByRole('region', { name: 'Webhook notices' })).toBeVisible();
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect(page.getByRole('navigation', { name: 'Sections' }).getByRole('link')).toHaveCount(3);
    await page.getByRole('searchbox', { name: 'Search settings' }).fill('bitcoin');
    await expect(page.getByRole('region', { name: 'Found settings' }).getByRole('link')).toHaveText([/Exchange rates/]);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await page.getByRole('link', { name: /^Limits/ }).click();
    const main = page.getByRole('main');
    await expect(main.getByText('800 mg of edibles in 3 days')).toBeVisible();
    for (const role of ['textbox', 'spinbutton', 'switch', 'combobox'] as const)
      await expect(main.getByRole(role)).toHaveCount(0);
    await expectAccessible(page, 'settings for reading');

    const other = await openOtherBrowser();
    const clerk = await registerWithRole(shop, 'inventory');
    await openAs(other, shop, clerk.token, `${shop.url}/admincp?tab=settings&section=shipping`);
    await expect(other.getByRole('tab', { name: 'Inventory', selected: true })).toBeVisible();
    await expect(other.getByRole('button', { name: 'Settings' })).toHaveCount(0);
  },
);

test(
  'nobody is called verified while members need no approval, and open pages follow the setting',
  ONCE,
  async ({ page, shop, browserErrors, openOtherBrowser }) => {
    browserErrors.allow(REFUSED_CALL);
    await change(shop, { MEMBERS_NEED_APPROVAL: null });
    const { username, token } = await registerMember(shop);
    const { user } = await callApi<{ user: { id: string } }>(shop, token, 'GET', '/api/user');
    await callAsAdmin(shop, 'PATCH', `/api/admin/users/${user.id}`, { verified: true, verifiedUntil: '2099-03-31' });
    const account = await openOtherBrowser();
    await openAs(account, shop, token, `${shop.url}/account`);
    await openPanel(page, shop, `?tab=users&q=${username}&open=${user.id}`);
    const drawer = page.getByRole('dialog', { name: username });
    const choices = page.getByLabel('Status').getByRole('option');

    await expect(drawer.getByText('Not required', { exact: true })).toBeVisible();
    await expect(account.getByRole('heading', { name: 'My account' })).toBeVisible();
    await expect(account.getByText(/verified/i)).toHaveCount(0);
    await expect(page.getByText('Valid through Mar 31, 2099')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Remove verification' })).toHaveCount(0);
    await expect(choices.filter({ hasText: 'Members to verify' })).toHaveCount(0);

    await change(shop, { MEMBERS_NEED_APPROVAL: 'on' });
    await expect(drawer.getByText('Valid through Mar 31, 2099').first()).toBeVisible();
    await expect(drawer.getByRole('button', { name: 'Remove verification' })).toBeVisible();
    await expect(choices.filter({ hasText: 'Members to verify' })).toHaveCount(1);
    await expect(account.getByText('verified through Mar 31, 2099')).toBeVisible();

    await change(shop, { MEMBERS_NEED_APPROVAL: null });
    await expect(drawer.getByText('Not required', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Remove verification' })).toHaveCount(0);
    await expect(account.getByText('verified through Mar 31, 2099')).toBeHidden();
  },
);

test('an owner changes a setting with the keyboard alone', WIDE, async ({ page, shop }) => {
  await change(shop, { LOW_STOCK: null });
  await openPanel(page, shop, '?tab=settings');
  await page.getByRole('searchbox', { name: 'Search settings' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('low stock');
  const found = page.getByRole('region', { name: 'Found settings' }).getByRole('link', { name: /^Low stock at/ });
  await found.waitFor();
  await page.keyboard.press('Enter');
  await expect(found).toHaveCount(0);
  await expect(page.getByLabel('Low stock at')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await expect(shownToast(page)).toContainText('Stock saved');
  await expect(page.getByLabel('Low stock at')).toBeFocused();
  expect(await settingOf(shop, 'LOW_STOCK')).toMatchObject({ value: '9', source: 'panel' });
});

test(
  'minors are asked about, and the gate asks for a code or only for invites',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    await openPanel(page, shop, '?tab=settings&section=members');
    const asks = page.getByRole('switch', { name: 'Ask for an access code' });
    await test.step('an age below 18 is saved only if it is meant', async () => {
      await page.getByLabel('Minimum age').fill('17');
      await expect(page.getByText(/^Make sure that you may sell to people of 17/)).toBeVisible();
      await save(page);
      const question = page.getByRole('alertdialog', { name: 'Let minors into your shop?' });
      await expectAccessible(page, 'the question about minors');
      await question.getByRole('button', { name: 'Back' }).click();
      await expect(question).toBeHidden();
      expect(await settingOf(shop, 'MINIMUM_AGE')).toMatchObject({ isSet: false });
      await page.getByRole('button', { name: 'Discard' }).click();
    });
    await test.step('without an invite nobody could come in any more', async () => {
      await expect(asks).toBeChecked();
      await asks.click();
      await expect(page.getByLabel('Access code', { exact: true })).toHaveCount(0);
      await save(page);
      await expect(asks).toHaveAccessibleDescription(/invite/);
      await expect(asks).toHaveAttribute('aria-invalid', 'true');
      await callAsAdmin(shop, 'POST', '/api/admin/invites', { label: 'Friends', uses: 3 });
      await save(page);
      await expect(shownToast(page)).toContainText('Members saved');
      await expect(asks).not.toBeChecked();
    });
    await test.step('a new code opens the gate again', async () => {
      await asks.click();
      await expect(page.getByText(/^Type a code and save it\./)).toBeVisible();
      await expectAccessible(page, 'the switch of the access code');
      await page.getByLabel('Access code', { exact: true }).fill(shop.accessCode);
      await save(page);
      await expect(page.getByText(/^Type a code and save it\./)).toHaveCount(0);
      await expect(asks).toBeChecked();
    });
  },
);

test('every section is accessible, and backups are made in theirs', ONCE, async ({ page, shop }) => {
  await test.step('a seller without a terminal backs up the shop, and the list shows it', async () => {
    await openPanel(page, shop, '?tab=settings&section=backups');
    await expect(page.getByText('No backup yet')).toBeVisible();
    await expect(page.getByText(/^Whoever runs the server can give you a backup/)).toBeVisible();
    await page.getByRole('button', { name: 'Back up now' }).click();
    await expect(page.getByRole('list', { name: 'Backups' }).getByRole('listitem')).toHaveText([
      /made here.*greenroom-.*Verified/,
    ]);
    await expect(page.getByText('No backup yet')).toBeHidden();
  });
  await test.step('every section is accessible, and an address leads to it', async () => {
    for (const name of ['shop', 'payment', 'members', 'feed', 'backups', 'operator']) {
      await openPanel(page, shop, `?tab=settings&section=${name}`);
      await page.getByRole('textbox').or(page.getByRole('definition')).first().waitFor();
      await expect(page.getByRole('status', { name: 'Loading settings' })).toBeHidden();
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
      await expectAccessible(page, `the settings of ${name}`);
    }
  });
});

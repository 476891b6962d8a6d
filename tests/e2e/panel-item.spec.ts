import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ShopError } from '#contract/errors.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test, WIDE } from './fixtures.ts';
import { pauseClock, respondOnce } from './network.ts';
import { openInventory, openPanel, panelRows, shownToast } from './panel-page.ts';
import { PRODUCTS, productsWith } from './products.ts';
import {
  callAsAdmin,
  placeOrder,
  readCatalogue,
  readInventory,
  readItem,
  registerMember,
  registerWithRole,
  setReceiptStatus,
  uploadInventory,
} from './shop-api.ts';

const LAB_FILE = { name: 'result.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') };

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name: new RegExp(`^${name}`) });

test(
  'the drawer of an item shows its facts, its orders and its history, takes a lab file, and each of them leads on',
  ONCE,
  async ({ page, shop }) => {
    await uploadInventory(
      shop,
      productsWith('Blue Hour Cart', {
        batch: 'B-77',
        lab: { tested: '2026-01-05', expires: '2026-02-05', thc: '82 %' },
        tiers: [{ from: 3, price: 30 }],
      }),
    );
    const reserving = await registerMember(shop, { 'Blue Hour Cart': 2 });
    const { number } = await placeOrder(shop, reserving.token);
    const buying = await registerMember(shop, { 'Blue Hour Cart': 1 });
    await setReceiptStatus(shop, (await placeOrder(shop, buying.token)).id, 'paid', 'shipped');

    const { id } = await readItem(shop, 'Blue Hour Cart');
    await openPanel(page, shop, `?tab=inventory&item=${id}`);
    const item = drawer(page, 'Blue Hour Cart');
    const facts = { Name: 'Blue Hour Cart', Brand: 'Northlight', Category: 'Carts', Batch: 'B-77', THC: '82 %' };
    for (const [label, value] of Object.entries({ ...facts, Form: 'Live Resin', From: '3', Price: '30' })) {
      await expect(item.getByLabel(label, { exact: true })).toHaveValue(value);
    }
    for (const fact of ['Expired', 'Volume = 1G', 'members pay $45.00', '19 in stock', '2 reserved']) {
      await expect(item).toContainText(fact);
    }
    await expect(item).toContainText('1 piece sold in 90 days, for $52.00.');
    await expect(item.getByRole('list', { name: 'Reserved by' })).toHaveText(
      `Receipt #${number} ${reserving.username}2 reserved`,
    );
    await expect(item).toContainText('Replaced the inventory');
    await expectAccessible(page, 'the drawer of an item');
    await item.getByLabel('Lab file', { exact: true }).setInputFiles(LAB_FILE);
    await expect(shownToast(page)).toContainText('Lab file uploaded successfully');
    await expect(item.getByRole('link', { name: 'Open the file' })).toHaveAttribute('href', /\/uploaded\/\w+\.pdf$/);
    const other = await readItem(shop, 'Night Orchard Cart');
    const both = { ids: [id, other.id], set: { markupDollars: 7 } };
    await callAsAdmin(shop, 'POST', '/api/admin/inventory/bulk', both);
    await item.getByRole('button', { name: 'All changes and Undo' }).click();
    const history = page.getByRole('dialog', { name: 'History of Blue Hour Cart' });
    const ofTwo = history.getByRole('listitem').first();
    await ofTwo.getByRole('button', { name: 'Undo', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Undo for all items?' });
    await expect(question).toContainText('This takes back the change of 2 items, not only this one.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await readItem(shop, 'Blue Hour Cart')).toMatchObject({ markupDollars: 7 });
    await ofTwo.getByRole('button', { name: 'Undo', exact: true }).click();
    await question.getByRole('button', { name: 'Undo 2 items' }).click();
    await expect(shownToast(page)).toContainText('2 items changed back.');
    expect((await readItem(shop, 'Blue Hour Cart')).markupDollars).not.toBe(7);
    await history.getByRole('button', { name: 'Close' }).click();
    await item.getByRole('link', { name: `Receipt #${number}` }).click();
    await expect(page).toHaveURL(/tab=receipts/);
  },
);

test(
  'an admin edits any fields in the drawer and saves them with one press, leaving asks, and a link to an item that left says so',
  ONCE,
  async ({ page, shop }) => {
    const { id } = await readItem(shop, 'Night Orchard Cart');
    await openPanel(page, shop, `?tab=inventory&item=${id}`);
    const item = drawer(page, 'Night Orchard Cart');
    const text = item.getByRole('textbox', { name: 'Description', exact: true });
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await test.step('all of it is one call and one change, which Undo takes back', async () => {
      const calls: string[] = [];
      page.on('request', (request) => request.method() !== 'GET' && calls.push(`${request.method()} ${request.url()}`));
      await text.fill('First line.');
      await text.press('Enter');
      await text.pressSequentially('Second line.');
      await item.getByLabel('Base price in dollars').fill('$32.5');
      await item.getByLabel('Markup', { exact: true }).fill('20');
      await expect(item.getByRole('status').filter({ hasText: '$53.00' })).toBeVisible();
      await item.getByLabel('Low-stock alert at').fill('25');
      await item.getByLabel('Form', { exact: true }).fill('Badder');
      await item.getByRole('textbox', { name: 'Tags' }).fill('calm');
      await item.getByRole('button', { name: 'Add tier' }).click();
      await page.keyboard.type('3');
      await page.keyboard.press('Tab');
      await page.keyboard.type('30');
      await item.getByRole('switch', { name: 'Active' }).uncheck();
      await expectAccessible(page, 'the editor of an item');
      await item.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(shownToast(page)).toContainText('Updated "Night Orchard Cart');
      expect(calls).toEqual([`PATCH ${shop.url}/api/admin/inventory/${id}`]);
      await expect(item.getByText('Low on stock')).toBeVisible();
      expect(await readItem(shop, 'Night Orchard Cart')).toMatchObject({
        description: 'First line.\nSecond line.',
        price: 32.5,
        markupDollars: 20,
        lowStock: 25,
        tags: ['Formulation = Badder', 'calm'],
        tiers: [{ from: 3, price: 30 }],
        isActive: false,
      });
      await shownToast(page).getByRole('button', { name: 'Undo' }).click();
      await expect(item.getByLabel('Base price in dollars')).toHaveValue('31.00');
      await expect(item.getByLabel('Form', { exact: true })).toHaveValue('Rosin');
    });
    await test.step('all that is wrong is said in one round, and one press takes it back', async () => {
      for (const [label, value] of Object.entries({ 'Base price in dollars': 'abc', 'Low-stock alert at': 'few' }))
        await item.getByLabel(label).fill(value);
      await item.getByLabel('Markup', { exact: true }).fill('');
      await item.getByLabel('Name', { exact: true }).fill('');
      await item.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(item.getByRole('alert').filter({ hasText: /./ })).toHaveCount(4);
      await expect(item.getByLabel('Name', { exact: true })).toBeFocused();
      await item.getByRole('button', { name: 'Discard' }).click();
      await expect(item.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
    });
    await test.step('a field that is given back has the value of before', async () => {
      await item.getByLabel('Brand').fill('Ours');
      await item.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(item.getByText('The file said: Halcyon')).toBeVisible();
      await item.getByRole('button', { name: 'Give back to the feed', exact: true }).click();
      await expect(item.getByLabel('Brand')).toHaveValue('Halcyon');
    });
    await test.step('Escape, Back and the next item ask, and staying keeps what is typed', async () => {
      await text.fill('Not saved');
      await text.press('Escape');
      await expect(question).toContainText('Your changes would be lost: Description.');
      await question.getByRole('button', { name: 'Stay' }).click();
      await page.goBack();
      await expect(question).toBeVisible();
      await question.getByRole('button', { name: 'Stay' }).click();
      await item.getByRole('button', { name: 'Previous item' }).click();
      await question.getByRole('button', { name: 'Stay' }).click();
      await expect(text).toHaveValue('Not saved');
      await item.getByRole('button', { name: 'Close' }).click();
      await question.getByRole('button', { name: 'Leave' }).click();
      await expect(item).toBeHidden();
      await expect(page).toHaveURL(/tab=inventory$/);
      expect(await readItem(shop, 'Night Orchard Cart')).toMatchObject({ description: null });
    });
    await test.step('a link to an item that has left the inventory says so', async () => {
      await page.goto('/admincp?tab=inventory&item=987654');
      await expect(page.getByRole('dialog')).toContainText('This item is no longer in the inventory');
    });
  },
);

test(
  'stock changes by a press of its own, what others save or take away meanwhile loses nothing, and Undo brings an item back',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const { id } = await readItem(shop, 'Pine Hollow Cart');
    await openPanel(page, shop, `?tab=inventory&item=${id}`);
    const item = drawer(page, 'Pine Hollow Cart');
    const stock = item.getByLabel('In stock', { exact: true });
    await test.step('more pieces of what is low are a delivery, whether counted or added, and Undo takes it back', async () => {
      await item.getByRole('button', { name: '+ one piece' }).click();
      await item.getByRole('button', { name: '+ one piece' }).click();
      await expect(stock).toHaveValue('5');
      await expect(item.getByLabel('Reason')).toHaveValue('restock');
      await expect(item.getByText('3 + 2 = 5')).toBeVisible();
      await expect(item.getByText('The stock is not changed yet: press "Change stock".')).toBeVisible();
      await expect(item.getByText('Nothing to save')).toBeHidden();
      await stock.fill('+2');
      await expect(item.getByLabel('Reason')).toHaveValue('restock');
      await item.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
      await item.getByRole('button', { name: 'Change stock' }).click();
      await expect(shownToast(page)).toContainText('Stock of "Pine Hollow Cart (1G)" is now 5');
      await stock.fill('-9');
      await stock.press('Enter');
      await expect(item.getByText("Stock can't go below 0.")).toBeVisible();
      await stock.fill('1');
      await item.getByLabel('Reason').selectOption('damaged');
      await item.getByLabel('Note').fill('A wet box');
      await item.getByRole('button', { name: 'Change stock' }).click();
      await expect(shownToast(page)).toContainText('is now 1');
      await expect(item).toContainText('Stock of "Pine Hollow Cart": 5 → 1 (damaged: A wet box)');
      await shownToast(page).getByRole('button', { name: 'Undo' }).click();
      await expect(stock).toHaveValue('5');
    });
    await test.step('of a value that moved both are shown, and the person chooses', async () => {
      await item.getByLabel('Base price in dollars').fill('45');
      await item.getByLabel('Batch').fill('B-9');
      await callAsAdmin(shop, 'PATCH', `/api/admin/inventory/${id}`, { price: 46 });
      await item.getByRole('button', { name: 'Save', exact: true }).click();
      const conflict = page.getByRole('dialog', { name: 'Someone else changed this' });
      await expect(conflict).toContainText('$46.00');
      await expect(conflict).toContainText('$45.00');
      await conflict.getByRole('button', { name: 'Save my value' }).click();
      await expect(shownToast(page)).toContainText('Updated "Pine Hollow Cart');
      expect(await readItem(shop, 'Pine Hollow Cart')).toMatchObject({ price: 45, batch: 'B-9' });
    });
    await test.step('an item that somebody takes off meanwhile can be added again with what is typed', async () => {
      await item.getByLabel('Name', { exact: true }).fill('Pine Hollow Cart, new');
      await callAsAdmin(shop, 'DELETE', `/api/admin/inventory/${id}`);
      await expect(item.getByText('What you typed is still here.')).toBeVisible();
      await item.getByRole('button', { name: 'Add it again' }).click();
      const form = page.getByRole('dialog', { name: 'Add item' });
      await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Pine Hollow Cart, new');
      await expect(form.getByLabel('Form', { exact: true })).toHaveValue('Live Resin');
      await form.getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('alertdialog')).toContainText('Your changes would be lost');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
      await form.getByLabel('Quantity').fill('2');
      await form.getByRole('button', { name: 'Add to the inventory' }).click();
      await expect(drawer(page, 'Pine Hollow Cart, new')).toBeVisible();
    });
    await test.step('an item is taken off the list after a question, and Undo brings it back', async () => {
      const added = drawer(page, 'Pine Hollow Cart, new');
      await added.getByRole('button', { name: 'Take off the list' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Take off the list' }).click();
      await expect(shownToast(page)).toContainText('Took "Pine Hollow Cart, new');
      await expect(added).toBeHidden();
      await expect(page.getByText('8 of 8 items')).toBeVisible();
      await shownToast(page).getByRole('button', { name: 'Undo' }).click();
      await expect(page.getByText('9 of 9 items')).toBeVisible();
    });
  },
);

test(
  'a product of the feed says why it cannot be taken off, and shows what follows the feed',
  WIDE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const { id } = await readItem(shop, 'Harvest Moon');
    await respondOnce(page, ['DELETE', `**/api/admin/inventory/${id}`], (route) => {
      const error = new ShopError('feed_item');
      return route.fulfill({ status: error.status, json: error.toBody() });
    });
    await openInventory(page, shop, `?tab=inventory&item=${id}`);
    const item = drawer(page, 'Harvest Moon');
    await item.getByRole('button', { name: 'Take off the list' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take off the list' }).click();
    await expect(item.getByRole('alert')).toContainText('The feed lists this product. Make it inactive instead.');
    await item.getByRole('button', { name: 'Make it inactive' }).click();
    await expect(shownToast(page)).toContainText('Product deactivated successfully');
    await expect(item.getByRole('switch', { name: 'Active' })).not.toBeChecked();
  },
);

test(
  'a duplicate and a size begin with the item, and their pictures are uploaded before the first saving',
  ONCE,
  async ({ page, shop }) => {
    await uploadInventory(
      shop,
      productsWith('Harvest Moon', {
        size: '3.5G',
        tiers: [{ from: 3, price: 20 }],
        weightLabel: 'Eighth',
        batch: 'B-7',
      }),
    );
    const { id } = await readItem(shop, 'Harvest Moon');
    await openPanel(page, shop, `?tab=inventory&item=${id}`);
    const form = page.getByRole('dialog', { name: 'Add item' });
    await drawer(page, 'Harvest Moon').getByRole('button', { name: 'Duplicate' }).click();
    await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Copy of Harvest Moon');
    await expect(form.getByLabel('Size')).toHaveValue('3.5G');
    await expect(form.getByLabel('Batch')).toHaveValue('');
    await form.getByRole('button', { name: 'Close' }).click();
    await expect(form).toBeHidden();
    await drawer(page, 'Harvest Moon').getByRole('button', { name: 'Add a size' }).click();
    await expect(form.getByLabel('Size')).toBeFocused();
    await expect(form.getByLabel('Size')).toHaveValue('');
    await expect(form.getByLabel('Base price in dollars'), 'the price of the other size').toHaveValue('');
    await expect(form).toContainText('Another size of Harvest Moon. Members see both as one product');
    await expect(form.getByRole('list', { name: 'Tiers' })).toBeHidden();
    await form.getByLabel('Size').fill('7G');
    await form.getByRole('button', { name: 'Set Quarter' }).click();
    await expect(form.getByLabel('Weight label')).toHaveValue('Quarter');
    await form.getByLabel('Quantity').fill('6');
    await form.getByLabel('Base price in dollars').fill('44');
    await form.getByLabel('Picture files').setInputFiles(await pictureFiles());
    await expect(form.getByRole('img', { name: '1 of 2' })).toBeVisible();
    await form.getByRole('button', { name: 'Picture 2 of 2' }).click();
    await expect(form.getByRole('img', { name: '2 of 2' })).toBeVisible();
    await form.getByRole('button', { name: 'Put first' }).click();
    await expect(form.getByRole('button', { name: 'Picture 1 of 2' })).toHaveAttribute('aria-pressed', 'true');
    await form.getByRole('button', { name: 'Picture 2 of 2' }).click();
    await form.getByRole('button', { name: 'Remove picture' }).click();
    await expect(form.getByRole('img', { name: '1 of 1' })).toBeVisible();
    await form.getByRole('button', { name: 'Add to the inventory' }).click();
    await expect(shownToast(page)).toContainText('Added "Harvest Moon');
    await expect(drawer(page, 'Harvest Moon').getByLabel('Size')).toHaveValue('7G');
    const sizes = (await readInventory(shop)).filter(({ name }) => name === 'Harvest Moon');
    expect(sizes.map(({ quantity, price, images }) => [quantity, price, images.length])).toEqual([
      [14, 25, 0],
      [6, 44, 1],
    ]);
    await shownToast(page).getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await readInventory(shop)).length).toBe(9);
  },
);

const pictureFiles = () =>
  Promise.all(
    ['#356', '#a53'].map(async (background) => ({
      name: `${background}.png`,
      mimeType: 'image/png',
      buffer: await sharp({ create: { width: 64, height: 48, channels: 3, background } })
        .png()
        .toBuffer(),
    })),
  );

test('beside the first fields of a new item, the buttons of its pictures are whole', WIDE, async ({ page, shop }) => {
  await openInventory(page, shop);
  await page.getByRole('button', { name: 'Add item' }).click();
  const pictures = page.getByRole('dialog', { name: 'Add item' }).getByRole('region', { name: 'Pictures' });
  await pictures.getByLabel('Picture files').setInputFiles(await pictureFiles());
  await expect(pictures.getByRole('img', { name: '1 of 2' })).toBeVisible();
  const parts = await Promise.all(
    ['Put first', 'Remove picture', 'Upload pictures'].map((name) =>
      pictures.getByRole('button', { name }).boundingBox(),
    ),
  );
  const place = (await pictures.boundingBox())!;
  for (const part of parts) {
    expect(part!.x).toBeGreaterThanOrEqual(place.x);
    expect(part!.x + part!.width).toBeLessThanOrEqual(place.x + place.width);
  }
  // Its icon keeps its size.
  expect((await pictures.getByRole('button', { name: 'Upload pictures' }).locator('svg').boundingBox())!.width).toBe(
    16,
  );
});

test(
  'a round through what is low goes on after each edit, with its reason, and begins in the stock',
  WIDE,
  async ({ page, shop }) => {
    for (const name of ['Harvest Moon', 'Amber Tide Cart']) {
      const { id } = await readItem(shop, name);
      await callAsAdmin(shop, 'POST', `/api/admin/inventory/${id}/stock`, { quantity: 2, reason: 'count' });
    }
    await openInventory(page, shop, '?tab=inventory&stock=low');
    await page.getByRole('button', { name: 'Amber Tide Cart', exact: true }).click();
    const stock = page.getByRole('dialog').getByLabel('In stock', { exact: true });
    await expect(page.getByRole('dialog').getByLabel('Reason')).toHaveValue('restock');
    await stock.fill('+30');
    await page.getByRole('dialog').getByLabel('Reason').selectOption('returned');
    await stock.press('Enter');
    await expect(shownToast(page)).toContainText('is now 32');
    await expect(page.getByText('2 of 9 items')).toBeVisible();
    await expect(page.getByRole('dialog')).toContainText('1 of 3');
    await page.getByRole('button', { name: 'Next item' }).click();
    await expect(drawer(page, 'Pine Hollow Cart')).toBeVisible();
    await expect(stock).toBeFocused();
    await expect(page.getByRole('dialog').getByLabel('Reason')).toHaveValue('returned');
    await stock.fill('+30');
    await stock.press('Enter');
    await expect(page.getByText('1 of 9 items')).toBeVisible();
    await stock.press('Alt+ArrowDown');
    await expect(drawer(page, 'Harvest Moon')).toBeVisible();
    await expect(stock).toBeFocused();
    await expect(page.getByRole('dialog')).toContainText('3 of 3');
  },
);

test('arrow keys go through the rows while the drawer stays open, and Back closes it', WIDE, async ({ page, shop }) => {
  await openInventory(page, shop);
  await page.getByRole('button', { name: 'Blue Hour Cart', exact: true }).click();
  await expect(drawer(page, 'Blue Hour Cart')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(drawer(page, 'Amber Tide Cart')).toBeVisible();
  await page.getByRole('button', { name: 'Next item' }).click();
  await expect(drawer(page, 'Pine Hollow Cart')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(drawer(page, 'Amber Tide Cart')).toBeVisible();
  // In a text the arrow keys move the caret.
  await page.getByRole('dialog').getByRole('textbox', { name: 'Description', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(drawer(page, 'Amber Tide Cart')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/admincp(\?tab=inventory)?$/);
});

test(
  'a stock clerk sees no orders in the drawer, and the order desk edits nothing there',
  WIDE,
  async ({ page, shop, openOtherBrowser }) => {
    const { id } = await readItem(shop, 'Blue Hour Cart');
    const clerk = await registerWithRole(shop, 'inventory');
    await openInventory(page, shop, `?tab=inventory&item=${id}`, clerk.token);
    await expect(drawer(page, 'Blue Hour Cart').getByRole('heading', { name: 'History' })).toBeVisible();
    await expect(drawer(page, 'Blue Hour Cart').getByRole('heading', { name: 'Orders' })).toHaveCount(0);
    const desk = await registerWithRole(shop, 'orders');
    const other = await openOtherBrowser();
    await openInventory(other, shop, `?tab=inventory&item=${id}`, desk.token);
    const item = drawer(other, 'Blue Hour Cart');
    await expect(item.getByRole('heading', { name: 'Orders' })).toBeVisible();
    for (const role of ['textbox', 'combobox', 'spinbutton'] as const)
      await expect(item.getByRole(role)).toHaveCount(0);
  },
);

test(
  'an admin adds an item by hand, sees what is wrong at each field, and Undo takes it back',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    await openPanel(page, shop, '?tab=inventory');
    await page.getByRole('button', { name: 'Add item' }).click();
    const form = page.getByRole('dialog', { name: 'Add item' });
    const question = page.getByRole('alertdialog', { name: 'New category?' });
    const fold = (name: string) => form.locator('summary').filter({ hasText: name }).click();
    await form.getByRole('button', { name: 'Add to the inventory' }).click();
    await expect(form.getByText('The item needs a name')).toBeVisible();
    await form.getByLabel('Name', { exact: true }).fill('Fern Salve');
    await form.getByLabel('Quantity').fill('1.5');
    await form.getByLabel('Base price in dollars').fill('cheap');
    await form.getByLabel('Markup').fill('much');
    await expect(form.getByLabel('Strain')).toBeHidden();
    for (const name of ['Details', 'Lab result', 'More']) await fold(name);
    await form.getByRole('button', { name: 'Add tier' }).click();
    await form.getByLabel('From', { exact: true }).fill('3');
    await form.getByLabel('Price', { exact: true }).fill('abc');
    // In a field with suggestions, Enter takes one of them.
    await form.getByLabel('Brand').press('Enter');
    await expect(form.getByText('Enter a whole number of pieces')).toHaveCount(0);
    await form.getByLabel('Name', { exact: true }).fill('');
    await expectAccessible(page, 'the form of a new item');
    await form.getByRole('button', { name: 'Add to the inventory' }).click();
    await expect(form.getByText('Enter a whole number of pieces, such as 24.')).toBeVisible();
    await expect(form.getByText('Enter a price in dollars, such as 18.50.')).toBeVisible();
    await expect(form.getByText('The item needs a name')).toBeVisible();
    await expect(form.getByText('Markup must be a number from 0 to 100,000')).toBeVisible();
    await expect(form.getByLabel('Price', { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await form.getByLabel('Name', { exact: true }).fill('Fern Salve');
    await form.getByLabel('Markup').fill('');
    await form.getByRole('button', { name: 'Remove tier 1' }).click();
    await form.getByLabel('Picture files').setInputFiles({
      name: 'notes.png',
      mimeType: 'image/png',
      buffer: Buffer.from('A shopping list'),
    });
    await expect(form.getByText('This file is no picture that the shop can use.')).toBeVisible();
    await expect(form.getByRole('img')).toHaveCount(0);
    await form.getByLabel('Quantity').fill('4');
    await form.getByLabel('Base price in dollars').fill('$18.50');
    await form.getByLabel('Brand').fill('Fernhill');
    await form.getByLabel('Category').fill('Flowr');
    await form.getByLabel('Form', { exact: true }).fill('Salve');
    await form.getByLabel('Strain').fill('Runtz');
    await form.getByRole('textbox', { name: 'Tags' }).fill('calm, warm');
    await form.getByRole('textbox', { name: 'Tags' }).press('Enter');
    await form.getByRole('button', { name: 'Remove tag calm' }).click();
    await form.getByRole('button', { name: 'Add tier' }).click();
    await form.getByLabel('From', { exact: true }).fill('3');
    await form.getByLabel('Price', { exact: true }).fill('15');
    await expect(form).toContainText('members pay $30.00');
    await form.getByLabel('Tested').fill('2026-10-01');
    await form.getByLabel('Expires').fill('2026-09-01');
    await form.getByLabel('THC').fill('abc');
    // What is wrong in a folded part opens it.
    await fold('Lab result');
    await form.getByRole('button', { name: 'Add to the inventory' }).click();
    await expect(question).toContainText('There is no category "Flowr" yet. Did you mean "Flower"?');
    await question.getByRole('button', { name: 'Use "Flower"' }).click();
    await expect(form.getByLabel('Category')).toHaveValue('Flower');
    await expect(form.getByText('Expires is before the day of the test')).toBeVisible();
    await expect(form.getByText('Enter an amount, such as 22.9 % or 10 mg, or ND.')).toBeVisible();
    await form.getByLabel('Expires').fill('');
    await form.getByLabel('THC').fill('ND');
    await form.getByLabel('Lab file').setInputFiles(LAB_FILE);
    await form.getByLabel('Category').fill('Seeds');
    await form.getByLabel('Id', { exact: true }).fill('c1');
    await form.getByRole('button', { name: 'Add to the inventory' }).click();
    await question.getByRole('button', { name: 'Add "Seeds"' }).click();
    await expect(form.getByText('An item with this id is in the inventory already.')).toBeVisible();
    await form.getByLabel('Id', { exact: true }).fill('');
    await form.getByRole('button', { name: 'Add to the inventory' }).click();
    await expect(shownToast(page)).toContainText('Added "Fern Salve');
    await expect(form).toBeHidden();
    expect(await readItem(shop, 'Fern Salve')).toMatchObject({
      quantity: 4,
      price: 18.5,
      markupDollars: 15,
      byHand: true,
      tags: ['Formulation = Salve', 'Strain = Runtz', 'warm'],
      tiers: [{ from: 3, price: 15 }],
      category: 'Seeds',
      lab: { tested: '2026-10-01', thc: 'ND', url: expect.stringMatching(/\.pdf$/) },
    });
    expect((await readCatalogue(shop)).map(({ name }) => name)).toContain('Fern Salve');
    await expect(page.getByText('10 of 10 items')).toBeVisible();
    await expect(
      panelRows(page, 'Inventory list')
        .getByRole('button', { name: /Fern Salve/ })
        .first(),
    ).toBeInViewport();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('9 of 9 items')).toBeVisible();
    expect((await readInventory(shop)).map(({ name }) => name)).not.toContain('Fern Salve');

    await test.step('the next item of a row begins with the category of the last one, and the form shows its card', async () => {
      await page.getByRole('button', { name: 'Add item' }).click();
      await form.getByLabel('Name', { exact: true }).fill('Fern Tea');
      await form.getByLabel('Quantity').fill('4');
      await form.getByLabel('Base price in dollars').fill('9');
      await form.getByLabel('Category').fill('Flower');
      await expect(form.getByRole('region', { name: 'What members see' })).toContainText('Fern Tea');
      await expect(form.getByRole('region', { name: 'What members see' })).toContainText('$24.00');
      await form.getByRole('button', { name: 'Add, then another' }).click();
      await expect(page.getByText('10 of 10 items')).toBeAttached();
      await expect(form.getByLabel('Name', { exact: true })).toHaveValue('');
      await expect(form.getByLabel('Category')).toHaveValue('Flower');
      await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
    });
  },
);

test(
  'an item that is opened while the typed search is not in the address yet stays open, and the search gets there',
  WIDE,
  async ({ page, shop }) => {
    await page.clock.install();
    await openInventory(page, shop);
    // The list cannot appear while the clock is stopped.
    await expect(page.getByRole('button', { name: 'Blue Hour Cart', exact: true })).toBeVisible();
    await pauseClock(page);
    await page.getByRole('textbox', { name: 'Search inventory' }).fill('blue');
    await page.getByRole('button', { name: 'Blue Hour Cart', exact: true }).click();
    await page.clock.runFor(1000);
    await page.clock.resume();
    await expect(page).toHaveURL(/[?&]search=blue&item=\d+$/);
    await expect(drawer(page, 'Blue Hour Cart')).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(/[?&]search=blue$/);
  },
);

import type { Page, Route } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test, WIDE } from './fixtures.ts';
import { hideOutcome } from './network.ts';
import { openInventory, openPanel, panelRows, pressInMore, shownToast } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { readItem, uploadInventory } from './shop-api.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

/** A picture of a color of its own, so that no two files are the same. */
const picture = async (name: string, hue: number) => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 64, height: 48, channels: 3, background: `hsl(${hue}, 50%, 40%)` } })
    .png()
    .toBuffer(),
});
const pictures = (...names: string[]) => Promise.all(names.map((name, at) => picture(name, at * 25)));

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Pictures by file name' });
const line = (page: Page, file: string) => dialog(page).getByRole('row').filter({ hasText: file });
const imagesOf = async (shop: Parameters<typeof readItem>[0], name: string) => (await readItem(shop, name)).images;

/** Drops files on the list of items. */
const drop = async (page: Page, files: Awaited<ReturnType<typeof pictures>>): Promise<void> => {
  const transfer = await page.evaluateHandle(
    (given) => {
      const data = new DataTransfer();
      for (const { name, mimeType, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        data.items.add(new File([bytes], name, { type: mimeType }));
      }
      return data;
    },
    files.map(({ buffer, ...file }) => ({ ...file, base64: buffer.toString('base64') })),
  );
  const list = page.getByLabel('Inventory list', { exact: true });
  await list.dispatchEvent('dragover', { dataTransfer: transfer });
  await list.dispatchEvent('drop', { dataTransfer: transfer });
};

test(
  'twelve dropped pictures are matched by name and id, shown before anything is stored, and one Undo takes them back',
  WIDE,
  async ({ page, shop }) => {
    await openInventory(page, shop);
    const names = ['c1.png', 'amber-tide-cart.png', 'Pine Hollow Cart.PNG', 'C4.png', 'c5-1.png', 'c5-2.png', 'f1.png'];
    await drop(page, [
      ...(await pictures(...names, 'Harvest Moon (1).png', 'e1.png', 'IMG_2041.png', 'c99.png')),
      { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('A shopping list') },
    ]);
    await expect(dialog(page).getByRole('row')).toHaveCount(13);
    await expect(line(page, 'c1.png')).toContainText('Blue Hour Cart');
    await expect(line(page, 'C4.png')).toContainText('Citrus Grove Cart');
    await expect(line(page, 'c5-1.png')).toContainText('New picture 1 of 2');
    await expect(line(page, 'Harvest Moon (1).png')).toContainText('f2');
    await expect(line(page, 'IMG_2041.png')).toContainText('No item has this name or id. It is left out.');
    await expect(line(page, 'notes.png')).toContainText('This file is no picture that the shop can use.');
    await expect(dialog(page)).toContainText('2 files are for Night Orchard Cart. All of them are stored');
    await expect(dialog(page)).toContainText('2 files have no item yet.');
    await expectAccessible(page, 'the pictures by file name');
    expect(await imagesOf(shop, 'Blue Hour Cart')).toEqual([]);

    await dialog(page).getByLabel('Item of IMG_2041.png').fill('Blue Hour Cart');
    await expect(line(page, 'IMG_2041.png')).toContainText('New picture 2 of 2');
    await dialog(page).getByRole('button', { name: 'Leave out c99.png' }).click();
    await dialog(page).getByRole('button', { name: 'Store 10 pictures' }).click();
    await expect(shownToast(page)).toContainText('10 pictures stored');
    await expect(dialog(page).getByText('Stored', { exact: true })).toHaveCount(10);
    await shownToast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(dialog(page).getByText('Stored', { exact: true })).toHaveCount(0);
    await dialog(page).getByRole('button', { name: 'Store 10 pictures' }).click();
    await expect(dialog(page).getByText('Stored', { exact: true })).toHaveCount(10);
    for (const [name, count] of [
      ['Blue Hour Cart', 2],
      ['Night Orchard Cart', 2],
      ['Harvest Moon', 1],
    ] as const) {
      expect(await imagesOf(shop, name)).toHaveLength(count);
    }
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(dialog(page)).toBeHidden();
    await shownToast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(shownToast(page)).toContainText('Change undone');
    for (const { name } of PRODUCTS.slice(0, 8)) expect(await imagesOf(shop, name)).toEqual([]);
  },
);

test(
  'a network that ends during the upload loses no file, and a press stores the rest in the order of the names',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/ERR_FAILED|status of 503/);
    await openPanel(page, shop, '?tab=inventory');
    await expect(panelRows(page, 'Inventory list').filter({ hasText: 'Blue Hour Cart' })).toBeVisible();
    await pressInMore(page, 'Pictures');
    await dialog(page)
      .getByLabel('Picture files')
      .setInputFiles(await pictures('c1.png', 'c2-1.png', 'c2-2.png', 'f1.png'));
    // Of two files of one item the last is sent first. Nobody knows how that call ended, and then the network ends.
    const answers = [
      (route: Route) => route.fallback(),
      hideOutcome,
      (route: Route) => route.fallback(),
      (route: Route) => route.abort(),
    ];
    await page.route('**/pictures', (route) => answers.shift()!(route));
    await dialog(page).getByRole('button', { name: 'Store 4 pictures' }).click();
    await expect(dialog(page)).toContainText('2 pictures stored, 2 not. Nothing is lost: the files are still here.');
    await expect(line(page, 'c2-1.png')).toContainText('Stored');
    await expect(line(page, 'c2-2.png')).not.toContainText('Stored');
    const [first] = await imagesOf(shop, 'Amber Tide Cart');
    await page.unroute('**/pictures');

    // Closing loses nothing either.
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await pressInMore(page, 'Pictures (2)');
    await dialog(page).getByRole('button', { name: 'Try 2 pictures again' }).click();
    await expect(dialog(page).getByText('Stored', { exact: true })).toHaveCount(4);
    const stored = await imagesOf(shop, 'Amber Tide Cart');
    expect(stored).toHaveLength(2);
    expect(stored[0]).toBe(first);
    expect(await imagesOf(shop, 'Greenhouse No. 4')).toHaveLength(1);
    await dialog(page).getByRole('button', { name: 'Done' }).click();
    await pressInMore(page, 'Pictures');
  },
);

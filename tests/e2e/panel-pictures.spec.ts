import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test } from './fixtures.ts';
import { holdResponse } from './network.ts';
import { openPanel, shownToast } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { readItem, registerAdmin, registerMember, registerWithRole, uploadInventory } from './shop-api.ts';
import { openAs, productCard } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

/** A product on a card of its own. */
const NAME = 'Citrus Grove Cart';
const UPLOADED = /\/uploaded\/x560-[0-9a-f]{32}\.webp$/;

/** A picture in one color, as a file. */
const picture = async (background: string, name = 'jar.png') => ({
  name,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .png()
    .toBuffer(),
});

const openItem = async (page: Page, shop: Parameters<typeof readItem>[0], token?: string): Promise<Locator> => {
  const { id } = await readItem(shop, NAME);
  const query = `?tab=inventory&item=${id}`;
  if (token) await openAs(page, shop, token, `${shop.url}/admincp${query}`);
  else await openPanel(page, shop, query);
  return page.getByRole('dialog', { name: new RegExp(`^${NAME}`) }).getByRole('region', { name: 'Pictures' });
};

const large = (pictures: Locator) => pictures.getByRole('img', { name: NAME });
/** The small pictures have no name of their own; their buttons have. */
const small = (pictures: Locator) => pictures.getByRole('button', { name: /^Picture \d of \d$/ });
type PictureFile = Awaited<ReturnType<typeof picture>>;
const choose = (pictures: Locator, file: PictureFile | PictureFile[]) =>
  pictures.getByLabel(new RegExp(`^Picture of ${NAME}`)).setInputFiles(file);

test(
  'a dropped picture is uploaded, open shops show it, and one press gives the pictures back to the feed',
  ONCE,
  async ({ page, shop, openOtherBrowser }) => {
    const store = await openOtherBrowser();
    const { token } = await registerMember(shop);
    await openAs(store, shop, token, `${shop.url}/?category=Carts`);
    await expect(productCard(store, NAME)).toBeVisible();
    await expect(productCard(store, NAME).locator('img')).toHaveCount(0);

    const pictures = await openItem(page, shop);
    const { buffer, name, mimeType } = await picture('#356');
    const transfer = await page.evaluateHandle(
      ([base64, fileName, type]) => {
        const bytes = Uint8Array.from(atob(base64!), (letter) => letter.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], fileName!, { type: type! }));
        return data;
      },
      [buffer.toString('base64'), name, mimeType],
    );
    await pictures.dispatchEvent('dragover', { dataTransfer: transfer });
    await pictures.dispatchEvent('drop', { dataTransfer: transfer });
    await expect(large(pictures)).toHaveAttribute('src', UPLOADED);
    await expect(productCard(store, NAME).locator('img')).toHaveAttribute('src', /\/uploaded\//);

    await choose(pictures, [await picture('#35a', 'first.png'), await picture('#a3a', 'second.png')]);
    await expect(shownToast(page)).toContainText('2 pictures uploaded');
    await expect(small(pictures)).toHaveCount(3);
    await shownToast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(small(pictures)).toHaveCount(0);

    await pictures.getByRole('button', { name: 'Give back to the feed' }).click();
    await expect(shownToast(page)).toContainText('Pictures reset to the feed');
    await expect(pictures).toContainText('No picture');
    await expect(productCard(store, NAME).locator('img')).toHaveCount(0);
  },
);

test(
  'an admin uploads, orders and removes pictures, and a file that is none is refused',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    await test.step('an admin uploads pictures in the drawer, orders and removes them, and Undo brings one back', async () => {
      const pictures = await openItem(page, shop);
      await expect(pictures).toContainText('No picture');
      const chooser = page.waitForEvent('filechooser');
      await pictures.getByRole('button', { name: 'Upload picture' }).click();
      await (await chooser).setFiles(await picture('#356'));
      await expect(shownToast(page)).toContainText('Picture uploaded successfully');
      await expect(large(pictures)).toHaveAttribute('src', UPLOADED);
      const first = (await large(pictures).getAttribute('src'))!;
      await expect(pictures.getByRole('button', { name: 'Put first' })).toHaveCount(0);

      await choose(pictures, await picture('#a53'));
      await expect(small(pictures)).toHaveCount(2);
      await expect(large(pictures)).not.toHaveAttribute('src', first);
      await expectAccessible(page, 'the pictures of an item');

      await small(pictures).nth(1).click();
      await expect(large(pictures)).toHaveAttribute('src', first);
      await pictures.getByRole('button', { name: 'Put first' }).click();
      await expect(shownToast(page)).toContainText('Pictures updated successfully');
      await expect(small(pictures).nth(0)).toHaveAttribute('aria-pressed', 'true');
      await expect(large(pictures)).toHaveAttribute('src', first);

      await pictures.getByRole('button', { name: 'Remove picture' }).click();
      await expect(small(pictures)).toHaveCount(0);
      await expect(large(pictures)).not.toHaveAttribute('src', first);
      // The next Undo must be that of the last picture.
      await page.getByRole('button', { name: 'Dismiss notification' }).click();
      await expect(shownToast(page)).toHaveCount(0);
      await pictures.getByRole('button', { name: 'Remove picture' }).click();
      await expect(pictures).toContainText('No picture');
      await expect(pictures.getByRole('button', { name: 'Upload picture' })).toBeFocused();
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await expect(large(pictures)).toHaveAttribute('src', UPLOADED);
      expect(await readItem(shop, NAME)).toMatchObject({ shopOwned: ['images'] });
    });
    await test.step('a file that is no picture is refused next to the button, and so is one that is too large', async () => {
      await uploadInventory(shop, PRODUCTS);
      browserErrors.allow(REFUSED_CALL);
      const pictures = await openItem(page, shop);
      await choose(pictures, {
        name: 'jar.png',
        mimeType: 'image/png',
        buffer: Buffer.from('<!doctype html><b>No</b>'),
      });
      const problem = pictures.getByRole('alert');
      await expect(problem).toContainText('This file is no picture that the shop can use.');
      await expect(pictures.getByRole('button', { name: 'Upload picture' })).toBeVisible();
      await choose(pictures, { name: 'big.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(15 * 1024 * 1024 + 1) });
      await expect(problem).toHaveText('This picture is larger than 15 MB. Please choose a smaller one.');
      await choose(pictures, await picture('#356'));
      await expect(large(pictures)).toHaveAttribute('src', UPLOADED);
      await expect(problem).toBeHidden();
    });
  },
);

test(
  'of two admins with the same item open, neither loses a picture of the other, and the order desk only looks',
  ONCE,
  async ({ page, shop, openOtherBrowser }) => {
    const other = await openOtherBrowser();
    const [mine, theirs] = [await openItem(page, shop), await openItem(other, shop, (await registerAdmin(shop)).token)];
    const { id } = await readItem(shop, NAME);
    const { held, release } = await holdResponse(page, `/api/admin/inventory/${id}/pictures`);
    await choose(mine, await picture('#356'));
    await held;
    await choose(theirs, await picture('#a53'));
    await expect(small(theirs)).toHaveCount(2);
    await expect(small(mine)).toHaveCount(2);

    await test.step('the late response to the first upload does not take the second picture away', async () => {
      release();
      await expect(shownToast(page)).toContainText('Picture uploaded successfully');
      await expect(small(mine)).toHaveCount(2);
    });

    const desk = await openOtherBrowser();
    const shown = await openItem(desk, shop, (await registerWithRole(shop, 'orders')).token);
    await expect(small(shown)).toHaveCount(2);
    await expect(shown.getByRole('button')).toHaveCount(2);
  },
);

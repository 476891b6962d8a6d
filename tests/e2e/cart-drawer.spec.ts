import type { Locator } from '@playwright/test';
import { expect, ONCE, test } from './fixtures.ts';
import { boxOf } from './geometry.ts';
import { PRODUCTS } from './products.ts';
import { editMarkup, productId, uploadInventory } from './shop-api.ts';
import { cartDrawer, openAsNewMember, openCart } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

const lines = (drawer: Locator) => drawer.getByRole('list', { name: 'Items' }).getByRole('listitem');

test(
  'the drawer of the cart says what a member needs to know, and keeps each line in its place',
  ONCE,
  async ({ page, shop }) => {
    await test.step('the cart shows the wallets and says when the member learns the amount, and an empty one shows neither', async () => {
      await openAsNewMember(page, shop, { cart: { 'Harvest Moon': 1 } });
      const drawer = await openCart(page);
      await test.step('the cart shows the wallets and says when the member learns the amount', async () => {
        const payment = drawer.getByRole('region', { name: 'Payment' });
        await expect(payment.getByText("You'll get the exact amount with your order number.")).toBeVisible();
        await expect(payment.getByRole('button', { name: 'Copy Bitcoin address' })).toBeVisible();
      });
      await test.step('an empty cart shows neither shipping, total nor wallets, and its confirm button is disabled', async () => {
        await expect(drawer.getByRole('radio', { name: /Standard/ })).toBeVisible();
        await expect(drawer.getByText('Total', { exact: true })).toBeVisible();
        await drawer.getByRole('button', { name: 'Remove Harvest Moon' }).click();
        await expect(drawer.getByText('Your cart is empty')).toBeVisible();
        await expect(drawer.getByRole('radio')).toHaveCount(0);
        await expect(drawer.getByText(/Total|\$/)).toHaveCount(0);
        await expect(drawer.getByRole('region', { name: 'Payment' })).toHaveCount(0);
        await expect(drawer.getByRole('button', { name: 'Confirm Order' })).toBeDisabled();
        await page.getByRole('button', { name: 'Undo' }).click();
        await expect(drawer.getByText('Total', { exact: true })).toBeVisible();
      });
    });
    await test.step('a removed line keeps its place until the cart is closed, and Undo puts it back there, also after a reload', async () => {
      await uploadInventory(shop, PRODUCTS);
      const cart = { 'Harvest Moon': 2, 'Greenhouse No. 4': 1, 'Citrus Grove Cart': 1 };
      await openAsNewMember(page, shop, { cart });
      const drawer = await openCart(page);
      const names = Object.keys(cart).map((name) => new RegExp(name));
      await expect(lines(drawer)).toHaveText(names);
      const other = await drawer.getByRole('button', { name: 'Remove Greenhouse No. 4' }).elementHandle();
      const remove = drawer.getByRole('button', { name: 'Remove Harvest Moon' });
      const isHit = await remove.evaluate((button, next) => {
        (button as HTMLElement).click();
        const { x, y, width, height } = (next as Element).getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button') !== null;
      }, other);
      expect(isHit, 'for a moment nothing that has moved there takes a second press').toBe(false);
      await expect(lines(drawer)).toHaveText([/^Harvest Moon \(3\.5G\) removed/, ...names.slice(1)]);
      expect((await boxOf(lines(drawer).first())).height).toBeLessThan(52);
      // Once the shop has stored the removal, the line comes back as a new one.
      await expect(drawer.getByText('2 items')).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(drawer.getByText('4 items')).toBeVisible();
      await expect(lines(drawer)).toHaveText(names);
      await page.reload();
      await expect(lines(cartDrawer(page))).toHaveText(names);
      await drawer.getByRole('button', { name: 'Remove Greenhouse No. 4' }).click();
      await expect(lines(drawer)).toHaveText([names[0]!, /^Greenhouse No. 4 \(3\.5G\) removed/, names[2]!]);
      await drawer.getByRole('button', { name: 'CONTINUE SHOPPING' }).click();
      await expect(drawer).toBeHidden();
      await expect(lines(await openCart(page))).toHaveText([names[0]!, names[2]!]);
    });
    await test.step('a removed line says so however long its name is, and the cart says who asks for the address', async () => {
      const longName = 'River Gummies With A Very Long Name - Blue Raspberry And Lime (100mg)';
      await uploadInventory(shop, [...PRODUCTS, { ...PRODUCTS[0]!, id: 'long', name: longName }]);
      await openAsNewMember(page, shop, { cart: { [longName]: 1, 'Harvest Moon': 1 } });
      const drawer = await openCart(page);
      await expect(drawer.getByText('The seller asks for your delivery address in the chat.')).toBeVisible();
      await drawer.getByRole('button', { name: `Remove ${longName}` }).click();
      const removed = lines(drawer).filter({ hasText: 'removed' });
      const word = await boxOf(removed.getByText('removed', { exact: true }));
      expect(word.x + word.width).toBeLessThanOrEqual((await boxOf(removed.getByRole('button', { name: 'Undo' }))).x);
    });
    await test.step('a line does not repeat under its name what the name says', async () => {
      await uploadInventory(shop, PRODUCTS);
      await openAsNewMember(page, shop, { cart: { 'Blue Hour Cart': 1, 'Harvest Moon': 1 } });
      const drawer = await openCart(page);
      const cartridge = lines(drawer).filter({ hasText: 'Blue Hour Cart' });
      await expect(cartridge.getByText('Northlight', { exact: true })).toBeVisible();
      await expect(cartridge.getByText(/Blue Hour/)).toHaveCount(1);
    });
    await test.step('a price that fell is good news and no warning; a price that rose is one', async () => {
      await uploadInventory(shop, PRODUCTS);
      const [fell, rose] = ['Harvest Moon', 'Greenhouse No. 4'];
      await openAsNewMember(page, shop, { cart: { [fell]: 1, [rose]: 1 } });
      await editMarkup(shop, await productId(shop, fell), 5);
      await editMarkup(shop, await productId(shop, rose), 30);
      await page.reload();
      const drawer = await openCart(page);
      const colorOf = (text: RegExp) => drawer.getByText(text).evaluate((element) => getComputedStyle(element).color);
      const warning = await page.evaluate(() => {
        const sample = document.body.appendChild(document.createElement('p'));
        sample.style.color = 'var(--color-warning-text)';
        const { color } = getComputedStyle(sample);
        sample.remove();
        return color;
      });
      await expect(drawer.getByText('The price went down from $40.00 to $30.00.')).toBeVisible();
      expect(await colorOf(/went down/)).not.toBe(warning);
      expect(await colorOf(/went up/)).toBe(warning);
    });
    await test.step('the foot says what confirming does and leaves the lines their room, and shopping on is the thing to do with an empty cart', async () => {
      await uploadInventory(shop, PRODUCTS);
      await page.setViewportSize({ width: 360, height: 740 });
      await openAsNewMember(page, shop, { cart: { 'Harvest Moon': 1 } });
      const drawer = await openCart(page);
      const confirm = drawer.getByRole('button', { name: 'Confirm Order' });
      const goOn = drawer.getByRole('button', { name: 'CONTINUE SHOPPING' });
      const colorOf = (button: Locator) => button.evaluate((node) => getComputedStyle(node).backgroundColor);
      await expect(drawer.getByText('Reserves your items. Next: message the seller and pay.')).toBeVisible();
      const foot = confirm.locator('xpath=ancestor::div[contains(@class, "border-t")]');
      expect((await foot.boundingBox())!.height).toBeLessThan(170);
      await expect(drawer.getByText("You'll earn 40 points")).toBeVisible();
      await drawer.getByRole('button', { name: 'Standard shipping' }).click();
      await expect(drawer.getByRole('radio', { name: /Standard/ })).toBeFocused();
      await drawer.getByRole('radio', { name: /Express/ }).check();
      await expect(drawer.getByRole('button', { name: 'Express shipping' })).toBeVisible();
      const accent = await colorOf(confirm);
      expect(await colorOf(goOn)).not.toBe(accent);
      await drawer.getByRole('button', { name: 'Remove Harvest Moon' }).click();
      await expect(drawer.getByText('Your cart is empty')).toBeVisible();
      await expect.poll(() => colorOf(goOn)).toBe(accent);
      expect(await colorOf(confirm)).not.toBe(accent);
      await expect(drawer.getByText(/^Reserves your items/)).toHaveCount(0);
    });
    await test.step('in a low window the foot of the cart is one line, and the lines have most of the height', async () => {
      await uploadInventory(shop, PRODUCTS);
      await openAsNewMember(page, shop, { cart: { 'Harvest Moon': 1, 'Greenhouse No. 4': 2 } });
      for (const viewport of [
        { width: 844, height: 390 },
        // 1440 x 900 at a zoom of 200 %.
        { width: 720, height: 450 },
      ])
        await test.step(`at ${viewport.width} x ${viewport.height}`, async () => {
          await page.setViewportSize(viewport);
          const drawer = await openCart(page);
          const confirm = drawer.getByRole('button', { name: 'Confirm Order' });
          const total = drawer.getByText('$141.00').last();
          const scrolls = await lines(drawer)
            .first()
            .evaluate((line) => {
              let box = line.parentElement!;
              while (getComputedStyle(box).overflowY !== 'auto') box = box.parentElement!;
              return box.clientHeight;
            });
          expect(scrolls).toBeGreaterThan(240);
          await expect(total).toBeInViewport({ ratio: 1 });
          await expect(confirm).toBeInViewport({ ratio: 1 });
          // What the foot no longer has room for is at the end of what scrolls.
          await drawer.getByText('Subtotal').scrollIntoViewIfNeeded();
          await expect(drawer.getByText('$126.00')).toBeInViewport({ ratio: 1 });
          await drawer.getByRole('button', { name: 'CONTINUE SHOPPING' }).click();
          await expect(drawer).toBeHidden();
        });
    });
  },
);

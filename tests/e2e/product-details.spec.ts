import type { Page } from '@playwright/test';
import { expect, ONCE, test } from './fixtures.ts';
import { boxOf } from './geometry.ts';
import { holdResponse } from './network.ts';
import { PRODUCTS } from './products.ts';
import { registerMember, uploadInventory } from './shop-api.ts';
import { logIn, openAsNewMember, passGate, productCard } from './storefront-page.ts';

const openCard = async (page: Page, name: string) => {
  await productCard(page, name).getByRole('button', { name: 'View' }).click();
  return page.getByRole('dialog').first();
};

test.describe('in the demo', () => {
  test.use({ shopEnv: { DEMO: 'on' } });

  test('pictures are changed by swipe and keys, and enlarged by press, finger and keys', async ({ page, shop }) => {
    await openAsNewMember(page, shop, { path: '/?category=Flower' });
    const details = await openCard(page, 'Harbor Fog');
    const [first, second] = [1, 2].map((place) => details.getByRole('button', { name: `Picture ${place} of 2` }));
    const enlarge = details.getByRole('button', { name: /^Enlarge/ });
    await test.step('the arrow keys and a swipe choose the picture', async () => {
      await enlarge.press('ArrowRight');
      await expect(second!).toHaveAttribute('aria-pressed', 'true');
      await expect(enlarge).toBeFocused();
      // A swipe scrolls the line of pictures.
      await enlarge.evaluate((button) => button.closest('.snap-x')!.scrollTo({ left: 0, behavior: 'instant' }));
      await expect(first!).toHaveAttribute('aria-pressed', 'true');
    });
    const zoom = page.getByRole('dialog', { name: 'Harbor Fog - 3.5G, enlarged' });
    await test.step('a press enlarges a picture, and another one shows it larger, where it can be moved', async () => {
      await enlarge.click();
      await zoom.getByRole('button', { name: 'Zoom in on picture 1 of 2' }).click({ position: { x: 20, y: 200 } });
      const out = zoom.getByRole('button', { name: 'Zoom out of picture 1 of 2' });
      await expect(out).toBeFocused();
      const [frame, large] = [await boxOf(zoom), await boxOf(out)];
      expect(large.width).toBeGreaterThan(2 * frame.width);
      // A busy browser may drop the first part of a scroll.
      await expect(async () => {
        await page.keyboard.press('ArrowRight');
        expect((await out.boundingBox())!.x).toBeLessThan(large.x);
      }).toPass();
      await page.keyboard.press('Enter');
      await expect(out).toHaveCount(0);
    });
    await test.step('the next picture is shown in the details too', async () => {
      await zoom.getByRole('button', { name: 'Zoom in on picture 1 of 2' }).press('ArrowRight');
      await expect(zoom.getByRole('button', { name: 'Zoom in on picture 2 of 2' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(zoom).toBeHidden();
      await expect(details).toBeVisible();
      await expect(second!).toHaveAttribute('aria-pressed', 'true');
    });
  });

  test('the picture of the card is shown until the large one is there', ONCE, async ({ page, shop }) => {
    await openAsNewMember(page, shop, { path: '/?category=Flower' });
    const small = productCard(page, 'Harbor Fog').locator('img');
    await expect(small).not.toHaveClass(/opacity-0/);
    const address = await small.evaluate((picture: HTMLImageElement) => picture.currentSrc);
    const large = await holdResponse(page, '/x*-nettle-quartz-harbor-fog-35g.jpg');
    const details = await openCard(page, 'Harbor Fog');
    await large.held;
    const shown = details
      .getByRole('button', { name: /^Enlarge/ })
      .getByRole('img')
      .first();
    await expect(shown).toHaveCSS('background-image', `url("${address}")`);
    large.release();
    await expect(shown).toHaveCSS('background-image', 'none');
  });

  test('the choice stays in its place whatever variant is chosen', async ({ page, shop }) => {
    await openAsNewMember(page, shop, { path: '/?category=Flower' });
    const details = await openCard(page, 'Harbor Fog');
    const choice = details.getByRole('group', { name: 'Size' });
    const before = await boxOf(choice);
    for (const size of ['7G', '14G', '28G']) {
      await choice.getByRole('radio', { name: new RegExp(`^${size}`) }).check();
      await expect(page).toHaveTitle(new RegExp(size));
      expect(await boxOf(choice), size).toEqual(before);
    }
  });

  test('similar products of the category open from the details', ONCE, async ({ page, shop }) => {
    await openAsNewMember(page, shop, { path: '/?category=Flower' });
    const details = await openCard(page, 'Harbor Fog');
    const similar = details.locator('section', { has: page.getByRole('heading', { name: 'Similar products' }) });
    const first = similar.getByRole('link').first();
    const name = (await first.textContent())!;
    expect(name).not.toMatch(/^Harbor Fog/);
    await expect(
      similar.getByText(/^(Nettle & Quartz|Sable Orchard|Wickhollow|Moonbarrow|Velvet Anvil)$/).first(),
    ).toBeVisible();
    await first.click();
    await expect(page.getByRole('dialog', { name })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test('the link of a product opens it after the gate and the log-in', ONCE, async ({ page, shop, context, browser }) => {
  await uploadInventory(shop, PRODUCTS);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAsNewMember(page, shop, { path: '/?category=Flower' });
  const details = await openCard(page, 'Harvest Moon');
  await details.getByRole('button', { name: 'Copy link' }).click();
  await expect(details.getByRole('button').getByText('Copied', { exact: true })).toBeVisible();
  // In the cart, the stepper has the room of the button.
  await details.getByRole('button', { name: 'Add to Cart' }).click();
  const stepper = await boxOf(details.getByRole('group', { name: / in your cart$/ }));
  const heart = await boxOf(details.getByRole('button', { name: /^Favorite / }));
  expect(heart.x + heart.width).toBeGreaterThan(360);
  expect(heart.x - stepper.x - stepper.width).toBeLessThan(16);
  await details.getByRole('button', { name: /^Remove / }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const other = await registerMember(shop);
  const elsewhere = await browser.newContext();
  const visit = await elsewhere.newPage();
  await visit.goto(link);
  await passGate(visit, shop);
  await logIn(visit, other);
  await expect(visit.getByRole('dialog', { name: 'Harvest Moon' })).toBeVisible();
  await elsewhere.close();
});

test('the list says how many kinds its products are', ONCE, async ({ page, shop }) => {
  await uploadInventory(shop, PRODUCTS);
  await openAsNewMember(page, shop, { path: '/?category=Carts' });
  await expect(page.getByRole('status').filter({ hasText: '5 products available in 3 kinds' })).toBeVisible();
  await page.goto('/?category=Flower');
  await expect(page.getByText('2 products available', { exact: true })).toBeVisible();
});

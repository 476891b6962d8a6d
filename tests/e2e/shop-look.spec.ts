import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test } from './fixtures.ts';
import { openPanel } from './panel-page.ts';
import { adminToken, callAsAdmin } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { openAsNewMember, passGate } from './storefront-page.ts';

const LICENSE = 'License C10-0000123-LIC';
test.use({ shopEnv: { SHOP_ACCENT: '260', SHOP_LICENSE: LICENSE } });

const buttonColor = (page: Page) =>
  page.getByRole('button', { name: 'AUTHENTICATE' }).evaluate((button) => getComputedStyle(button).backgroundColor);

test(
  'a shop has its own accent in both themes, also before its first answer, and shows its license',
  ONCE,
  async ({ page, shop }) => {
    await page.goto('/');
    await expect(page.getByText(LICENSE)).toBeVisible();
    await expect.poll(() => buttonColor(page)).toBe('oklch(0.87 0.19 260)');
    await expectAccessible(page, 'the gate with another accent');

    await page.evaluate(() => localStorage.setItem('greenroom-theme', 'light'));
    await page.route('**/api/shop', () => {});
    await page.reload();
    await expect.poll(() => buttonColor(page)).toBe('oklch(0.52 0.145 260)');
    await page.unroute('**/api/shop');
    await page.reload();
    await expectAccessible(page, 'the light gate with another accent');
    await passGate(page, shop);
    expect(await page.evaluate(() => localStorage.getItem('greenroom-accent'))).toBe('260');
  },
);

/** Sets a logo as the panel does. Returns its address. */
const uploadLogo = async (shop: Shop): Promise<string> => {
  const picture = sharp({ create: { width: 600, height: 300, channels: 4, background: '#4a7dff' } }).png();
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(await picture.toBuffer())]), 'logo.png');
  const headers = { authorization: `Bearer ${await adminToken(shop)}` };
  const response = await fetch(`${shop.url}/api/admin/logo`, { method: 'PUT', body, headers });
  return ((await response.json()) as { logo: string }).logo;
};

const readManifest = async (shop: Shop) =>
  (await (await fetch(`${shop.url}/manifest.webmanifest`)).json()) as { name: string; icons: { src: string }[] };

test('gate, both headers and the manifest show the logo of the shop, and nothing moves when it arrives', async ({
  page,
  shop,
  openOtherBrowser,
}) => {
  const plain = await readManifest(shop);
  const logo = await uploadLogo(shop);
  await expect.poll(async () => (await readManifest(shop)).icons[0]?.src).toBe(logo);
  expect((await readManifest(shop)).icons.slice(1)).toEqual(plain.icons);
  const logoOn = (on: Page) => on.locator('img[src^="/api/logo/"]');
  const widthOn = (on: Page) => logoOn(on).evaluate((image: HTMLImageElement) => image.naturalWidth);

  let send = () => {};
  const held = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(`**${logo}`, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  const code = page.getByLabel('Access Code', { exact: true });
  await logoOn(page).waitFor();
  const before = await code.boundingBox();
  send();
  await expect.poll(() => widthOn(page)).toBe(512);
  expect(await code.boundingBox()).toEqual(before);
  await expect(page.getByRole('heading', { name: plain.name })).toBeVisible();
  await expectAccessible(page, 'the gate with a logo');

  const member = await openOtherBrowser();
  await openAsNewMember(member, shop);
  await expect.poll(() => widthOn(member)).toBe(512);
  await expect(member.getByRole('banner').getByText(plain.name)).toBeVisible();

  await openPanel(page, shop, '?tab=overview');
  await expect.poll(() => widthOn(page)).toBe(512);
  await expectAccessible(page, 'the panel with a logo');
  await callAsAdmin(shop, 'DELETE', '/api/admin/logo');
  await expect.poll(() => readManifest(shop)).toEqual(plain);
  await page.reload();
  await page.getByRole('tab').first().waitFor();
  await expect(logoOn(page)).toBeHidden();
});

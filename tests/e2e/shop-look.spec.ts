import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { passGate } from './storefront-page.ts';

const LICENSE = 'License C10-0000123-LIC';
test.use({ shopEnv: { SHOP_ACCENT: '260', SHOP_LICENSE: LICENSE } });

const buttonColor = (page: Page) =>
  page.getByRole('button', { name: 'AUTHENTICATE' }).evaluate((button) => getComputedStyle(button).backgroundColor);

test('a shop has its own accent in both themes, also before its first answer, and shows its license', async ({
  page,
  shop,
}) => {
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
});

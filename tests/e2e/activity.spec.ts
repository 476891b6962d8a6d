import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test } from './fixtures.ts';
import { busy, failUntilTriedAgain } from './network.ts';
import { headerEntry, pressInHeader } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { adminToken, callAsAdmin, registerMemberWithHistory, registerWithRole, uploadInventory } from './shop-api.ts';
import { openAs } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

/** The sentences of the page, newest first. */
const sentences = (page: Page): Locator => page.locator('main li:not([aria-label="Needs you"] li)');

test('owners read what was done in the shop, and nobody else does', ONCE, async ({ page, shop, browserErrors }) => {
  await test.step('an owner reads who did what, narrows it down, and follows it to the member and the receipt', async () => {
    const owner = await adminToken(shop);
    const wren = await registerWithRole(shop, 'orders');
    const { member, receipt } = await registerMemberWithHistory(shop);
    await callAsAdmin(shop, 'PATCH', `/api/admin/users/${wren.id}`, { role: 'owner' });

    await openAs(page, shop, owner, '/admincp');
    await pressInHeader(page, 'Activity');
    await expect(page).toHaveURL(/\/admincp\?tab=activity$/);
    await expect(await headerEntry(page, 'Activity')).toHaveAttribute('aria-current', 'page');
    await page.keyboard.press('Escape');
    await expect(sentences(page).first()).toContainText(`made ${wren.username} an owner`);
    await expect(page.getByText(/No entry has been altered \(last check .+\) · \d+ entries/)).toBeVisible();

    await page.getByRole('button', { name: 'Orders', exact: true }).click();
    await expect(
      sentences(page).filter({ hasText: `${member.username} placed order #${receipt.number}` }),
    ).toBeVisible();
    await expect(sentences(page).filter({ hasText: 'an owner' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Accounts', exact: true }).click();
    await expect(sentences(page).first()).toContainText(`made ${wren.username} an owner`);
    await page.getByRole('searchbox', { name: 'Search activity' }).fill('nothing is called that');
    await expect(page.getByText('No entries match')).toBeVisible();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await sentences(page).first().getByRole('button').click();
    await expect(page.getByRole('button', { name: 'Show what everybody did' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Show what everybody did' })).toBeVisible();

    await sentences(page).first().getByRole('link', { name: wren.username }).click();
    await expect(page.getByRole('dialog', { name: wren.username })).toBeVisible();
  });
  await test.step('nobody but owners finds the activity', async () => {
    await uploadInventory(shop, PRODUCTS);
    const desk = await registerWithRole(shop, 'orders');
    await openAs(page, shop, desk.token, '/admincp?tab=activity');
    await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true');
    await expect(await headerEntry(page, 'Activity')).toHaveCount(0);
  });
  await test.step('the activity that cannot be loaded says so and loads again, and can be used by everybody', async () => {
    await uploadInventory(shop, PRODUCTS);
    await test.step('the activity that cannot be loaded says so and loads again', async () => {
      browserErrors.allow(/status of 503/, REFUSED_CALL);
      await failUntilTriedAgain(page, '**/api/admin/audit*', busy);
      await openAs(page, shop, await adminToken(shop), '/admincp?tab=activity');
      await expect(page.getByRole('alert').filter({ hasText: 'Failed to load the activity' })).toBeVisible();
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(sentences(page).first()).toBeVisible();
    });
    await test.step('the activity can be used by everybody', async () => {
      await expectAccessible(page, 'activity');
    });
  });
});

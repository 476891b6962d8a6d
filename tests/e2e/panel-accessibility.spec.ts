import { expectUsable } from './accessibility.ts';
import { expect, test } from './fixtures.ts';
import { SHELF } from './products.ts';
import { adminToken, callAs, type Member, openAs, registerMember, stock } from './shop-api.ts';
import type { Shop } from './shop-process.ts';

test.use({ shopEnv: { DEMO: 'off' } });
test.beforeEach(({ shop }) => stock(shop, SHELF));

/** A member with points, an order on its way and one that is done. */
const knownMember = async (shop: Shop, admin: string): Promise<Member & { receiptId: string }> => {
  const member = await registerMember(shop);
  const { inventory } = await callAs<{ inventory: { id: number }[] }>(shop, '', 'GET', '/api/inventory-data');
  let receiptId = '';
  for (const steps of [['paid', 'shipped', 'completed'], ['paid']]) {
    await callAs(shop, member.token, 'POST', '/api/cart/add', { productId: inventory[1]!.id });
    const { receipt } = await callAs<{ receipt: { id: string } }>(shop, member.token, 'POST', '/api/receipts', {});
    receiptId = receipt.id;
    for (const status of steps) await callAs(shop, admin, 'PATCH', `/api/admin/receipts/${receiptId}`, { status });
  }
  const { username } = member;
  await callAs(shop, admin, 'POST', '/api/admin/points', { username, points: -5, reason: 'A lighter' });
  return { ...member, receiptId };
};

test('everybody can use the tabs of orders, points and users', async ({ page, shop }) => {
  const admin = await adminToken(shop);
  const { username } = await knownMember(shop, admin);
  await openAs(page, shop, admin, `/admincp?tab=receipts&q=${username}`);

  await expect(page.getByText('2 of 2 receipts')).toBeVisible();
  await expectUsable(page, 'receipts');
  await page.locator('[aria-label="Receipts"]').getByRole('button').first().click();
  await expect(
    page.getByRole('dialog', { name: /^Receipt #/ }).getByRole('button', { name: 'Mark as shipped' }),
  ).toBeVisible();
  await expectUsable(page, 'a receipt');

  await page.goto(`/admincp?tab=points&q=${username}`);
  await expect(page.getByText('2 of 2 transactions')).toBeVisible();
  await expectUsable(page, 'points');

  await page.goto(`/admincp?tab=users&q=${username}`);
  await page.locator('[aria-label="Users"]').getByRole('button').filter({ hasText: username }).click();
  await expect(page.getByRole('dialog', { name: username }).getByText('Registered by', { exact: false })).toBeVisible();
  await expectUsable(page, 'a user');
});

test('everybody can use the member’s own pages', async ({ page, shop }) => {
  const member = await knownMember(shop, await adminToken(shop));
  await openAs(page, shop, member.token, '/account');
  await expect(page.getByRole('img', { name: /^Balance since/ })).toBeVisible();
  await expect(page.getByText('This device')).toBeVisible();
  await expectUsable(page, 'account');
  await page.goto(`/receipts/${member.receiptId}`);
  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(page.getByRole('dialog').getByText('Today', { exact: false })).toBeVisible();
  await expectUsable(page, 'a receipt to be ordered again');
});

test('an order is found and moved on by keyboard alone', async ({ page, shop }) => {
  const admin = await adminToken(shop);
  const { username } = await knownMember(shop, admin);
  await openAs(page, shop, admin, '/admincp?tab=receipts');
  await page.getByRole('searchbox', { name: 'Search receipts' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(username);
  await expect(page.getByText('2 of 2 receipts')).toBeVisible();
  const opener = page.locator('[aria-label="Receipts"]').getByRole('button').first();
  for (let stops = 0; stops < 12 && !(await opener.evaluate((own) => own === document.activeElement)); stops++) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  const receipt = page.getByRole('dialog', { name: /^Receipt #/ });
  const ship = receipt.getByRole('button', { name: 'Mark as shipped' });
  await ship.waitFor();
  for (let stops = 0; stops < 8 && !(await ship.evaluate((own) => own === document.activeElement)); stops++) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(receipt.getByRole('button', { name: 'Mark as completed' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(receipt).toBeHidden();
  await expect(opener).toBeFocused();
});

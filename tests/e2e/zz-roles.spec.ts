import { expect, test } from './fixtures.ts';
import { openPanel, openRow } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import { callApi, callAsAdmin, registerMember, registerMemberWithHistory, uploadInventory } from './shop-api.ts';
import { openAs } from './storefront-page.ts';

test.use({ shopEnv: { DEMO: 'off', MEMBERS_NEED_APPROVAL: 'on' } });
test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

const login = (shop: any, m: any) =>
  callApi<any>(shop, null, 'POST', '/api/login', { username: m.username, password: m.password });
for (const theme of ['dark', 'light']) {
  test(`look ${theme}`, async ({ page, shop, openOtherBrowser, browserErrors }, info) => {
    test.setTimeout(240_000);
    browserErrors.allow(/./);
    const dir = `/tmp/zz/${info.project.name}-${theme}`;
    const themed = async (p: any) => {
      await p.setViewportSize(page.viewportSize()!);
      await p.addInitScript((t: string) => localStorage.setItem('greenroom-theme', t), theme);
      return p;
    };
    const shot = async (p: any, name: string, fullPage = false) => {
      await p.waitForTimeout(500);
      await p.screenshot({ path: `${dir}/${name}.png`, fullPage });
    };
    await themed(page);
    const ids = new Map<string, string>();
    const make = async (set: any) => {
      const m = await registerMember(shop);
      const { user } = await callApi<any>(shop, m.token, 'GET', '/api/user');
      ids.set(m.username, user.id);
      await callAsAdmin(shop, 'PATCH', `/api/admin/users/${user.id}`, set);
      return m;
    };
    const history = await make({ verified: true, verifiedUntil: '2027-01-31' });
    const desk = await make({ role: 'orders', verified: true });
    const clerk = await make({ role: 'inventory', verified: true });
    await make({ verified: true, verifiedUntil: '2026-11-01' });
    await make({ status: 'suspended' });
    await openPanel(page, shop, '?tab=users');
    await page.locator('[aria-label="Users"]').getByRole('button').first().waitFor();
    await shot(page, 'owner-users');
    await page.route('**/api/admin/users?*', async (route) => {
      const response = await route.fetch();
      const json = await response.json();
      for (const u of json.users)
        if (u.username === history.username) {
          u.passkeys = 2;
          u.invite = { id: 'inviteinvite', label: 'Spring friends', madeBy: 'boss' };
        }
      await route.fulfill({ response, json });
    });
    await page.goto(`/admincp?tab=users&q=${history.username}`);
    await openRow(page, 'Users', history.username);
    const drawer = page.getByRole('dialog', { name: history.username });
    await drawer.getByText('Registered by', { exact: false }).waitFor();
    await shot(page, 'owner-drawer');
    await drawer.getByRole('radio', { name: /Stock clerk/ }).check();
    await drawer.getByRole('button', { name: 'Change role' }).scrollIntoViewIfNeeded();
    await shot(page, 'owner-drawer-role');
    await drawer.getByRole('button', { name: 'Change role' }).click();
    await shot(page, 'owner-role-question');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await drawer.getByRole('button', { name: 'Create reset link' }).click();
    await drawer.getByLabel('Reset link').waitFor();
    await drawer.getByLabel('Reset link').scrollIntoViewIfNeeded();
    await shot(page, 'owner-drawer-reset');
    await page.goto(`/admincp?tab=users&q=${shop.admin.username}`);
    await openRow(page, 'Users', shop.admin.username);
    const own = page.getByRole('dialog', { name: shop.admin.username });
    await own.getByRole('radio', { name: /Member/ }).check();
    await own.getByRole('button', { name: 'Change role' }).click();
    await shot(page, 'owner-self-question');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change to Member' }).click();
    await own.getByText("can't lose").waitFor();
    await shot(page, 'owner-last');

    const deskPage = await themed(await openOtherBrowser());
    const calls: string[] = [];
    deskPage.on(
      'response',
      (r: any) => r.url().includes('/api/') && calls.push(`${r.status()} ${new URL(r.url()).pathname}`),
    );
    await openAs(deskPage, shop, (await login(shop, desk)).token, `${shop.url}/admincp`);
    await deskPage.locator('[aria-label="Users"]').getByRole('button').first().waitFor();
    await shot(deskPage, 'desk-users');
    await openRow(deskPage, 'Users', history.username);
    await deskPage.getByRole('dialog').getByText('Registered by', { exact: false }).waitFor();
    await shot(deskPage, 'desk-drawer');
    await deskPage.goto(`${shop.url}/admincp?tab=receipts`);
    await deskPage.getByText('No receipts yet').waitFor();
    await shot(deskPage, 'desk-receipts');
    await deskPage.goto(`${shop.url}/admincp?tab=points`);
    await deskPage.getByText('No points yet').waitFor();
    await shot(deskPage, 'desk-points');
    await deskPage.goto(`${shop.url}/admincp?tab=inventory`);
    await shot(deskPage, 'desk-inventory-address');
    console.log(calls.join('\n'));

    const clerkPage = await themed(await openOtherBrowser());
    await openAs(clerkPage, shop, (await login(shop, clerk)).token, `${shop.url}/admincp?tab=users`);
    await clerkPage.getByText(/^\d+ of \d+ items$/).waitFor();
    await shot(clerkPage, 'clerk');
    await clerkPage.goto(`${shop.url}/account`);
    await clerkPage.getByText('Devices where').waitFor();
    await shot(clerkPage, 'clerk-account', true);

    const member = await themed(await openOtherBrowser());
    await openAs(member, shop, history.token, `${shop.url}/account`);
    await member.getByText('Devices where').waitFor();
    await shot(member, 'member-account', true);
    await member.goto(`${shop.url}/admincp`);
    await member.getByText('Access Denied').waitFor();
    await shot(member, 'denied');

    const reset = await themed(await openOtherBrowser());
    await reset.goto(`${shop.url}/reset/a-token-that-is-not-one-but-long`);
    await reset.getByText('expired').waitFor();
    await shot(reset, 'reset-ended');
    await reset.route('**/api/reset/*', (r: any) => r.fulfill({ json: { username: 'mara-kensington' } }));
    await reset.goto(`${shop.url}/reset/a-token-that-is-not-one-but-long`);
    await reset.getByText('Choose a new password for').waitFor();
    await reset.route('**/api/reset', (r: any) =>
      r.fulfill({
        status: 400,
        json: { code: 'weak_password', message: 'This password is too easy to guess. Please choose another.' },
      }),
    );
    await reset.getByLabel('New Password', { exact: true }).fill('password');
    await reset.getByLabel('Confirm Password').fill('password');
    await reset.getByRole('button', { name: 'Save Password' }).click();
    await reset.getByText('too easy').waitFor();
    await shot(reset, 'reset');
    await reset.route('**/api/reset', (r: any) =>
      r.fulfill({
        status: 404,
        json: { code: 'link_ended', message: 'This link has expired or was already used. Please message the seller.' },
      }),
    );
    await reset.getByRole('button', { name: 'Save Password' }).click();
    await reset.getByText('expired').waitFor();
  });
}

import type { Locator, Page } from '@playwright/test';
import { expect, ONCE, REFUSED_CALL, test } from './fixtures.ts';
import { openPanel, openRow, shownToast } from './panel-page.ts';
import { callApi, callAsAdmin, newUsername, registerMember } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { chooser, openAs, register } from './storefront-page.ts';

test.use({ shopEnv: { CATALOGUE_NEEDS_GATE: 'on' } });

const openInvites = async (page: Page, shop: Shop): Promise<Locator> => {
  await openPanel(page, shop, '?tab=users');
  await page.getByRole('button', { name: 'Invites' }).click();
  return page.getByRole('dialog', { name: 'Invites' });
};

/** Makes an invite in the drawer. Returns its code. */
const makeInvite = async (drawer: Locator, label: string, uses: number): Promise<string> => {
  await drawer.getByLabel('Label', { exact: true }).fill(label);
  await drawer.getByLabel('Registrations').fill(String(uses));
  await drawer.getByRole('button', { name: 'Create invite' }).click();
  return drawer.getByLabel(`Invite code for "${label}"`).inputValue();
};

const typeCode = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Access Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
};

/** Opens the shop and passes the gate with the code of an invite. */
const passGateWith = async (page: Page, shop: Shop, code: string): Promise<void> => {
  await page.goto(shop.url);
  await typeCode(page, code);
  await chooser(page).waitFor();
};

/** What only a signed-in member sees in the header. */
const ownMenu = (page: Page, username: string): Locator =>
  page.getByRole('button', { name: 'Account', exact: true }).or(page.getByRole('link', { name: username }));

const registerAs = async (page: Page, username: string): Promise<void> => {
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByLabel('I am 21 or older').check();
  await register(page, {
    Username: username,
    Email: `${username}@example.test`,
    Password: 'a long password 77',
    'Confirm Password': 'a long password 77',
  });
};

test(
  'an owner invites somebody, who registers with the code, and the record of the member shows the invite',
  ONCE,
  async ({ page, shop, openOtherBrowser }) => {
    const label = `Harbor ${newUsername()}`;
    const drawer = await openInvites(page, shop);
    const code = await makeInvite(drawer, label, 1);
    await expect(drawer.getByText("It is not stored and won't be shown again.")).toBeVisible();
    const row = drawer.getByRole('listitem').filter({ hasText: label });
    await expect(row).toContainText('Open');
    await expect(row).toContainText('0 of 1 used');

    const visitor = await openOtherBrowser();
    await passGateWith(visitor, shop, code);
    const username = newUsername();
    await registerAs(visitor, username);
    await expect(ownMenu(visitor, username)).toBeVisible();
    await expect(row).toContainText('Used up');

    const { users } = await callAsAdmin<{ users: { invite: unknown }[] }>(
      shop,
      'GET',
      `/api/admin/users?q=${username}`,
    );
    expect(users[0]?.invite).toMatchObject({ label, madeBy: shop.admin.username });
    await drawer.getByRole('button', { name: 'Close' }).click();
    await page.goto(`${shop.url}/admincp?tab=users&q=${username}`);
    await openRow(page, 'Users', username);
    await expect(page.getByRole('dialog', { name: username })).toContainText(`Registered with the invite "${label}"`);
  },
);

test(
  'revoking an invite ends the pass of a visitor who has not registered',
  ONCE,
  async ({ page, shop, browserErrors, openOtherBrowser }) => {
    browserErrors.allow(REFUSED_CALL);
    const label = `Pier ${newUsername()}`;
    const drawer = await openInvites(page, shop);
    const code = await makeInvite(drawer, label, 5);
    const visitor = await openOtherBrowser();
    await passGateWith(visitor, shop, code);
    const catalogue = async () => (await visitor.request.get(`${shop.url}/api/inventory-data`)).status();
    expect(await catalogue()).toBe(200);

    await drawer.getByRole('button', { name: `Revoke ${label}` }).click();
    const question = page.getByRole('alertdialog', { name: `Revoke the invite "${label}"?` });
    await question.getByRole('button', { name: 'Revoke invite' }).click();
    await expect(shownToast(page)).toContainText('Invite revoked');
    await expect(drawer.getByRole('listitem').filter({ hasText: label })).toContainText('Revoked');
    expect(await catalogue()).toBe(403);

    const other = await openOtherBrowser();
    await other.goto(shop.url);
    await typeCode(other, code);
    await expect(other.getByText('Invalid password. Please try again.')).toBeVisible();
  },
);

test(
  'a member comes back with the code of an invite that is used up',
  ONCE,
  async ({ shop, openOtherBrowser, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const { code } = await callAsAdmin<{ code: string }>(shop, 'POST', '/api/admin/invites', {
      label: 'Back',
      uses: 1,
    });
    const visitor = await openOtherBrowser();
    await passGateWith(visitor, shop, code);
    const username = newUsername();
    await registerAs(visitor, username);
    await expect(ownMenu(visitor, username)).toBeVisible();
    // A new tab opens by itself while the gate's cookie is there.
    await visitor.context().clearCookies({ name: 'greenroom_gate' });
    const tab = await visitor.context().newPage();
    await tab.goto(shop.url);
    await typeCode(tab, code);
    await expect(ownMenu(tab, username)).toBeVisible();
  },
);

test(
  'the form says what is wrong, and the order desk sees no invites',
  ONCE,
  async ({ page, shop, openOtherBrowser }) => {
    const drawer = await openInvites(page, shop);
    await drawer.getByLabel('Registrations').fill('0');
    await drawer.getByRole('button', { name: 'Create invite' }).click();
    await expect(drawer.getByText('Enter a label')).toBeVisible();
    await expect(drawer.getByText('Enter a whole number from 1 to 1000')).toBeVisible();

    const { token, username, password } = await registerMember(shop);
    const { user } = await callApi<{ user: { id: string } }>(shop, token, 'GET', '/api/user');
    await callAsAdmin(shop, 'PATCH', `/api/admin/users/${user.id}`, { role: 'orders' });
    const clerk = await callApi<{ token: string }>(shop, null, 'POST', '/api/login', { username, password });
    const other = await openOtherBrowser();
    await openAs(other, shop, clerk.token, `${shop.url}/admincp?tab=users`);
    await expect(other.getByRole('searchbox', { name: 'Search users' })).toBeVisible();
    await expect(other.getByRole('button', { name: 'Invites' })).toHaveCount(0);
  },
);

test(
  'after a start with another wallet address every tab says so, and leads to the evidence',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/net::ERR_/);
    await openPanel(page, shop, '?tab=users');
    await expect(page.getByRole('searchbox', { name: 'Search users' })).toBeVisible();
    await expect(page.getByText('A wallet address changed')).toHaveCount(0);
    // The stream of the open panel ends with the shop and comes back with the news.
    await shop.restart({ BTC_ADDRESS: '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2' });
    await expect(page.getByText('A wallet address changed')).toBeVisible({ timeout: 60_000 });
    for (const tab of ['points', 'receipts', 'inventory']) {
      await page.goto(`${shop.url}/admincp?tab=${tab}`);
      await expect(page.getByText('A wallet address changed')).toBeVisible();
    }
    await page.getByRole('region', { name: 'Needs you' }).getByRole('link', { name: 'Show' }).click();
    await expect(page.getByRole('button', { name: 'Shop and data' })).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText(/Bitcoin address/).first()).toBeVisible();
  },
);

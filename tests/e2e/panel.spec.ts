import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test, WIDE } from './fixtures.ts';
import { holdResponse } from './network.ts';
import { openInventory, openPanel, pressInHeader, shownToast } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import {
  adminToken,
  callAsAdmin,
  newUsername,
  registerAdmin,
  registerMember,
  registerWithRole,
  uploadInventory,
} from './shop-api.ts';
import { chooser, logIn, logOut, openAs, openAsNewMember, passGate, register } from './storefront-page.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

test(
  '/admin sends visitors and members to the shop, admins to the panel, and a member is denied the panel',
  ONCE,
  async ({ page, shop, openOtherBrowser }) => {
    await test.step('/admin sends visitors and members to the shop, and admins to the panel', async () => {
      await page.goto('/admin');
      await expect(page.getByText('You need to be logged in to access admin panel')).toBeVisible();
      await expect(page).toHaveURL(`${shop.url}/`);
      const member = await openOtherBrowser();
      const { username } = await openAsNewMember(member, shop, { path: `${shop.url}/admin` });
      await expect(member.getByText('You need administrator privileges to access this area')).toBeVisible();
      await expect(member).toHaveURL(`${shop.url}/`);
      await member.goto(`${shop.url}/admincp`);
      await expect(member.getByText('Access Denied')).toBeVisible();
      await expect(member.getByText("You don't have permission to access the admin panel.")).toBeVisible();
      await expect(member.getByText(username)).toBeVisible();
      await expect(member.getByText(/^You are logged in as a member\. /)).toBeVisible();
      // The message is only shown for a moment, so the journey holds the check of the session until it has seen it.
      const { release } = await holdResponse(page, '/api/user');
      await openAs(page, shop, await adminToken(shop), '/admin');
      await expect(page.getByText('Redirecting to admin panel...')).toBeVisible();
      release();
      await expect(page).toHaveURL(/\/admincp/);
      for (const tab of ['Overview', 'Users', 'Points & Transactions', 'Receipts', 'Inventory']) {
        await expect(page.getByRole('tab', { name: tab })).toBeVisible();
      }
    });
  },
);

test(
  'whoever came from /admin gets to the panel by logging in: once, in that tab, and with a role of the panel',
  ONCE,
  async ({ page, shop, context, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const desk = await registerWithRole(shop, 'orders');
    const shopPage = page.getByRole('heading', { name: 'Select a Category' });
    const comeFromAdmin = async () => {
      await page.goto('/admin');
      await expect(page.getByText('Access Denied')).toBeVisible();
      await expect(page).toHaveURL(`${shop.url}/`);
    };
    await test.step('gate and login lead to the panel', async () => {
      await comeFromAdmin();
      await passGate(page, shop);
      await logIn(page, desk);
      await expect(page).toHaveURL(`${shop.url}/admincp`);
      await expect(page.getByText(`Welcome back, ${desk.username}!`)).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Receipts' })).toBeVisible();
    });
    await test.step('the next login stays in the shop', async () => {
      await pressInHeader(page, 'Logout');
      await expect(chooser(page)).toBeVisible();
      await logIn(page, desk);
      await expect(shopPage).toBeVisible();
      await logOut(page);
      await expect(chooser(page)).toBeVisible();
    });
    await test.step('a login in another tab stays in the shop', async () => {
      await comeFromAdmin();
      const other = await context.newPage();
      await other.goto('/');
      await passGate(other, shop);
      await logIn(other, desk);
      await expect(other.getByRole('heading', { name: 'Select a Category' })).toBeVisible();
      await expect(shopPage).toBeVisible();
      await logOut(other);
      await expect(chooser(other)).toBeVisible();
      await other.close();
    });
    await test.step('a new member stays in the shop, and ends the wish', async () => {
      await expect(chooser(page)).toBeVisible();
      await page.getByRole('button', { name: 'Register' }).click();
      const username = newUsername();
      await page.getByLabel('I am 21 or older').check();
      await register(page, {
        Username: username,
        Email: `${username}@example.test`,
        Password: 'a long password',
        'Confirm Password': 'a long password',
      });
      await expect(page.getByText(`Welcome, ${username}!`)).toBeVisible();
      await expect(shopPage).toBeVisible();
      await logOut(page);
      await expect(chooser(page)).toBeVisible();
      await logIn(page, desk);
      await expect(page.getByText(`Welcome back, ${desk.username}!`)).toBeVisible();
      await expect(shopPage).toBeVisible();
      await expect(page).toHaveURL(`${shop.url}/`);
    });
  },
);

test(
  '"Log in" at a panel that is denied leads back to the same address',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const [owner, member] = [await registerAdmin(shop), await registerMember(shop)];
    await test.step('a visitor passes the gate and logs in', async () => {
      await page.goto('/admincp?tab=receipts');
      await expect(page.getByText("You don't have permission to access the admin panel.")).toBeVisible();
      await expect(page.getByText(/^This is the panel of .+ It opens with a panel account\.$/)).toBeVisible();
      await expectAccessible(page, 'the panel for a visitor');
      await page.getByRole('link', { name: 'Log in' }).click();
      await expect(page.getByText('To the panel: the access code first, then your login.')).toBeVisible();
      // What is for members says nothing to a seller.
      await expect(page.getByText('No code yet?')).toHaveCount(0);
      await passGate(page, shop);
      await expect(page.getByRole('button', { name: 'Login' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Log in to the panel' })).toBeVisible();
      await expect(page.getByText(/Another owner can send you a reset link/)).toBeVisible();
      await expect(page.getByText('Message the seller')).toHaveCount(0);
      await expect(page.getByLabel('Username', { exact: true })).toBeFocused();
      await page.goBack();
      await logIn(page, owner);
      await expect(page).toHaveURL(`${shop.url}/admincp?tab=receipts`);
      await expect(page.getByRole('tab', { name: 'Receipts', selected: true })).toBeVisible();
    });
    await test.step('a member logs in as somebody else', async () => {
      await pressInHeader(page, 'Logout');
      await logIn(page, member);
      await expect(page.getByText(`Welcome back, ${member.username}!`)).toBeVisible();
      await page.goto(`/admincp?tab=users&q=${member.username}`);
      await page.getByRole('button', { name: 'Log in as someone else' }).click();
      await expect(chooser(page)).toBeVisible();
      await logIn(page, owner);
      await expect(page).toHaveURL(`${shop.url}/admincp?tab=users&q=${member.username}`);
      await expect(page.getByRole('tab', { name: 'Users', selected: true })).toBeVisible();
    });
  },
);

test(
  'the panel of an admin whose sessions were ended elsewhere closes',
  WIDE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL);
    const admin = await registerAdmin(shop);
    await openInventory(page, shop, '', admin.token);
    await callAsAdmin(shop, 'DELETE', `/api/admin/users/${admin.id}/sessions`);
    await expect(page.getByText('Access Denied')).toBeVisible();
    await expect(shownToast(page)).toContainText('Authentication failed. Please refresh page and try again.');
    await expect(page.getByText('Current user: nobody is logged in')).toBeVisible();
  },
);

test(
  'inventory and sync status that fail to load are reported, and load with one press',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/Failed to load resource/);
    for (const path of ['**/api/admin/inventory', '**/api/admin/inventory/sync-status']) {
      await page.route(path, (route) => route.fulfill({ status: 500, body: '' }));
    }
    // On a phone the card of the sync is folded.
    await page.setViewportSize({ width: 1440, height: 900 });
    await openPanel(page, shop, '?tab=inventory');
    await expect(page.getByText('Failed to load inventory data').first()).toBeVisible();
    await expect(page.getByText('Failed to load sync status').first()).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('9 of 9 items')).toBeVisible();
  },
);

test('an admin without a feed reads that syncing is not possible', ONCE, async ({ page, shop, browserErrors }) => {
  browserErrors.allow(REFUSED_CALL);
  await openPanel(page, shop, '?tab=inventory');
  await page.getByRole('button', { name: 'Sync Controls' }).click();
  const controls = page.getByRole('region', { name: 'Sync Controls' });
  await expect(controls).toContainText('No inventory feed is configured');
  await expect(controls).toContainText('Never');
  const manualSync = controls.getByRole('button', { name: 'Manual Sync Now' });
  await expect(manualSync).toBeDisabled();
  await expect(manualSync).toHaveAccessibleDescription('No inventory feed is configured');
  // An empty list leads to what fills it.
  await page.route('**/api/admin/inventory', (route) => route.fulfill({ json: { inventory: [] } }));
  await page.reload();
  await expect(page.getByText('No inventory items found')).toBeVisible();
  await expect(page.getByText('Run a sync to import products', { exact: true })).toBeVisible();
  const otherWays = 'Or add products by hand or from a file, or set a feed in Settings.';
  await expect(page.getByText(otherWays, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add your first item' }).click();
  await expect(page.getByRole('dialog', { name: 'Add item' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Import products' }).last().click();
  await expect(page.getByRole('dialog', { name: 'Import products' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Go to the drop zone' }).click();
  await expect(page.getByRole('button', { name: /choose one/ })).toBeFocused();
  // A phone does not keep it open over a reload.
  await page.getByRole('button', { name: 'Sync Controls' }).click();
  await controls.getByRole('switch', { name: 'Automatic sync' }).click();
  await expect(page.getByText('Failed to switch automatic sync: No inventory feed is configured.')).toBeVisible();
  await expect(controls.getByRole('switch', { name: 'Automatic sync' })).not.toBeChecked();
  // With a feed, and for a role that only reads.
  await page.route('**/api/admin/inventory/sync-status', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), feedConfigured: true } });
  });
  await page.reload();
  await expect(page.getByText('Run a sync to import products', { exact: true })).toBeVisible();
  await expect(page.getByText(otherWays)).toHaveCount(0);
  await openPanel(page, shop, '?tab=inventory', (await registerWithRole(shop, 'orders')).token);
  await expect(page.getByText('Run a sync to import products', { exact: true })).toBeVisible();
});

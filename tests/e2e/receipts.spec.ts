import { readFile } from 'node:fs/promises';
import { expect, ONCE, test, WIDE } from './fixtures.ts';
import { interceptRequest } from './network.ts';
import { openPanel, openRow, panelRows, shownToast } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import {
  addToCart,
  adjustPoints,
  type CartContent,
  placeOrder,
  readCart,
  readCatalogue,
  registerMember,
  setReceiptStatus,
  uploadInventory,
} from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { cartDrawer, mockChat, openAs, openCart } from './storefront-page.ts';

const FIFTY_FLOWERS = Array.from({ length: 50 }, (_, index) => ({
  id: `m${index}`,
  name: `Meadow Selection No. ${index + 1} with a longer name`,
  qty: 40,
  price: 10,
  brand: 'Moss House',
  category: 'Flower',
}));
test.beforeEach(({ shop }) => uploadInventory(shop, [...PRODUCTS, ...FIFTY_FLOWERS]));

/** Registers a member who has ordered this. */
const registerMemberWithOrder = async (shop: Shop, cart: CartContent) => {
  const member = await registerMember(shop, cart);
  return { member, receipt: await placeOrder(shop, member.token) };
};

test(
  'an open panel shows a new order, an admin completes it, and the member follows it and earns points',
  ONCE,
  async ({ page, shop, context, openOtherBrowser }) => {
    await mockChat(context);
    const member = await registerMember(shop, { 'Blue Hour Cart': 2 });
    const admin = await openOtherBrowser();
    await openPanel(admin, shop, '?tab=receipts');
    const row = panelRows(admin, 'Receipts').filter({ hasText: member.username });
    await expect(admin.getByRole('searchbox', { name: 'Search receipts' })).toBeVisible();
    await expect(row).toHaveCount(0);

    await openAs(page, shop, member.token);
    const drawer = await openCart(page);
    await drawer.getByRole('button', { name: 'Confirm Order' }).click();
    await expect(page.getByText('Redirecting to Telegram')).toBeVisible();

    // The panel shows the order without a reload.
    await expect(row).toBeVisible();
    await expect(row.getByText('New', { exact: true })).toBeVisible();
    await openRow(admin, 'Receipts', member.username);
    const receipt = admin.getByRole('dialog', { name: /^Receipt #\d+/ });
    const nextSteps = receipt.getByRole('button', { name: /^Mark / });
    await expect(receipt.getByText('Blue Hour Cart')).toBeVisible();
    await expect(receipt.getByRole('definition').filter({ hasText: '$119.00' })).toBeVisible();
    await expect(nextSteps).toHaveText(['Mark paid']);

    await nextSteps.click();
    await expect(nextSteps).toHaveText(['Mark shipped']);
    await page.goto('/account');
    await page.getByRole('link', { name: /^Receipt #/ }).click();
    await expect(page.getByRole('heading', { name: /^Receipt #/ })).toBeVisible();
    await receipt.getByLabel('Note', { exact: true }).fill('Tracking number 0451');
    await nextSteps.click();
    await expect(receipt.getByText('Tracking number 0451')).toBeVisible();
    await expect(receipt.getByText(`Gives ${member.username} 104 points.`, { exact: false })).toBeVisible();
    // The member's page hears of the next state.
    await expect(page.getByText('Shipped: Tracking number 0451')).toBeVisible();
    await receipt.getByRole('button', { name: 'Complete' }).click();
    await expect(receipt.getByRole('button', { name: /^(Mark |Complete|Cancel order)/ })).toHaveCount(0);
    await expect(receipt.getByRole('list', { name: 'Order status' }).locator('[aria-current]')).toHaveText('Completed');

    await page.goto('/account');
    await expect(page.getByText('104', { exact: true })).toBeVisible();
    await expect(page.getByRole('img', { name: /^Balance since .* from 0 to 104 points/ })).toBeVisible();
  },
);

test(
  'an admin finds receipts by number, member, product and state, and exports what is shown',
  WIDE,
  async ({ page, shop }) => {
    const { member, receipt: first } = await registerMemberWithOrder(shop, { 'Harvest Moon': 1 });
    await setReceiptStatus(shop, first.id, 'paid');
    await addToCart(shop, member.token, { 'Night Orchard Cart': 1 });
    const second = await placeOrder(shop, member.token);
    // The search has to leave out the order of another member.
    await registerMemberWithOrder(shop, { 'Amber Tide Cart': 1 });
    await openPanel(page, shop, '?tab=receipts');

    const row = ({ number }: { number: number }) => panelRows(page, 'Receipts').filter({ hasText: `#${number}` });
    const states = page.getByRole('group', { name: 'State' });
    const search = page.getByRole('searchbox', { name: 'Search receipts' });
    await search.fill(member.username);
    await expect(page.getByText('2 of 2 receipts')).toBeVisible();
    await states.getByRole('button', { name: /^Paid/ }).click();
    await expect(page.getByText('1 of 1 receipts')).toBeVisible();
    await expect(row(first)).toBeVisible();
    await page.reload();
    await expect(search).toHaveValue(member.username);
    await expect(page.getByText('1 of 1 receipts')).toBeVisible();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('receipts.csv');
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(new RegExp(`^${first.number},paid,.*,${member.username},.*Harvest Moon`));

    await states.getByRole('button', { name: /^All/ }).click();
    await search.fill(`#${second.number}`);
    await expect(row(first)).toBeHidden();
    await expect(row(second)).toBeVisible();
    await search.fill('Harvest Moon');
    await expect(row(second)).toBeHidden();
    await expect(row(first)).toBeVisible();
    await search.fill('no such thing');
    await expect(page.getByText('No receipts match')).toBeVisible();
    await page.getByRole('button', { name: 'Clear Filters' }).click();
    await expect(row(second)).toBeVisible();
  },
);

test(
  'an admin cancels an order and grants points, and a member orders again',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    await test.step('an admin who cancels an order is asked first, and its stock becomes available again', async () => {
      const { member, receipt } = await registerMemberWithOrder(shop, { 'Pine Hollow Cart': 3 });
      const title = `Receipt #${receipt.number}`;
      await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
      await openRow(page, 'Receipts', `#${receipt.number}`);
      const drawer = page.getByRole('dialog', { name: title });
      await drawer.getByRole('button', { name: 'Cancel order' }).click();
      const question = page.getByRole('alertdialog', { name: `Cancel receipt #${receipt.number}?` });
      await question.getByRole('button', { name: 'Keep order' }).click();
      await expect(drawer.getByRole('button', { name: 'Mark paid' })).toBeVisible();
      await drawer.getByRole('button', { name: 'Cancel order' }).click();
      await question.getByRole('button', { name: `Cancel receipt #${receipt.number}` }).click();
      await expect(page.getByText(`${title} is canceled`)).toBeVisible();
      await expect(drawer.getByRole('button', { name: /^(Mark |Complete|Cancel order)/ })).toHaveCount(0);
      expect(await readCatalogue(shop)).toContainEqual(
        expect.objectContaining({ name: 'Pine Hollow Cart', quantity: 3 }),
      );
    });
    await test.step('an admin grants points, and the form says if the balance is too low to deduct them', async () => {
      await uploadInventory(shop, [...PRODUCTS, ...FIFTY_FLOWERS]);
      browserErrors.allow(/status of 40[49]/);
      const { username } = await registerMember(shop);
      await openPanel(page, shop, '?tab=points');
      await page.getByRole('button', { name: 'Adjust points' }).first().click();
      const form = page.getByRole('dialog', { name: 'Adjust points' });
      const points = form.getByLabel('Points', { exact: true });
      await form.getByRole('button', { name: 'Grant points' }).click();
      await expect(form.getByText('Enter a username')).toBeVisible();
      await form.getByLabel('Username').fill(username.slice(0, -1));
      const choice = form.getByRole('list', { name: 'Members found' }).getByRole('button', { name: username });
      await expect(choice).toHaveText(`${username}0 points`);
      await points.fill('40');
      await form.getByLabel('Reason').fill('A warm welcome');
      await form.getByRole('button', { name: 'Grant points' }).click();
      await expect(form.getByText(`Choose ${username}`)).toBeVisible();
      await expect(form.getByLabel('Username')).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(choice).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(form.getByLabel('Username')).toHaveValue(username);
      await expect(form.getByLabel('Username')).toHaveAccessibleDescription('Balance: 0 points');
      await expect(points).toBeFocused();
      await form.getByRole('button', { name: 'Grant points' }).click();
      await expect(page.getByText(`Added 40 points to ${username}`)).toBeVisible();
      await shownToast(page).getByRole('button', { name: 'Undo' }).click();
      await expect(shownToast(page)).toContainText('New balance: 0 points.');
      const back = panelRows(page, 'Points and transactions').filter({ hasText: 'Taken back: A warm welcome' });
      await expect(back).toContainText('−40');
      await shownToast(page).getByRole('button', { name: 'Dismiss notification' }).click();
      await adjustPoints(shop, username, 40, 'A warm welcome');
      await page.reload();
      await expect(page.getByText("Members can't spend points yet.")).toBeVisible();

      // The newest.
      const entry = panelRows(page, 'Points and transactions').filter({ hasText: username }).first();
      await expect(entry).toContainText('A warm welcome');
      await expect(entry).toContainText('+40');
      await entry.getByRole('link', { name: username }).click();
      await expect(page.getByRole('dialog', { name: username })).toBeVisible();
      await page.goto(`${shop.url}/admincp?tab=points`);

      await page.getByRole('button', { name: 'Adjust points' }).first().click();
      await form.getByRole('radio', { name: 'Deduct' }).check();
      await form.getByLabel('Username').fill(username);
      await expect(form.getByLabel('Username')).toHaveAccessibleDescription('Balance: 40 points');
      await points.fill('41');
      await form.getByLabel('Reason').fill('Too much');
      await form.getByRole('button', { name: 'Deduct points' }).click();
      await expect(points).toHaveAccessibleDescription('The balance is 40 points. Please deduct no more.');
    });
    await test.step('a member who orders again sees what is missing before it is put in the cart', async () => {
      await uploadInventory(shop, [...PRODUCTS, ...FIFTY_FLOWERS]);
      const { member, receipt } = await registerMemberWithOrder(shop, { 'Pine Hollow Cart': 2, 'Harvest Moon': 2 });
      await openAs(page, shop, member.token, `/receipts/${receipt.id}`);
      await page.getByRole('button', { name: 'Buy again' }).click();
      const dialog = page.getByRole('dialog', { name: `Buy again: Order #${receipt.number}` });
      await expect(dialog.getByText('Only 1 of 2 can be added')).toBeVisible();
      await dialog.getByRole('button', { name: 'Add 3 items to the cart' }).click();
      await expect(cartDrawer(page).getByText('Pine Hollow Cart')).toBeVisible();
      await expect(cartDrawer(page).getByText('Harvest Moon')).toBeVisible();
      const { items } = await readCart(shop, member.token);
      expect(items.map(({ quantity }) => quantity)).toEqual([1, 2]);
    });
  },
);

test(
  'a receipt with 50 lines prints black on white on one A4 page, without the shop around it',
  ONCE,
  async ({ page, shop }) => {
    const cart = Object.fromEntries(FIFTY_FLOWERS.map(({ name }) => [name, 1]));
    const { member, receipt } = await registerMemberWithOrder(shop, cart);
    await openAs(page, shop, member.token, `/receipts/${receipt.id}`);
    await expect(page.getByText('Meadow Selection No. 50')).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: 'Buy again' })).toBeHidden();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByText('History')).toBeHidden();
    await expect(page.getByText(/You'll earn/)).toBeHidden();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toMatch(
      /^(white|rgb\(255, 255, 255\)|oklch\(1 0)/,
    );
    const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1);
  },
);

test(
  'receipts that failed to load are loaded with one press, and so are older ones',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(/Failed to load resource/);
    const { token } = await registerMember(shop);
    for (let order = 0; order < 21; order++) {
      await addToCart(shop, token, { 'Greenhouse No. 4': 1 });
      await placeOrder(shop, token);
    }
    const address = /\/api\/receipts\?/;
    await page.route(address, (route) => route.fulfill({ status: 500, body: '' }));
    // A proxy's page about a shop that is away does not say that the session has ended.
    const badGateway = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };
    const isRead = page.waitForResponse(
      (response) => response.url().endsWith('/api/cart') && response.status() === 502,
    );
    await page.route('**/api/cart', (route) => route.fulfill(badGateway));
    await openAs(page, shop, token, '/receipts');
    await isRead;
    await expect(page.getByText('The shop has a problem. Please try again in a moment.')).toBeVisible();
    await expect(page.getByText('HTTP error! status: 500', { exact: true })).toBeVisible();
    await expect(page.getByText(/session has expired/)).toHaveCount(0);
    await page.unroute('**/api/cart');

    // While the receipts load, the button keeps the focus.
    const tryAgain = page.getByRole('button', { name: 'Try again' });
    const intercepted = interceptRequest(page, address);
    await tryAgain.click();
    const request = await intercepted;
    await expect(tryAgain).toHaveAttribute('aria-busy', 'true');
    await expect(tryAgain).toBeFocused();
    await request.continue();
    const receipts = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Order #' });
    await expect(receipts).toHaveCount(20);

    await page.unroute(address);
    await page.route(address, (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(page.getByRole('alert')).toHaveText("Couldn't load more. Please try again.");
    await expect(receipts).toHaveCount(20);
    await page.unroute(address);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(receipts).toHaveCount(21);

    // On the page of one receipt the code is small too.
    await page.route(/\/api\/receipts\/\w/, (route) => route.fulfill({ status: 500, body: '' }));
    await receipts.first().getByRole('link').first().click();
    const code = page.getByText('HTTP error! status: 500', { exact: true });
    await expect(code).toHaveCSS('font-size', '12px');
  },
);

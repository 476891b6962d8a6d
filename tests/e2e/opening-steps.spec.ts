import { DERIVED } from '../../src/server/testing/derived-addresses.ts';
import { expectAccessible, horizontalOverflow } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test } from './fixtures.ts';
import { deferred, failUntilTriedAgain, holdResponse, respondOnce } from './network.ts';
import { change, DRAWING, expectOpen, head, line, mark, NOTHING_SET, press, step, title } from './opening-page.ts';
import { openPanel, shownToast } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import {
  callAsAdmin,
  placeOrder,
  readInventory,
  registerAdmin,
  registerMember,
  setReceiptStatus,
  uploadInventory,
} from './shop-api.ts';

// Each needs a shop that nobody has opened yet, and other settings are another shop.
test.describe('products', () => {
  test.use({ shopEnv: { ...NOTHING_SET, LOW_STOCK: '1' } });

  test(
    'an empty shop leads its owner to the products, and samples are taken away by one press',
    ONCE,
    async ({ page, shop, browserErrors }) => {
      browserErrors.allow(REFUSED_CALL);
      await openPanel(page, shop, '?tab=users');
      await page.goto(shop.url);
      await page.getByRole('link', { name: 'Add products' }).click();
      await expectOpen(page, 'Products');
      const samples = page.getByRole('button', { name: 'Add 12 sample products' });

      await test.step('one press takes the samples away', async () => {
        await samples.click();
        await expect(shownToast(page)).toContainText('12 sample products added', DRAWING);
        await expect(page.getByText('12 products on the shelves.')).toBeVisible();
        const remove = page.getByRole('button', { name: 'Remove the samples' });
        await expect(remove).toHaveAccessibleDescription(/Remove them before you open\.$/);
        await expect(page.getByRole('heading', { name: 'Products (done)' })).toBeVisible();
        // Long after the message with Undo, too.
        await page.reload();
        await remove.click();
        await expect(samples).toBeEnabled();
        await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();
        expect(await readInventory(shop)).toEqual([]);
      });
      await test.step('a refusal says why', async () => {
        await page.route(
          '**/api/admin/inventory/samples',
          (route) => route.fulfill({ status: 409, json: { message: 'The shop is not empty.', code: 'not_empty' } }),
          { times: 1 },
        );
        await samples.click();
        await expect(page.getByRole('alert').filter({ hasText: 'The shop is not empty.' })).toBeVisible();
      });
      await test.step('a file of another system is imported over the page', async () => {
        await page.getByRole('button', { name: 'Import products' }).click();
        await expect(page.getByRole('dialog', { name: 'Import products' })).toContainText(
          'Drop your product file here',
        );
        await page.keyboard.press('Escape');
        await expect(page.getByRole('button', { name: 'Import products' })).toBeFocused();
      });
      await test.step('an item is added over the page, and ticks the step', async () => {
        await page.getByRole('button', { name: 'Add item' }).click();
        const drawer = page.getByRole('dialog', { name: 'Add item' });
        // A new shop has none of its own.
        await expect(drawer.locator('option[value="Edibles"]')).toBeAttached();
        await expect(drawer.getByLabel('Brand')).not.toHaveAttribute('list');
        await drawer.getByLabel('Name', { exact: true }).fill('Fern Tea');
        await drawer.getByLabel('Quantity').fill('4');
        await drawer.getByLabel('Base price in dollars').fill('9');
        await drawer.getByRole('button', { name: 'Add to the inventory' }).click();
        await expect(drawer).toBeHidden();
        await expect(page.getByText('1 product on the shelves.')).toBeVisible();
        await shownToast(page).getByRole('button', { name: 'Add a size' }).click();
        await expect(drawer.getByLabel('Name', { exact: true })).toHaveValue('Fern Tea');
        await expect(drawer.getByLabel('Size')).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(drawer).toBeHidden();
        await expect(page.getByRole('heading', { name: 'Products (done)' })).toBeVisible();
      });
      await test.step('a feed is saved and tried where it is', async () => {
        await page.getByRole('button', { name: 'Connect a feed' }).click();
        await page.getByLabel('Feed address').fill('https://feed.example/stock.json');
        await page.getByLabel('Feed token').fill('a token of the supplier');
        await expect(page.getByRole('button', { name: 'Save and send a test' })).toBeVisible();
        await press(page, 'Save');
        await expect(page.getByLabel('Feed address')).toHaveValue('https://feed.example');
        await page.route('**/api/admin/settings/test', (route) =>
          route.fulfill({ json: { ok: true, message: '200 in 31 ms' } }),
        );
        await page.getByRole('button', { name: 'Send a test' }).click();
        await expect(page.getByText('200 in 31 ms')).toBeVisible();
        await press(page, 'Continue');
        await expectOpen(page, 'Rules');
      });
      await test.step('an address asks for the rate that tells members how much to send', async () => {
        await head(page, 'Payment').click();
        const rate = page.getByLabel('Dollars per Bitcoin');
        await expect(page.getByLabel('Bitcoin address')).toBeVisible();
        await expect(rate).toHaveCount(0);
        await page.getByLabel('Bitcoin address').fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
        const missing = page.getByText('Without it, orders do not say how much Bitcoin to send.');
        await expect(missing).toBeVisible();
        await rate.fill('65000');
        await expect(missing).toHaveCount(0);
        await expect(page.getByLabel('Dollars per Litecoin')).toHaveCount(0);
        const settled = await holdResponse(page, '/api/admin/opening');
        await press(page, 'Save');
        await settled.held;
        // Whoever goes on before the step is settled stays where they went.
        await head(page, 'A look').click();
        settled.release();
        await expect(step(page, 'Payment')).toContainText('Bitcoin');
        await expectOpen(page, 'A look');
        await expect
          .poll(async () => (await callAsAdmin<{ BTC: string | null }>(shop, 'GET', '/api/admin/rates')).BTC)
          .toMatch(/^65000/);
      });
      await test.step('the notice on weights is turned off where it is told of, with Undo', async () => {
        const isShown = async () =>
          (await callAsAdmin<{ notices: { weightsShown: boolean } }>(shop, 'GET', '/api/shop')).notices.weightsShown;
        await press(page, 'Turn the notice off');
        await expect(shownToast(page)).toContainText('The notice on weights is off');
        await expect(page.getByRole('button', { name: 'Turn the notice off' })).toHaveCount(0);
        expect(await isShown()).toBe(false);
        await press(page, 'Undo');
        await expect(page.getByRole('button', { name: 'Turn the notice off' })).toBeVisible();
        expect(await isShown()).toBe(true);
      });
    },
  );
});

test.describe('two owners', () => {
  test.use({ shopEnv: { ...NOTHING_SET, LOW_STOCK: '2' } });

  test(
    'two owners open the shop together, and neither loses anything',
    ONCE,
    async ({ page, shop, openOtherBrowser, browserErrors }) => {
      browserErrors.allow(REFUSED_CALL);
      await openPanel(page, shop);
      const other = await openOtherBrowser();
      await openPanel(other, shop, '', (await registerAdmin(shop)).token);
      await test.step('a step that the other one does is ticked, and stays open here', async () => {
        await page.getByLabel('Shop name').fill('Night Leaf');
        await other.getByLabel('Shop name').fill('Harbor');
        await press(other, 'Save');
        await expect(page.getByText('Somebody else has set it to Harbor')).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Name and logo (done)' })).toBeVisible();
        await expectOpen(page, 'Name and logo');
        await expect(page.getByLabel('Shop name')).toHaveValue('Night Leaf');
        await press(page, 'Save');
        await expectOpen(page, 'Chat');
        await expect(step(other, 'Name and logo')).toContainText('Night Leaf');
      });
      await test.step('products of the other one come to the shelves', async () => {
        await uploadInventory(shop, PRODUCTS);
        await expect(page.getByRole('heading', { name: 'Products (done)' })).toBeVisible();
        await head(page, 'Products').click();
        await expect(page.getByText(/^\d+ products on the shelves\.$/)).toBeVisible();
      });
      await test.step('the other one skips the rest: the step that is open here is the last one', async () => {
        for (const each of ['chat', 'payment', 'shipping', 'rules', 'look']) await mark(shop, each, 'skipped');
        await expect(page.getByText(/^\d of 8 steps done, \d skipped$/)).toBeVisible();
        await expectOpen(page, 'Products');
        await press(page, 'Continue');
        // Members cannot write to the seller yet, so the shop is not called open.
        await expect(page.getByRole('heading', { name: 'Almost open', level: 1 })).toBeFocused();
        await expect(page.getByText(/Members can't send you their orders yet\.$/).first()).toBeVisible();
        await expect(page.getByRole('region', { name: 'What comes next' })).toContainText('Left for later');
        await expectAccessible(page, 'the end with steps that are left');
        await expect(page.getByRole('button', { name: 'Add your Telegram' })).toBeVisible();
        await page.getByRole('region', { name: 'What comes next' }).getByRole('button', { name: 'Payment' }).click();
        await expect(page.getByLabel('Bitcoin address')).toBeFocused();
      });
      await test.step('the other one dismisses it: who is there stays', async () => {
        await press(other, 'Dismiss');
        await expect(other.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible();
        await expect(page.getByLabel('Bitcoin address')).toBeVisible();
        await page.getByRole('tab', { name: 'Overview' }).click();
        await expect(page.getByRole('region', { name: 'Sales', exact: true })).toBeVisible();
        await expect(line(page)).toHaveCount(0);
      });
    },
  );
});

test.describe('account keys', () => {
  test.use({ shopEnv: { ...NOTHING_SET, LOW_STOCK: '4' } });

  test(
    'the step of the wallets takes an account key, once its addresses were compared',
    ONCE,
    async ({ page, shop }) => {
      const { key, addresses } = DERIVED.BTC;
      await mark(shop, 'name', 'skipped');
      await mark(shop, 'chat', 'skipped');
      await openPanel(page, shop);
      await expect(page.getByLabel('Bitcoin address')).toBeVisible();
      const field = page.getByLabel('Bitcoin account key');
      await expect(field).toHaveCount(0);
      await press(page, 'An address for each order');
      await field.fill(key);
      await press(page, 'Save');
      await expect(page.getByText('Check this key first, and compare its addresses with your wallet.')).toBeVisible();
      await press(page, 'Check this key');
      await expect(page.getByRole('list', { name: 'First addresses' })).toContainText(addresses[0]![0]);
      expect(await horizontalOverflow(page)).toBe(0);
      await expectAccessible(page, 'the step of the wallets with an account key');
      await press(page, 'Save');
      await expectOpen(page, 'Shipping');
      await expect(step(page, 'Payment')).toContainText('Bitcoin');
    },
  );
});

test.describe('failing', () => {
  test.use({ shopEnv: { ...NOTHING_SET, LOW_STOCK: '3' } });

  test(
    'an opening that cannot be loaded or saved says so, and loses nothing',
    ONCE,
    async ({ page, shop, browserErrors }) => {
      browserErrors.allow(REFUSED_CALL, /status of 503/);
      const later = { status: 503, json: { message: 'The shop is busy.', code: 'unavailable' } };
      await test.step('while nobody knows whether it is offered, nothing else is shown', async () => {
        const { promise: released, resolve: release } = deferred();
        await page.route('**/api/admin/opening', async (route) => {
          await released;
          await route.continue();
        });
        await openPanel(page, shop);
        await expect(page.getByText('Loading admin panel...')).toBeVisible();
        await expect(page.getByRole('tab')).toHaveCount(0);
        release();
        await expect(title(page)).toBeVisible();
        await page.unroute('**/api/admin/opening');
      });
      await test.step('a step that could not be marked says so, and its settings are saved', async () => {
        await page.getByLabel('Shop name').fill('Night Leaf');
        await page.route('**/api/admin/opening', (route) =>
          route.request().method() === 'PATCH' ? route.fulfill(later) : route.continue(),
        );
        await press(page, 'Save');
        await expect(step(page, 'Name and logo').getByRole('alert')).toContainText('The shop is busy.');
        await expect(page.getByRole('heading', { name: 'Name and logo (done)' })).toBeVisible();
        await expect(page.getByLabel('Shop name')).toHaveValue('Night Leaf');
        await expectAccessible(page, 'a step that could not be marked');
        await press(page, 'Dismiss');
        await expect(shownToast(page)).toContainText('The shop is busy.');
        await expect(title(page)).toBeVisible();
        await page.unroute('**/api/admin/opening');
        await press(page, 'Save');
        await expectOpen(page, 'Chat');
      });
      await test.step('a mistake stands at its field', async () => {
        await head(page, 'Shipping').click();
        await expect(step(page, 'Shipping').getByLabel('Delivery addresses')).toBeVisible();
        await page.getByLabel('Standard shipping').fill('a lot');
        await press(page, 'Save');
        await expect(page.getByLabel('Standard shipping')).toHaveAccessibleDescription(/It must be/);
        await expect(page.getByLabel('Standard shipping')).toBeFocused();
        await page.getByLabel('Standard shipping').fill('');
      });
      await test.step('all that is wrong shows in one round, before anybody is asked who they are', async () => {
        await head(page, 'Payment').click();
        const [bitcoin, litecoin] = [page.getByLabel('Bitcoin address'), page.getByLabel('Litecoin address')];
        // The first one on the page gets the focus, whichever was typed first.
        await litecoin.fill('my wallet');
        await bitcoin.fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5');
        const calls: string[] = [];
        page.on('request', (request) => request.method() === 'PUT' && calls.push(request.url()));
        await press(page, 'Save');
        await expect(bitcoin).toHaveAccessibleDescription(
          /This address has a typing mistake.* money sent to it would be lost/,
        );
        await expect(litecoin).toHaveAccessibleDescription(/A Litecoin address begins with ltc1/);
        await expect(bitcoin).toBeFocused();
        expect(calls).toEqual([]);
        for (const field of [bitcoin, litecoin]) await field.fill('');
        await head(page, 'Shipping').click();
      });
      await test.step('a question who is there does not lose the step', async () => {
        const refusal = { message: "Confirm it's you to continue.", code: 'reauthentication_needed' };
        await respondOnce(page, ['PUT', '**/api/admin/settings'], (route) =>
          route.fulfill({ status: 403, json: refusal }),
        );
        await page.getByLabel('Standard shipping').fill('12.5');
        await press(page, 'Save');
        const confirm = page.getByRole('dialog', { name: "Confirm it's you" });
        await confirm.getByLabel('Password', { exact: true }).fill(shop.admin.password);
        await confirm.getByRole('button', { name: /^Confirm/ }).click();
        await expectOpen(page, 'Products');
        await expect(step(page, 'Shipping')).toContainText('$12.50');
      });
      await test.step('what cannot be loaded says so and loads again', async () => {
        await failUntilTriedAgain(page, '**/api/admin/opening', (route) => route.fulfill(later));
        await page.reload();
        const failed = page.getByRole('alert').filter({ hasText: 'The shop is busy.' });
        await expect(failed).toBeVisible();
        await expectAccessible(page, 'an opening that cannot be loaded');
        await failed.getByRole('button', { name: 'Try again' }).click();
        await expectOpen(page, 'Products');
      });
      await test.step('the first order ends the offer', async () => {
        await change(shop, { SHIPPING_STANDARD: null });
        await page.getByRole('tab', { name: 'Overview' }).click();
        await expect(line(page)).toBeVisible();
        // A shop that lacks something does not say that nothing needs its owner.
        await expect(page.getByRole('link', { name: /No products.*Add products/ })).toBeVisible();
        await expect(page.getByText('Nothing needs you right now')).toHaveCount(0);
        await expectAccessible(page, 'the overview of a shop without sales');
        await uploadInventory(shop, PRODUCTS);
        const member = await registerMember(shop, { 'Amber Tide Cart': 1 });
        const receipt = await placeOrder(shop, member.token);
        await expect(line(page)).toHaveCount(0);
        await setReceiptStatus(shop, receipt.id, 'paid');
        await expect(page.getByText(/^1 order, .+ today\.$/)).toBeVisible();
      });
    },
  );
});

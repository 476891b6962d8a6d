import { expect, ONCE, REFUSED_CALL, test, WIDE } from './fixtures.ts';
import { holdResponse, loseResponse, respondOnce } from './network.ts';
import { openPanel, openRow, panelRows, shownToast } from './panel-page.ts';
import { PRODUCTS } from './products.ts';
import {
  addToCart,
  type CartContent,
  callApi,
  placeOrder,
  readCatalogue,
  registerMember,
  setReceiptStatus,
  uploadInventory,
} from './shop-api.ts';
import type { Shop } from './shop-process.ts';

test.beforeEach(({ shop }) => uploadInventory(shop, PRODUCTS));

/** Registers a member who has ordered this. */
const registerMemberWithOrder = async (shop: Shop, cart: CartContent) => {
  const member = await registerMember(shop, cart);
  return { member, receipt: await placeOrder(shop, member.token) };
};

const stockOf = async (shop: Shop, name: string) =>
  (await readCatalogue(shop)).find((product) => product.name === name)?.quantity;

test('the seller moves an order on and back, and writes to its buyer', ONCE, async ({ page, shop, browserErrors }) => {
  await test.step('an order that was marked paid by mistake waits for payment again, and a slow double click does not ship it as well', async () => {
    const { member, receipt } = await registerMemberWithOrder(shop, { 'Harvest Moon': 1 });
    await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
    const row = panelRows(page, 'Receipts').filter({ hasText: `#${receipt.number}` });
    await test.step('an order that was marked paid by mistake waits for payment again after one press', async () => {
      const markPaid = row.getByRole('button', { name: `Mark paid, receipt #${receipt.number}` });
      await markPaid.click();
      await expect(shownToast(page)).toContainText(`Receipt #${receipt.number} is paid`);
      await expect(row.getByRole('button', { name: /^Mark shipped/ })).toBeVisible();
      await shownToast(page).getByRole('button', { name: 'Undo' }).click();
      await expect(shownToast(page)).toContainText(`Undone: receipt #${receipt.number} is awaiting payment again`);
      await expect(markPaid).toBeVisible();
      await expect(row.getByText('Awaiting payment')).toBeVisible();
    });
    await test.step('a slow double click marks an order paid, and does not ship it as well', async () => {
      const next = (name: RegExp) => row.getByRole('button', { name });
      const secondClick = async (name: RegExp) => {
        // The mouse stays where it is. The button under it is the next step now.
        await expect(next(name)).toBeVisible();
        await page.mouse.down({ clickCount: 2 });
        await page.mouse.up({ clickCount: 2 });
      };
      await next(/^Mark paid/).click();
      await secondClick(/^Mark shipped/);
      // A press of its own is too early as well, and the focus is still there for the next one.
      await expect(next(/^Mark shipped/)).toHaveAttribute('aria-disabled', 'true');
      await expect(next(/^Mark shipped/)).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(shownToast(page)).toContainText(`Receipt #${receipt.number} is paid`);
      await expect(next(/^Mark shipped/)).not.toHaveAttribute('aria-disabled');
      const { receipts } = await callApi<{ receipts: { status: string }[] }>(
        shop,
        member.token,
        'GET',
        '/api/receipts',
      );
      expect(receipts[0]!.status).toBe('paid');
      await next(/^Mark shipped/).click();
      await expect(next(/^Complete/)).toBeVisible();
    });
  });
  await test.step('a canceled order comes back with its stock and the reason, and a note typed while a step is on its way stays', async () => {
    await uploadInventory(shop, PRODUCTS);
    const { member, receipt } = await registerMemberWithOrder(shop, { 'Pine Hollow Cart': 2 });
    await setReceiptStatus(shop, receipt.id, 'paid');
    const before = await stockOf(shop, 'Pine Hollow Cart');
    await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
    await openRow(page, 'Receipts', `#${receipt.number}`);
    const drawer = page.getByRole('dialog', { name: `Receipt #${receipt.number}` });
    await test.step('an order that was canceled by mistake comes back with its stock, and its history says why', async () => {
      await drawer.getByRole('button', { name: 'Cancel order' }).click();
      await page.getByRole('button', { name: `Cancel receipt #${receipt.number}` }).click();
      await expect.poll(() => stockOf(shop, 'Pine Hollow Cart')).toBe(before! + 2);
      // Until the question is gone it keeps the keyboard to itself.
      await expect(page.getByRole('alertdialog')).toBeHidden();

      await drawer.getByLabel('Note', { exact: true }).fill('The wrong row');
      await drawer.getByRole('button', { name: 'Undo' }).last().click();
      await expect(drawer.getByRole('button', { name: 'Mark shipped' })).toBeVisible();
      await expect(drawer.getByText('Step undone, paid again')).toBeVisible();
      await expect(drawer.getByText('The wrong row')).toBeVisible();
      await expect.poll(() => stockOf(shop, 'Pine Hollow Cart')).toBe(before);
    });
    await test.step('a note that is typed while a step is on its way stays for the next one', async () => {
      const note = drawer.getByLabel('Note', { exact: true });
      const response = await holdResponse(page, `/api/admin/receipts/${receipt.id}`);
      await note.fill('Thank you');
      await drawer.getByRole('button', { name: 'Mark shipped' }).click();
      await response.held;
      await note.fill('Out on Friday');
      response.release();
      await expect(drawer.getByText('Thank you')).toBeVisible();
      await drawer.getByRole('button', { name: 'Complete' }).click();
      await expect(drawer.getByText('Out on Friday', { exact: true })).toBeVisible();
      await expect(note).toHaveValue('');
    });
  });
  await test.step('an undo that the stock no longer allows says what is missing', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await uploadInventory(shop, PRODUCTS);
    browserErrors.allow(REFUSED_CALL);
    const { member, receipt } = await registerMemberWithOrder(shop, { 'Orchard Gummies - Pear 100mg': 1 });
    await setReceiptStatus(shop, receipt.id, 'cancelled');
    const left = await stockOf(shop, 'Orchard Gummies - Pear 100mg');
    const other = await registerMember(shop);
    await addToCart(shop, other.token, { 'Orchard Gummies - Pear 100mg': left! });
    await placeOrder(shop, other.token);
    await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
    await openRow(page, 'Receipts', `#${receipt.number}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expect(shownToast(page)).toContainText('Orchard Gummies - Pear 100mg: Only 0 left in stock.');
    await expect(page.getByRole('dialog').getByText('Canceled').first()).toBeVisible();
  });
  await test.step('a member says the order is paid, the panel shows it, and too little received is said in words', async () => {
    await uploadInventory(shop, PRODUCTS);
    const { member, receipt } = await registerMemberWithOrder(shop, { 'Harvest Moon': 1 });
    await openPanel(page, shop, '?tab=receipts');
    await expect(panelRows(page, 'Receipts').filter({ hasText: `#${receipt.number}` })).toBeVisible();
    const body = { coin: 'BTC', txid: 'f4184fc596403b9d' };
    await callApi(shop, member.token, 'POST', `/api/receipts/${receipt.id}/payment-sent`, body);

    // It arrives without a reload.
    await page
      .getByRole('region', { name: 'Needs you' })
      .getByRole('link', { name: /\d+ says? paid \d+ h left/ })
      .click();
    // The only one opens at once, over the list of all that say so.
    const drawer = page.getByRole('dialog', { name: `Receipt #${receipt.number}` });
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /^Says paid/ })).toHaveAttribute('aria-pressed', 'true');
    const row = panelRows(page, 'Receipts').filter({ hasText: `#${receipt.number}` });
    await expect(row.getByText('Says paid')).toBeVisible();
    await openRow(page, 'Receipts', `#${receipt.number}`);
    await expect(drawer.getByText(`${member.username} reported a payment`)).toBeVisible();
    await expect(drawer.getByText('f4184fc596403b9d').first()).toBeVisible();
    await drawer.getByRole('button', { name: 'Mark paid' }).click();
    await expect(drawer.getByRole('button', { name: 'Mark shipped' })).toBeVisible();

    const short = (Number(receipt.total) - 5).toFixed(2);
    await drawer.getByRole('button', { name: 'Add payment' }).click();
    await drawer.getByLabel('Dollars').fill(short);
    await drawer.getByRole('button', { name: 'Save payment' }).click();
    await expect(drawer.getByText(`$${short} received for $${receipt.total}: $5.00 too little.`)).toBeVisible();
    await drawer.getByLabel('Private note').fill('Asked for the rest');
    await drawer.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(drawer.getByText(/^Private note by /)).toBeVisible();
    // The step asks for the tracking, and afterwards it can be corrected.
    await drawer.getByLabel('Tracking').fill('9400 1000 0000');
    await drawer.getByRole('button', { name: 'Mark shipped' }).click();
    await expect(drawer.getByText('9400 1000 0000', { exact: true })).toBeVisible();
    await expect(drawer.getByRole('form', { name: 'Parcel and note' }).getByLabel('Tracking')).toHaveValue(
      '9400 1000 0000',
    );

    const own = await callApi<{ receipt: Record<string, unknown> }>(
      shop,
      member.token,
      'GET',
      `/api/receipts/${receipt.id}`,
    );
    expect(own.receipt).toMatchObject({ difference: '-5.00', tracking: '9400 1000 0000', coin: 'BTC' });
    expect(JSON.stringify(own)).not.toContain('Asked for the rest');
  });
  await test.step('the seller sends fewer pieces than were ordered: lines, total and stock follow', async () => {
    await uploadInventory(shop, PRODUCTS);
    const { member, receipt } = await registerMemberWithOrder(shop, { 'Blue Hour Cart': 2, 'Harvest Moon': 1 });
    const before = await stockOf(shop, 'Blue Hour Cart');
    await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
    await openRow(page, 'Receipts', `#${receipt.number}`);
    const drawer = page.getByRole('dialog', { name: `Receipt #${receipt.number}` });
    await drawer.getByRole('button', { name: 'Edit items' }).click();
    const form = drawer.getByRole('region', { name: 'Edit items' });
    await form.getByRole('button', { name: 'Fewer of Blue Hour Cart' }).click();
    await form.getByRole('button', { name: 'Fewer of Harvest Moon' }).click();
    await expect(form.getByText('Will be removed')).toBeVisible();
    await form.getByRole('button', { name: 'Save quantities' }).click();
    const lines = drawer.getByRole('list', { name: 'Items' }).getByRole('listitem');
    await expect(lines).toHaveCount(1);
    await expect(lines).toContainText('1 ×');
    await expect(drawer.getByText('Harvest Moon (3.5G): removed')).toBeVisible();
    await expect.poll(() => stockOf(shop, 'Blue Hour Cart')).toBe(before! + 1);
  });
  await test.step('the order leads to the chat with its buyer, and says so if there is no name for one', async () => {
    await uploadInventory(shop, PRODUCTS);
    const { member, receipt } = await registerMemberWithOrder(shop, { 'Harvest Moon': 1 });
    await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
    const row = panelRows(page, 'Receipts').filter({ hasText: `#${receipt.number}` });
    await expect(row.getByText('No Telegram name')).toBeVisible();
    await callApi(shop, member.token, 'PATCH', '/api/user', { signalUsername: '@mara_fern' });
    await page.reload();
    const address = `https://t.me/mara_fern?text=About%20order%20%23${receipt.number}%3A%20`;
    await expect(row.getByRole('link', { name: /^Message the buyer/ })).toHaveAttribute('href', address);
    await openRow(page, 'Receipts', `#${receipt.number}`);
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Message the buyer' })).toHaveAttribute(
      'href',
      address,
    );
  });
});

test(
  'a response that is lost is no failure, and of two sellers the second one reads what happened',
  WIDE,
  async ({ page, shop, browserErrors }) => {
    browserErrors.allow(REFUSED_CALL, /ERR_FAILED/);
    const { member, receipt } = await registerMemberWithOrder(shop, { 'Blue Hour Cart': 2 });
    await openPanel(page, shop, `?tab=receipts&q=${member.username}`);
    const address = `**/api/admin/receipts/${receipt.id}`;
    const row = panelRows(page, 'Receipts').filter({ hasText: `#${receipt.number}` });
    const next = (name: string) => row.getByRole('button', { name: `${name}, receipt #${receipt.number}` });
    const lose = (path: string, method: 'POST' | 'PATCH') => respondOnce(page, [method, path], loseResponse);

    await test.step('a step', async () => {
      await lose(address, 'PATCH');
      await next('Mark paid').click();
      await expect(shownToast(page)).toContainText(`Receipt #${receipt.number} is paid`);
    });
    await test.step('and its Undo', async () => {
      await lose(`${address}/undo`, 'POST');
      await shownToast(page).getByRole('button', { name: 'Undo' }).click();
      await expect(shownToast(page)).toContainText('is awaiting payment again');
    });
    await test.step('a step that another seller has taken', async () => {
      // News of it comes too late.
      await page.route('**/api/admin/events', (route) => route.abort());
      await page.reload();
      await expect(next('Mark paid')).toBeVisible();
      await setReceiptStatus(shop, receipt.id, 'paid');
      await next('Mark paid').click();
      await expect(shownToast(page)).toContainText(`Receipt #${receipt.number} is already paid.`);
      await expect(next('Mark shipped')).toBeVisible();
    });

    await openRow(page, 'Receipts', `#${receipt.number}`);
    const drawer = page.getByRole('dialog', { name: `Receipt #${receipt.number}` });
    const entries = drawer.getByRole('list', { name: 'Payments' }).getByRole('listitem');
    await test.step('a payment, which is added once, and its Undo', async () => {
      await lose(`${address}/payments`, 'POST');
      await drawer.getByRole('button', { name: 'Add payment' }).click();
      await drawer.getByRole('button', { name: 'Save payment' }).click();
      await expect(drawer.getByRole('form', { name: 'Add payment' })).toBeHidden();
      await expect(entries).toHaveCount(1);
      await lose(`${address}/payments/*/undo`, 'POST');
      await drawer.getByRole('button', { name: /^Undo payment/ }).click();
      await expect(drawer.getByRole('button', { name: 'Show 1 undone entry' })).toBeVisible();
    });
    await test.step('fewer pieces', async () => {
      await lose(`${address}/lines`, 'PATCH');
      await drawer.getByRole('button', { name: 'Edit items' }).click();
      await drawer.getByRole('button', { name: 'Fewer of Blue Hour Cart' }).click();
      await drawer.getByRole('button', { name: 'Save quantities' }).click();
      await expect(shownToast(page)).toContainText(`Receipt #${receipt.number} is now $`);
      await expect(drawer.getByRole('region', { name: 'Edit items' })).toBeHidden();
    });
    await test.step('the tracking that is typed while another seller ships it', async () => {
      const parcel = drawer.getByRole('form', { name: 'Parcel and note' });
      await drawer.getByLabel('Tracking').fill('9400 1000');
      await setReceiptStatus(shop, receipt.id, 'shipped');
      await drawer.getByRole('button', { name: 'Mark shipped' }).click();
      await expect(shownToast(page)).toContainText(`Receipt #${receipt.number} is already shipped.`);
      await expect(parcel.getByLabel('Tracking')).toHaveValue('9400 1000');
      await parcel.getByRole('button', { name: 'Save' }).click();
      await expect(drawer.getByText('9400 1000', { exact: true })).toBeVisible();
    });
    await test.step('what is typed is not lost without a question', async () => {
      const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
      await drawer.getByLabel('Private note').fill('Calls on Friday');
      await drawer.getByRole('button', { name: 'Add payment' }).click();
      await drawer.getByLabel('Dollars').fill('12');
      await page.keyboard.press('Escape');
      await expect(question).toContainText('Your changes would be lost: Private note, Payment.');
      await question.getByRole('button', { name: 'Stay' }).click();
      await expect(drawer.getByLabel('Private note')).toHaveValue('Calls on Friday');
      await page.goBack();
      await question.getByRole('button', { name: 'Leave' }).click();
      await expect(drawer).toBeHidden();
    });
  },
);

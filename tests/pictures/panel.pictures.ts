import sharp from 'sharp';
import { scrollToElement } from '../e2e/geometry.ts';
import { pressInMore } from '../e2e/panel-page.ts';
import { adjustPoints, adminToken, callApi, placeOrder, registerWithRole, setReceiptStatus } from '../e2e/shop-api.ts';
import { openAs } from '../e2e/storefront-page.ts';
import { disconnect, memberWithCart, stall, test } from './picture-fixtures.ts';

test('the overview', async ({ page, shop, picture }) => {
  const member = await memberWithCart(shop, [1, 2]);
  const receipt = await placeOrder(shop, member.token);
  await setReceiptStatus(shop, receipt.id, 'paid');
  await openAs(page, shop, await adminToken(shop), '/admincp');
  await page.getByText(/Today so far is striped/).waitFor();
  await picture('panel-overview');
});

test('the inventory', async ({ page, shop, picture }) => {
  const admin = await adminToken(shop);
  await stall(page, '**/api/admin/inventory');
  await openAs(page, shop, admin, '/admincp?tab=inventory');
  await page.getByRole('button', { name: 'Sync Controls' }).waitFor();
  await picture('panel-inventory-loading');
  await page.unroute('**/api/admin/inventory');
  await page.reload();
  const search = page.getByRole('textbox', { name: 'Search inventory' });
  await search.waitFor();
  const list = page.locator('[aria-label="Inventory list"]');
  await list
    .getByText(/^(Active|Inactive)$/)
    .first()
    .waitFor();
  await picture('panel-inventory');
  await scrollToElement(search, 20);
  await picture('panel-inventory-list');
  await page.getByRole('checkbox').nth(1).check();
  await picture('panel-inventory-selected');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('dialog', { name: 'Filters' }).waitFor();
  await picture('panel-inventory-filters');
  await page.getByRole('button', { name: /^Show/ }).click();
  await list
    .getByRole('button', { name: /^(Stock|Quick edit) of / })
    .first()
    .click();
  await page.getByLabel('In stock', { exact: true }).fill('+10');
  await picture('panel-inventory-stock');
  await page.keyboard.press('Escape');
  await pressInMore(page, 'Pictures');
  const jar = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#356' } })
    .png()
    .toBuffer();
  const files = ['IH-001-1.png', 'IH-001-2.png', 'ih-002.png', 'IMG_2041.png'];
  await page
    .getByLabel('Picture files')
    .setInputFiles(files.map((name) => ({ name, mimeType: 'image/png', buffer: jar })));
  await page.getByText('1 file has no item yet.').waitFor();
  await picture('panel-inventory-pictures');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Add item' }).click();
  await page.getByRole('button', { name: 'Add to the inventory' }).click();
  await page.getByText('The item needs a name').waitFor();
  await picture('panel-item-new');
  await page.getByRole('button', { name: 'Close' }).click();
  await list
    .getByRole('button', { name: /^Bench Seven/ })
    .first()
    .click();
  await page.getByText('No open order reserves it.').waitFor();
  await picture('panel-item');
  await page.getByRole('button', { name: 'Close' }).click();
  await search.fill('nothing is called that');
  await page.getByText('No items match the current filters').waitFor();
  await picture('panel-inventory-empty');
});

test('the replacement of the inventory', async ({ page, shop, picture }) => {
  await openAs(page, shop, await adminToken(shop), '/admincp?tab=inventory');
  const shelf = [{ id: 'new', name: 'A new thing', qty: 4, price: 10, brand: 'Fern & Field', category: 'Flower' }];
  const file = (data: unknown) => ({
    name: 'stock.customization',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(JSON.stringify({ data })),
  });
  await page.locator('input[type=file]').setInputFiles(file(shelf));
  await page.getByRole('button', { name: /Replace Inventory/ }).waitFor();
  await picture('panel-replace');
  await page.reload();
  await page.locator('input[type=file]').setInputFiles(file([{ id: 'x', name: 'No price', qty: 1 }]));
  await page.getByText('Data Validation Failed').first().waitFor();
  await picture('panel-replace-refused');
});

test('the import of products', async ({ page, shop, picture }) => {
  await openAs(page, shop, await adminToken(shop), '/admincp?tab=inventory');
  const isPhone = page.viewportSize()!.width < 768;
  await (isPhone
    ? pressInMore(page, 'Import products')
    : page.getByRole('button', { name: 'Import products' }).click());
  await page.getByRole('button', { name: 'Choose a file' }).waitFor();
  await picture('panel-import');
  const table = ['SKU;Product;Qty;Price', 'A-1;Night Owl;4;1.250', 'A-2;Fern Tea;6;12,50', 'A-3;Drift;many;5,00'];
  const buffer = Buffer.from(table.join('\r\n'));
  await page.getByLabel('Product file').setInputFiles({ name: 'delivery.csv', mimeType: 'text/csv', buffer });
  await page.getByText('Some numbers can be read in two ways').waitFor();
  await picture('panel-import-questions');
  await page.getByRole('radio', { name: /^Comma/ }).check();
  await page.getByText('Members pay', { exact: true }).scrollIntoViewIfNeeded();
  await picture('panel-import-preview');
});

test('the other tabs', async ({ page, shop, picture }) => {
  const admin = await adminToken(shop);
  const member = await memberWithCart(shop, [1, 2]);
  await placeOrder(shop, member.token);
  const { username } = member;
  await adjustPoints(shop, username, 40, 'A welcome');
  await openAs(page, shop, admin, '/admincp?tab=users');
  await page.locator('[aria-label="Users"]').getByRole('button').first().waitFor();
  await picture('panel-users');
  await page.locator('[aria-label="Users"]').getByRole('button').filter({ hasText: username }).first().click();
  const drawer = page.getByRole('dialog', { name: username });
  await drawer.waitFor();
  await picture('panel-user');
  await drawer.getByRole('radio', { name: /^Stock clerk/ }).check();
  await drawer.getByRole('button', { name: 'Change role' }).scrollIntoViewIfNeeded();
  await picture('panel-user-role');
  await drawer.getByRole('button', { name: 'Change role' }).click();
  await page.getByRole('alertdialog').waitFor();
  await picture('panel-user-role-question');
  await page.goto('/admincp?tab=points');
  await page
    .getByText(/transactions/)
    .first()
    .waitFor();
  await picture('panel-points');
  await page.goto('/admincp?tab=receipts');
  await page.locator('[aria-label="Receipts"]').getByRole('button').first().click();
  await page.getByRole('dialog', { name: /^Receipt #/ }).waitFor();
  await picture('panel-receipt');
});

test('the settings', async ({ page, shop, picture }) => {
  await openAs(page, shop, await adminToken(shop), '/admincp?tab=settings');
  await page.getByRole('searchbox', { name: 'Search settings' }).waitFor();
  await picture('panel-settings');
  await page.goto('/admincp?tab=settings&section=payment');
  await page.getByLabel('Reservation').fill('36');
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor();
  await picture('panel-settings-changed');
});

test('the panel of the order desk', async ({ page, shop, picture }) => {
  const desk = await registerWithRole(shop, 'orders');
  const { username } = await memberWithCart(shop, [1]);
  await openAs(page, shop, desk.token, '/admincp?tab=users');
  await page.locator('[aria-label="Users"]').getByRole('button').first().waitFor();
  await picture('panel-order-desk');
  await page.locator('[aria-label="Users"]').getByRole('button').filter({ hasText: username }).first().click();
  await page.getByRole('dialog', { name: username }).getByText('Registered by').waitFor();
  await picture('panel-order-desk-user');
  await page.goto('/admincp?tab=inventory');
  await page
    .getByRole('button', { name: /^History of / })
    .first()
    .waitFor();
  await picture('panel-order-desk-inventory');
});

test('the panel of the stock clerk', async ({ page, shop, picture }) => {
  const clerk = await registerWithRole(shop, 'inventory');
  await openAs(page, shop, clerk.token, '/admincp');
  await page
    .getByRole('button', { name: /^(Active|Inactive)/ })
    .first()
    .waitFor();
  await picture('panel-stock-clerk');
});

test('price rules and sync runs', async ({ page, shop, picture }) => {
  await openAs(page, shop, await adminToken(shop), '/admincp?tab=inventory');
  await pressInMore(page, 'Price rule');
  await page.getByRole('list', { name: 'Sample prices' }).getByRole('listitem').first().waitFor();
  await picture('panel-price-rule');
  await page.getByRole('spinbutton', { name: 'Percent of the base price' }).fill('-1');
  await page.getByText('A percentage must be a number from 0 to 1,000').waitFor();
  await picture('panel-price-rule-refused');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sync runs' }).click();
  await page.getByRole('dialog', { name: 'Sync runs' }).getByRole('listitem').first().waitFor();
  await picture('panel-sync-runs');
});

test('a panel whose calls fail', async ({ page, shop, picture }) => {
  await disconnect(page, '**/api/admin/**');
  await openAs(page, shop, await adminToken(shop), '/admincp?tab=inventory');
  await page.getByText('Failed to load inventory data').first().waitFor({ timeout: 60_000 });
  await picture('panel-failing');
});

test('parts of the panel whose calls fail', async ({ page, shop, picture }) => {
  const admin = await adminToken(shop);
  await disconnect(page, '**/api/admin/changes*');
  await disconnect(page, '**/api/admin/users/*/sessions');
  await openAs(page, shop, admin, '/admincp?tab=inventory');
  await pressInMore(page, 'History');
  const tryAgain = page.getByRole('dialog').getByRole('button', { name: /try again/i });
  await tryAgain.waitFor({ timeout: 60_000 });
  await picture('panel-history-failing');
  await page.goto('/admincp?tab=users');
  const admins = page.locator('[aria-label="Users"]').getByRole('button').filter({ hasText: shop.admin.username });
  await admins.first().click();
  await tryAgain.waitFor({ timeout: 60_000 });
  await picture('panel-user-sessions-failing');
});

test('the activity', async ({ page, shop, picture }) => {
  const admin = await adminToken(shop);
  const member = await memberWithCart(shop, [1, 2]);
  await placeOrder(shop, member.token);
  await adjustPoints(shop, member.username, 40, 'A welcome');
  await registerWithRole(shop, 'inventory');
  for (let attempt = 0; attempt < 3; attempt++) {
    await callApi(shop, null, 'POST', '/api/login', { username: 'admin', password: 'wrong' }).catch(() => null);
  }
  await stall(page, '**/api/admin/audit*');
  await openAs(page, shop, admin, '/admincp?tab=activity');
  await page.getByRole('status', { name: 'Loading entries' }).waitFor();
  await picture('panel-activity-loading');
  await page.unroute('**/api/admin/audit*');
  await page.reload();
  await page.locator('main li:not([aria-label="Needs you"] li)').first().waitFor();
  await picture('panel-activity');
  await page.getByRole('button', { name: 'Accounts', exact: true }).click();
  await page.locator('main li:not([aria-label="Needs you"] li)').first().getByRole('button').click();
  await page.getByRole('button', { name: 'Show what everybody did' }).waitFor();
  await picture('panel-activity-filtered');
  await page.getByRole('searchbox', { name: 'Search activity' }).fill('nothing is called that');
  await page.getByText('No entries match').waitFor();
  await picture('panel-activity-empty');
  await page.route('**/api/admin/audit*', (route) =>
    route.fulfill({ status: 503, json: { message: 'Later', code: 'unavailable' } }),
  );
  await page.reload();
  await page.getByRole('alert').filter({ hasText: 'Failed to load the activity' }).waitFor();
  await picture('panel-activity-failed');
});

test('the activity after somebody edited the evidence', async ({ page, shop, picture }) => {
  await page.route('**/api/admin/audit*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const checked = { at: new Date().toISOString(), entries: 90, problem: 57 };
    await route.fulfill({ response, json: { ...body, chain: { ...body.chain, checked } } });
  });
  await openAs(page, shop, await adminToken(shop), '/admincp?tab=activity');
  await page.getByText('does not fit the one before it').waitFor();
  await picture('panel-activity-broken');
});

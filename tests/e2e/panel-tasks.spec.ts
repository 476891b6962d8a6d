import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, test, WIDE } from './fixtures.ts';
import { inventoryFile, openInventory, openPanel, shownToast } from './panel-page.ts';
import { callAsAdmin, readInventory, registerWithRole, uploadInventory } from './shop-api.ts';

/** Enough for a task that takes a moment. */
const MANY = 4000;
const menu = (price: number, count = MANY) =>
  Array.from({ length: count }, (_, index) => ({ id: `w${index}`, name: `Bulk ${index}`, qty: 5, price }));

const tasksButton = (page: Page) => page.getByRole('button', { name: /^Tasks/ });
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Tasks' });
/** The newest task in the drawer. */
const newest = (page: Page) => drawer(page).getByRole('listitem').first();
const openTasks = async (page: Page): Promise<void> => {
  await tasksButton(page).click();
  await expect(drawer(page)).toBeVisible();
};

test(
  'an admin replaces thousands of items, closes the page, and comes back to the result with Undo',
  WIDE,
  async ({ page, shop }) => {
    test.slow();
    await uploadInventory(shop, menu(10, 3));
    await openInventory(page, shop, '?tab=inventory');
    await page.getByLabel('Inventory file').setInputFiles(inventoryFile(menu(20)));
    const preview = page.getByRole('dialog', { name: 'Preview of the replacement' });
    await preview.getByRole('button', { name: 'Replace Inventory' }).click();
    const started = async () =>
      (await callAsAdmin<{ tasks: { label: string }[] }>(shop, 'GET', '/api/admin/tasks')).tasks;
    await expect.poll(async () => (await started()).length).toBe(2);
    await page.reload();
    await openTasks(page);
    await expect(newest(page)).toContainText('Replace the inventory from stock.customization');
    await expect(newest(page)).toContainText('Inventory replaced: 4,000 products in stock.'.replace(',', ''));
    expect(await readInventory(shop)).toHaveLength(MANY);
    const replaced = drawer(page).getByRole('listitem').filter({ hasText: '4000 products' });
    const undo = replaced.getByRole('button', { name: 'Undo: Replace the inventory from stock.customization' });
    await undo.click();
    await expect(shownToast(page)).toContainText('Change undone');
    // Undoing so many items is long work of its own.
    await expect(newest(page)).toContainText('Undo "Replaced');
    await expect(newest(page)).toContainText('Change undone.');
    await expect(undo).toBeHidden();
    expect(await readInventory(shop)).toHaveLength(3);
  },
);

test('work that another admin starts shows with its progress while it runs', ONCE, async ({ page, shop }) => {
  // The shop answers with a task in the middle, because real ones end when they want.
  const now = new Date().toISOString();
  const task = {
    id: 'one',
    kind: 'price_rule',
    label: 'Price rule for 20,000 items',
    state: 'running',
    done: 12_000,
    total: 20_000,
    message: null,
    changeId: null,
    by: 'mara',
    startedAt: now,
    finishedAt: null,
  };
  const others = [
    { ...task, id: 'two', kind: 'upload', label: 'Replace the inventory from menu.txt', done: null, total: null },
    {
      ...task,
      id: 'three',
      kind: 'upload',
      label: 'Replace the inventory from old.txt',
      state: 'failed',
      message: 'The shop stopped while this was running. Nothing was changed.',
      finishedAt: now,
    },
  ];
  await page.route('**/api/admin/tasks', (route) => route.fulfill({ json: { tasks: [task, ...others] } }));
  await openPanel(page, shop, '?tab=users');
  await expect(tasksButton(page)).toHaveAccessibleName('Tasks, 2 running');
  await openTasks(page);
  const bar = drawer(page).getByRole('progressbar', { name: 'Price rule for 20,000 items' });
  await expect(bar).toHaveAttribute('aria-valuenow', '12000');
  await expect(bar).toHaveAttribute('aria-valuetext', '12,000 of 20,000');
  await expect(newest(page)).toContainText('12,000 of 20,000');
  await expect(drawer(page)).toContainText('The shop stopped while this was running. Nothing was changed.');
  await expectAccessible(page, 'running work');
});

test(
  'an owner backs up the shop and sees the file’s name; nobody else can',
  WIDE,
  async ({ page, shop, openOtherBrowser }) => {
    await openPanel(page, shop);
    await openTasks(page);
    await drawer(page).getByRole('button', { name: 'Back up now' }).click();
    await expect(shownToast(page)).toContainText(/Backup made: greenroom-.*\.gz/);
    await expect(newest(page)).toContainText('Back up the shop');
    await expect(newest(page)).toContainText(/Backup made: greenroom-.*\.gz/);
    await expect(newest(page)).toContainText('Done');
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toBeHidden();
    await expect(tasksButton(page)).toBeFocused();

    // Another role sees the button only with work of its own.
    await uploadInventory(shop, menu(10, 3));
    const clerk = await registerWithRole(shop, 'inventory');
    const other = await openOtherBrowser();
    await openInventory(other, shop, '?tab=inventory', clerk.token);
    await openTasks(other);
    await expect(newest(other)).toContainText('Replace the inventory from');
    await expect(drawer(other).getByText('Back up the shop')).toHaveCount(0);
    await expect(drawer(other).getByRole('button', { name: 'Back up now' })).toHaveCount(0);
  },
);

test('a backup that ends while its page is gone is told once to the next page', ONCE, async ({ page, shop }) => {
  const tasks = await callAsAdmin<{ tasks: object[] }>(shop, 'GET', '/api/admin/tasks');
  const ending = {
    ...(tasks.tasks[0] as Record<string, unknown>),
    id: 'left',
    label: 'Back up the shop',
    kind: 'backup',
  };
  let state = 'running';
  await page.route('**/api/admin/tasks', (route) =>
    route.fulfill({
      json: {
        tasks: [
          {
            ...ending,
            state,
            by: shop.admin.username,
            changeId: null,
            message: state === 'done' ? 'Backup made: greenroom.gz' : null,
            finishedAt: state === 'done' ? new Date().toISOString() : null,
          },
        ],
      },
    }),
  );
  await openPanel(page, shop, '?tab=receipts');
  await expect(tasksButton(page)).toHaveAccessibleName('Tasks, 1 running');
  state = 'done';
  await expect(shownToast(page)).toContainText('Done: Back up the shop');
  await expect(shownToast(page)).toContainText('Backup made: greenroom.gz');
  await expect(tasksButton(page)).toHaveAccessibleName('Tasks');
});

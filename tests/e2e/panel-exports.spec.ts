import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Download, Page } from '@playwright/test';
import type { Task } from '#contract/tasks.ts';
import { SqliteDatabase } from '../../src/server/db/sqlite-driver.ts';
import { expectAccessible } from './accessibility.ts';
import { expect, ONCE, REFUSED_CALL, test } from './fixtures.ts';
import { openPanel, shownToast } from './panel-page.ts';
import { forgetProofs } from './passkey-device.ts';
import { PRODUCTS } from './products.ts';
import { callAsAdmin, placeOrder, registerMember, registerWithRole, uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { openAs } from './storefront-page.ts';

test.beforeAll(({ shop }) => uploadInventory(shop, PRODUCTS));

const exportButton = (page: Page) => page.getByRole('button', { name: /^Export CSV/ });
const tasksButton = (page: Page) => page.getByRole('button', { name: /^Tasks/ });
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Tasks' });
const newest = (page: Page) => drawer(page).getByRole('listitem').first();
const linesOf = async (file: Download) => (await readFile(await file.path(), 'utf8')).trim().split('\r\n');

const buildReceipt = async (shop: Shop) => placeOrder(shop, (await registerMember(shop, { 'Harvest Moon': 1 })).token);

/** Counts the exports that the page starts. */
const countStarts = (page: Page): (() => number) => {
  let starts = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/admin/exports')) starts++;
  });
  return () => starts;
};

/** Answers with tasks of the journey's choice, because real ones end when they want. */
const showTasks = async (page: Page, tasks: () => Partial<Task>[]): Promise<void> => {
  const now = new Date().toISOString();
  const task = { label: 'Export receipts', kind: 'export_receipts', done: null, total: null, message: null };
  const full = { ...task, changeId: null, by: 'admin', startedAt: now, finishedAt: null };
  await page.route('**/api/admin/tasks', (route) =>
    route.fulfill({ json: { tasks: tasks().map((each) => ({ ...full, ...each })) } }),
  );
};

test(
  'lists are exported with one press, and Tasks follows and keeps the file',
  ONCE,
  async ({ page, shop, browserErrors }) => {
    await test.step('one press exports the receipts, and Tasks keeps the file', async () => {
      const receipt = await buildReceipt(shop);
      await openPanel(page, shop, '?tab=receipts');
      const starts = countStarts(page);
      const saving = page.waitForEvent('download');
      await exportButton(page).click();
      const file = await saving;
      expect(file.suggestedFilename()).toBe('receipts.csv');
      const lines = await linesOf(file);
      expect(lines[1]).toMatch(new RegExp(`^${receipt.number},`));
      await expect(exportButton(page)).not.toHaveAttribute('aria-busy');
      expect(starts()).toBe(1);
      await expect(shownToast(page)).toHaveCount(0);

      // Another page of the same admin finds it too.
      await page.reload();
      await tasksButton(page).click();
      await expect(newest(page)).toContainText('Export receipts');
      await expect(newest(page)).toContainText('Done');
      await expect(newest(page)).toContainText(/Exported \d+ receipts?\. The file is kept for a day\./);
      await expectAccessible(page, 'Tasks with an export');
      const again = page.waitForEvent('download');
      await newest(page).getByRole('button', { name: 'Download receipts.csv' }).click();
      expect(await linesOf(await again)).toEqual(lines);
    });
    await test.step('a long export shows how far it is, at its button and under Tasks, and a second press does nothing', async () => {
      await buildReceipt(shop);
      let started: string | undefined;
      let done = 12_000;
      let state: Task['state'] = 'running';
      await showTasks(page, () => (started ? [{ id: started, state, done, total: 50_000 }] : []));
      await page.route('**/api/admin/exports', async (route) => {
        const response = await route.fetch();
        started = (await response.json()).id;
        await route.fulfill({ response });
      });
      await openPanel(page, shop, '?tab=receipts');
      const starts = countStarts(page);
      const { width } = (await exportButton(page).boundingBox())!;
      await exportButton(page).click();
      await expect(exportButton(page)).toHaveAccessibleName('Export CSV: 12,000 of 50,000 rows');
      await expect(exportButton(page)).toContainText('12,000 of 50,000');
      expect((await exportButton(page).boundingBox())!.width).toBe(width);
      // A busy button counts as not enabled.
      await exportButton(page).click({ force: true });
      await exportButton(page).press('Enter');
      await expect(tasksButton(page)).toHaveAccessibleName('Tasks, 1 running');
      await tasksButton(page).click();
      await expect(newest(page).getByRole('progressbar')).toHaveAttribute('aria-valuetext', '12,000 of 50,000');
      done = 49_000;
      await expect(newest(page)).toContainText('49,000 of 50,000');
      await page.keyboard.press('Escape');
      await expect(drawer(page)).toBeHidden();

      // The file is saved from any tab of the panel.
      await page.getByRole('tab', { name: /^Points/ }).click();
      const saving = page.waitForEvent('download');
      state = 'done';
      expect((await saving).suggestedFilename()).toBe('receipts.csv');
      await expect(tasksButton(page)).toHaveAccessibleName('Tasks');
      expect(starts()).toBe(1);
    });
    await test.step('an export that fails says why, and one that ends after its page was closed is offered to the next page', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await test.step('an export that fails says why', async () => {
        const message = 'The shop stopped while this was running. Please export again.';
        let started: string | undefined;
        await showTasks(page, () => (started ? [{ id: started, state: 'failed', message }] : []));
        await page.route('**/api/admin/exports', async (route) => {
          started = 'stopped';
          await route.fulfill({ status: 202, json: { id: started } });
        });
        await openPanel(page, shop, '?tab=receipts');
        await exportButton(page).click();
        await expect(shownToast(page)).toContainText('Failed: Export receipts');
        await expect(shownToast(page)).toContainText(message);
        await expect(exportButton(page)).not.toHaveAttribute('aria-busy');
        await tasksButton(page).click();
        await expect(newest(page)).toContainText('Failed');
        await expect(newest(page)).toContainText(message);
        await expect(newest(page).getByRole('button')).toHaveCount(0);
      });
      await test.step('an export that ends after its page was closed is offered to the next page', async () => {
        const { id } = await callAsAdmin<{ id: string }>(shop, 'POST', '/api/admin/exports', {
          kind: 'receipts',
          query: {},
        });
        await page.unrouteAll();
        let state: Task['state'] = 'running';
        const ended = {
          message: 'Exported 2 receipts. The file is kept for a day.',
          finishedAt: new Date().toISOString(),
        };
        await showTasks(page, () => [{ id, state, by: shop.admin.username, ...(state === 'done' && ended) }]);
        await openPanel(page, shop, '?tab=receipts');
        // It runs still, so this page starts no second one.
        await expect(exportButton(page)).toHaveAttribute('aria-busy', 'true');
        state = 'done';
        await expect(shownToast(page)).toContainText('Done: Export receipts');
        const saving = page.waitForEvent('download');
        await shownToast(page).getByRole('button', { name: 'Download' }).click();
        expect((await saving).suggestedFilename()).toBe('receipts.csv');
      });
    });
    await test.step('the file of all users asks who it is, and is saved after the answer', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      browserErrors.allow(REFUSED_CALL);
      const { username } = await registerMember(shop);
      await openPanel(page, shop, '?tab=users');
      forgetProofs(shop);
      const starts = countStarts(page);
      const question = page.getByRole('dialog', { name: "Confirm it's you" });
      await exportButton(page).click();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await expect(question).toBeHidden();
      await expect(exportButton(page)).not.toHaveAttribute('aria-busy');
      expect(starts()).toBe(1);

      const saving = page.waitForEvent('download');
      await exportButton(page).click();
      await question.getByLabel('Password', { exact: true }).fill(shop.admin.password);
      await question.getByRole('button', { name: 'Confirm' }).click();
      expect((await linesOf(await saving)).some((line) => line.includes(username))).toBe(true);
    });
  },
);

test('the palette exports, and opens Tasks for every role', ONCE, async ({ page, shop, openOtherBrowser }) => {
  const clerk = await registerWithRole(shop, 'inventory');
  await openAs(page, shop, clerk.token, `${shop.url}/admincp?tab=inventory`);
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(page.getByRole('tab', { name: 'Inventory' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await palette.getByRole('combobox').fill('work');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(drawer(page)).toContainText('Replace the inventory');
  await page.goBack();
  await expect(drawer(page)).toBeHidden();
  await expect(page.getByRole('tab', { name: 'Inventory' })).toBeVisible();

  const desk = await registerWithRole(shop, 'orders');
  const other = await openOtherBrowser();
  await openAs(other, shop, desk.token, `${shop.url}/admincp?tab=receipts`);
  await expect(exportButton(other)).toBeVisible();
  await other.keyboard.press('Control+k');
  await other.getByRole('combobox', { name: 'Search or run a command' }).fill('export transactions');
  const saving = other.waitForEvent('download');
  await other.keyboard.press('Enter');
  expect((await saving).suggestedFilename()).toBe('transactions.csv');
});

/** Enough rows for an export that takes a while. */
const MANY = 60_000;

/** Gives a member a long ledger, whose sum is 0. */
const fillLedger = ({ dataDir }: Shop, username: string): void => {
  const database = new SqliteDatabase(join(dataDir, 'shop.db'));
  database
    .prepare(`
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${MANY})
      insert into points_entries (user_id, points, kind, reason, created_at)
      select users.id, case n % 2 when 0 then 1 else -1 end, 'granted', 'Row ' || n, n
      from numbers join users on users.username = ?`)
    .run(username);
  database.close();
};

const countFiles = ({ dataDir }: Shop): unknown => {
  const database = new SqliteDatabase(join(dataDir, 'shop.db'));
  const row = database.prepare('select count(*) as files from export_files').get();
  database.close();
  return row;
};

test(
  'a long export goes on without its page, and nothing is left of one whose shop was killed',
  ONCE,
  async ({ page, shop }) => {
    test.slow();
    fillLedger(shop, (await registerMember(shop)).username);
    const leaveWhileItRuns = async () => {
      await openPanel(page, shop, '?tab=points');
      await exportButton(page).click();
      await expect(exportButton(page)).toHaveAccessibleName(/^Export CSV: [\d,]+ of [\d,]+ rows$/);
      await page.goto('about:blank');
    };
    await leaveWhileItRuns();
    await openPanel(page, shop, '?tab=points');
    await tasksButton(page).click();
    await expect(newest(page)).toContainText('Exported', { timeout: 60_000 });
    const saving = page.waitForEvent('download');
    await newest(page).getByRole('button', { name: 'Download transactions.csv' }).click();
    expect((await linesOf(await saving)).length).toBeGreaterThan(MANY);

    await leaveWhileItRuns();
    const before = countFiles(shop);
    await shop.stop('SIGKILL');
    await shop.restart();
    expect(countFiles(shop)).toEqual(before);
    await openPanel(page, shop, '?tab=points');
    await tasksButton(page).click();
    const message = 'The shop stopped while this was running. Please export again.';
    await expect(newest(page)).toContainText(message, { timeout: 60_000 });
    await expect(newest(page).getByRole('button')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(exportButton(page)).not.toHaveAttribute('aria-busy');
  },
);

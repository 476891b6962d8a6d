import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { revertChange } from '#contract/changes.ts';
import { getAdminEvents } from '#contract/events.ts';
import { applyBulkMarkup, applyPriceRule, editMany, fixLabels } from '#contract/inventory.ts';
import { listTasks, TASKS_SHOWN, type Task } from '#contract/tasks.ts';
import { exportData } from '#contract/users.ts';
import { lockInventory } from '../../db/locks.ts';
import { prune } from '../../jobs/prune.ts';
import { startUpload } from '../../testing/arriving-upload.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { listen, openEvents } from '../../testing/event-reader.ts';
import { buildAdmin, type TestUser } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, listInventory, listNames, upload } from '../../testing/inventory.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { SYSTEM } from '../audit/audit.queries.ts';
import { inventoryTerms } from '../inventory/inventory-terms.ts';
import { insertTask } from './tasks.queries.ts';

/** Enough items for a task, and enough for the worker thread. */
const LONG = 500;
const MANY = 3000;
/** The worker thread compiles the sources before it starts. */
const SLOW_MS = 60_000;
/** A process that says nothing for so long is dead. */
const DEAD_MS = 15_000;

const menu = (count: number, price = 10) =>
  inventoryFile(Array.from({ length: count }, (_, index) => buildFileProduct({ id: index, price })));
const tasksOf = async (user: TestUser): Promise<Task[]> => (await user.call(listTasks)).body.tasks;
const ownTasks = async (user: TestUser) => (await tasksOf(user)).filter(({ by }) => by === user.username);

/** A task as a process stores it at the start. */
const leaveRunning = async (
  { database, clock }: TestShop,
  { id: userId }: TestUser,
  label = 'Left',
): Promise<string> => {
  const id = randomUUID();
  const now = clock();
  await database.write((tx) => insertTask(tx, { id, kind: 'upload', userId, label, now, aliveUntil: now + DEAD_MS }));
  return id;
};

/** The job of an upload. */
const replacement = (shop: TestShop, file: string) => ({
  bytes: Buffer.from(file),
  dryRun: false,
  actor: SYSTEM,
  now: shop.clock(),
  terms: inventoryTerms(shop),
});

bothDatabases((shop) => {
  let clerk: TestUser;
  beforeEach(async () => {
    // Later than the tasks of other tests.
    shop().advance(1000);
    clerk = await buildAdmin(shop(), 'inventory');
  });

  describe('the long work of the panel', () => {
    test('has every upload, with its result and Undo, for every role of the panel', async () => {
      const { body } = await upload(clerk, menu(3), { filename: 'menu.txt' });
      const desk = await buildAdmin(shop(), 'orders');
      for (const user of [clerk, desk]) {
        expect((await tasksOf(user))[0]).toEqual({
          id: expect.any(String),
          kind: 'upload',
          label: 'Replace the inventory from menu.txt',
          state: 'done',
          done: null,
          total: null,
          message: body.message,
          changeId: body.changeId,
          by: clerk.username,
          startedAt: expect.any(String),
          finishedAt: expect.any(String),
        });
      }
      await clerk.call(revertChange, { params: { id: body.changeId! }, body: {} });
      expect((await tasksOf(desk))[0]).toMatchObject({ state: 'done', changeId: null });
    });

    test('has no dry run, and no change of a few items', async () => {
      await upload(clerk, menu(3));
      await upload(clerk, menu(4), { dryRun: true });
      const { id } = (await listInventory(clerk))[0]!;
      await clerk.call(editMany, { body: { ids: [id], set: { isActive: false } } });
      await clerk.call(applyBulkMarkup, { body: { percentage: 30 } });
      await clerk.call(applyPriceRule, { body: { ids: [id], kind: 'percent', value: 40, rounding: 'none' } });
      await clerk.call(fixLabels, { body: { ids: [id] } });
      expect(await ownTasks(clerk)).toHaveLength(1);
    });

    test('has every change of many items', async () => {
      await upload(clerk, menu(LONG));
      const ids = (await listInventory(clerk)).map(({ id }) => id);
      const rule = { ids, kind: 'percent', value: 40, rounding: 'none' } as const;
      await clerk.call(applyPriceRule, { body: { ...rule, dryRun: true } });
      const changes = [
        (await clerk.call(editMany, { body: { ids, set: { isActive: false } } })).body,
        (await clerk.call(applyBulkMarkup, { body: { percentage: 30 } })).body,
        (await clerk.call(applyPriceRule, { body: rule })).body,
        (await clerk.call(fixLabels, { body: {} })).body,
      ];
      const tasks = (await ownTasks(clerk)).filter(({ kind }) => kind !== 'upload');
      expect(tasks.map(({ label }) => label).sort()).toEqual([
        'Apply a 30% markup to 500 items',
        'Correct weight labels',
        'Edit 500 items',
        'Price rule for 500 items',
      ]);
      for (const { message, changeId } of changes) {
        expect(tasks).toContainEqual(expect.objectContaining({ state: 'done', message, changeId }));
      }
    });

    test('has the undo of a change of many items, which can itself be undone, and no undo of a few', async () => {
      await upload(clerk, menu(LONG));
      const ids = (await listInventory(clerk)).map(({ id }) => id);
      const hide = (some: number[]) => clerk.call(editMany, { body: { ids: some, set: { isActive: false } } });
      const { changeId } = (await hide(ids)).body;
      const undo = (itemIds?: number[]) =>
        clerk.call(revertChange, { params: { id: changeId! }, body: itemIds ? { itemIds } : {} });
      expect((await undo(ids.slice(0, 2))).body).toMatchObject({ message: 'Change undone.' });
      const undoing = async () => (await ownTasks(clerk)).filter(({ kind }) => kind === 'undo');
      expect(await undoing()).toEqual([]);
      const { status, body } = await undo();
      expect({ status, counts: body.counts.changed }).toEqual({ status: 200, counts: LONG - 2 });
      expect(await undoing()).toMatchObject([
        { label: 'Undo "Deactivated: 500 items"', state: 'done', message: body.message, changeId: body.changeId },
      ]);
      // A change that cannot be undone is refused as before, and is no task.
      expect(await undo()).toMatchObject({ status: 409, body: { code: 'already_reverted' } });
      const unknown = await clerk.call(revertChange, { params: { id: 999_999 }, body: {} });
      expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect(await undoing()).toHaveLength(1);
    });

    test('says why a refused file changed nothing', async () => {
      await upload(clerk, inventoryFile([{ id: 1, name: 'X', qty: 1 }]));
      expect(await ownTasks(clerk)).toMatchObject([
        {
          state: 'failed',
          message: '1 of 1 products are not valid. Product 1 (id "1"): price is missing',
          changeId: null,
        },
      ]);
    });

    test('shows how far it is while it runs, and open panels learn of it', async () => {
      const events = await openEvents(shop(), getAdminEvents, { token: clerk.token });
      onTestFinished(events.leave);
      const order = { kind: 'price_rule', user: { userId: clerk.id }, label: 'Price rule' } as const;
      await shop().tasks.run(order, async ({ report }) => {
        const running = { label: 'Price rule', state: 'running', message: null, changeId: null, finishedAt: null };
        expect(await ownTasks(clerk)).toMatchObject([{ ...running, done: null, total: null }]);
        await events.next('tasks');
        report(12_000, 20_000);
        expect(await ownTasks(clerk)).toMatchObject([{ ...running, done: 12_000, total: 20_000 }]);
        await events.next('tasks');
        return { message: 'All done' };
      });
      expect(await ownTasks(clerk)).toMatchObject([{ state: 'done', message: 'All done', done: null, total: null }]);
      await events.next('tasks');
    });

    test(
      'is told by the worker thread how far it is, up to the last item',
      async () => {
        const { jobs } = shop();
        const reports: [number, number][] = [];
        const task = {
          id: await leaveRunning(shop(), clerk),
          report: (...report: [number, number]) => reports.push(report),
        };
        await jobs.change('replaceInventory', replacement(shop(), menu(MANY)), { items: MANY, task });
        const figures = reports.map(([done]) => done);
        expect(figures.length).toBeGreaterThan(5);
        expect(figures).toEqual(figures.toSorted((a, b) => a - b));
        expect(reports.at(-1)).toEqual([expect.any(Number), reports[0]![1]]);
        expect(figures.at(-1)).toBe(reports[0]![1]);
        expect(figures.at(-1)).toBeGreaterThanOrEqual(MANY);
      },
      SLOW_MS,
    );

    test('goes on without its page once the file has arrived', async () => {
      await upload(clerk, menu(2));
      shop().advance(1);
      const { jobs } = shop();
      const change = jobs.change.bind(jobs);
      let begin = () => {};
      const held = new Promise<void>((resolve) => {
        begin = resolve;
      });
      vi.spyOn(jobs, 'change').mockImplementationOnce(async (...job) => {
        await held;
        return change(...job);
      });
      const arriving = await startUpload(await listen(shop()), clerk.token, 5);
      await arriving.send(1);
      await expect.poll(async () => (await ownTasks(clerk))[0]?.state).toBe('running');
      arriving.leave();
      await expect(arriving.response).rejects.toThrow();
      begin();
      await expect.poll(async () => (await ownTasks(clerk))[0]?.state).toBe('done');
      expect(await listNames(clerk)).toHaveLength(5);
    });

    test('does not begin with a file that has not arrived', async () => {
      await upload(clerk, menu(2));
      const arriving = await startUpload(await listen(shop()), clerk.token, MANY);
      await arriving.send(0.5);
      arriving.leave();
      await arriving.response.catch(() => {});
      // The shop has noticed, because it can serve the next upload.
      await upload(clerk, menu(3));
      expect(await ownTasks(clerk)).toMatchObject([{ state: 'done' }, { state: 'done' }]);
      expect(await listNames(clerk)).toHaveLength(3);
    });

    test('is shown for a day, and fifty at most', async () => {
      for (let count = 0; count < TASKS_SHOWN.count + 1; count++) await leaveRunning(shop(), clerk, `Task ${count}`);
      expect(await tasksOf(clerk)).toHaveLength(TASKS_SHOWN.count);
      shop().advance(TASKS_SHOWN.milliseconds + 1);
      const later = await buildAdmin(shop(), 'inventory');
      expect(await tasksOf(later)).toEqual([]);
      await upload(later, menu(1));
      await prune(shop().database, { now: shop().clock() });
      expect(await shop().database.read.selectFrom('tasks').select('id').execute()).toHaveLength(1);
    });

    test('is in the copy of a member’s data', async () => {
      await upload(clerk, menu(1), { filename: 'mine.txt' });
      const { body } = await clerk.call(exportData);
      expect(body).toMatchObject({ tasks: [{ label: 'Replace the inventory from mine.txt' }] });
    });
  });

  describe('work whose process was killed', () => {
    test('has failed as soon as the process is known to be dead, and says that nothing was changed', async () => {
      const id = await leaveRunning(shop(), clerk);
      const read = async () => (await tasksOf(clerk)).find((task) => task.id === id);
      shop().advance(DEAD_MS - 1);
      expect(await read()).toMatchObject({ state: 'running', done: null, message: null, finishedAt: null });
      shop().advance(1);
      expect(await read()).toMatchObject({
        state: 'failed',
        message: 'The shop stopped while this was running. Nothing was changed.',
        finishedAt: expect.any(String),
      });
    });

    test('is done if the change was made, because both are one transaction', async () => {
      const id = await leaveRunning(shop(), clerk);
      const task = { id, report: () => {} };
      const job = replacement(shop(), menu(3, 77));
      const { changeId } = await shop().jobs.change('replaceInventory', job, { items: 3, task });
      shop().advance(DEAD_MS);
      expect((await tasksOf(clerk)).find((each) => each.id === id)).toMatchObject({
        state: 'done',
        changeId,
        message: expect.stringMatching(/^Replaced/),
      });
    });

    test(
      'is never half done: it is done if all was changed, and has failed if nothing was',
      async () => {
        const { jobs, database } = shop();
        await upload(clerk, menu(MANY));
        const id = await leaveRunning(shop(), clerk);
        // The thread ends in the middle, as a killed process does.
        const task = { id, report: () => void jobs.close() };
        const replacing = jobs.change('replaceInventory', replacement(shop(), menu(MANY, 99)), { items: MANY, task });
        await replacing.catch(() => {});
        // A server may take a moment to end the transaction.
        await database.write((tx) => lockInventory(tx));
        shop().advance(DEAD_MS);
        const ended = (await tasksOf(clerk)).find((each) => each.id === id)!;
        const prices = [...new Set((await listInventory(clerk)).map(({ price }) => price))];
        expect([ended.state, prices]).toEqual(ended.state === 'done' ? ['done', [99]] : ['failed', [10]]);
      },
      SLOW_MS,
    );
  });
});

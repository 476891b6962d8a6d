import { expect, test } from 'vitest';
import { revertChange } from '#contract/changes.ts';
import { getSyncStatus, setAutoSync } from '#contract/feed.ts';
import { buildFileProduct, inventoryFile, listNames, upload } from '../../testing/inventory.ts';
import { passTime } from '../../testing/leases.ts';
import { startAutoSync } from './auto-sync.ts';
import { shopsWithFeed, THREE_PRODUCTS } from './testing/shops-with-feed.ts';

shopsWithFeed(({ shop, admin, feed, openProcess, serve, holdFeed, sync, readStatus, readChanges }) => {
  test('an upload turns auto sync off and says so, and undoing the upload turns it on again', async () => {
    serve(THREE_PRODUCTS);
    await sync();
    const replaced = await upload(admin(), inventoryFile([buildFileProduct({ name: 'Z' })]));
    expect(replaced.body).toMatchObject({
      message: 'Inventory replaced: 1 product in stock. Automatic sync was switched off.',
      autoSyncSwitchedOff: true,
    });
    expect((await readStatus()).autoSyncEnabled).toBe(false);
    await admin().call(revertChange, { params: { id: replaced.body.changeId! }, body: {} });
    expect((await readStatus()).autoSyncEnabled).toBe(true);
    expect(await listNames(admin())).toEqual(['A', 'B', 'C']);
  });

  test('the panel turns auto sync on and off, and AUTO_SYNC counts at the first start only', async () => {
    const job = startAutoSync(shop());
    await expect.poll(async () => (await readStatus()).autoSyncEnabled).toBe(true);
    const switched = await admin().call(setAutoSync, { body: { autoSyncEnabled: false } });
    expect(switched.body).toMatchObject({ autoSyncEnabled: false });
    await job.stop();
    const restarted = await openProcess({ AUTO_SYNC: 'on' });
    expect((await restarted.call(getSyncStatus, { token: admin().token })).body.autoSyncEnabled).toBe(false);
    await restarted.close();
  });

  test('auto sync runs once per interval across all processes, and not at all when it is off', async () => {
    serve(THREE_PRODUCTS);
    await shop().database.watch();
    const settings = { SYNC_INTERVAL_SECONDS: '3600' };
    const processes = [await openProcess(settings), await openProcess(settings)];
    const jobs = processes.map((process) => startAutoSync(process));
    await expect.poll(async () => (await listNames(admin())).length).toBe(3);
    await Promise.all(jobs.map((job) => job.stop()));
    expect(feed().requests).toHaveLength(1);

    for (const each of processes) await passTime(each, 3_600_000);
    const again = processes.map((process) => startAutoSync(process));
    await expect.poll(() => feed().requests.length).toBe(2);
    await Promise.all(again.map((job) => job.stop()));
    expect(feed().requests).toHaveLength(2);
    expect((await readChanges()).changes).toMatchObject([{ kind: 'sync', actor: 'system' }]);

    await admin().call(setAutoSync, { body: { autoSyncEnabled: false } });
    for (const each of processes) await passTime(each, 3_600_000);
    const off = processes.map((process) => startAutoSync(process));
    await Promise.all(off.map((job) => job.stop()));
    expect(feed().requests).toHaveLength(2);
    await Promise.all(processes.map((each) => each.close()));
  });

  test('an automatic sync does not undo an upload that came in between', async () => {
    const release = holdFeed(THREE_PRODUCTS);
    const job = startAutoSync(shop());
    await expect.poll(() => feed().requests.length).toBe(1);
    const uploaded = THREE_PRODUCTS.map((each) => ({ ...each, name: `Uploaded ${each.name}` }));
    await upload(admin(), inventoryFile(uploaded));
    release();
    await job.stop();
    expect(await listNames(admin())).toEqual(['Uploaded A', 'Uploaded B', 'Uploaded C']);
  });

  test('a shop that stops does not wait for the feed, and records no failure', async () => {
    feed().respondWith(() => {});
    const job = startAutoSync(shop());
    await expect.poll(() => feed().requests.length).toBe(1);
    await job.stop();
    expect(await readStatus()).toMatchObject({ isRunning: false, lastError: null });
  });
});

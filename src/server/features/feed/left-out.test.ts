import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { getAttention } from '#contract/attention.ts';
import { applyPendingSync, getPendingSync, getSyncStatus, refusePendingSync } from '#contract/feed.ts';
import { setMarkup } from '#contract/inventory.ts';
import type { Role } from '#domain/permissions.ts';
import { runSync } from '../../cli/inventory-commands.ts';
import { buildAdmin } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, listInventory, listNames, upload } from '../../testing/inventory.ts';
import { sendText } from '../../testing/local-server.ts';
import { startTestShop } from '../../testing/test-shop.ts';
import { COMMAND_LINE, SYSTEM } from '../audit/audit.queries.ts';
import { backUp } from '../backup/backup.service.ts';
import { restore } from '../backup/restore.service.ts';
import { syncOnce } from './sync.service.ts';
import { shopsWithFeed } from './testing/shops-with-feed.ts';

/** Twenty products at $20, with other fields for some. */
const productsWith = (fields: Record<number, object> = {}, qty = 5) =>
  Array.from({ length: 20 }, (_, place) =>
    buildFileProduct({ id: `p${place}`, name: `Product ${place}`, price: 20, qty, ...fields[place] }),
  );
const NO_NUMBER = { qty: 'many' };
const ROW_OF_P3 = {
  id: 'p3',
  field: 'qty',
  message: 'Product 4: qty must be a whole number of 0 or more, not "many".',
};

shopsWithFeed(({ shop, admin, feed, serve, sync, readStatus, openProcess, databaseUrl }) => {
  const itemOf = async (externalId: string) =>
    (await listInventory(admin())).find((item) => item.externalId === externalId)!;
  const rows = async () => (await readStatus()).rows;
  const attention = async (role: Role = 'owner') =>
    (await (await buildAdmin(shop(), role)).call(getAttention)).body.items.find(({ kind }) => kind === 'sync_rows');
  const syncProducts = (...served: Parameters<typeof productsWith>) => {
    serve(productsWith(...served));
    return sync();
  };

  test('a row that cannot be used is left out: the others apply, and its item keeps what it had', async () => {
    await syncProducts();
    const before = await itemOf('p3');
    expect(await syncProducts({ 3: { ...NO_NUMBER, price: 25, name: 'Other' } }, 50)).toMatchObject({
      status: 200,
      body: { message: 'Sync completed: 0 added, 19 changed, 0 removed', result: { unchanged: 1, warnings: [] } },
    });
    expect(await itemOf('p3')).toEqual(before);
    expect(await itemOf('p4')).toMatchObject({ quantity: 50 });
    expect(await readStatus()).toMatchObject({ lastError: null, rows: [ROW_OF_P3] });
  });

  test('rows with one id are all left out, and a new product is not added', async () => {
    await syncProducts();
    const before = await itemOf('p3');
    await syncProducts({ 3: { qty: 8 }, 4: { id: ' p3 ', qty: 9 } });
    expect(await itemOf('p3')).toEqual(before);
    expect(await itemOf('p4')).toBeUndefined();
    expect(await rows()).toEqual([
      { id: 'p3', field: 'id', message: 'Product 4: id is the same as in product 5.' },
      { id: 'p3', field: 'id', message: 'Product 5: id is the same as in product 4.' },
    ]);
    await syncProducts({ 4: NO_NUMBER });
    expect(await itemOf('p4')).toBeUndefined();
  });

  test('a sync with a row without a readable id removes nothing', async () => {
    await syncProducts();
    serve([...productsWith({ 0: { qty: 0 }, 1: { qty: 7 } }).slice(0, 8), { name: 'Which?', qty: 3, price: 20 }]);
    // Twelve of twenty are missing, and still nobody has to confirm a large drop.
    expect(await sync()).toMatchObject({ status: 200, body: { result: { changed: 2, removed: 0 } } });
    expect(await listNames(admin())).toHaveLength(20);
    expect(await itemOf('p0')).toMatchObject({ quantity: 0, price: 20 });
    expect(await itemOf('p1')).toMatchObject({ quantity: 7 });
    expect(await rows()).toEqual([{ id: null, field: 'id', message: 'Product 9: id is missing.' }]);
    serve(productsWith({ 0: { qty: 0 } }).slice(0, 12));
    expect(await sync()).toMatchObject({ body: { result: { removed: 9 } } });
    expect(await rows()).toEqual([]);
  });

  test('what is left out does not count as removed', async () => {
    await syncProducts();
    serve(productsWith({ 0: NO_NUMBER }).slice(0, 10));
    expect(await sync()).toMatchObject({ status: 200, body: { result: { removed: 10, unchanged: 10 } } });
    serve(productsWith({ 0: NO_NUMBER }).slice(0, 5));
    expect(await sync()).toMatchObject({ status: 200, body: { result: { removed: 5, unchanged: 5 } } });
    serve([...productsWith({ 0: NO_NUMBER }).slice(0, 1), buildFileProduct({ id: 'new' })]);
    expect(await sync()).toMatchObject({ status: 409, body: { code: 'large_drop', removed: 4, listed: 5 } });
  });

  test('more than a tenth of the rows, and at least three of them, stop the sync, and what was left out before stays', async () => {
    await syncProducts();
    await syncProducts({ 3: NO_NUMBER });
    const before = await listInventory(admin());
    const message = '3 of 20 products are not valid.';
    const errors = [1, 2, 3].map(
      (place) => `Product ${place + 1} (id "p${place}"): qty must be a whole number of 0 or more, not "many"`,
    );
    const bad = { 1: NO_NUMBER, 2: NO_NUMBER, 3: NO_NUMBER };
    expect(await syncProducts(bad, 50)).toMatchObject({ status: 502, body: { code: 'feed_failed', message, errors } });
    expect(await listInventory(admin())).toEqual(before);
    expect(await readStatus()).toMatchObject({ lastError: `${message} ${errors[0]}`, rows: [ROW_OF_P3] });
    feed().respondWith(sendText('<html>'));
    expect(await sync()).toMatchObject({ status: 502 });
    expect(await rows()).toEqual([ROW_OF_P3]);
    expect(await syncProducts({ 1: NO_NUMBER, 2: NO_NUMBER }, 50)).toMatchObject({ body: { result: { changed: 18 } } });
    expect(await rows()).toHaveLength(2);
  });

  test('an upload stays all or nothing', async () => {
    const bad = inventoryFile(productsWith({ 3: NO_NUMBER }));
    expect(await upload(admin(), bad)).toMatchObject({ status: 400, body: { code: 'file_invalid' } });
    expect(await listNames(admin())).toEqual([]);
  });

  test('every process shows them, also after a restart, until a sync without such rows', async () => {
    await syncProducts({ 3: NO_NUMBER });
    const other = await openProcess();
    const seen = await other.call(getSyncStatus, { token: admin().token });
    expect(seen.body.rows).toEqual([ROW_OF_P3]);
    await other.close();
    // A sync that finds nothing new does not compare the items again.
    for (const _ of [1, 2]) await syncOnce(shop(), { actor: SYSTEM, automatic: true });
    expect(await rows()).toEqual([ROW_OF_P3]);
    await syncProducts();
    expect(await rows()).toEqual([]);
  });

  test('a sync that need not compare the items ends what another process has left out', async () => {
    const other = await openProcess();
    const [fine, bad] = [productsWith(), productsWith({ 3: NO_NUMBER })];
    serve(fine);
    for (const _ of [1, 2]) await sync();
    serve(bad);
    await syncOnce(other, { actor: SYSTEM });
    expect(await rows()).toEqual([ROW_OF_P3]);
    serve(fine);
    expect((await sync()).body).toMatchObject({ changeId: null });
    expect(await rows()).toEqual([]);
    await other.close();
  });

  test('without a feed there are none', async () => {
    await syncProducts({ 3: NO_NUMBER });
    const without = await startTestShop({ databaseUrl: databaseUrl(), dataDir: shop().dataDir });
    const call = without.as(admin().token);
    expect((await call(getSyncStatus)).body.rows).toEqual([]);
    expect((await call(getAttention)).body.items.map(({ kind }) => kind)).not.toContain('sync_rows');
    await without.close();
  });

  test('they need the attention of who edits the inventory, since the first sync that left some out', async () => {
    await syncProducts();
    expect(await attention()).toBeUndefined();
    shop().advance(60_000);
    const oldest = new Date(shop().clock()).toISOString();
    await syncProducts({ 3: NO_NUMBER });
    shop().advance(60_000);
    await syncProducts({ 3: NO_NUMBER, 4: { price: null } });
    const expected = { kind: 'sync_rows', count: 2, oldest, link: '/admincp?tab=inventory&rows=open' };
    expect(await attention()).toEqual(expected);
    expect(await attention('inventory')).toEqual(expected);
    expect(await attention('orders')).toBeUndefined();
    await syncProducts();
    expect(await attention()).toBeUndefined();
  });

  test('all of them are counted, and a hundred are listed', async () => {
    serve(Array.from({ length: 1100 }, (_, place) => buildFileProduct(place < 110 ? NO_NUMBER : {})));
    await sync();
    expect(await rows()).toHaveLength(100);
    expect(await attention()).toMatchObject({ count: 110 });
  });

  test('a backup brings them back', async () => {
    await syncProducts({ 3: NO_NUMBER });
    const folder = mkdtempSync(join(tmpdir(), 'greenroom-left-out-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'backup');
    const order = { actor: COMMAND_LINE, now: shop().clock() };
    await backUp(shop().database, file, order);
    await syncProducts();
    expect(await rows()).toEqual([]);
    await restore(shop().database, file, order);
    const owner = await buildAdmin(shop());
    expect((await owner.call(getSyncStatus)).body.rows).toEqual([ROW_OF_P3]);
  });

  test('the command line names them', async () => {
    serve([...productsWith({ 3: NO_NUMBER }), null]);
    expect(await runSync(shop(), { confirmLargeDrop: false })).toBe(
      [
        'Synced from the feed',
        '19 added, 0 changed, 0 removed, 0 unchanged',
        '2 rows of the feed left out:',
        `p3: ${ROW_OF_P3.message}`,
        'Product 21: must be an object with id, name, qty and price.',
      ].join('\n'),
    );
  });
});

shopsWithFeed(({ admin, serve, sync, readStatus }) => {
  const itemOf = async (externalId: string) =>
    (await listInventory(admin())).find((item) => item.externalId === externalId)!;
  const pending = async () => (await admin().call(getPendingSync)).body.pending;
  const rows = async () => (await readStatus()).rows;
  /** A sync waits that makes one product dear and leaves out another. */
  const holdOne = async () => {
    serve(productsWith());
    await sync();
    serve(productsWith({ 2: { price: 90 }, 3: { ...NO_NUMBER, price: 90 }, 4: { qty: 9 } }));
    expect(await sync()).toMatchObject({ status: 200, body: { pending: true } });
  };

  test('a sync that waits shows its rows, and keeps them when somebody applies it', async () => {
    await holdOne();
    const before = await itemOf('p3');
    expect(await pending()).toMatchObject({ counts: { added: 0, changed: 2, removed: 0, unchanged: 18 } });
    expect(await rows()).toEqual([ROW_OF_P3]);
    // The inventory moves, so the plan is made again from the feed that waits.
    await admin().call(setMarkup, { params: { id: before.id }, body: { markupDollars: 40 } });
    expect(await admin().call(applyPendingSync, { body: {} })).toMatchObject({ status: 409 });
    expect(await admin().call(applyPendingSync, { body: {} })).toMatchObject({
      status: 200,
      body: { result: { changed: 2, unchanged: 18 } },
    });
    expect(await itemOf('p3')).toMatchObject({ quantity: 5, price: 20, markupDollars: 40 });
    expect(await itemOf('p2')).toMatchObject({ price: 90 });
    expect(await rows()).toEqual([ROW_OF_P3]);
  });

  test('a refused sync changes nothing, and the next one says what it left out', async () => {
    await holdOne();
    await admin().call(refusePendingSync, { body: {} });
    expect(await rows()).toEqual([ROW_OF_P3]);
    serve(productsWith({ 2: { price: 90 } }));
    expect(await sync()).toMatchObject({ status: 200, body: { changeId: null } });
    expect(await itemOf('p2')).toMatchObject({ price: 20 });
    expect(await rows()).toEqual([]);
  });

  test('prices of products that a row without a readable id keeps in the lists do not hide that the others move', async () => {
    serve(productsWith());
    await sync();
    const dearer = Object.fromEntries([0, 1, 2, 3].map((place) => [place, { price: 26 }]));
    serve([...productsWith(dearer).slice(0, 6), null]);
    expect(await sync()).toMatchObject({ status: 200, body: { pending: true } });
    expect((await pending())!.reason).toContain('The median base price would move from $20.00 to $26.00');
    expect(await pending()).toMatchObject({ counts: { changed: 4, removed: 0 } });
  });
}, {});

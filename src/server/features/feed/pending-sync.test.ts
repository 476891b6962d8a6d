import { describe, expect, test } from 'vitest';
import {
  applyPendingSync,
  getPendingSync,
  listSyncRuns,
  refusePendingSync,
  type SyncRun,
  setAutoSync,
  syncNow,
} from '#contract/feed.ts';
import { setDescription, setMarkup } from '#contract/inventory.ts';
import { runSync } from '../../cli/inventory-commands.ts';
import { buildAdmin } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, listInventory, listNames, upload } from '../../testing/inventory.ts';
import { SYSTEM } from '../audit/audit.queries.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { syncOnce } from './sync.service.ts';
import { shopsWithFeed, THREE_PRODUCTS } from './testing/shops-with-feed.ts';

/** The products A, B and C with other prices than $10, $20 and $30. */
const priced = (...prices: number[]) =>
  THREE_PRODUCTS.map((product, place) => ({ ...product, price: prices[place] ?? product.price }));

const NO_GUARD_OF_THE_FIXTURE = {};

shopsWithFeed(({ shop, admin, serve, sync, readStatus, readChanges, openProcess }) => {
  const prices = async () => (await listInventory(admin())).map(({ price }) => price);
  const itemOf = async (name: string) => (await listInventory(admin())).find((item) => item.name === name)!;
  const readPending = async () => (await admin().call(getPendingSync)).body.pending;
  const apply = (planHash?: string, user = admin()) =>
    user.call(applyPendingSync, { body: planHash === undefined ? {} : { planHash } });
  const refuse = (user = admin()) => user.call(refusePendingSync, { body: {} });
  const runs = async () => (await admin().call(listSyncRuns)).body.runs;
  const results = async () => (await runs()).map(({ result }) => result);
  /** The shop has A, B and C, and a sync that makes C four times as dear waits. */
  const holdOne = async () => {
    serve(THREE_PRODUCTS);
    await sync();
    shop().advance(60_000);
    serve([...priced(10, 21, 120), buildFileProduct({ id: 'd', name: 'D' })]);
    return sync();
  };
  const REASON = 'The base price of "C" from $30.00 to $120.00 would move by more than 50%.';
  const nothingWaits = {
    status: 404,
    body: { code: 'not_found', message: 'No sync is waiting. Somebody else may have decided already.' },
  };

  test('a sync that moves a price too far waits, and the shop stays as it is', async () => {
    expect(await readPending()).toBe(null);
    const at = () => new Date(shop().clock()).toISOString();
    const { status, body } = await holdOne();
    expect({ status, body }).toEqual({
      status: 200,
      body: { message: `The sync waits for a decision. ${REASON}`, pending: true },
    });
    expect(await prices()).toEqual([10, 20, 30]);
    expect(await listNames(admin())).toEqual(['A', 'B', 'C']);
    expect((await readChanges()).total).toBe(1);
    expect(await readPending()).toEqual({
      at: at(),
      by: admin().username,
      reason: REASON,
      counts: { added: 1, changed: 2, removed: 0, unchanged: 1 },
      rows: [
        expect.objectContaining({ name: 'C', fields: [{ field: 'price', before: 30, after: 120 }] }),
        expect.objectContaining({ name: 'B', fields: [{ field: 'price', before: 20, after: 21 }] }),
        expect.objectContaining({ name: 'D', kind: 'added' }),
      ],
      warnings: [],
      planHash: expect.any(String),
    });
    expect((await runs())[0]).toEqual({
      at: at(),
      by: admin().username,
      result: 'waiting',
      counts: { added: 1, changed: 2, removed: 0, unchanged: 1 },
      error: REASON,
    });
    // The card shows the last sync that was applied.
    expect(await readStatus()).toMatchObject({ lastError: null, lastResult: { added: 3 }, isRunning: false });
    expect((await readStatus()).lastSync).not.toBe(at());
    expect((await checkData(shop().database)).well).toBe(true);
  });

  test('a confirmed large drop does not pass the guard', async () => {
    serve([...THREE_PRODUCTS, ...['d', 'e', 'f'].map((id) => buildFileProduct({ id, name: id }))]);
    await sync();
    serve(priced(10, 90).slice(0, 2));
    expect(await sync()).toMatchObject({ status: 409, body: { code: 'large_drop' } });
    expect(await sync({ confirmLargeDrop: true })).toMatchObject({ status: 200, body: { pending: true } });
    expect(await prices()).toHaveLength(6);
  });

  test('the decision to apply it does what the plan says, and what the shop set stays', async () => {
    await holdOne();
    const { id } = await itemOf('C');
    await admin().call(setMarkup, { params: { id }, body: { markupDollars: 40 } });
    await admin().call(setDescription, { params: { id }, body: { description: 'Ours' } });
    const { planHash } = (await readPending())!;
    const applied = await apply(planHash);
    expect(applied).toMatchObject({
      status: 200,
      body: {
        message: 'Sync completed: 1 added, 2 changed, 0 removed',
        result: { added: 1, changed: 2, removed: 0, unchanged: 1, at: new Date(shop().clock()).toISOString() },
        changeId: expect.any(Number),
      },
    });
    expect(await prices()).toEqual([10, 21, 120, 20]);
    expect(await itemOf('C')).toMatchObject({ markupDollars: 40, description: 'Ours', shopOwned: ['description'] });
    expect(await readPending()).toBe(null);
    expect((await readChanges()).changes[0]).toMatchObject({ kind: 'sync', actor: admin().username });
    expect(await results()).toEqual(['applied', 'waiting', 'applied']);
    expect((await readStatus()).lastSync).toBe(new Date(shop().clock()).toISOString());
    expect(await apply()).toMatchObject(nothingWaits);
    // The feed still has these prices, so nothing is left to do.
    expect(await sync()).toMatchObject({ status: 200, body: { changeId: null } });
    expect(await decisions()).toEqual([{ decision: 'applied', reason: REASON }]);
  });

  const decisions = async () =>
    (
      await shop()
        .database.read.selectFrom('audit')
        .select('after')
        .where('subject', '=', 'pending_sync')
        .orderBy('id')
        .execute()
    ).map(({ after }) => JSON.parse(after!));

  test('if the inventory has moved, a fresh plan waits, and that one can be applied', async () => {
    await holdOne();
    const { planHash } = (await readPending())!;
    await upload(admin(), inventoryFile(priced(10, 21, 31)));
    const moved = await apply();
    expect(moved).toMatchObject({
      status: 409,
      body: {
        code: 'plan_moved',
        pending: { counts: { added: 1, changed: 1, removed: 0 }, rows: [{ name: 'C' }, { name: 'D' }] },
      },
    });
    const fresh = (moved.body as unknown as { pending: { planHash: string } }).pending;
    expect(fresh).toEqual(await readPending());
    expect(await prices()).toEqual([10, 21, 31]);
    expect(await apply(planHash)).toMatchObject({ status: 409, body: { code: 'plan_moved', pending: fresh } });
    expect(await apply()).toMatchObject({ status: 200, body: { result: { added: 1, changed: 1 } } });
    expect(await prices()).toEqual([10, 21, 120, 20]);
  });

  test('any change of the inventory asks for another look, also if the plan would do the same', async () => {
    await holdOne();
    const { planHash, rows } = (await readPending())!;
    const { id } = await itemOf('A');
    await admin().call(setMarkup, { params: { id }, body: { markupDollars: 40 } });
    for (const moved of [await apply(), await apply(planHash)]) {
      expect(moved).toMatchObject({ status: 409, body: { code: 'plan_moved', pending: { rows } } });
    }
    expect(await prices()).toEqual([10, 20, 30]);
    expect(await apply()).toMatchObject({ status: 200, body: { result: { added: 1, changed: 2 } } });
    expect(await prices()).toEqual([10, 21, 120, 20]);
    expect(await itemOf('A')).toMatchObject({ markupDollars: 40 });
  });

  test('a newer sync takes the place of the one that waits, and one that needs no decision ends the waiting', async () => {
    await holdOne();
    const first = (await readPending())!;
    shop().advance(60_000);
    serve(priced(10, 20, 150));
    await sync();
    const second = (await readPending())!;
    expect(second).toMatchObject({ at: new Date(shop().clock()).toISOString(), counts: { added: 0, changed: 1 } });
    expect(second.planHash).not.toBe(first.planHash);
    expect(await apply(first.planHash)).toMatchObject({ status: 409, body: { code: 'plan_moved', pending: second } });
    serve(priced(10, 20, 31));
    expect(await sync()).toMatchObject({ status: 200, body: { result: { changed: 1 } } });
    expect(await readPending()).toBe(null);
    expect(await prices()).toEqual([10, 20, 31]);
  });

  test('while the same feed waits, only its time moves', async () => {
    await holdOne();
    const rows = () => shop().database.read.selectFrom('pending_syncs').selectAll().execute();
    const [before] = await rows();
    shop().advance(120_000);
    await sync();
    expect(await rows()).toEqual([{ ...before, created_at: shop().clock() }]);
    expect(await results()).toEqual(['waiting', 'applied']);
    expect((await runs())[0]!.at).toBe(new Date(shop().clock()).toISOString());
  });

  describe('a refused sync', () => {
    const holdAndRefuse = async () => {
      await holdOne();
      return refuse();
    };

    test('changes nothing, and does not come back with the same prices', async () => {
      expect(await holdAndRefuse()).toMatchObject({
        status: 200,
        body: { message: 'Sync refused. Nothing was changed.' },
      });
      expect(await readPending()).toBe(null);
      expect(await sync()).toMatchObject({
        status: 200,
        body: {
          message: 'Nothing was changed: these prices were refused. A sync goes on once the feed changes them.',
          result: { added: 0, changed: 0, removed: 0, unchanged: 3 },
          changeId: null,
        },
      });
      // Another stock and another product are no other prices.
      serve([...priced(10, 21, 120).map((product) => ({ ...product, qty: 3 })), buildFileProduct({ id: 'e' })]);
      await syncOnce(shop(), { actor: SYSTEM, automatic: true });
      expect(await readPending()).toBe(null);
      expect(await prices()).toEqual([10, 20, 30]);
      expect((await runs()).map(({ result, by }) => [result, by])).toEqual([
        ['refused', 'system'],
        ['refused', admin().username],
        ['waiting', admin().username],
        ['applied', admin().username],
      ]);
      expect(await decisions()).toEqual([{ decision: 'refused', reason: REASON }]);
      expect(await refuse()).toMatchObject(nothingWaits);
    });

    test('comes back once the prices of the feed change again', async () => {
      await holdAndRefuse();
      serve(priced(10, 21, 125));
      expect(await sync()).toMatchObject({ body: { pending: true } });
      // Back to the refused prices is a change too.
      serve(priced(10, 21, 120));
      expect(await sync()).toMatchObject({ body: { pending: true } });
      await refuse();
      serve(priced(10, 21, 31));
      expect(await sync()).toMatchObject({ body: { result: { changed: 2 } } });
      serve(priced(10, 21, 120));
      expect(await sync()).toMatchObject({ body: { pending: true } });
    });
  });

  test('with PRICE_JUMP=0 no sync waits, and a higher limit lets more through', async () => {
    serve(priced(10, 20, 30));
    await sync();
    serve(priced(0, 20, 30));
    const [off, high] = [await openProcess({ PRICE_JUMP: '0' }), await openProcess({ PRICE_JUMP: '100' })];
    const syncWith = (process: typeof off) => process.call(syncNow, { token: admin().token, body: {} });
    expect((await syncWith(high)).body).toMatchObject({ result: { changed: 1 } });
    serve(priced(1, 20, 30));
    expect((await syncWith(high)).body).toMatchObject({ pending: true });
    serve(priced(1000, 2000, 3000));
    expect((await syncWith(off)).body).toMatchObject({ result: { changed: 3 } });
    expect(await readPending()).toBe(null);
    await Promise.all([off.close(), high.close()]);
  });

  test('an automatic sync that was switched off while it ran keeps nothing waiting', async () => {
    await holdOne();
    await refuse();
    await admin().call(setAutoSync, { body: { autoSyncEnabled: false } });
    serve(priced(10, 20, 300));
    await syncOnce(shop(), { actor: SYSTEM, automatic: true });
    expect(await readPending()).toBe(null);
  });

  test('the command line says that a sync waits, or was refused', async () => {
    await holdOne();
    const options = { confirmLargeDrop: false };
    expect(await runSync(shop(), options)).toBe(
      `Nothing was changed: the sync waits for a decision in the panel. ${REASON}`,
    );
    await refuse();
    expect(await runSync(shop(), options)).toBe(
      `Nothing was changed: these prices were refused in the panel. ${REASON}`,
    );
  });

  describe('of owners who decide at once', () => {
    const decideAtOnce = async (decide: (owner: number) => Promise<{ status: number; body: unknown }>) => {
      await holdOne();
      const answers = await Promise.all([0, 1, 2, 3].map(decide));
      return answers.map(({ status }) => status).sort();
    };

    test('one applies the sync, and the others read that nothing waits any more', async () => {
      const owners = await Promise.all([0, 1, 2, 3].map(() => buildAdmin(shop())));
      expect(await decideAtOnce((owner) => apply(undefined, owners[owner]))).toEqual([200, 404, 404, 404]);
      expect((await readChanges()).total).toBe(2);
      expect(await decisions()).toHaveLength(1);
    });

    test('one refuses it or one applies it, never both', async () => {
      const owners = await Promise.all([0, 1, 2, 3].map(() => buildAdmin(shop())));
      const statuses = await decideAtOnce((owner) =>
        owner % 2 === 0 ? refuse(owners[owner]) : apply(undefined, owners[owner]),
      );
      expect(statuses).toEqual([200, 404, 404, 404]);
      const [decision, ...others] = await decisions();
      expect(others).toEqual([]);
      expect(await prices()).toHaveLength(decision.decision === 'applied' ? 4 : 3);
      expect((await readChanges()).total).toBe(decision.decision === 'applied' ? 2 : 1);
    });

    test('a decision and a newer sync at once leave one of them undone, and nothing half done', async () => {
      await holdOne();
      serve(priced(10, 20, 150));
      const [decision] = await Promise.all([apply(), sync()]);
      const waiting = await readPending();
      if (decision.status === 200) expect(await prices()).toEqual(waiting ? [10, 21, 120, 20] : [10, 20, 150]);
      else expect(decision).toMatchObject({ status: 409, body: { code: 'plan_moved' } });
      expect((await checkData(shop().database)).well).toBe(true);
    });
  });

  test('the runs are paged, newest first', async () => {
    serve(THREE_PRODUCTS);
    await sync();
    serve([]);
    await sync();
    serve(THREE_PRODUCTS);
    await sync();
    const page = async (cursor?: string) =>
      (await admin().call(listSyncRuns, { query: { limit: 2, ...(cursor && { cursor }) } })).body;
    const first = await page();
    const second = await page(first.nextCursor!);
    const all: SyncRun[] = [...first.runs, ...second.runs];
    expect(all.map(({ result, error }) => [result, error])).toEqual([
      ['empty', null],
      ['failed', 'The feed has no products.'],
      ['applied', null],
    ]);
    expect(second.nextCursor).toBe(null);
  });
}, NO_GUARD_OF_THE_FIXTURE);

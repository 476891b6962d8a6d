import { beforeAll, describe, expect, test } from 'vitest';
import { addToCart, getCart } from '#contract/cart.ts';
import { getInventoryData } from '#contract/catalogue.ts';
import { revertChange } from '#contract/changes.ts';
import { applyBulkMarkup, editMany } from '#contract/inventory.ts';
import { SYSTEM } from '../features/audit/audit.queries.ts';
import { bothDatabases } from '../testing/both-databases.ts';
import { buildBuyer, stockOf } from '../testing/buyers.ts';
import { buildAdmin, buildItem, buildMember, type TestUser } from '../testing/factories.ts';
import { buildFileProduct, inventoryFile, listInventory, upload } from '../testing/inventory.ts';

/** Enough products for the worker thread. The bench measures 20,000. */
const MANY = 3000;
const buildMenu = (price: number) =>
  Array.from({ length: MANY }, (_, index) => buildFileProduct({ id: index, name: `Product ${index}`, price }));
const menu = (price: number) => inventoryFile(buildMenu(price));

/** The worker thread compiles the sources before it starts. */
const SLOW_MS = 60_000;

bothDatabases((shop) => {
  let admin: TestUser;
  beforeAll(async () => {
    admin = await buildAdmin(shop());
  });
  /** The different prices in the catalogue. */
  const listPrices = async () => {
    const { inventory } = (await shop().call(getInventoryData)).body;
    return [...new Set(inventory.map(({ price }) => price))];
  };

  describe('an inventory of thousands', () => {
    test(
      'is replaced while members go on reading and ordering, and they never see a part of it',
      async () => {
        await upload(admin, menu(10));
        const member = await buildMember(shop());
        const kept = (await listInventory(admin))[0]!.id;
        let done = false;
        const replacing = upload(admin, menu(20)).finally(() => {
          done = true;
        });
        let reads = 0;
        const seen: number[][] = [];
        while (!done) {
          seen.push(await listPrices());
          expect((await member.call(getCart)).status).toBe(200);
          reads += 1;
          // Calls without a network never wait for the event loop, so the thread's result could not arrive.
          await new Promise((resolve) => setImmediate(resolve));
        }
        expect((await replacing).body.counts).toEqual({ added: 0, changed: MANY, removed: 0, unchanged: 0 });
        // In this thread the replacement would let no call through while it runs.
        expect(reads).toBeGreaterThan(3);
        for (const prices of seen) expect([[10], [20]]).toContainEqual(prices);
        expect(await listPrices()).toEqual([20]);
        const added = await member.call(addToCart, { body: { productId: kept } });
        expect(added.status).toBe(200);
      },
      SLOW_MS,
    );

    test(
      'is listed, marked up, edited and reverted like a small one',
      async () => {
        await upload(admin, menu(10));
        const before = await listInventory(admin);
        expect(before).toHaveLength(MANY);
        const marked = await admin.call(applyBulkMarkup, { body: { percentage: 35 } });
        expect(marked.body.message).toBe(`Applied 35% markup to ${MANY} items`);
        expect((await listInventory(admin)).every(({ markupDollars }) => markupDollars === 3.5)).toBe(true);
        const ids = before.map(({ id }) => id);
        const edited = await admin.call(editMany, { body: { ids, set: { isActive: false } } });
        expect(edited.body.message).toBe(`Updated ${MANY} items`);
        for (const { body } of [edited, marked]) {
          const undone = await admin.call(revertChange, { params: { id: body.changeId! }, body: {} });
          expect(undone.body).toMatchObject({ counts: { changed: MANY }, skipped: [] });
        }
        expect(await listInventory(admin)).toEqual(before);
      },
      SLOW_MS,
    );

    test(
      'is refused with the same messages as a small one, and a changed plan is returned again',
      async () => {
        await upload(admin, menu(10));
        const broken = inventoryFile(Array.from({ length: MANY }, (_, index) => ({ id: index, name: 'X', qty: 1 })));
        const refused = await upload(admin, broken);
        expect(refused).toMatchObject({
          status: 400,
          body: { code: 'file_invalid', message: `${MANY} of ${MANY} products are not valid.` },
        });
        expect(refused.body.errors).toEqual([
          expect.stringMatching(/^Product 1 \(id "0"\): price is missing\. The same in [\d,]+ more: products 2, 3, /),
        ]);
        const changed = await upload(admin, menu(20), { planHash: 'another' });
        expect(changed).toMatchObject({ status: 409, body: { code: 'plan_moved', counts: { changed: MANY } } });
        expect(changed.body.rows).toHaveLength(100);
        const unknownIds = Array.from({ length: MANY }, (_, index) => index + 900_000);
        const missing = await admin.call(editMany, { body: { ids: unknownIds, set: { isActive: true } } });
        expect(missing).toMatchObject({ status: 404, body: { code: 'not_found' } });
        expect(await listPrices()).toEqual([10]);
      },
      SLOW_MS,
    );

    test(
      'is changed completely by a job that runs when the shop stops',
      async () => {
        await upload(admin, menu(10));
        const request = { percentage: 20, actor: SYSTEM, now: shop().clock() };
        const running = shop().jobs.change('applyBulkMarkup', request, { items: MANY });
        await shop().jobs.close(SLOW_MS);
        expect((await running).summary).toBe(`Applied 20% markup to ${MANY} items`);
        expect((await listInventory(admin)).every(({ markupDollars }) => markupDollars === 2)).toBe(true);
      },
      SLOW_MS,
    );

    test(
      'is replaced while members order, and no order is lost',
      async () => {
        await upload(admin, menu(10));
        const item = await buildItem(shop(), { name: 'Ordered', externalId: 'ordered', quantity: 50 });
        const buyers = await Promise.all(Array.from({ length: 5 }, () => buildBuyer(shop())));
        const [replaced, ...orders] = await Promise.all([
          upload(admin, inventoryFile([...buildMenu(20), buildFileProduct({ id: 'ordered', qty: 50 })])),
          ...buyers.map(async (buyer) => {
            await buyer.add(item.id, 2);
            return buyer.confirm();
          }),
        ]);
        expect(replaced.status).toBe(200);
        expect(orders.map(({ status }) => status)).toEqual(Array(5).fill(201));
        expect(await stockOf(shop(), item.id)).toEqual({ quantity: 50, reserved: 10 });
      },
      SLOW_MS,
    );
  });
});

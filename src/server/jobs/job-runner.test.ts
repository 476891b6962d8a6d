import { beforeAll, describe, expect, test } from 'vitest';
import { bothDatabases } from '../testing/both-databases.ts';
import { buildAdmin, buildItem, buildMember } from '../testing/factories.ts';
import { menuFile, product, upload } from '../testing/uploads.ts';

/** Enough products for the thread; the bench measures 20,000. */
const MANY = 3000;
const menu = (price: number) =>
  menuFile(Array.from({ length: MANY }, (_, index) => product({ id: index, name: `Product ${index}`, price })));

/** Starting the thread from the sources compiles them first. */
const SLOW = 60_000;

bothDatabases((shop) => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await buildAdmin(shop()));
  });
  const inventory = async () => (await shop().call('GET', '/api/admin/inventory', { token })).body.inventory;
  const pricesNow = async () =>
    new Set(
      (await shop().call('GET', '/api/inventory-data')).body.inventory.map((item: { price: number }) => item.price),
    );

  describe('an inventory of thousands', () => {
    test(
      'is replaced while members go on reading and ordering, and is never seen half replaced',
      async () => {
        await upload(shop(), token, menu(10));
        const member = await buildMember(shop());
        const kept = (await inventory())[0].id;
        let done = false;
        const replacing = upload(shop(), token, menu(20)).finally(() => {
          done = true;
        });
        let reads = 0;
        const seen: number[][] = [];
        while (!done) {
          seen.push([...(await pricesNow())] as number[]);
          const cart = await shop().call('GET', '/api/cart', { token: member.token });
          expect(cart.status).toBe(200);
          reads += 1;
          // Calls without a network never leave the turn by themselves: let the thread's answer in.
          await new Promise((resolve) => setImmediate(resolve));
        }
        expect((await replacing).body.counts).toEqual({ added: 0, changed: MANY, removed: 0, unchanged: 0 });
        // Done in this thread, the replacement would let no call through from its beginning to its end.
        expect(reads).toBeGreaterThan(3);
        for (const prices of seen) expect([[10], [20]]).toContainEqual(prices);
        expect([...(await pricesNow())]).toEqual([20]);
        const added = await shop().call('POST', '/api/cart/add', { token: member.token, body: { productId: kept } });
        expect(added.status).toBe(200);
      },
      SLOW,
    );

    test(
      'is shown, marked up, edited and reverted as a small one is',
      async () => {
        await upload(shop(), token, menu(10));
        const before = await inventory();
        expect(before).toHaveLength(MANY);
        const marked = await shop().call('POST', '/api/admin/inventory/bulk-markup', {
          token,
          body: { percentage: 35 },
        });
        expect(marked.body.message).toBe(`Applied 35% markup to ${MANY} items`);
        expect((await inventory()).every((item: { markupDollars: number }) => item.markupDollars === 3.5)).toBe(true);
        const ids = before.map((item: { id: number }) => item.id);
        const bulk = await shop().call('POST', '/api/admin/inventory/bulk', {
          token,
          body: { ids, set: { isActive: false } },
        });
        expect(bulk.body.message).toBe(`Updated ${MANY} items`);
        for (const { body } of [bulk, marked]) {
          const undone = await shop().call('POST', `/api/admin/changes/${body.changeId}/revert`, { token, body: {} });
          expect(undone.body).toMatchObject({ counts: { changed: MANY }, skipped: [] });
        }
        expect(await inventory()).toEqual(before);
      },
      SLOW,
    );

    test(
      'is refused in the same words, and a moved plan comes back fresh',
      async () => {
        await upload(shop(), token, menu(10));
        const broken = menuFile(Array.from({ length: MANY }, (_, index) => ({ id: index, name: 'X', qty: 1 })));
        const refused = await upload(shop(), token, broken);
        expect(refused).toMatchObject({
          status: 400,
          body: { code: 'file_invalid', message: `${MANY} of ${MANY} products are not valid.` },
        });
        expect(refused.body.errors[0]).toBe('Product 1 (id "0"): price is missing');
        const moved = await upload(shop(), token, menu(20), { planHash: 'another' });
        expect(moved).toMatchObject({ status: 409, body: { code: 'plan_moved', counts: { changed: MANY } } });
        expect(moved.body.rows).toHaveLength(100);
        const missing = await shop().call('POST', '/api/admin/inventory/bulk', {
          token,
          body: { ids: Array.from({ length: MANY }, (_, index) => index + 900_000), set: { isActive: true } },
        });
        expect(missing).toMatchObject({ status: 404, body: { code: 'not_found' } });
        expect([...(await pricesNow())]).toEqual([10]);
      },
      SLOW,
    );

    test(
      'edits and orders at the same moment as a replacement wait for it, and none is lost',
      async () => {
        await upload(shop(), token, menu(10));
        const other = await buildItem(shop(), { name: 'Beside', externalId: 'beside', quantity: 50 });
        const members = await Promise.all(Array.from({ length: 5 }, () => buildMember(shop())));
        const [replaced, ...answers] = await Promise.all([
          upload(shop(), token, menuFile([...JSON.parse(menu(20)).data, product({ id: 'beside', qty: 50 })])),
          ...members.map(async (member) => {
            await shop().call('POST', '/api/cart/add', {
              token: member.token,
              body: { productId: other.id, quantity: 2 },
            });
            return shop().call('POST', '/api/receipts', { token: member.token, body: {} });
          }),
        ]);
        expect(replaced!.status).toBe(200);
        expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(201));
        const item = (await inventory()).find((each: { id: number }) => each.id === other.id);
        expect(item).toMatchObject({ quantity: 50, reserved: 10 });
      },
      SLOW,
    );
  });
});

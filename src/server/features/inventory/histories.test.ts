import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { changeCategory } from '#contract/categories.ts';
import { revertChange } from '#contract/changes.ts';
import { syncNow } from '#contract/feed.ts';
import { editMany, getAdminInventory } from '#contract/inventory.ts';
import { changeStock, editItem } from '#contract/inventory-items.ts';
import { moveReceipt, undoReceiptStep } from '#contract/receipts.admin.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/both-databases.ts';
import { type Buyer, buildBuyer } from '../../testing/buyers.ts';
import type { Response } from '../../testing/calls.ts';
import { buildAdmin, type TestUser } from '../../testing/factories.ts';
import { inventoryFile, listInventory, upload } from '../../testing/inventory.ts';
import { type LocalServer, sendText, startLocalServer } from '../../testing/local-server.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { type Act, InventoryModel, type Outcome, type Stated } from './testing/inventory-model.ts';

/* Whatever happens to items, in any order: each is as the rules say, and its stock adds up to the piece. */

const ITEMS = 3;
/** Histories of 30 acts. `npm run stress` sets more. */
const HISTORIES = process.env.PROPERTY_RUNS ? Number(process.env.PROPERTY_RUNS) / 16 : 5;

// On a busy machine a history takes a second or more.
vi.setConfig({ testTimeout: 1_800_000 });

const item = fc.nat(ITEMS - 1);
const names = fc.constantFrom('One', 'Two', 'Three');
/** Some of them are alike. */
const written = fc.constantFrom('Flower', 'FLOWER', 'Buds', 'Carts', null);
const called = fc.constantFrom('Flower', 'Buds', 'Carts', 'Herbs');
const pieces = fc.constantFrom(1, 4, 6, 9);
const products: fc.Arbitrary<Stated[]> = fc.array(
  fc.record({ name: names, category: written, pieces: fc.option(pieces, { freq: 5 }) }),
  { minLength: ITEMS, maxLength: ITEMS },
);
const started = products.map((each) => each.map((product) => ({ ...product, pieces: product.pieces ?? 5 })));

const kind = <Kind extends Act['do']>(name: Kind) => fc.constant(name);
const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: kind('sync'), products }) },
  { weight: 1, arbitrary: fc.record({ do: kind('replace'), products }) },
  {
    weight: 3,
    arbitrary: fc.record(
      { do: kind('edit'), item, name: names, category: written, markup: fc.constantFrom(15, 20, 25) },
      { requiredKeys: ['do', 'item'] },
    ),
  },
  { weight: 1, arbitrary: fc.record({ do: kind('giveBack'), item, field: fc.constantFrom('name', 'category') }) },
  { weight: 2, arbitrary: fc.record({ do: kind('stock'), item, delta: fc.integer({ min: -4, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: kind('count'), item, pieces: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: kind('order'), item, pieces: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: kind('ship') }) },
  { weight: 1, arbitrary: fc.record({ do: kind('unship') }) },
  { weight: 1, arbitrary: fc.record({ do: kind('rename'), name: called, to: called }) },
  { weight: 1, arbitrary: fc.record({ do: kind('merge'), name: called, into: called }) },
  { weight: 1, arbitrary: fc.record({ do: kind('unmerge'), name: called }) },
  { weight: 5, arbitrary: fc.record({ do: kind('undo'), change: fc.nat(30) }) },
);

describe.each(['sqlite', 'postgres'] as const)('[%s]', (engine) => {
  let feed: LocalServer;
  let database: TestDatabase | undefined;
  let shop: TestShop;
  let admin: TestUser;
  let buyer: Buyer;
  beforeAll(async () => {
    feed = await startLocalServer();
    database = engine === 'postgres' ? await createTestDatabase() : undefined;
    // Prices do not move, so that no sync waits for a decision.
    shop = await startTestShop({ databaseUrl: database?.url, settings: { INVENTORY_FEED_URL: feed.url } });
    admin = await buildAdmin(shop);
    buyer = await buildBuyer(shop);
  });
  afterAll(async () => {
    await shop.close();
    await database?.drop();
    await feed.close();
  });

  /** A history has items and categories of its own. Those before it are out of the lists. */
  const begin = async (first: readonly Stated[]) => {
    const own = randomUUID().slice(0, 8);
    const category = (name: string) => `${name} ${own}`;
    /** The rest of a menu, so that no file is empty. */
    const rest = { id: 'rest', name: 'Rest', qty: 5, price: 20 };
    const file = (stated: readonly Stated[]) =>
      inventoryFile([
        ...stated.flatMap((each, place) =>
          each.pieces
            ? [
                {
                  ...{ id: `${own}-${place}`, name: each.name, qty: each.pieces, price: 20 },
                  ...(each.category !== null && { category: category(each.category) }),
                },
              ]
            : [],
        ),
        rest,
      ]);
    const replace = (stated: readonly Stated[]) => upload(admin, file(stated));
    const sync = (stated: readonly Stated[]) => {
      feed.respondWith(sendText(file(stated)));
      return admin.call(syncNow, { body: { confirmLargeDrop: true } });
    };
    await replace(first);
    expect((await sync(first)).status).toBe(200);
    const listed = await listInventory(admin);
    const ids = first.map((_, place) => listed.find(({ externalId }) => externalId === `${own}-${place}`)!.id);
    const [open, shipped]: [string[], string[]] = [[], []];
    const changes: number[] = [];

    const step = (id: string, status: 'paid' | 'shipped') =>
      admin.call(moveReceipt, { params: { id }, body: { status } });
    const send = async (act: Act): Promise<Pick<Response<{ changeId?: number | null }>, 'status' | 'body'> | null> => {
      switch (act.do) {
        case 'sync':
          return sync(act.products);
        case 'replace':
          return replace(act.products);
        case 'edit': {
          const { name, markup } = act;
          const body = {
            ...(name !== undefined && { name }),
            ...(act.category !== undefined && { category: act.category && category(act.category) }),
            ...(markup !== undefined && { markupDollars: markup }),
          };
          return admin.call(editItem, { params: { id: ids[act.item]! }, body });
        }
        case 'giveBack':
          return admin.call(editMany, { body: { ids: [ids[act.item]!], giveBack: [act.field] } });
        case 'stock':
        case 'count': {
          const by = act.do === 'stock' ? { delta: act.delta } : { quantity: act.pieces };
          return admin.call(changeStock, { params: { id: ids[act.item]! }, body: { ...by, reason: 'other' } });
        }
        case 'rename':
          return admin.call(changeCategory, { params: { name: category(act.name) }, body: { name: category(act.to) } });
        case 'merge': {
          const body = { mergeInto: category(act.into) };
          return admin.call(changeCategory, { params: { name: category(act.name) }, body });
        }
        case 'unmerge':
          return admin.call(changeCategory, { params: { name: category(act.name) }, body: { mergeInto: null } });
        case 'undo': {
          const id = changes[act.change];
          return id === undefined ? null : admin.call(revertChange, { params: { id }, body: {} });
        }
        case 'order': {
          const added = await buyer.add(ids[act.item]!, act.pieces);
          if (added.status >= 400) return { status: added.status, body: {} };
          const { status, body } = await buyer.confirm();
          if (status === 201) open.push(body.receipt.id);
          return { status, body: {} };
        }
        case 'ship': {
          const id = open.shift();
          if (id === undefined) return null;
          shipped.push(id);
          await step(id, 'paid');
          const { status } = await step(id, 'shipped');
          return { status, body: {} };
        }
        case 'unship': {
          const id = shipped.pop();
          if (id === undefined) return null;
          open.unshift(id);
          const { status } = await admin.call(undoReceiptStep, { params: { id }, body: { from: 'shipped' } });
          return { status, body: {} };
        }
      }
    };
    return {
      do: async (act: Act): Promise<Outcome> => {
        const response = await send(act);
        if (response === null || response.status >= 400) return 'refused';
        const { changeId } = response.body;
        if (changeId) changes.push(changeId);
        return changeId === null ? 'nothing' : 'done';
      },
      shown: async () => {
        const { inventory } = (await admin.call(getAdminInventory, { query: { ids: ids.join(',') } })).body;
        return inventory.map((each) => ({
          place: ids.indexOf(each.id),
          ...{ quantity: each.quantity, reserved: each.reserved, markup: each.markupDollars, name: each.name },
          category: each.category?.replace(` ${own}`, '') ?? null,
          owned: each.shopOwned,
          isCorrected: each.stockCorrected,
        }));
      },
    };
  };

  test('in any history of an inventory every item is as the rules say, and its stock adds up', async () => {
    const history = fc.asyncProperty(
      started,
      fc.array(acts, { minLength: 30, maxLength: 30 }),
      async (first, acted) => {
        const model = new InventoryModel(first);
        const real = await begin(first);
        for (const act of acted) {
          const expected = model.do(act);
          expect({ act, outcome: await real.do(act) }).toEqual({ act, outcome: expected });
          expect(await real.shown()).toEqual(model.shown());
        }
      },
    );
    await fc.assert(history, { numRuns: HISTORIES, endOnFailure: true });
    expect(await checkData(shop.database)).toMatchObject({ well: true });
  });
});

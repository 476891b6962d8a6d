import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_MARKUP_CENTS } from './constants.ts';
import type { FileProduct } from './inventory-file-product.ts';
import { type InventoryItem, isInHouseBrand, OWNABLE_FIELDS, type OwnableField } from './inventory-item.ts';
import { type ItemField, type Plan, sameValue } from './inventory-plan.ts';
import { planBulkEdit, planBulkMarkup, planEdit } from './inventory-plan-edits.ts';
import { planReplace, planSync } from './inventory-plan-file.ts';
import { planRevert } from './inventory-plan-revert.ts';
import { percentOfCents } from './money.ts';
import { aFileProduct, anItem, applied, type Step, steps } from './testing/inventory.ts';

const planFor = (items: readonly InventoryItem[], step: Step): Plan => {
  switch (step.do) {
    case 'sync':
      return planSync({ items, products: step.products, defaultMarkupCents: DEFAULT_MARKUP_CENTS });
    case 'upload':
      return planReplace({ items, products: step.products, defaultMarkupCents: DEFAULT_MARKUP_CENTS });
    case 'edit':
      return planBulkEdit(chosen(items, step.places), step);
    case 'markup':
      return planBulkMarkup(items, step.percentage);
  }
};

const chosen = (items: readonly InventoryItem[], places: readonly number[]): InventoryItem[] =>
  items.filter((item, place) => item.listed && places.includes(place));

/** An inventory with a history: the result of some random steps. */
const inventories = fc
  .array(steps, { maxLength: 6 })
  .map((history) => history.reduce<InventoryItem[]>((items, step) => applied(items, planFor(items, step)).items, []));

const revertOf = (now: readonly InventoryItem[], done: { rows: Parameters<typeof planRevert>[0]['rows'] }) =>
  planRevert({
    rows: done.rows,
    items: new Map(now.map((item) => [item.id, item])),
    summary: 'it',
    defaultMarkupCents: DEFAULT_MARKUP_CENTS,
  });

const fieldsOf = (item: InventoryItem) => Object.keys(item) as (ItemField & keyof InventoryItem)[];

describe('for any change of any inventory', () => {
  test('applying a plan does exactly what its preview says', () => {
    fc.assert(
      fc.property(inventories, steps, (before, step) => {
        const plan = planFor(before, step);
        const after = applied(before, plan).items;
        const then = new Map(before.map((item) => [item.id, item]));
        const seen = { added: 0, changed: 0, removed: 0, unchanged: 0 };
        const asked = step.do === 'edit' ? chosen(before, step.places).map((item) => item.id) : null;
        for (const item of after) {
          const old = then.get(item.id);
          const row = plan.rows.find((each) => each.externalId === item.externalId);
          const differing = fieldsOf(item).filter((field) => !sameValue(old?.[field], item[field]));
          const stated = Object.keys(row?.after ?? {}) as ItemField[];
          expect(stated.filter((field) => !sameValue(old?.[field], row?.after[field])).sort()).toEqual(
            differing.filter((field) => !['id', 'externalId'].includes(field)).sort(),
          );
          for (const field of old ? differing : []) expect(row?.before[field]).toEqual(old?.[field]);
          if (item.listed && !old?.listed) seen.added += 1;
          else if (!item.listed && old?.listed) seen.removed += 1;
          else if (item.listed && differing.length > 0) seen.changed += 1;
          else if (item.listed && (asked?.includes(item.id) ?? true)) seen.unchanged += 1;
        }
        expect(plan.counts).toEqual(seen);
      }),
      { numRuns: 500 },
    );
  });

  test('requesting the same change twice changes nothing the second time', () => {
    fc.assert(
      fc.property(inventories, steps, (before, step) => {
        const after = applied(before, planFor(before, step)).items;
        // Resetting a field and editing it at once is skipped: done twice, it resets and edits twice.
        fc.pre(step.do !== 'edit' || step.giveBack.length === 0);
        expect(planFor(after, step).rows).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('applying and reverting changes nothing, and reverting the revert applies the change again', () => {
    fc.assert(
      fc.property(inventories, steps, (before, step) => {
        const done = applied(before, planFor(before, step));
        const back = revertOf(done.items, done);
        expect(back.skipped).toEqual([]);
        const undone = applied(done.items, back);
        expect(undone.items.slice(0, before.length)).toEqual(before);
        for (const forgotten of undone.items.slice(before.length)) {
          expect(forgotten).toMatchObject({ listed: false, isActive: true, markupCents: DEFAULT_MARKUP_CENTS });
        }
        const again = revertOf(undone.items, undone);
        expect(again.skipped).toEqual([]);
        expect(applied(undone.items, again).items).toEqual(done.items);
      }),
      { numRuns: 500 },
    );
  });

  test('reverting never overwrites a later change, and names it', () => {
    fc.assert(
      fc.property(inventories, steps, fc.array(steps, { minLength: 1, maxLength: 3 }), (before, step, later) => {
        const done = applied(before, planFor(before, step));
        const now = later.reduce((items, each) => applied(items, planFor(items, each)).items, done.items);
        const back = revertOf(now, done);
        const reverted = applied(now, back).items;
        for (const row of done.rows) {
          const [atOnce, since, end] = [done.items, now, reverted].map((items) =>
            items.find((item) => item.id === row.itemId),
          ) as [InventoryItem, InventoryItem, InventoryItem];
          for (const field of fieldsOf(since)) {
            if (field === 'shopOwned' || field === 'feedValues' || sameValue(atOnce[field], since[field])) continue;
            expect(end[field]).toEqual(since[field]);
            if (field in row.after) expect(back.skipped.join()).toContain(since.name);
          }
          for (const owned of OWNABLE_FIELDS) {
            // A value that the feed has brought since stays known, or applies if the field follows it again.
            const brought = since.feedValues[owned];
            if (
              !sameValue(atOnce.feedValues[owned], brought) &&
              owned in atOnce.feedValues &&
              owned in since.feedValues
            )
              expect({ ...end, ...end.feedValues }[owned]).toEqual(brought);
            if (sameValue(atOnce[owned], since[owned])) continue;
            expect(end.shopOwned.includes(owned)).toBe(since.shopOwned.includes(owned));
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  ['another tag', { tags: ['Volume = 2G', 'Formulation = Wax'] }],
  ['another order of tags', { tags: ['Formulation = Wax', 'Volume = 1G'] }],
  ['fewer tags', { tags: ['Volume = 1G'] }],
  ['another picture', { images: ['b.jpg'] }],
])('a sync that brings %s changes the item', (_, brought) => {
  const known = { tags: ['Volume = 1G', 'Formulation = Wax'], images: ['a.jpg'] };
  const item = anItem(known);
  const products = [aFileProduct({ ...known, ...brought })];
  const plan = planSync({ items: [item], products, defaultMarkupCents: DEFAULT_MARKUP_CENTS });
  expect(plan.rows.map((row) => row.after)).toEqual([brought]);
});

describe('a revert', () => {
  const edited = (item: InventoryItem, edit: Parameters<typeof planBulkEdit>[1]['edit']) =>
    applied([item], planBulkEdit([item], { edit, giveBack: [] }));

  test.each<[Partial<InventoryItem>, string]>([
    [{ listed: false }, 'in the lists'],
    [{ name: 'Haze' }, 'name'],
    [{ description: 'Calm' }, 'description'],
    [{ brand: 'Ostara' }, 'brand'],
    [{ category: 'Carts' }, 'category'],
    [{ tags: ['Volume = 1G'] }, 'tags'],
    [{ images: ['a.jpg'] }, 'pictures'],
    [{ size: '1G' }, 'size'],
    [{ quantity: 9 }, 'quantity'],
    [{ priceCents: 9 }, 'price'],
    [{ markupCents: 9 }, 'markup'],
    [{ isActive: false }, 'active'],
    [{ weightLabel: 'Gram' }, 'weight label'],
    [{ tiers: [{ from: 3, priceCents: 900 }] }, 'tiers'],
    [{ batch: 'B-7' }, 'batch'],
    [{ lab: { tested: '2026-10-01', expires: null, thc: '20 %', cbd: null, path: null } }, 'lab result'],
    [{ lowStock: 3 }, 'low-stock threshold'],
    [{ byHand: true }, 'added by hand'],
  ])('names what has changed since: %j is "%s"', (since, label) => {
    const added = applied([], planSync({ items: [], products: [aFileProduct()], defaultMarkupCents: 1500 }));
    const [item] = added.items;
    const now = { ...item!, ...since };
    expect(revertOf([now], added).skipped).toEqual([`${now.name}: ${label}`]);
  });

  test('of two fields restores the one that has not changed since', () => {
    const done = edited(anItem(), { markupCents: 500, isActive: false });
    const [now] = edited(done.items[0]!, { markupCents: 900 }).items;
    const back = revertOf([now!], done);
    expect(back.skipped).toEqual(['Blue Dream: markup']);
    expect(applied([now!], back).items).toEqual([{ ...now, isActive: true }]);
  });

  test('of a label leaves a description that was edited since to the shop, and skips nothing', () => {
    const done = edited(anItem(), { weightLabel: 'Gram' });
    const [now] = edited(done.items[0]!, { description: 'Ours' }).items;
    const back = revertOf([now!], done);
    expect(back.skipped).toEqual([]);
    expect(applied([now!], back).items).toEqual([
      anItem({ description: 'Ours', shopOwned: ['description'], feedValues: { description: null } }),
    ]);
  });

  test('of items that the shop no longer has does nothing', () => {
    const done = edited(anItem(), { markupCents: 500 });
    expect(revertOf([], done)).toMatchObject({ rows: [], skipped: [] });
  });
});

test('edited tiers belong to the shop: a sync leaves them alone, a reset takes those of the feed, and both can be undone', () => {
  const ofFeed = [{ from: 3, priceCents: 1800 }];
  const ofShop = [
    { from: 2, priceCents: 1900 },
    { from: 10, priceCents: 1500 },
  ];
  const item = anItem({ tiers: ofFeed });
  const plan = planEdit(item, { tiers: ofShop });
  expect(plan.summary).toBe('Tiers of "Blue Dream": 3 or more: $18.00 → 2 or more: $19.00, 10 or more: $15.00');
  const done = applied([item], plan);
  expect(done.items).toEqual([{ ...item, tiers: ofShop, shopOwned: ['tiers'], feedValues: { tiers: ofFeed } }]);
  expect(planEdit(done.items[0]!, { tiers: structuredClone(ofShop) }).rows).toEqual([]);

  const moved = [{ from: 5, priceCents: 1000 }];
  const products = [aFileProduct({ tiers: moved, batch: 'B-2', lab: null })];
  const synced = applied(done.items, planSync({ items: done.items, products, defaultMarkupCents: 1500 })).items;
  expect(synced).toMatchObject([{ tiers: ofShop, feedValues: { tiers: moved }, batch: 'B-2' }]);

  const given = applied(synced, planBulkEdit(synced, { edit: {}, giveBack: ['tiers'] }));
  expect(given.items).toMatchObject([{ tiers: moved, shopOwned: [] }]);
  expect(applied(given.items, revertOf(given.items, given)).items).toEqual(synced);
  expect(applied(done.items, revertOf(done.items, done)).items).toEqual([item]);
});

test('uploaded pictures stay through a sync until they are reset to those that the feed has by then', () => {
  const item = anItem({ images: ['a.jpg'] });
  const done = applied([item], planEdit(item, { images: ['own.webp', 'a.jpg'] }));
  const owned = { images: ['own.webp', 'a.jpg'], shopOwned: ['images'] };
  expect(done.items).toEqual([{ ...item, ...owned, feedValues: { images: ['a.jpg'] } }]);

  const products = [aFileProduct({ images: ['b.jpg'] })];
  const synced = applied(done.items, planSync({ items: done.items, products, defaultMarkupCents: 1500 })).items;
  expect(synced).toMatchObject([{ ...owned, feedValues: { images: ['b.jpg'] } }]);
  expect(planSync({ items: synced, products, defaultMarkupCents: 1500 }).rows).toEqual([]);

  const given = applied(synced, planBulkEdit(synced, { edit: {}, giveBack: ['images'] }));
  expect(given.items).toMatchObject([{ images: ['b.jpg'], shopOwned: [] }]);
  expect(applied(given.items, revertOf(given.items, given)).items).toEqual(synced);
  expect(applied(done.items, revertOf(done.items, done)).items).toEqual([item]);
});

test('a lab result that states the same is no change, and another one is', () => {
  const lab = { tested: '2026-10-01', expires: null, thc: '22.9 %', cbd: null, path: 'a.pdf' };
  const item = anItem({ markupCents: DEFAULT_MARKUP_CENTS, lab });
  const syncOf = (stated: Partial<FileProduct>) =>
    planSync({ items: [item], products: [aFileProduct(stated)], defaultMarkupCents: DEFAULT_MARKUP_CENTS }).rows;
  expect(syncOf({ lab: { ...lab } })).toEqual([]);
  const [row] = syncOf({ lab: { ...lab, thc: '21 %' } });
  expect(row).toMatchObject({ before: { lab }, after: { lab: { thc: '21 %' } } });
});

describe('undoing leaves a field alone that has got another owner since, also if its value is the same by chance', () => {
  const feed = (name: string) =>
    planSync({ items: [], products: [aFileProduct({ name })], defaultMarkupCents: DEFAULT_MARKUP_CENTS });
  const [first] = applied([], feed('Feed')).items;
  const doing = (item: InventoryItem, plan: Plan) => {
    const done = applied([item], plan);
    return { ...done, item: done.items[0]! };
  };
  const edit = (item: InventoryItem, name: string) => doing(item, planEdit(item, { name }));
  const giveBack = (item: InventoryItem) => doing(item, planBulkEdit([item], { edit: {}, giveBack: ['name'] }));
  const sync = (item: InventoryItem, name: string) =>
    doing(
      item,
      planSync({ items: [item], products: [aFileProduct({ name })], defaultMarkupCents: DEFAULT_MARKUP_CENTS }),
    );

  test('of an edit of a name that the shop had already, and that was given back', () => {
    const edited = edit(edit(first!, 'Ours').item, 'Haze');
    const followed = giveBack(sync(edited.item, 'Haze').item);
    expect(followed.item).toMatchObject({ name: 'Haze', shopOwned: [] });
    expect(revertOf(followed.items, edited)).toMatchObject({ rows: [], skipped: ['Haze: name'] });
  });

  test('of a sync, if somebody has edited the name to that of the feed', () => {
    const synced = sync(first!, 'Haze');
    const ours = edit(edit(synced.item, 'Ours').item, 'Haze');
    expect(ours.item).toMatchObject({ name: 'Haze', shopOwned: ['name'] });
    expect(revertOf(ours.items, synced)).toMatchObject({ rows: [], skipped: ['Haze: name'] });
  });

  test('but a row of version 1.0, which does not say whose the name was, is undone if the name is the same', () => {
    const edited = edit(edit(first!, 'Ours').item, 'Haze');
    const rows = edited.rows.map(({ before: { shopOwned: _, ...before }, ...row }) => ({ ...row, before }));
    expect(applied(edited.items, revertOf(edited.items, { rows })).items).toEqual([edit(first!, 'Ours').item]);
  });
});

test('reverting a reset does not make the shop own a value that the feed brought since', () => {
  const kept = anItem({ description: 'Same', shopOwned: ['description'], feedValues: { description: 'Same' } });
  const given = applied([kept], planBulkEdit([kept], { edit: {}, giveBack: ['description'] }));
  expect(given.items).toEqual([{ ...kept, shopOwned: [], feedValues: {} }]);
  expect(applied(given.items, revertOf(given.items, given)).items).toEqual([kept]);

  const products = [aFileProduct({ description: 'New from the feed' })];
  const sync = planSync({ items: given.items, products, defaultMarkupCents: DEFAULT_MARKUP_CENTS });
  const synced = applied(given.items, sync).items;
  const back = revertOf(synced, given);
  expect(back).toMatchObject({ rows: [], skipped: ['Blue Dream: description'] });
});

describe('in any sequence of syncs, uploads and edits', () => {
  /** The shop-owned values of an item, tracked by a model that is independent of plans. */
  interface Memory {
    markupCents: number;
    isActive: boolean;
    owned: Partial<Record<OwnableField, InventoryItem[OwnableField]>>;
  }
  const fresh = (brand: string | null = null): Memory => ({
    markupCents: DEFAULT_MARKUP_CENTS,
    isActive: !isInHouseBrand(brand),
    owned: {},
  });

  const remember = (memories: Map<string, Memory>, before: readonly InventoryItem[], step: Step): void => {
    switch (step.do) {
      case 'upload':
        for (const id of memories.keys()) memories.set(id, fresh());
        for (const { externalId, brand, quantity } of step.products) {
          if (quantity > 0) memories.set(externalId, fresh(brand));
        }
        break;
      case 'sync':
        for (const { externalId, quantity } of step.products) {
          if (quantity > 0 && !memories.has(externalId)) memories.set(externalId, fresh());
        }
        break;
      case 'markup':
        for (const item of before.filter((each) => each.listed)) {
          memories.get(item.externalId)!.markupCents = percentOfCents(item.priceCents, step.percentage);
        }
        break;
      case 'edit':
        for (const item of chosen(before, step.places)) {
          const memory = memories.get(item.externalId)!;
          const { edit, giveBack } = step;
          for (const field of OWNABLE_FIELDS) {
            const wasOwned = field in memory.owned;
            if (giveBack.includes(field)) delete memory.owned[field];
            const value = edit[field];
            if (value === undefined) continue;
            if (wasOwned || JSON.stringify(value) !== JSON.stringify(item[field])) memory.owned[field] = value;
          }
          memory.markupCents = edit.markupCents ?? memory.markupCents;
          memory.isActive = edit.isActive ?? memory.isActive;
        }
    }
  };

  test('the shop keeps its values, the feed sets the rest, and no step is applied in part', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 12 }), (history) => {
        const memories = new Map<string, Memory>();
        let items: InventoryItem[] = [];
        for (const step of history) {
          remember(memories, items, step);
          items = applied(items, planFor(items, step)).items;

          expect(new Set(items.map((item) => item.externalId)).size).toBe(items.length);
          for (const item of items) {
            const memory = memories.get(item.externalId)!;
            expect(item).toMatchObject({ markupCents: memory.markupCents, isActive: memory.isActive, ...memory.owned });
            expect(item.shopOwned.toSorted()).toEqual(Object.keys(memory.owned).sort());
            expect(Object.keys(item.feedValues).sort()).toEqual(Object.keys(memory.owned).sort());
          }
          if (step.do !== 'sync' && step.do !== 'upload') continue;
          const inStock = step.products.filter((product) => product.quantity > 0);
          const listed = items.filter((item) => item.listed);
          expect(listed.map((item) => item.externalId).sort()).toEqual(inStock.map((each) => each.externalId).sort());
          for (const product of inStock) {
            const item = listed.find(({ externalId }) => externalId === product.externalId)!;
            // A size that nobody set follows the tags of the shop.
            const { size, ...ruled } = product;
            const stated = item.shopOwned.includes('tags') ? ruled : { size, ...ruled };
            expect({ ...item, ...item.feedValues }).toMatchObject(stated);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});

import { beforeEach, expect, test } from 'vitest';
import { setMarkup } from '#contract/inventory.ts';
import { planBulkMarkup } from '#domain/inventory-plan-edits.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem, updateItems } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, upload } from '../../testing/inventory.ts';
import { type Draft, draftPlan, type Planner, refreshDraft } from './draft-plan.ts';

bothDatabases((shop) => {
  let id: number;
  let drafted: Draft;
  const planner: Planner = (items) =>
    planBulkMarkup(
      items.filter((item) => item.id === id),
      35,
    );
  beforeEach(async () => {
    ({ id } = await buildItem(shop(), { priceCents: 1000, quantity: 5 }));
    drafted = await draftPlan(shop().database.read, planner);
  });

  const refreshed = () => {
    const { database } = shop();
    return database.write((tx) => refreshDraft(tx, drafted, planner));
  };

  test('a draft is kept if the inventory has not changed since', async () => {
    expect((await refreshed()).plan).toBe(drafted.plan);
  });

  test('an edit of another admin in between is part of the new plan, and is not lost', async () => {
    const { call } = await buildAdmin(shop());
    await call(setMarkup, { params: { id }, body: { markupDollars: 77 } });
    expect((await refreshed()).plan.rows).toMatchObject([
      { before: { markupCents: 7700 }, after: { markupCents: 350 } },
    ]);
  });

  test('an item that was added in between is part of the new plan', async () => {
    const planLate: Planner = (items) =>
      planBulkMarkup(
        items.filter((item) => item.name === 'Late'),
        35,
      );
    const { database } = shop();
    const draft = await draftPlan(database.read, planLate);
    expect(draft.plan.rows).toEqual([]);
    await upload(await buildAdmin(shop()), inventoryFile([buildFileProduct({ name: 'Late' })]));
    const { plan } = await database.write((tx) => refreshDraft(tx, draft, planLate));
    expect(plan.rows).toMatchObject([{ name: 'Late' }]);
  });

  test('a value that changed without a plan, as stock does when it is shipped, is part of the new plan too', async () => {
    await updateItems(shop(), [id], { markup_cents: 800 });
    expect((await refreshed()).plan.rows).toMatchObject([{ before: { markupCents: 800 } }]);
  });

  test('a draft is refreshed with the current reservations, so an order in between keeps its pieces', async () => {
    await updateItems(shop(), [id], { reserved: 3 });
    const { plan, items } = await refreshed();
    expect(plan).toBe(drafted.plan);
    expect(items.get(id)).toMatchObject({ reserved: 3 });
  });
});

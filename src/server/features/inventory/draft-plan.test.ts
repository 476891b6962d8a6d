import { beforeEach, expect, test } from 'vitest';
import { planBulkMarkup } from '#domain/inventory-plan-edits.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';
import { menuFile, product, upload } from '../../testing/uploads.ts';
import { type Draft, draftPlan, type Planner, settleDraft } from './draft-plan.ts';

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

  const settled = () => {
    const { database } = shop();
    return database.write((tx) => settleDraft(tx, drafted, planner));
  };

  test('a plan that still rests on what is stored is applied as it is', async () => {
    expect((await settled()).plan).toBe(drafted.plan);
  });

  test('an edit of another admin in between is planned upon, not overwritten', async () => {
    const { token } = await buildAdmin(shop());
    await shop().call('PATCH', `/api/admin/inventory/${id}/markup`, { token, body: { markupDollars: 77 } });
    expect((await settled()).plan.rows).toMatchObject([{ before: { markupCents: 7700 }, after: { markupCents: 350 } }]);
  });

  test('an item that came in between is part of the plan', async () => {
    const late: Planner = (items) =>
      planBulkMarkup(
        items.filter((item) => item.name === 'Late'),
        35,
      );
    const { database } = shop();
    const draft = await draftPlan(database.read, late);
    expect(draft.plan.rows).toEqual([]);
    const { token } = await buildAdmin(shop());
    await upload(shop(), token, menuFile([product({ name: 'Late' })]));
    const { plan } = await database.write((tx) => settleDraft(tx, draft, late));
    expect(plan.rows).toMatchObject([{ name: 'Late' }]);
  });

  test('a value that moved without a plan, as stock does when it is shipped, is planned upon too', async () => {
    const { database } = shop();
    await database.write((tx) => tx.updateTable('items').set({ markup_cents: 800 }).where('id', '=', id).execute());
    expect((await settled()).plan.rows).toMatchObject([{ before: { markupCents: 800 } }]);
  });

  test('what plans leave alone is read again: an order in between keeps its pieces', async () => {
    const { database } = shop();
    await database.write((tx) => tx.updateTable('items').set({ reserved: 3 }).where('id', '=', id).execute());
    const { plan, items } = await settled();
    expect(plan).toBe(drafted.plan);
    expect(items.get(id)).toMatchObject({ reserved: 3 });
  });
});

import { type Change, getChange, listChanges, revertChange } from '#contract/changes.ts';
import { ShopError } from '#contract/errors.ts';
import { isVisible } from '#domain/inventory-plan.ts';
import { cutPage, decodeIdCursor, encodeCursor } from '../../http/paging.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { presentRow } from '../inventory/inventory.present.ts';
import { inventoryTerms } from '../inventory/inventory-terms.ts';
import { type ChangeSetRow, countChangeSets, findChange, listChangeRows, listChangeSets } from './changes.queries.ts';

/** The history of the inventory, and Undo (behavior 9.13). */
export const registerChanges: Feature = (serve, shop) => {
  const { database, clock, jobs } = shop;
  const terms = inventoryTerms(shop);

  serve(listChanges, async ({ query }) => {
    const { limit, cursor, item, ...rest } = query;
    const filter = { ...rest, item: item === undefined ? undefined : Number(item) };
    const [rows, total] = await Promise.all([
      listChangeSets(database.read, { ...filter, beforeId: decodeIdCursor(cursor), limit: limit + 1 }),
      countChangeSets(database.read, filter),
    ]);
    const { page, nextCursor } = cutPage(rows, limit, (row) => encodeCursor([row.id]));
    return { changes: page.map(presentChange), total, nextCursor };
  });

  serve(getChange, async ({ params, query }) => {
    const change = await findChange(database.read, { id: Number(params.id) });
    if (!change) throw new ShopError('not_found');
    const rows = await listChangeRows(database.read, {
      changeId: change.id,
      afterId: decodeIdCursor(query.cursor) ?? 0,
      limit: query.limit + 1,
    });
    const { page, nextCursor } = cutPage(rows, query.limit, (row) => encodeCursor([row.rowId]));
    return {
      change: presentChange(change),
      rows: page
        .filter(isVisible)
        .map((row) => ({ ...presentRow(row), revertedBy: row.revertedBy ?? change.reverted_by })),
      nextCursor,
    };
  });

  serve(revertChange, ({ params, input, user }) => {
    const { itemIds } = input;
    const request = { id: Number(params.id), itemIds, actor: actorOf(user), now: clock(), terms };
    return jobs.change('revertChange', request, itemIds && { items: itemIds.length });
  });
};

const presentChange = (row: ChangeSetRow): Change => ({
  id: row.id,
  kind: row.kind,
  actor: row.actor,
  summary: row.summary,
  counts: { added: row.added, changed: row.changed, removed: row.removed, unchanged: row.unchanged },
  createdAt: new Date(row.created_at).toISOString(),
  revertedBy: row.reverted_by,
});

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
  const { database, clock, jobs, tasks } = shop;
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

  serve(revertChange, async ({ params, input: { itemIds }, user }) => {
    const id = Number(params.id);
    const request = { id, itemIds, actor: actorOf(user), now: clock(), terms: inventoryTerms(shop) };
    const change = await findChange(database.read, { id });
    // A change that cannot be undone is refused by the work itself, and is no task.
    const canBeLong = change && change.reverted_by === null;
    const rows = canBeLong ? change.added + change.changed + change.removed : 0;
    const items = Math.min(rows, itemIds?.length ?? rows);
    return tasks.runIfLong({ kind: 'undo', user, label: `Undo "${change?.summary}"`, items }, (task) =>
      jobs.change('revertChange', request, { items, task }),
    );
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

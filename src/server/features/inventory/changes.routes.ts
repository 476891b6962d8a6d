import { type Change, getChange, listChanges, revertChange } from '#contract/changes.ts';
import { ShopError } from '#contract/errors.ts';
import { isVisible } from '#domain/inventory-plan.ts';
import { cutPage, decodeCursor, encodeCursor } from '../../http/paging.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { type ChangeSetRow, countChangeSets, findChange, listChangeRows, listChangeSets } from './changes.queries.ts';
import { heavyWorkOf } from './heavy-work.ts';
import { presentRow } from './inventory.present.ts';
import { inventoryTerms } from './inventory-terms.ts';

/** The history of the inventory, and Undo (decisions §5). */
export const registerChanges: Feature = (serve, deps) => {
  const { database, settings, clock } = deps;
  const terms = inventoryTerms(settings);

  serve(listChanges, async ({ query }) => {
    const { limit, cursor, item, ...rest } = query;
    const filter = { ...rest, item: item === undefined ? undefined : Number(item) };
    const [beforeId] = decodeCursor(cursor) ?? [];
    const [rows, total] = await Promise.all([
      listChangeSets(database.read, { ...filter, beforeId: wholeOr(beforeId, null), limit: limit + 1 }),
      countChangeSets(database.read, filter),
    ]);
    const { page, nextCursor } = cutPage(rows, limit, (row) => encodeCursor([row.id]));
    return { changes: page.map(presentChange), total, nextCursor };
  });

  serve(getChange, async ({ params, query }) => {
    const change = await findChange(database.read, { id: Number(params.id) });
    if (!change) throw new ShopError('not_found');
    const [afterId] = decodeCursor(query.cursor) ?? [];
    const rows = await listChangeRows(database.read, {
      changeId: change.id,
      afterId: wholeOr(afterId, 0),
      limit: query.limit + 1,
    });
    const { page, nextCursor } = cutPage(rows, query.limit, (row) => encodeCursor([row.rowId]));
    return { change: presentChange(change), rows: page.filter(isVisible).map(presentRow), nextCursor };
  });

  serve(revertChange, ({ params, user }) =>
    heavyWorkOf(deps).change('revertChange', { id: Number(params.id), actor: user.username, now: clock(), terms }),
  );
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

const wholeOr = <Else>(value: string | number | null | undefined, otherwise: Else): number | Else =>
  Number.isSafeInteger(value) ? (value as number) : otherwise;

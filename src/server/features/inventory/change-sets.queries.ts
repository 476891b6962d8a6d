import type { CategoryChange } from '#domain/category-changes.ts';
import type { ChangeKind, PlanCounts } from '#domain/inventory-plan.ts';
import type { AppliedRow } from '#domain/inventory-plan-revert.ts';
import { jsonTable } from '../../db/json.ts';
import { asWhole, chunks } from '../../db/sql.ts';
import type { Tx } from '../../db/types.ts';

/** A switch of the shop that a change-set also sets, so that undoing the change restores the switch. */
export interface Switches {
  auto_sync?: [before: 'on' | 'off', after: 'on' | 'off'];
}

/** Stores a change-set without its rows. Returns its id. */
export const insertChangeSet = async (
  tx: Tx,
  change: {
    kind: ChangeKind;
    actor: string;
    summary: string;
    counts: PlanCounts;
    switches: Switches | null;
    categories: readonly CategoryChange[];
    now: number;
  },
): Promise<number> => {
  const row = await tx
    .insertInto('change_sets')
    .values({
      kind: change.kind,
      actor: change.actor,
      summary: change.summary,
      added: change.counts.added,
      changed: change.counts.changed,
      removed: change.counts.removed,
      unchanged: change.counts.unchanged,
      switches: change.switches && JSON.stringify(change.switches),
      categories: change.categories.length > 0 ? JSON.stringify(change.categories) : null,
      created_at: change.now,
      reverted_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};

const CHANGE_ROW = { item_id: 'bigint', kind: 'text', before: 'text', after: 'text', stock_version: 'bigint' } as const;

/** Stores what a change-set did to each item: the changed fields only. `onWritten` counts the rows on the way. */
export const insertChangeRows = async (
  tx: Tx,
  {
    changeId,
    rows,
    onWritten,
  }: {
    changeId: number;
    rows: readonly (AppliedRow & { stockVersion: number | null })[];
    onWritten: (rows: number) => void;
  },
): Promise<void> => {
  for (const chunk of chunks(rows)) {
    const given = chunk.map(({ itemId, kind, before, after, stockVersion }) => ({
      item_id: itemId,
      kind,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      stock_version: stockVersion,
    }));
    await tx
      .insertInto('change_rows')
      .columns(['change_id', 'item_id', 'kind', 'before', 'after', 'stock_version'])
      .expression((from) =>
        from
          .selectFrom(jsonTable(tx, JSON.stringify(given), CHANGE_ROW).as('given'))
          .select([asWhole(changeId).as('change_id'), 'item_id', 'kind', 'before', 'after', 'stock_version']),
      )
      .execute();
    onWritten(chunk.length);
  }
};

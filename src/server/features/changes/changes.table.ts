import { type SqlBool, sql } from 'kysely';
import type { ChangeKind, PlanRow } from '#domain/inventory-plan.ts';
import { type ColumnsOf, counted, DAY_MS, fixed, HOUR_MS, orNull, table, text, textOf, whole } from '../../db/table.ts';

const changeSetsColumns = {
  id: counted,
  kind: fixed(textOf<ChangeKind>()),
  actor: fixed(text),
  summary: fixed(text),
  added: fixed(whole),
  changed: fixed(whole),
  removed: fixed(whole),
  unchanged: fixed(whole),
  /** Switches that the change also set, such as auto sync: JSON {name: [before, after]}. */
  switches: fixed(orNull(text)),
  /** The settings of categories that the change made: JSON list of CategoryChange. Null if it is not about them. */
  categories: fixed(orNull(text)),
  created_at: fixed(whole),
  reverted_by: orNull(whole),
};

const changeRowsColumns = {
  id: counted,
  change_id: fixed(whole),
  item_id: fixed(whole),
  kind: fixed(textOf<PlanRow['kind']>()),
  /** JSON with the changed fields only. Pictures that an import fetches are added to `after` when they arrive. */
  before: fixed(text),
  after: text,
  /** Of stock that people have changed: `items.stock_version` after it. Null for any other row. */
  stock_version: fixed(orNull(whole)),
  /** The change-set that undid this row alone or with some others. Null also if all rows were undone together. */
  reverted_by: orNull(whole),
};

declare module '../../db/schema.ts' {
  interface Schema {
    change_sets: ColumnsOf<typeof changeSetsColumns>;
    change_rows: ColumnsOf<typeof changeRowsColumns>;
  }
}

/** The history is kept for 90 days, that of syncs for 14 (behavior 9.13). */
const ended = (now: number) =>
  sql<SqlBool>`(created_at < ${now - 90 * DAY_MS} or kind = 'sync' and created_at < ${now - 14 * DAY_MS})`;

export const changeSets = table('change_sets', changeSetsColumns, {
  prune: { every: HOUR_MS, ended },
  checks: {
    'A change-set is undone by a later one': sql`select 'change ' || id as what from change_sets where reverted_by <= id`,
  },
});

export const changeRows = table('change_rows', changeRowsColumns, {
  prune: { every: HOUR_MS, ended: (now) => sql`change_id in (select id from change_sets where ${ended(now)})` },
  checks: {
    'Every changed item belongs to a change-set': sql`
      select 'row ' || change_rows.id as what from change_rows
      left join change_sets on change_sets.id = change_rows.change_id where change_sets.id is null`,
    'A row is undone by a later change-set': sql`select 'row ' || id as what from change_rows where reverted_by <= change_id`,
  },
});

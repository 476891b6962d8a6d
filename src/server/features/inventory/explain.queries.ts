import { sql } from 'kysely';
import type { ChangeKind, PlanRow } from '#domain/inventory-plan.ts';
import type { Db } from '../../db/types.ts';

/** A change of one of an item's numbers. */
export interface NumberChange {
  changeId: number;
  kind: ChangeKind;
  rowKind: PlanRow['kind'];
  actor: string;
  at: number;
  before: PlanRow['before'];
  after: PlanRow['after'];
}

/** As the indexes of migration 0014 have them. A change of tiers matches the first one too, because tiers have prices. */
const SETS = {
  priceCents: sql<boolean>`change_rows.after like '%"priceCents":%'`,
  markupCents: sql<boolean>`change_rows.after like '%"markupCents":%'`,
  quantity: sql<boolean>`change_rows.after like '%"quantity":%'`,
};

/**
 * How many of the newest changes of an item are searched for one of its quantity. Nearly all of them are one, so they need
 * no index of their own.
 */
const SEARCHED = 500;

/** How many changes of a number are read. */
export const MOST_CHANGES = 50;

/** The newest changes of a number of an item, newest first. */
export const findNumberChanges = async (
  db: Db,
  { itemId, field }: { itemId: number; field: keyof typeof SETS },
): Promise<NumberChange[]> => {
  const rows = await db
    .with('newest', (q) =>
      q
        .selectFrom('change_rows')
        .select(['change_id', 'kind', 'before', 'after'])
        .where('item_id', '=', itemId)
        .$if(field !== 'quantity', (query) => query.where(SETS[field]))
        .orderBy('change_id', 'desc')
        .limit(field === 'quantity' ? SEARCHED : MOST_CHANGES),
    )
    .selectFrom('newest as change_rows')
    .innerJoin('change_sets', 'change_sets.id', 'change_rows.change_id')
    .select([
      'change_sets.id',
      'change_sets.kind',
      'change_sets.actor',
      'change_sets.created_at',
      'change_rows.kind as row_kind',
      'change_rows.before',
      'change_rows.after',
    ])
    .where(SETS[field])
    .orderBy('change_sets.id', 'desc')
    .limit(MOST_CHANGES)
    .execute();
  const changes = rows.map((row) => ({
    changeId: row.id,
    kind: row.kind,
    rowKind: row.row_kind,
    actor: row.actor,
    at: row.created_at,
    before: JSON.parse(row.before),
    after: JSON.parse(row.after) as PlanRow['after'],
  }));
  return changes.filter(({ after }) => after[field] !== undefined);
};

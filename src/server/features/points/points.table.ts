import { sql } from 'kysely';
import type { PointsKind } from '#domain/points.ts';
import { type ColumnsOf, counted, EVERYTHING, fixed, orNull, table, text, textOf, whole } from '../../db/table.ts';
import { presentTransaction } from './points.present.ts';
import { deleteTypedReasons, listEntries } from './points.queries.ts';

const columns = {
  id: counted,
  user_id: fixed(text),
  points: fixed(whole),
  kind: fixed(textOf<PointsKind>()),
  reason: fixed(text),
  actor: fixed(orNull(text)),
  receipt_id: fixed(orNull(text)),
  /** For points that a receipt earned: the entry that took them back. */
  reversed_by: orNull(whole),
  created_at: fixed(whole),
};

declare module '../../db/schema.ts' {
  interface Schema {
    points_entries: ColumnsOf<typeof columns>;
  }
}

export const pointsEntries = table('points_entries', columns, {
  personal: {
    export: async (db, { userId }) => ({
      points: (await listEntries(db, { userId, after: null, limit: EVERYTHING })).map(presentTransaction),
    }),
    // Entries stay, so that the sums stay right.
    onDeletion: deleteTypedReasons,
  },
  checks: {
    'Only completed receipts have earned points': sql`
      select 'receipt ' || receipts.number as what from points_entries
      join receipts on receipts.id = points_entries.receipt_id
      where points_entries.kind = 'earned' and points_entries.reversed_by is null and receipts.status <> 'completed'`,
    'Earned points that were taken back have the entry that did so': sql`
      select 'receipt ' || receipts.number as what from points_entries as earned
      join receipts on receipts.id = earned.receipt_id
      left join points_entries as reversal on reversal.id = earned.reversed_by
        and reversal.kind = 'reversed' and reversal.receipt_id = earned.receipt_id
      where earned.reversed_by is not null and (earned.kind <> 'earned' or coalesce(reversal.points, 0) <> -earned.points)`,
    'The points of every receipt are spent once, and returned if it was cancelled or has expired': sql`
      select 'receipt ' || receipts.number as what
      from receipts left join points_entries
        on points_entries.receipt_id = receipts.id
          and (points_entries.kind = 'redeemed' or points_entries.kind = 'reversed' and points_entries.points > 0)
      group by receipts.id, receipts.number, receipts.status, receipts.points
      having coalesce(-sum(points_entries.points), 0)
        <> case when receipts.status in ('cancelled', 'expired') then 0 else receipts.points end`,
  },
});

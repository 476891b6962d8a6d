import { sql } from 'kysely';
import { type ParamOf, prepareWrite } from '../../db/prepared-query.ts';

interface CountedCall {
  key: string;
  now: number;
  /** When the count ends if it begins now. */
  endsAt: number;
  /** A count that ends later than this began before the clock was set back. */
  latestEnd: number;
}

/**
 * Counts a call and returns the count, the same for all processes. It begins again when its time is over, and also if
 * the clock was set back.
 */
export const countCall = prepareWrite((db, param: ParamOf<CountedCall>) => {
  const isOver = sql`call_counts.ends_at <= ${param('now')} or call_counts.ends_at > ${param('latestEnd')}`;
  return db
    .with('counted', (q) =>
      q
        .insertInto('call_counts')
        .values({ key: param('key'), calls: 1, ends_at: param('endsAt') })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            calls: sql<number>`case when ${isOver} then 1 else call_counts.calls + 1 end`,
            ends_at: sql<number>`case when ${isOver} then excluded.ends_at else call_counts.ends_at end`,
          }),
        )
        .returning(['calls', 'ends_at']),
    )
    .selectFrom('counted')
    .select(['calls', 'ends_at']);
});

/** Takes a call back that was counted before its outcome was known. */
export const uncountCall = prepareWrite((db, param: ParamOf<{ key: string }>) =>
  db
    .with('counted', (q) =>
      q
        .updateTable('call_counts')
        .set({ calls: sql<number>`calls - 1` })
        .where('key', '=', param('key'))
        .where('calls', '>', 0)
        .returning('calls'),
    )
    .selectFrom('counted')
    .select('calls'),
);

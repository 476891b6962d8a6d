import { sql } from 'kysely';
import type { ParamOf } from '../../db/prepared-query.ts';
import { changes, prepareSteps } from '../../db/prepared-steps.ts';

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
export const countCall = prepareSteps(
  'call-counts.count',
  (_db, param: ParamOf<CountedCall>) => {
    const isOver = sql`call_counts.ends_at <= ${param('now')} or call_counts.ends_at > ${param('latestEnd')}`;
    return {
      counted: changes('call_counts', ['calls', 'ends_at'])`
        insert into call_counts (key, calls, ends_at) values (${param('key')}, 1, ${param('endsAt')})
        on conflict (key) do update set
          calls = case when ${isOver} then 1 else call_counts.calls + 1 end,
          ends_at = case when ${isOver} then excluded.ends_at else call_counts.ends_at end`,
    };
  },
  (q) => q.selectFrom('counted').select(['calls', 'ends_at']),
);

/** Takes a call back that was counted before its outcome was known. */
export const uncountCall = prepareSteps(
  'call-counts.uncount',
  (_db, param: ParamOf<{ key: string }>) => ({
    counted: changes('call_counts', ['calls'])`
      update call_counts set calls = calls - 1 where key = ${param('key')} and calls > 0`,
  }),
  (q) => q.selectFrom('counted').select('calls'),
);

import type { Selectable } from 'kysely';
import { type Throttle, throttleEnd } from '#domain/throttle.ts';
import { type ParamOf, prepareQuery } from '../../db/prepared-query.ts';
import { changes, prepareSteps } from '../../db/prepared-steps.ts';
import type { Schema } from '../../db/schema.ts';
import type { Db } from '../../db/types.ts';

type Row = Selectable<Schema['throttles']>;

const throttleOf = prepareQuery('throttles.find', (db, param: ParamOf<{ key: string }>) =>
  db.selectFrom('throttles').select(['failed_at', 'waits']).where('key', '=', param('key')),
);

/** Returns the failures of a key; null if there are none. */
export const findThrottle = async (db: Db, key: string): Promise<Throttle | null> => {
  const [row] = await throttleOf(db, { key });
  return row ? { failedAt: JSON.parse(row.failed_at) as number[], waits: row.waits } : null;
};

/** Stores the first failures of a key. Returns no row if another process has just done so. */
export const startThrottle = prepareSteps(
  'throttles.start',
  (_db, param: ParamOf<Row>) => ({
    stored: changes('throttles', ['key'])`
      insert into throttles (key, failed_at, waits, ends_at)
      values (${param('key')}, ${param('failed_at')}, ${param('waits')}, ${param('ends_at')})
      on conflict (key) do nothing`,
  }),
  (q) => q.selectFrom('stored').select('key'),
);

/** Stores the failures of a key, if they are still those that were read. Otherwise returns no row. */
export const moveThrottle = prepareSteps(
  'throttles.move',
  (_db, param: ParamOf<Row & { readFailedAt: string; readWaits: number }>) => ({
    stored: changes('throttles', ['key'])`
      update throttles
      set failed_at = ${param('failed_at')}, waits = ${param('waits')}, ends_at = ${param('ends_at')}
      where key = ${param('key')} and failed_at = ${param('readFailedAt')} and waits = ${param('readWaits')}`,
  }),
  (q) => q.selectFrom('stored').select('key'),
);

/** Forgets the failures of a key. */
export const clearThrottle = prepareSteps(
  'throttles.clear',
  (_db, param: ParamOf<{ key: string }>) => ({
    cleared: changes('throttles', ['key'])`delete from throttles where key = ${param('key')}`,
  }),
  (q) => q.selectFrom('cleared').select('key'),
);

/** Failures as they are stored. */
export const throttleRow = (key: string, throttle: Throttle): Row => ({
  key,
  failed_at: JSON.stringify(throttle.failedAt),
  waits: throttle.waits,
  ends_at: throttleEnd(throttle),
});

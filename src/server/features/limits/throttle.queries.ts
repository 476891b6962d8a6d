import type { Selectable } from 'kysely';
import { type Throttle, throttleEnd } from '#domain/throttle.ts';
import { type ParamOf, prepareQuery, prepareWrite } from '../../db/prepared-query.ts';
import type { Schema } from '../../db/schema.ts';
import type { Db } from '../../db/types.ts';

type Row = Selectable<Schema['throttles']>;

const throttleOf = prepareQuery((db, param: ParamOf<{ key: string }>) =>
  db.selectFrom('throttles').select(['failed_at', 'waits']).where('key', '=', param('key')),
);

/** Returns the failures of a key; null if there are none. */
export const findThrottle = async (db: Db, key: string): Promise<Throttle | null> => {
  const [row] = await throttleOf(db, { key });
  return row ? { failedAt: JSON.parse(row.failed_at) as number[], waits: row.waits } : null;
};

/** Stores the first failures of a key. Returns no row if another process has just done so. */
export const startThrottle = prepareWrite((db, param: ParamOf<Row>) =>
  db
    .with('stored', (q) =>
      q
        .insertInto('throttles')
        .values({
          key: param('key'),
          failed_at: param('failed_at'),
          waits: param('waits'),
          ends_at: param('ends_at'),
        })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .returning('key'),
    )
    .selectFrom('stored')
    .select('key'),
);

/** Stores the failures of a key, if they are still those that were read. Otherwise returns no row. */
export const moveThrottle = prepareWrite((db, param: ParamOf<Row & { readFailedAt: string; readWaits: number }>) =>
  db
    .with('stored', (q) =>
      q
        .updateTable('throttles')
        .set({ failed_at: param('failed_at'), waits: param('waits'), ends_at: param('ends_at') })
        .where('key', '=', param('key'))
        .where('failed_at', '=', param('readFailedAt'))
        .where('waits', '=', param('readWaits'))
        .returning('key'),
    )
    .selectFrom('stored')
    .select('key'),
);

/** Forgets the failures of a key. */
export const clearThrottle = prepareWrite((db, param: ParamOf<{ key: string }>) =>
  db
    .with('cleared', (q) => q.deleteFrom('throttles').where('key', '=', param('key')).returning('key'))
    .selectFrom('cleared')
    .select('key'),
);

/** Failures as they are stored. */
export const throttleRow = (key: string, throttle: Throttle): Row => ({
  key,
  failed_at: JSON.stringify(throttle.failedAt),
  waits: throttle.waits,
  ends_at: throttleEnd(throttle),
});

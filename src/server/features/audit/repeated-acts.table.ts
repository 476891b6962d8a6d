import { sql } from 'kysely';
import { type ColumnsOf, fixed, orNull, table, text, whole } from '../../db/table.ts';
import { recordCountsOf } from './repeated-acts.ts';

const repeatedActsColumns = {
  /** The key that the acts share. */
  key: fixed(text),
  /** The entry that will say how many there were, JSON. */
  act: text,
  /** The user whose acts they are, or whom they are about. */
  user_id: fixed(orNull(text)),
  calls: whole,
  ends_at: whole,
};

declare module '../../db/schema.ts' {
  interface Schema {
    repeated_acts: ColumnsOf<typeof repeatedActsColumns>;
  }
}

/** Acts that are counted for the evidence, until the end of their minute or hour. They go when they are recorded. */
export const repeatedActs = table('repeated_acts', repeatedActsColumns, {
  backup: { leftOut: 'acts that are counted, for an hour' },
  personal: { export: null, onDeletion: recordCountsOf },
  checks: { 'Every counted act happened': sql`select key as what from repeated_acts where calls < 1` },
});

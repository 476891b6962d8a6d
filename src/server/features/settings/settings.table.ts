import { sql } from 'kysely';
import { type ColumnsOf, fixed, orNull, table, text, whole } from '../../db/table.ts';

const settingsColumns = {
  name: fixed(text),
  /** As it was typed; null after a return to the default. */
  value: orNull(text),
  /** The host that a token is for; null for everything else. */
  host: orNull(text),
  updated_at: whole,
  /** The id of the user who changed it. */
  updated_by: orNull(text),
};

const waitingColumns = {
  name: fixed(text),
  /** Null waits for a return to the default. */
  value: orNull(text),
  made_at: whole,
  /** When it comes into force. It is before `made_at` if the clock was set back since (domain/stored-times.ts). */
  works_at: whole,
  /** The owner who made the change. */
  user_id: text,
};

declare module '../../db/schema.ts' {
  interface Schema {
    settings: ColumnsOf<typeof settingsColumns>;
    waiting_settings: ColumnsOf<typeof waitingColumns>;
  }
}

/** Settings that owners have changed in the panel. */
export const settings = table('settings', settingsColumns, {
  checks: {
    'Every setting of the panel was changed at some time': sql`
      select name as what from settings where updated_at < 1`,
  },
});

/** Changes of wallets and the seller that are not in force yet. */
export const waitingSettings = table('waiting_settings', waitingColumns, {
  backup: { leftOut: 'changes of wallets that wait, which a restore drops' },
  personal: { export: null, onDeletion: 'delete' },
  checks: {
    'Every waiting setting comes into force at some time': sql`
      select name as what from waiting_settings where made_at < 1 or works_at < 1`,
  },
});

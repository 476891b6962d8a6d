import { sql } from 'kysely';
import { type ColumnsOf, DAY_MS, HOUR_MS, table, text, whole } from './table.ts';

const shopStateColumns = { key: text, value: text };
const versionsColumns = { topic: text, version: whole };
const countersColumns = { name: text, value: whole };
const leasesColumns = { name: text, holder: text, expires_at: whole };

declare module './schema.ts' {
  interface Schema {
    shop_state: ColumnsOf<typeof shopStateColumns>;
    versions: ColumnsOf<typeof versionsColumns>;
    counters: ColumnsOf<typeof countersColumns>;
    leases: ColumnsOf<typeof leasesColumns>;
  }
}

/** Single values: the gate's signing key, hashes of secrets, switches. */
export const shopState = table('shop_state', shopStateColumns, {
  checks: {
    'The gate has a key and an access code': sql`
      select 'missing' as what where 2 > (
        select count(*) from shop_state where key in ('gate_key', 'access_code_hash') and value <> '')`,
  },
});

/** How often a topic changed, for processes that are not notified directly (shop-database.ts). */
export const versions = table('versions', versionsColumns, {
  checks: { 'Versions count from 1': sql`select topic as what from versions where version < 1` },
});

/** Numbers without gaps, such as receipt numbers. */
export const counters = table('counters', countersColumns, {
  checks: {
    'The counter of receipt numbers is not behind the receipts': sql`
      select 'receipt ' || receipts.number as what from receipts
      where receipts.number > coalesce((select value from counters where name = 'receipt'), 0)`,
  },
});

/** Which process holds a task that only one process may do at a time. */
export const leases = table('leases', leasesColumns, {
  backup: { leftOut: 'which process does what, for seconds' },
  // Processes that were killed leave theirs behind.
  prune: { every: HOUR_MS, ended: (now) => sql`expires_at <= ${now - DAY_MS}` },
  checks: { 'Every lease has a holder': sql`select name as what from leases where holder = ''` },
});

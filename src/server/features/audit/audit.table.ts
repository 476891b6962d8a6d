import { sql } from 'kysely';
import type { AuditKind } from '#domain/audit.ts';
import type { Role } from '#domain/permissions.ts';
import { type ColumnsOf, counted, fixed, orNull, table, text, textOf, whole } from '../../db/table.ts';
import { forgetPerson } from './audit.queries.ts';
import { listOwnEvidence } from './audit-list.queries.ts';

const auditColumns = {
  id: counted,
  /** The position in the chain; null until it is chained. */
  seq: orNull(whole),
  at: fixed(whole),
  /** A user's id, "system" or "command line". */
  actor_id: fixed(text),
  actor_name: fixed(orNull(text)),
  role: fixed(orNull(textOf<Role>())),
  kind: fixed(textOf<AuditKind>()),
  subject: fixed(orNull(text)),
  /** JSON. */
  before: fixed(orNull(text)),
  after: fixed(orNull(text)),
  address: fixed(orNull(text)),
  hash: orNull(text),
};

const auditTextsColumns = {
  entry_id: fixed(whole),
  user_id: fixed(orNull(text)),
  salt: fixed(text),
  actor_name: fixed(orNull(text)),
  subject: fixed(orNull(text)),
  address: fixed(orNull(text)),
};

declare module '../../db/schema.ts' {
  interface Schema {
    audit: ColumnsOf<typeof auditColumns>;
    audit_texts: ColumnsOf<typeof auditTextsColumns>;
  }
}

/**
 * The evidence, as it is chained (behavior 3.14). Personal texts are in audit_texts; here are their salted digests.
 */
export const audit = table('audit', auditColumns, {
  checks: {
    'Every chained entry has a place in the chain': sql`select 'entry ' || id as what from audit where (seq is null) <> (hash is null)`,
  },
});

/** The personal texts of an entry. Deleted with the account of the person. */
export const auditTexts = table('audit_texts', auditTextsColumns, {
  personal: {
    export: async (db, user) => ({ evidence: await listOwnEvidence(db, user) }),
    onDeletion: forgetPerson,
  },
  checks: {
    'The evidence names no deleted account': sql`
      select username as what from users
      where deleted_at is not null and id in (select user_id from audit_texts)`,
    'Every name and address of the evidence belongs to an entry': sql`select 'entry ' || entry_id as what from audit_texts where entry_id not in (select id from audit)`,
  },
});

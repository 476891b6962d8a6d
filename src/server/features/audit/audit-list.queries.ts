import { type SqlBool, sql } from 'kysely';
import type { AuditKind } from '#domain/audit.ts';
import { containsText, countRows } from '../../db/sql.ts';
import type { Db } from '../../db/types.ts';

/** Which entries a list shows. */
export interface AuditFilter {
  /** Searches the name of the actor, the subject, the kind, and the names of users behind ids. */
  q?: string | undefined;
  kind?: readonly AuditKind[] | undefined;
  /** The ids of actors. */
  actors?: readonly string[] | undefined;
}

/** The ids that a user's id or name stands for, ignoring case. The shop's own actors are their own ids. */
export const findActorIds = async (db: Db, actor: string): Promise<string[]> => {
  const users = await db
    .selectFrom('users')
    .select('id')
    .where(sql<SqlBool>`lower(username) = lower(${actor})`)
    .execute();
  return [actor, actor.toLowerCase(), ...users.map(({ id }) => id)];
};

const matching = (db: Db, { kind, actors, q }: AuditFilter) =>
  db
    .selectFrom('audit')
    .$if(kind !== undefined, (query) => query.where('audit.kind', 'in', kind!))
    .$if(actors !== undefined, (query) => query.where('audit.actor_id', 'in', actors!))
    .$if(!!q?.trim(), (query) => query.where(contains(db, q!.trim())));

const contains = (db: Db, q: string) => {
  const users = db.selectFrom('users').select('users.id').where(containsText('users.username', q));
  const texts = db
    .selectFrom('audit_texts')
    .select('audit_texts.entry_id')
    .where((where) => where.or([containsText('audit_texts.actor_name', q), containsText('audit_texts.subject', q)]));
  const number = /^#?(\d{1,15})$/.exec(q)?.[1];
  const receipts = db
    .selectFrom('receipts')
    .select('receipts.id')
    .where('receipts.number', '=', Number(number ?? 0));
  return sql<SqlBool>`(
    ${containsText('audit.kind', q.replaceAll(' ', '_'))} or ${containsText('audit.subject', q)}
    or (audit.role is null and ${containsText('audit.actor_name', q)})
    or audit.actor_id in ${users} or audit.subject in ${users} or audit.subject in ${receipts}
    or audit.id in ${texts})`;
};

/** Entries with an id below `before`, newest first, with the names and addresses that are still stored. */
export const listEntries = (
  db: Db,
  { before, limit, ...filter }: AuditFilter & { before: number | null; limit: number },
) =>
  matching(db, filter)
    .leftJoin('audit_texts', 'audit_texts.entry_id', 'audit.id')
    .leftJoin('users as subjects', (join) =>
      join.onRef('subjects.id', '=', 'audit.subject').on('subjects.deleted_at', 'is', null),
    )
    .select([
      'audit.id',
      'audit.seq',
      'audit.at',
      'audit.actor_id',
      'audit.actor_name',
      'audit.role',
      'audit.kind',
      'audit.subject',
      'audit.before',
      'audit.after',
      'audit.hash',
      'audit_texts.actor_name as actor_text',
      'audit_texts.subject as subject_text',
      'audit_texts.address as address_text',
      'subjects.username as subject_name',
    ])
    .$if(before !== null, (query) => query.where('audit.id', '<', before!))
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .execute();

export type EntryListRow = Awaited<ReturnType<typeof listEntries>>[number];

export const countEntries = (db: Db, filter: AuditFilter): Promise<number> => countRows(matching(db, filter));

/** What the evidence keeps about a person by name or address: their own acts, and failed sign-ins with their name. */
export const listOwnEvidence = async (db: Db, { userId }: { userId: string }) => {
  const entries = await db
    .selectFrom('audit_texts')
    .innerJoin('audit', 'audit.id', 'audit_texts.entry_id')
    .select(['audit.at', 'audit.kind', 'audit_texts.address'])
    .where('audit_texts.user_id', '=', userId)
    .orderBy('audit.id', 'desc')
    .execute();
  return entries.map(({ at, kind, address }) => ({ at: new Date(at).toISOString(), kind, address }));
};

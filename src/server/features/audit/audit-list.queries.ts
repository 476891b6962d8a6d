import { type Expression, type SqlBool, sql } from 'kysely';
import type { AuditKind } from '#domain/audit.ts';
import { usernameKey } from '#domain/typed-text.ts';
import { containsText } from '../../db/contains-text.ts';
import { type IdRange, isInRange, throughIds } from '../../db/id-ranges.ts';
import { countRows } from '../../db/sql.ts';
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
    .where(sql<SqlBool>`lower(username) = ${usernameKey(actor)}`)
    .execute();
  return [actor, usernameKey(actor), ...users.map(({ id }) => id)];
};

/** A text that is searched for, and the ids of the receipts whose number it is. */
interface Words {
  text: string;
  receipts: readonly string[];
}

const readWords = async (db: Db, q = ''): Promise<Words | null> => {
  const text = q.trim();
  if (text === '') return null;
  const number = /^#?(\d{1,15})$/.exec(text)?.[1];
  if (number === undefined) return { text, receipts: [] };
  const receipts = await db.selectFrom('receipts').select('id').where('number', '=', Number(number)).execute();
  return { text, receipts: receipts.map(({ id }) => id) };
};

interface Wanted extends Omit<AuditFilter, 'q'> {
  words: Words | null;
}

/** Entries with the names that belong to them, each found by its id: however many users there are, an entry costs the same. */
const withNames = (db: Db) =>
  db
    .selectFrom('audit')
    .leftJoin('audit_texts', 'audit_texts.entry_id', 'audit.id')
    .leftJoin('users as actors', 'actors.id', 'audit.actor_id')
    .leftJoin('users as subjects', 'subjects.id', 'audit.subject');

const isWanted = (db: Db, { kind, actors, words }: Wanted, range: IdRange): Expression<SqlBool> => {
  const all = [isInRange('audit.id', range)];
  if (kind) all.push(sql`audit.kind in (${sql.join(kind)})`);
  if (actors) all.push(sql`audit.actor_id in (${sql.join(actors)})`);
  if (words) all.push(contains(db, words));
  return sql<SqlBool>`${sql.join(all, sql` and `)}`;
};

const contains = (db: Db, { text, receipts }: Words) => {
  const either = [
    containsText(db, 'audit.kind', text.replaceAll(' ', '_')),
    sql<SqlBool>`(audit.role is null and ${containsText(db, 'audit.actor_name', text)})`,
    ...SEARCHED.map((column) => containsText(db, column, text)),
  ];
  if (receipts.length > 0) either.push(sql<SqlBool>`audit.subject in (${sql.join(receipts)})`);
  return sql<SqlBool>`(${sql.join(either, sql` or `)})`;
};

const SEARCHED = [
  'audit.subject',
  'audit_texts.actor_name',
  'audit_texts.subject',
  'actors.username',
  'subjects.username',
];

/** Entries of a range, newest first, with the names and addresses that are still stored. */
const listEntries = (db: Db, wanted: Wanted, range: IdRange, limit: number) =>
  withNames(db)
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
      sql<string | null>`case when subjects.deleted_at is null then subjects.username end`.as('subject_name'),
    ])
    .where(isWanted(db, wanted, range))
    .orderBy('audit.id', 'desc')
    .limit(limit)
    .execute();

export type EntryListRow = Awaited<ReturnType<typeof listEntries>>[number];

const countEntries = (db: Db, wanted: Wanted, range: IdRange): Promise<number> => {
  const where = isWanted(db, wanted, range);
  return wanted.words ? countRows(withNames(db).where(where)) : countRows(db.selectFrom('audit').where(where));
};

interface AuditPage {
  /** Only entries with a lower id; null for the first page. */
  before: number | null;
  limit: number;
  /** Aborts when nobody waits for the page any more. */
  left?: AbortSignal;
  /** The ids that one statement looks through, if a test is about that. */
  idsAtOnce?: number;
}

/**
 * One page of entries, newest first, and how many there are in all. A search goes through the whole evidence, so it gives
 * way to other calls (db/id-ranges.ts).
 * @throws AbandonedError once nobody waits any more
 */
export const findEntries = async (
  db: Db,
  { q, ...filter }: AuditFilter,
  { before, limit, left, idsAtOnce }: AuditPage,
): Promise<{ rows: EntryListRow[]; total: number }> => {
  const newest = (before ?? Number.MAX_SAFE_INTEGER) - 1;
  const words = await readWords(db, q);
  const wanted = { ...filter, words };
  if (!words && !filter.kind && !filter.actors) {
    const page = listEntries(db, wanted, { above: Number.MIN_SAFE_INTEGER, upTo: newest }, limit);
    const [rows, total] = await Promise.all([page, countRows(db.selectFrom('audit'))]);
    return { rows, total };
  }
  const rows: EntryListRow[] = [];
  let total = 0;
  await throughIds(db, { table: 'audit', left, idsAtOnce }, async (range) => {
    const count = await countEntries(db, wanted, range);
    total += count;
    if (count === 0 || rows.length >= limit || range.above >= newest) return;
    const ofPage = { ...range, upTo: Math.min(range.upTo, newest) };
    rows.push(...(await listEntries(db, wanted, ofPage, limit - rows.length)));
  });
  return { rows, total };
};

/** Returns the evidence about a person by name or address: their own acts, and failed sign-ins with their name. */
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

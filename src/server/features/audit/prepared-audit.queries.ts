import { randomBytes } from 'node:crypto';
import { type QueryCreator, sql } from 'kysely';
import type { AuditKind } from '#domain/audit.ts';
import type { Role } from '#domain/permissions.ts';
import type { ParamOf } from '../../db/prepared-query.ts';
import type { Schema } from '../../db/schema.ts';
import { asText, asWhole } from '../../db/sql.ts';
import { type ActingUser, digestOf } from './audit.queries.ts';

/** The actor of an entry that a prepared statement inserts: a user. */
export interface PreparedActor {
  actorId: string;
  actorName: string;
  actorDigest: string;
  actorRole: Role;
  address: string | null;
  addressDigest: string | null;
  salt: string;
}

export const prepareActor = (actor: ActingUser): PreparedActor => {
  const salt = randomBytes(16).toString('base64url');
  const address = actor.address || null;
  return {
    actorId: actor.userId,
    actorName: actor.username,
    actorDigest: digestOf(salt, actor.username),
    actorRole: actor.role,
    address,
    addressDigest: address && digestOf(salt, address),
    salt,
  };
};

/** What an entry is about, in terms of a row of an earlier table of the statement: SQL that the code writes. */
interface PreparedAct {
  /** The tables whose joined rows each make one entry. */
  from: string;
  kind: AuditKind;
  subject: string;
  after: string;
}

/** Records an act inside a prepared statement, like recordAudit. The rows are the table that `entryTexts` reads. */
export const insertEntry = (
  q: QueryCreator<Schema>,
  param: ParamOf<PreparedActor & { now: number }>,
  { from, kind, subject, after }: PreparedAct,
) =>
  q
    .insertInto('audit')
    .columns(['at', 'actor_id', 'actor_name', 'role', 'kind', 'subject', 'after', 'address'])
    .expression(
      sql`select ${asWhole(param('now'))}, ${asText(param('actorId'))}, ${asText(param('actorDigest'))},
        ${asText(param('actorRole'))}, ${sql.lit(kind)}, ${sql.raw(subject)}, ${sql.raw(after)},
        ${asText(param('addressDigest'))} from ${sql.raw(from)}` as never,
    )
    .returning('id');

/** Inserts the personal texts of the entries of the table `entries`. */
export const insertEntryTexts = (q: QueryCreator<Schema>, param: ParamOf<PreparedActor>, entries: string) =>
  q
    .insertInto('audit_texts')
    .columns(['entry_id', 'user_id', 'salt', 'actor_name', 'address'])
    .expression(
      sql`select id, ${asText(param('actorId'))}, ${asText(param('salt'))}, ${asText(param('actorName'))},
        ${asText(param('address'))} from ${sql.ref(entries)}` as never,
    )
    .returning('entry_id');

import { createHash, randomBytes } from 'node:crypto';
import type { AuditKind, Json } from '#domain/audit.ts';
import type { Role } from '#domain/permissions.ts';
import type { Tx } from '../../db/types.ts';
import type { SignedIn } from '../users/sessions.ts';

/** Who does something that the evidence keeps. */
export interface AuditActor {
  /** A user's id, "system", "command line", or "visitor" for somebody who is not signed in. */
  id: string;
  name: string;
  /** Null for anybody who is not a user. */
  role: Role | null;
  /** The address of the request; null for work of the shop itself. */
  address: string | null;
}

export const SYSTEM: AuditActor = { id: 'system', name: 'system', role: null, address: null };
export const COMMAND_LINE: AuditActor = { id: 'command line', name: 'command line', role: null, address: null };

/** Somebody who is not signed in. */
export const visitorAt = (address: string | null): AuditActor => ({
  id: 'visitor',
  name: 'visitor',
  role: null,
  address,
});

export const actorOf = ({ userId, username, role, address }: SignedIn): AuditActor => ({
  id: userId,
  name: username,
  role,
  address,
});

/** An act, before it is recorded. */
export interface AuditAct {
  actor: AuditActor;
  kind: AuditKind;
  /** What it is about: the id of a user, receipt or change, or the name of a setting or switch. */
  subject?: string | null;
  /** True if `subject` is a text that names a person, such as a user name that somebody typed. */
  subjectIsPersonal?: boolean;
  before?: Json;
  after?: Json;
  /** The user whose account the personal texts belong to; the actor if absent. */
  person?: string | null;
  /** Epoch milliseconds. */
  now: number;
}

/** The digest that stands for a personal text in the chain. */
export const digestOf = (salt: string, text: string): string =>
  createHash('sha256').update(`${salt}${text}`).digest('base64url');

/** Users have ids that look like this; other actors are names of the shop. */
const isUser = ({ role }: AuditActor): boolean => role !== null;

/**
 * Records an act in the evidence, in the transaction of the act itself (behavior 3.14). It is chained a moment later.
 * Names and addresses go to a row of their own, which is deleted with the account.
 */
export const recordAudit = async (tx: Tx, act: AuditAct): Promise<void> => {
  const { actor, kind, subject = null, now } = act;
  const salt = randomBytes(16).toString('base64url');
  const personal = {
    actor_name: isUser(actor) ? actor.name : null,
    subject: act.subjectIsPersonal ? subject : null,
    address: actor.address,
  };
  const digest = (text: string | null) => text && digestOf(salt, text);
  const { id } = await tx
    .insertInto('audit')
    .values({
      at: now,
      actor_id: actor.id,
      actor_name: isUser(actor) ? digest(actor.name) : actor.name,
      role: actor.role,
      kind,
      subject: act.subjectIsPersonal ? digest(subject) : subject,
      before: toJson(act.before),
      after: toJson(act.after),
      address: digest(actor.address),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (Object.values(personal).every((text) => text === null)) return;
  const person = act.person === undefined ? (isUser(actor) ? actor.id : null) : act.person;
  await tx
    .insertInto('audit_texts')
    .values({ entry_id: id, user_id: person, salt, ...personal })
    .execute();
};

const toJson = (value: Json | undefined): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);

/** Deletes the names and addresses of a person from the evidence. The chain stays valid. */
export const deleteAuditTexts = async (tx: Tx, { userId }: { userId: string }): Promise<void> => {
  await tx.deleteFrom('audit_texts').where('user_id', '=', userId).execute();
};

import { createHash, randomBytes } from 'node:crypto';
import type { AuditKind, Json } from '#domain/audit.ts';
import type { Role } from '#domain/permissions.ts';
import type { Db, Tx } from '../../db/types.ts';

/** The actor of an act that the evidence keeps. */
export interface AuditActor {
  /** A user's id, "system", "command line", or "visitor" for a person who is not signed in. */
  id: string;
  name: string;
  /** Null for an actor that is not a user. */
  role: Role | null;
  /** The address of the request; null for work of the shop itself. */
  address: string | null;
}

export const SYSTEM: AuditActor = { id: 'system', name: 'system', role: null, address: null };
export const COMMAND_LINE: AuditActor = { id: 'command line', name: 'command line', role: null, address: null };

/** A person who is not signed in. */
export const visitorAt = (address: string | null): AuditActor => ({
  id: 'visitor',
  name: 'visitor',
  role: null,
  address,
});

/** A signed-in user as the evidence needs to know them. */
export interface ActingUser {
  userId: string;
  username: string;
  role: Role;
  /** The address of the request. */
  address: string;
}

export const actorOf = ({ userId, username, role, address }: ActingUser): AuditActor => ({
  id: userId,
  name: username,
  role,
  address,
});

/** An act, before it is recorded. */
export interface AuditAct {
  actor: AuditActor;
  kind: AuditKind;
  /** Its subject: the id of a user, receipt or change, or the name of a setting or switch. */
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

/** The status in the entry of a deleted account. */
const DELETED = 'deleted';

/** The digest that stands for a personal text in the chain. */
export const digestOf = (salt: string, text: string): string =>
  createHash('sha256').update(`${salt}${text}`).digest('base64url');

/** The kinds whose subject may be a text that somebody typed. */
const KINDS_OF_VISITORS: readonly string[] = ['sign_in', 'sign_in_failed', 'limited', 'gate_passed', 'gate_refused'];

/** True if the subject of a row is the digest of a personal text. */
export const isDigest = ({ kind, subject }: { kind: string; subject: string | null }): boolean =>
  KINDS_OF_VISITORS.includes(kind) && /^[\w-]{43}$/.test(subject ?? '');

/** Users have ids that look like this; other actors are names of the shop. */
const isUser = ({ role }: AuditActor): boolean => role !== null;

/** An act as its rows in the two tables. Personal texts are only in the second one, which is null if there are none. */
const rowsOf = (act: AuditAct) => {
  const { actor, kind, subject = null, now } = act;
  const salt = randomBytes(16).toString('base64url');
  const digest = (text: string | null) => (text === null ? null : digestOf(salt, text));
  const personal = {
    actor_name: isUser(actor) ? actor.name : null,
    subject: act.subjectIsPersonal ? subject : null,
    address: actor.address || null,
  };
  const person = act.person === undefined ? (isUser(actor) ? actor.id : null) : act.person;
  return {
    entry: {
      at: now,
      actor_id: actor.id,
      actor_name: isUser(actor) ? digest(actor.name) : actor.name,
      role: actor.role,
      kind,
      subject: act.subjectIsPersonal ? digest(subject) : subject,
      before: toJson(act.before),
      after: toJson(act.after),
      address: digest(personal.address),
    },
    texts: Object.values(personal).some((text) => text !== null) ? { user_id: person, salt, ...personal } : null,
  };
};

const toJson = (value: Json | undefined): string | null =>
  value === undefined || value === null ? null : JSON.stringify(value);

/**
 * Records an act in the evidence, in the transaction of the act itself (behavior 3.14). It is chained a moment later.
 * Names and addresses go to a row of their own, which is deleted with the account.
 */
export const recordAudit = async (tx: Tx, act: AuditAct): Promise<void> => {
  const { entry, texts } = rowsOf(act);
  const { id } = await tx.insertInto('audit').values(entry).returning('id').executeTakeFirstOrThrow();
  if (texts === null) return;
  await tx
    .insertInto('audit_texts')
    .values({ entry_id: id, ...texts })
    .execute();
};

/** An act of an account that is deleted, or that will be in this transaction. */
interface NamelessAct {
  actorId: string;
  role: Role | null;
  kind: AuditKind;
  subject: string | null;
  before?: Json;
  after: Json;
  now: number;
}

/** Records an act without the name and the address of a user. */
export const recordNameless = async (tx: Tx, { actorId, now, before, after, ...act }: NamelessAct): Promise<void> => {
  const values = { at: now, actor_id: actorId, actor_name: act.role === null ? actorId : null, address: null };
  await tx
    .insertInto('audit')
    .values({ ...values, ...act, before: toJson(before), after: toJson(after) })
    .execute();
};

/**
 * Deletes the names and addresses of a person from the evidence. The chain stays valid. Returns how many of them
 * belonged to entries of others, such as failed attempts to sign in with the person's name.
 */
const deleteAuditTexts = async (tx: Tx, { userId }: { userId: string }): Promise<number> => {
  const ofOthers = await tx
    .selectFrom('audit_texts')
    .innerJoin('audit', 'audit.id', 'audit_texts.entry_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('audit_texts.user_id', '=', userId)
    .where('audit.actor_id', '!=', userId)
    .executeTakeFirstOrThrow();
  await tx.deleteFrom('audit_texts').where('user_id', '=', userId).execute();
  return Number(ofOthers.count);
};

/** Returns the entries of deleted accounts. */
export const findDeletions = (db: Db) =>
  db.selectFrom('audit').select('after').where('kind', '=', 'status').whereRef('actor_id', '=', 'subject').execute();

/** An account that was deleted, as its entry says. */
export interface DeletedAccount {
  userId: string;
  role: Role;
  /** Epoch milliseconds. */
  at: number;
}

/** The accounts whose deletion is in the evidence, in the order of their deletion. */
export const findDeletedAccounts = async (db: Db | Tx): Promise<DeletedAccount[]> => {
  const rows = await db
    .selectFrom('audit')
    .select(['subject', 'role', 'after', 'at'])
    .where('kind', '=', 'status')
    .whereRef('actor_id', '=', 'subject')
    .orderBy('id')
    .execute();
  return rows
    .filter(({ after }) => after !== null && (JSON.parse(after) as { status?: unknown } | null)?.status === DELETED)
    .map(({ subject, role, at }) => ({ userId: subject!, role: role!, at }));
};

/** Deleted accounts that the evidence still names. */
export const findPeopleToForget = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'role'])
    .where('deleted_at', 'is not', null)
    .where('id', 'in', db.selectFrom('audit_texts').select('user_id').where('user_id', 'is not', null).distinct())
    .execute();

/**
 * Deletes the names and addresses of an account that is being deleted, and records that. The entry names nobody. It says
 * how many texts of other people's entries went, so that `shop check` can tell them from those that somebody removed.
 */
export const forgetPerson = async (
  tx: Tx,
  { userId, role, now }: { userId: string; role: Role; now: number },
): Promise<void> => {
  const texts = await deleteAuditTexts(tx, { userId });
  const about = { actorId: userId, role, kind: 'status', subject: userId } as const;
  await recordNameless(tx, { ...about, before: 'active', after: { status: DELETED, texts }, now });
};

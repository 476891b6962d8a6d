import { randomBytes } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import type { AuditKind } from '#domain/audit.ts';
import type { Role } from '#domain/permissions.ts';
import type { ParamOf } from '../../db/prepared-query.ts';
import { changes } from '../../db/prepared-steps.ts';
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

/** The content of an entry, as SQL that knows the steps before it. */
interface PreparedAct {
  /** The steps whose joined rows each make one entry. */
  from: RawBuilder<unknown>;
  kind: AuditKind;
  subject: RawBuilder<unknown>;
  after: RawBuilder<unknown>;
}

/** The step of a statement that records an act, like recordAudit. `entryTexts` follows it. */
export const entry = (param: ParamOf<PreparedActor & { now: number }>, { from, kind, subject, after }: PreparedAct) =>
  changes('audit', ['id'])`
    insert into audit (at, actor_id, actor_name, role, kind, subject, after, address)
    select ${param('now')}, ${param('actorId')}, ${param('actorDigest')}, ${param('actorRole')},
      ${kind}, ${subject}, ${after}, ${param('addressDigest')}
    from ${from}`;

/** The step with the personal texts of the step `entry`. */
export const entryTexts = (param: ParamOf<PreparedActor>) =>
  changes('audit_texts', ['entry_id'])`
    insert into audit_texts (entry_id, user_id, salt, actor_name, address)
    select id, ${param('actorId')}, ${param('salt')}, ${param('actorName')}, ${param('address')} from entry`;

import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, RawBuilder, SqlBool } from 'kysely';
import { type ParamOf, prepareQuery } from '../../db/prepared-query.ts';
import type { Schema } from '../../db/schema.ts';
import type { Db, Tx } from '../../db/types.ts';
import { type AuditActor, recordAudit } from '../audit/audit.queries.ts';

const COLUMNS = ['id', 'uses', 'used', 'expires_at', 'revoked_at'] as const;

const inviteById = prepareQuery('invites.by-id', (db, param: ParamOf<{ id: string }>) =>
  db.selectFrom('invites').select(COLUMNS).where('id', '=', param('id')),
);

/** The columns that decide if an invite still lets anybody in. */
export type InviteRow = Awaited<ReturnType<typeof inviteById>>[number];

export const findInvite = async (db: Db, id: string): Promise<InviteRow | null> =>
  (await inviteById(db, { id }))[0] ?? null;

const inviteByCode = prepareQuery('invites.by-code', (db, param: ParamOf<{ codeHash: string }>) =>
  db.selectFrom('invites').select(COLUMNS).where('code_hash', '=', param('codeHash')),
);

export const findInviteByCode = async (db: Db, codeHash: string): Promise<InviteRow | null> =>
  (await inviteByCode(db, { codeHash }))[0] ?? null;

export const findInvites = (db: Db, ids: readonly string[]): Promise<InviteRow[]> =>
  db.selectFrom('invites').select(COLUMNS).where('id', 'in', ids).execute();

/** The invite with which a user registered, or null. */
export const findInviteOfUser = async (db: Db, { userId }: { userId: string }): Promise<string | null> =>
  (await db.selectFrom('users').select('invite_id').where('id', '=', userId).executeTakeFirst())?.invite_id ?? null;

/** The condition that an invite still lets somebody in. */
const isOpen = (now: number) => (where: ExpressionBuilder<Schema, 'invites'>) =>
  where.and([
    where('revoked_at', 'is', null),
    where('used', '<', where.ref('uses')),
    where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]),
  ]);

export const hasOpenInvite = async (tx: Tx, { now }: { now: number }): Promise<boolean> =>
  (await tx.selectFrom('invites').select('id').where(isOpen(now)).limit(1).executeTakeFirst()) !== undefined;

/** All invites, newest first, with the names of those who made them. */
export const listInvites = (db: Db | Tx, { id }: { id?: string } = {}) =>
  db
    .selectFrom('invites')
    .leftJoin('users', 'users.id', 'invites.made_by')
    .select([
      'invites.id',
      'invites.label',
      'invites.uses',
      'invites.used',
      'invites.created_at',
      'invites.expires_at',
      'invites.revoked_at',
      'users.username as maker',
    ])
    .$if(id !== undefined, (query) => query.where('invites.id', '=', id!))
    .orderBy('invites.created_at', 'desc')
    .orderBy('invites.id')
    .execute();

export type ListedInvite = Awaited<ReturnType<typeof listInvites>>[number];

export interface NewInvite {
  label: string;
  codeHash: string;
  /** For how many registrations it is. */
  uses: number;
  actor: AuditActor;
  /** Epoch milliseconds; null if it has no end. */
  expiresAt: number | null;
  now: number;
}

/** Stores an invite, and records it in the evidence. Returns its id. A label may name a person, so it is not recorded. */
export const insertInvite = async (
  tx: Tx,
  { label, codeHash, uses, actor, expiresAt, now }: NewInvite,
): Promise<string> => {
  const id = randomUUID();
  await tx
    .insertInto('invites')
    .values({
      id,
      label,
      code_hash: codeHash,
      uses,
      made_by: actor.id,
      created_at: now,
      expires_at: expiresAt,
      revoked_at: null,
    })
    .execute();
  const after = { state: 'open', uses, expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString() };
  await recordAudit(tx, { actor, kind: 'invite', subject: id, after, now });
  return id;
};

/** Gives an invite another code. The code before it opens nothing any more. */
export const replaceInviteCode = async (tx: Tx, { id, codeHash }: { id: string; codeHash: string }): Promise<void> => {
  await tx.updateTable('invites').set({ code_hash: codeHash }).where('id', '=', id).execute();
};

/** Ends an invite. Returns false if it was ended before. */
export const markRevoked = async (tx: Tx, { id, now }: { id: string; now: number }): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('invites')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
};

/**
 * Counts a registration, if the invite still allows one. PostgreSQL checks the conditions again after it waited for the row,
 * so simultaneous registrations are never too many.
 */
export const countUse = (tx: Tx, { id, now }: { id: string; now: number }) =>
  tx
    .updateTable('invites')
    .set(({ eb }) => ({ used: eb('used', '+', 1) }))
    .where('id', '=', id)
    .where(isOpen(now))
    .returning(['label', 'uses', 'used'])
    .executeTakeFirst();

/** Stores label and maker of invites that are about to be deleted with the users who registered with them. */
export const keepInvitesOfUsers = async (tx: Tx, ended: RawBuilder<SqlBool>): Promise<void> => {
  const deleted = tx.selectFrom('invites').select('invites.id').where(ended);
  // Hardly ever are there any, and then nobody reads all users.
  if (!(await deleted.limit(1).executeTakeFirst())) return;
  await tx
    .updateTable('users')
    .set(({ selectFrom }) => ({
      invite_label: selectFrom('invites').select('label').whereRef('invites.id', '=', 'users.invite_id'),
      invite_made_by: selectFrom('invites').select('made_by').whereRef('invites.id', '=', 'users.invite_id'),
    }))
    .where('invite_id', 'in', deleted)
    .where('deleted_at', 'is', null)
    .execute();
};

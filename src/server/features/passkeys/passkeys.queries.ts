import type { Selectable } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { countRows } from '../../db/sql.ts';
import type { Db, Tx } from '../../db/types.ts';
import type { StoredCredential } from './webauthn.ts';

/** A user's passkeys, oldest first. */
export const listPasskeys = (db: Db | Tx, { userId }: { userId: string }) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number];

const CREDENTIAL_COLUMNS = ['id', 'user_id', 'credential_id', 'public_key', 'counter', 'transports'] as const;
type CredentialRow = Pick<Selectable<Schema['passkeys']>, (typeof CREDENTIAL_COLUMNS)[number]>;

/** A passkey with what a ceremony is checked against. */
export interface Credential extends StoredCredential {
  id: string;
  userId: string;
}

const toCredential = (row: CredentialRow): Credential => ({
  id: row.id,
  userId: row.user_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: row.counter,
  transports: JSON.parse(row.transports) as string[],
});

/** A user's passkeys, as ceremonies know them. */
export const listCredentials = async (db: Db, { userId }: { userId: string }): Promise<Credential[]> =>
  (await db.selectFrom('passkeys').select(CREDENTIAL_COLUMNS).where('user_id', '=', userId).execute()).map(
    toCredential,
  );

/** The passkey that a response names, or null. */
export const findCredential = async (
  db: Db,
  { credentialId }: { credentialId: string },
): Promise<Credential | null> => {
  const row = await db
    .selectFrom('passkeys')
    .select(CREDENTIAL_COLUMNS)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row ? toCredential(row) : null;
};

/** The caller holds the lock of the user. */
export const countPasskeys = (tx: Tx, { userId }: { userId: string }): Promise<number> =>
  countRows(tx.selectFrom('passkeys').where('user_id', '=', userId));

/** Stores a new passkey. Returns false if the authenticator's key is somebody's passkey already. */
export const insertPasskey = async (
  tx: Tx,
  { id, userId, name, now, ...credential }: Credential & { name: string; now: number },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values({
      id,
      user_id: userId,
      credential_id: credential.credentialId,
      public_key: credential.publicKey,
      counter: credential.counter,
      transports: JSON.stringify(credential.transports),
      name,
      created_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows) === 1;
};

/**
 * Records a use of a passkey. Returns false if it was removed since, or if its counter did not rise: then there is a
 * copy of it. An authenticator that does not count always says 0.
 */
export const recordUse = async (
  tx: Tx,
  { id, counter, now }: { id: string; counter: number; now: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where((where) => (counter === 0 ? where('passkeys.counter', '=', 0) : where('passkeys.counter', '<', counter)))
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
};

/** Removes a passkey of a user. Returns its name, or null if there is none. */
export const deletePasskey = async (tx: Tx, { id, userId }: { id: string; userId: string }): Promise<string | null> => {
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
};

/** An open ceremony: what it is for, and whose it is. Nobody is signed in yet when one signs in. */
export interface Ceremony {
  purpose: Selectable<Schema['challenges']>['purpose'];
  userId: string | null;
}

export const insertChallenge = async (
  tx: Tx,
  { challenge, purpose, userId, expiresAt }: Ceremony & { challenge: string; expiresAt: number },
): Promise<void> => {
  await tx.insertInto('challenges').values({ challenge, purpose, user_id: userId, expires_at: expiresAt }).execute();
};

/** Uses up a challenge. Returns false if it was never given out for this ceremony, was used, or is too old. */
export const takeChallenge = async (
  tx: Tx,
  { challenge, purpose, userId, now }: Ceremony & { challenge: string; now: number },
): Promise<boolean> => {
  const row = await tx
    .deleteFrom('challenges')
    .where('challenge', '=', challenge)
    .where('purpose', '=', purpose)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .returning('expires_at')
    .executeTakeFirst();
  return row !== undefined && row.expires_at > now;
};

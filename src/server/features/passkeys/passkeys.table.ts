import { sql } from 'kysely';
import {
  type ColumnsOf,
  fixed,
  orNull,
  TEN_MINUTES_MS,
  table,
  text,
  textOf,
  whole,
  withoutDeletedUsers,
} from '../../db/table.ts';
import { presentPasskey } from './passkeys.present.ts';
import { listPasskeys } from './passkeys.queries.ts';

const passkeysColumns = {
  id: fixed(text),
  user_id: fixed(text),
  /** base64url, like the public key. */
  credential_id: fixed(text),
  public_key: fixed(text),
  /** How often it was used, as the authenticator counts. */
  counter: whole,
  /** JSON list of texts. */
  transports: fixed(text),
  name: fixed(text),
  created_at: fixed(whole),
  last_used_at: orNull(whole),
};

const challengesColumns = {
  challenge: fixed(text),
  purpose: fixed(textOf<'add' | 'sign_in' | 'reauthenticate'>()),
  /** Null if nobody is signed in yet. */
  user_id: fixed(orNull(text)),
  expires_at: fixed(whole),
};

declare module '../../db/schema.ts' {
  interface Schema {
    passkeys: ColumnsOf<typeof passkeysColumns>;
    challenges: ColumnsOf<typeof challengesColumns>;
  }
}

export const passkeys = table('passkeys', passkeysColumns, {
  personal: {
    export: async (db, user) => ({ passkeys: (await listPasskeys(db, user)).map(presentPasskey) }),
    onDeletion: 'delete',
  },
  checks: { ...withoutDeletedUsers('passkeys', 'passkey') },
});

/** Open WebAuthn ceremonies, for minutes (behavior 3.15). */
export const challenges = table('challenges', challengesColumns, {
  backup: { leftOut: 'ceremonies of passkeys, for minutes' },
  personal: { export: null, onDeletion: 'delete' },
  prune: { every: TEN_MINUTES_MS, ended: (now) => sql`expires_at <= ${now}` },
  checks: {
    'Every open ceremony of a user belongs to an account that is not deleted': sql`
      select purpose as what from challenges
      where user_id is not null and user_id not in (select id from users where deleted_at is null)`,
  },
});

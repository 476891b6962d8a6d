import { type Kysely, sql } from 'kysely';
import { hashPassword } from '../../lib/secrets.ts';

/** What older versions stored: a fast hash of the value of a setting, and the key of the slow hash that replaces it. */
const REPLACED = {
  applied_access_code: 'applied_access_code_hash',
  applied_admin_password: 'applied_admin_password_hash',
};

/**
 * Older versions stored the access code and the administrator's password of the settings as SHA-256, which can be guessed
 * fast. An argon2id hash of that hash takes its place, so that a setting which stayed the same is still not applied again.
 * The bytes of the deleted rows are removed after this transaction (remove-deleted-bytes.ts).
 */
export const up = () => async (db: Kysely<unknown>) => {
  let found = false;
  for (const [old, replacement] of Object.entries(REPLACED)) {
    const { rows } = await sql<{ value: string }>`select value from shop_state where key = ${old}`.execute(db);
    if (!rows[0]) continue;
    found = true;
    const hash = await hashPassword(rows[0].value);
    await sql`insert into shop_state (key, value) values (${replacement}, ${hash})`.execute(db);
    await sql`delete from shop_state where key = ${old}`.execute(db);
  }
  if (!found) return;
  await sql`insert into shop_state (key, value) values ('deleted_bytes', 'remain'), ('secrets_advice', 'due')`.execute(
    db,
  );
};

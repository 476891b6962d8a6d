import { createHash } from 'node:crypto';
import { findState } from '../../db/shop-state.ts';
import type { Db } from '../../db/types.ts';
import { hashPassword, verifyPassword } from '../../lib/secrets.ts';

/** Of a user name, which is no secret. Of a secret only inside an argon2id hash, because version 0.1.0 stored it alone. */
export const fingerprint = (value: string): string => createHash('sha256').update(value).digest('base64url');

/** The hash by which a later start recognizes the value of a setting. */
export const hashApplied = (value: string): Promise<string> => hashPassword(fingerprint(value));

/** Returns whether a hash is of this value. */
export const isApplied = (hash: string, value: string): Promise<boolean> => verifyPassword(hash, fingerprint(value));

/** Returns the value of a setting if it is set and differs from the one applied last, otherwise null (behavior 1.6). */
export const findNewValue = async (
  db: Db,
  key: 'applied_access_code_hash' | 'applied_admin_password_hash',
  value: string | undefined,
): Promise<string | null> => {
  if (value === undefined) return null;
  const applied = await findState(db, key);
  return applied !== null && (await isApplied(applied, value)) ? null : value;
};

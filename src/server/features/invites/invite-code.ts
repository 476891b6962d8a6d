import { createHmac } from 'node:crypto';
import { findState } from '../../db/shop-state.ts';
import type { Db, Tx } from '../../db/types.ts';
import { generatePassword } from '../../lib/secrets.ts';

/** About 59 bits, so that nobody guesses a code from its hash and the key next to it. */
const GROUPS = 3;

/** The code of a new invite, to be shown once, and its hash. */
export interface InviteCode {
  code: string;
  hash: string;
}

export const newInviteCode = (key: string): InviteCode => {
  const code = generatePassword(GROUPS);
  return { code, hash: hashInviteCode(key, code) };
};

/** The hash of a code as somebody typed it: phones begin with a capital letter or add a space. */
export const hashInviteCode = (key: string, typed: string): string =>
  createHmac('sha256', key).update(typed.trim().toLowerCase()).digest('base64url');

/** The shop's key for these hashes. */
export const findInviteKey = async (db: Db | Tx): Promise<string> => {
  const key = await findState(db, 'invite_key');
  if (!key) throw new Error('The shop has no key for invites: the start did not finish.');
  return key;
};

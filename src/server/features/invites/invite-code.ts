import { createHmac } from 'node:crypto';
import { usernameKey } from '#domain/typed-text.ts';
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

/** The hash of a code as somebody typed it. Only letters and digits count: phones add spaces, capitals and other dashes. */
export const hashInviteCode = (key: string, typed: string): string =>
  createHmac('sha256', key).update(writtenCode(typed)).digest('base64url');

/** A code in groups, as `newInviteCode` writes it. */
const writtenCode = (typed: string): string =>
  usernameKey(typed)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/.{4}(?=.)/gu, '$&-');

/** The shop's key for these hashes. */
export const findInviteKey = async (db: Db | Tx): Promise<string> => {
  const key = await findState(db, 'invite_key');
  if (!key) throw new Error('The shop has no key for invites: the start did not finish.');
  return key;
};

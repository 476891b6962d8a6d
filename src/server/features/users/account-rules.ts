import { ShopError } from '#contract/errors.ts';
import { PASSWORD_MIN_LENGTH } from '#domain/constants.ts';
import { isObviousPassword, MOST_COMMON_PASSWORDS, type PasswordOwner } from '#domain/passwords.ts';
import { isReservedName, mayOpenPanel, type Role } from '#domain/permissions.ts';

let loading: Promise<ReadonlySet<string>> | undefined;

/** The list takes memory and a moment to unpack, so it is loaded for the first new password, not at the start. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const mostCommon = dictionary['passwords-common'].slice(0, MOST_COMMON_PASSWORDS);
    return new Set(mostCommon.filter(({ length }) => length >= PASSWORD_MIN_LENGTH).map((each) => each.toLowerCase()));
  });
  return loading;
};

/** Returns whether a new password is too easy to guess (behavior 3.17). */
export const isEasyToGuess = async (password: string, owner: PasswordOwner): Promise<boolean> =>
  isObviousPassword(password, { ...owner, commonPasswords: await commonPasswords() });

/** @throws ShopError weak_password (400) */
export const requireGoodPassword = async (password: string, owner: PasswordOwner): Promise<void> => {
  if (await isEasyToGuess(password, owner)) throw new ShopError('weak_password');
};

/**
 * Refuses a name of the shop's own for a member (behavior 3.3). Users of the panel may have one.
 * @throws ShopError invalid_input (400)
 */
export const requireFreeName = (username: string, role: Role = 'member'): void => {
  if (mayOpenPanel(role) || !isReservedName(username)) return;
  throw new ShopError('invalid_input', { message: 'This username is reserved. Please choose another.' });
};

import { ShopError } from '#contract/errors.ts';
import { RESERVED_NAME } from '#contract/users.ts';
import {
  isObviousPassword,
  isObviousWithDigits,
  MOST_COMMON_PASSWORDS,
  type PasswordOwner,
} from '#domain/passwords.ts';
import { isReservedName, looksAlike, mayOpenPanel, type Role } from '#domain/permissions.ts';
import type { Shop } from '../../shop.ts';
import { listPanelNames } from './users.queries.ts';

let loading: Promise<ReadonlySet<string>> | undefined;

/** The list takes memory and a moment to unpack, so it is loaded for the first new password, not at the start. */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const mostCommon = dictionary['passwords-common'].slice(0, MOST_COMMON_PASSWORDS);
    return new Set(mostCommon.map((each) => each.toLowerCase()));
  });
  return loading;
};

/** Returns whether a secret of the shop is too easy to guess (behavior 3.17). It is shared, so it need not differ from codes. */
export const isEasyToGuess = async (password: string, owner: PasswordOwner): Promise<boolean> =>
  isObviousPassword(password, { ...owner, commonPasswords: await commonPasswords() });

/**
 * Checks the new password of an account (behavior 3.17). Many people know the codes of the gate, so these are no passwords.
 * @throws ShopError weak_password (400)
 */
export const requireGoodPassword = async (
  { settings, gate }: Pick<Shop, 'settings' | 'gate'>,
  password: string,
  { username, email }: Pick<PasswordOwner, 'username' | 'email'>,
): Promise<void> => {
  const known = { username, email, shopName: settings.SHOP_NAME, commonPasswords: await commonPasswords() };
  if (isObviousPassword(password, known) || isObviousWithDigits(password, known) || (await gate.isCode(password))) {
    throw new ShopError('weak_password');
  }
};

/**
 * Refuses a name of the shop's own for a member, or one that looks like that of a user of the panel (behavior 3.3). Users
 * of the panel may have one. The same name as another user's is refused as taken elsewhere.
 * @throws ShopError invalid_input (400)
 */
export const requireFreeName = async (
  { settings, database }: Pick<Shop, 'settings' | 'database'>,
  username: string,
  role: Role = 'member',
): Promise<void> => {
  if (mayOpenPanel(role)) return;
  const looksLikeOne = async () =>
    (await listPanelNames(database.read)).some(
      (name) => name.toLowerCase() !== username.toLowerCase() && looksAlike(name, username),
    );
  if (!isReservedName(username, { shopName: settings.SHOP_NAME }) && !(await looksLikeOne())) return;
  throw new ShopError('invalid_input', { message: RESERVED_NAME });
};

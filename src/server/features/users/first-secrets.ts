import { PASSWORD_MIN_LENGTH } from '#domain/constants.ts';
import { SettingsError } from '../../given-settings.ts';
import type { Settings } from '../../settings.ts';
import { INVITES_ONLY } from '../gate/gate.queries.ts';
import { isEasyToGuess } from './account-rules.ts';

const LONGEST = 200;

type Owner = Pick<Settings, 'SHOP_ADMIN_USERNAME' | 'SHOP_NAME'>;

/** The secrets of a shop's first start, which later ones may change. */
export type FirstSecret = 'SHOP_ACCESS_CODE' | 'SHOP_ADMIN_PASSWORD';

/** Returns why a secret breaks the rules for passwords (behavior 3.17), or null. An access code may be "off". */
export const secretProblem = async (
  secret: string,
  { SHOP_ADMIN_USERNAME: username, SHOP_NAME: shopName }: Owner,
): Promise<string | null> => {
  if (secret.length < PASSWORD_MIN_LENGTH) return `must be at least ${PASSWORD_MIN_LENGTH} characters`;
  if (secret.length > LONGEST) return 'is too long';
  return (await isEasyToGuess(secret, { username, email: '', shopName })) ? 'is too easy to guess' : null;
};

/**
 * Checks a secret of the settings. One that this start applies must follow the rules. One that an earlier start applied is
 * in use already, so it is only noted. So is a password that is the access code.
 *
 * @returns the notes
 * @throws SettingsError
 */
export const checkFirstSecret = async (
  name: FirstSecret,
  settings: Settings,
  isApplied: boolean,
): Promise<string[]> => {
  const secret = settings[name];
  if (secret === undefined || (name === 'SHOP_ACCESS_CODE' && secret === INVITES_ONLY)) return [];
  const problem = await secretProblem(secret, settings);
  if (problem !== null && isApplied) throw new SettingsError(`${name}=… is not usable: it ${problem}.`);
  const isAccessCode = name === 'SHOP_ADMIN_PASSWORD' && secret === settings.SHOP_ACCESS_CODE;
  return [problem, isAccessCode ? 'is the access code, which all members know' : null]
    .filter((each) => each !== null)
    .map((each) => `${name} ${each}. Please choose another.`);
};

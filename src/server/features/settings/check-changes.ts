import { ShopError } from '#contract/errors.ts';
import { meantSetting } from '#contract/meant-setting.ts';
import { aboutSetting, isSettingName, type SettingName } from '#contract/setting-list.ts';
import { hasPasskeys, readPanelValue } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { passkeyOrigin } from '../passkeys/webauthn.ts';
import type { SignedIn } from '../users/sessions.ts';
import { accessCodeProblem } from './access-code.ts';
import { keyProblems } from './check-account-key.ts';
import type { SettingChange } from './put-in-force.service.ts';

/**
 * Returns the changes of a call of the panel. An empty text counts as unset, as in the environment.
 * `confirm` has the first address of each account key.
 * @throws ShopError invalid_setting (400) with a sentence for each that is not usable. None shows a secret.
 */
export const checkChanges = async (
  shop: Shop,
  user: SignedIn,
  { changes, confirm }: Record<'changes' | 'confirm', Readonly<Record<string, string | null>>>,
): Promise<SettingChange[]> => {
  const wanted: SettingChange[] = [];
  const problems: string[] = [];
  for (const [name, value] of Object.entries(changes)) {
    const text = value === null ? null : meantSetting(name, value) || null;
    const problem = isSettingName(name) ? await problemOf(shop, user, name, text) : unknownName(name);
    if (problem !== null) problems.push(problem);
    else wanted.push({ name: name as SettingName, text });
  }
  problems.push(...keyProblems(shop, wanted, confirm));
  if (problems.length > 0) throw new ShopError('invalid_setting', { message: problems[0]!, errors: problems });
  return wanted;
};

const MOST_SHOWN = 40;

const unknownName = (name: string): string => `"${name.slice(0, MOST_SHOWN)}" is not a setting of Greenroom.`;

const problemOf = async (
  { settings }: Shop,
  { method }: SignedIn,
  name: SettingName,
  text: string | null,
): Promise<string | null> => {
  if (!aboutSetting(name).managed) return `${name} belongs to the operator. It cannot be set in the panel.`;
  if (name === 'SHOP_ACCESS_CODE') return accessCodeProblem(text, settings);
  if (text === null) return null;
  const { problem } = readPanelValue(name, text, { isPrivateAllowed: settings.PRIVATE_URLS });
  if (problem !== null || name !== 'PANEL_PASSKEYS' || text !== 'required') return problem;
  if (!hasPasskeys(new URL(passkeyOrigin(settings)))) {
    return 'PANEL_PASSKEYS=required is not usable at this address: passkeys need https and a name, not an IP address.';
  }
  return method === 'passkey' ? null : 'PANEL_PASSKEYS=required is not usable yet: sign in with your passkey first.';
};

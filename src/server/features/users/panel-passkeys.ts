import { ShopError } from '#contract/errors.ts';
import { mayOpenPanel, type Role } from '#domain/permissions.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Settings } from '../../settings.ts';
import { hasPasskey, type SignInMethod } from './sessions.queries.ts';

/** The parts of the shop that the rule needs. */
export interface PanelPasskeys {
  settings: Pick<Settings, 'PANEL_PASSKEYS'>;
  database: Pick<ShopDatabase, 'read'>;
}

/** Returns whether users of this role need a passkey. */
export const needsPasskey = ({ settings }: Pick<PanelPasskeys, 'settings'>, role: Role): boolean =>
  settings.PANEL_PASSKEYS === 'required' && mayOpenPanel(role);

/**
 * Refuses a sign-in by password to the panel if the user has a passkey and PANEL_PASSKEYS is "required" (behavior
 * 3.15). It is called after the check of the password, so that nobody else learns about the passkey.
 * @throws ShopError passkey_needed (403)
 */
export const refusePasswordSignIn = async (
  shop: PanelPasskeys,
  { id, role }: { id: string; role: Role },
): Promise<void> => {
  if (!needsPasskey(shop, role)) return;
  if (await hasPasskey(shop.database.read, { userId: id })) throw new ShopError('passkey_needed');
};

/**
 * Refuses a call of the panel in a session that was not opened by passkey, if PANEL_PASSKEYS is "required" (behavior
 * 3.15). It makes no difference who else has a passkey.
 * @throws ShopError passkey_needed (403)
 */
export const requirePanelPasskey = async (
  shop: PanelPasskeys,
  { userId, role, method }: { userId: string; role: Role; method: SignInMethod },
): Promise<void> => {
  if (!needsPasskey(shop, role)) return;
  if (!(await hasPasskey(shop.database.read, { userId }))) {
    throw new ShopError('passkey_needed', { message: 'Add a passkey to open the panel.' });
  }
  if (method !== 'passkey') throw new ShopError('passkey_needed');
};

/** A refusal that ends once the user has confirmed with a passkey: the page asks for it, and repeats the call. */
export const confirmWithPasskey = (): ShopError =>
  new ShopError('passkey_needed', { message: 'Confirm with your passkey.', body: { confirm: 'passkey' } });

/**
 * Refuses the password as a proof, where PANEL_PASSKEYS is "required" and the user has a passkey (behavior 3.18).
 * @throws ShopError passkey_needed (403)
 */
export const refusePasswordProof = async (
  shop: PanelPasskeys,
  { userId, role }: { userId: string; role: Role },
): Promise<void> => {
  if (!needsPasskey(shop, role)) return;
  if (!(await hasPasskey(shop.database.read, { userId }))) return;
  throw new ShopError('passkey_needed', { message: 'Confirm with your passkey.' });
};

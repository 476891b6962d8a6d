import { ShopError } from '#contract/errors.ts';
import { mayOpenPanel, type Role } from '#domain/permissions.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Settings } from '../../settings.ts';
import { hasPasskey } from './sessions.queries.ts';

/** What the rule needs to know of the shop. */
export interface PanelPasskeys {
  settings: Pick<Settings, 'PANEL_PASSKEYS'>;
  database: Pick<ShopDatabase, 'read'>;
}

const isRequired = ({ settings }: PanelPasskeys, role: Role): boolean =>
  settings.PANEL_PASSKEYS === 'required' && mayOpenPanel(role);

/**
 * Refuses to sign a user of the panel in by password who has a passkey, if PANEL_PASSKEYS is "required" (behavior 3.15).
 * Called once the password was right, so that nobody else learns who has one.
 * @throws ShopError passkey_needed (403)
 */
export const refusePasswordSignIn = async (
  shop: PanelPasskeys,
  { id, role }: { id: string; role: Role },
): Promise<void> => {
  if (!isRequired(shop, role)) return;
  if (await hasPasskey(shop.database.read, { userId: id })) throw new ShopError('passkey_needed');
};

/**
 * Refuses a call of the panel by a user without a passkey, if PANEL_PASSKEYS is "required" (behavior 3.15).
 * @throws ShopError passkey_needed (403)
 */
export const requirePanelPasskey = async (
  shop: PanelPasskeys,
  { userId, role }: { userId: string; role: Role },
): Promise<void> => {
  if (!isRequired(shop, role) || (await hasPasskey(shop.database.read, { userId }))) return;
  throw new ShopError('passkey_needed', { message: 'Add a passkey to open the panel.' });
};

import { ShopError } from '#contract/errors.ts';
import { findState } from '../../db/shop-state.ts';
import type { Db, Touch, Tx } from '../../db/types.ts';
import { hashPassword } from '../../lib/secrets.ts';
import type { Settings } from '../../settings.ts';
import { INVITES_ONLY, storeAccessCode } from '../gate/gate.queries.ts';
import { hasOpenInvite } from '../invites/invites.queries.ts';
import { secretProblem } from '../users/first-secrets.ts';

/** Why the panel cannot set this access code, or null. It follows the rules for passwords, or is "off" (behavior 12.4). */
export const accessCodeProblem = async (code: string | null, settings: Settings): Promise<string | null> => {
  if (code === null) return 'SHOP_ACCESS_CODE cannot be empty. Set a code, or "off" for invites only.';
  if (code === INVITES_ONLY) return null;
  const problem = await secretProblem(code, settings);
  return problem && `SHOP_ACCESS_CODE=… is not usable: it ${problem}.`;
};

export const hashAccessCode = async (code: string): Promise<string> =>
  code === INVITES_ONLY ? INVITES_ONLY : await hashPassword(code);

/** True if only invites open the gate. Nothing else is known of an access code. */
export const isInvitesOnly = async (db: Db): Promise<boolean> =>
  (await findState(db, 'access_code_hash')) === INVITES_ONLY;

/** @throws ShopError no_invite (409) if nobody could come in any more */
export const storePanelCode = async (
  tx: Tx,
  touch: Touch,
  { codeHash, now }: { codeHash: string; now: number },
): Promise<void> => {
  if (codeHash === INVITES_ONLY && !(await hasOpenInvite(tx, { now }))) throw new ShopError('no_invite');
  await storeAccessCode(tx, touch, { codeHash, source: 'panel' });
};

import { type ParamOf, prepareQuery } from '../../db/prepared-query.ts';
import { type StateKey, setState } from '../../db/shop-state.ts';
import type { Db, Touch, Tx } from '../../db/types.ts';

/** Stored instead of the access code's hash if only invites open the gate. It is the setting's value too. */
export const INVITES_ONLY = 'off';

export interface GateSecrets {
  /** Signs the gate's cookie. */
  key: string;
  /** The hash of the access code, or INVITES_ONLY. */
  codeHash: string;
  /** The key of the hashes of invite codes. */
  inviteKey: string;
}

const findSecrets = prepareQuery(
  'gate.secrets',
  (db, param: ParamOf<{ key: StateKey; codeHash: StateKey; inviteKey: StateKey }>) =>
    db
      .selectFrom('shop_state')
      .select(['key', 'value'])
      .where('key', 'in', [param('key'), param('codeHash'), param('inviteKey')]),
);

export const findGateSecrets = async (db: Db): Promise<GateSecrets> => {
  const rows = await findSecrets(db, { key: 'gate_key', codeHash: 'access_code_hash', inviteKey: 'invite_key' });
  const value = (key: StateKey) => rows.find((row) => row.key === key)?.value;
  const key = value('gate_key');
  const codeHash = value('access_code_hash');
  const inviteKey = value('invite_key');
  if (!key || !codeHash || !inviteKey)
    throw new Error('The gate has no keys or no access code: the start did not finish.');
  return { key, codeHash, inviteKey };
};

/** Stores a new access code. Every older cookie ends immediately (behavior 3.1). The command line counts as panel. */
export const storeAccessCode = async (
  tx: Tx,
  touch: Touch,
  { codeHash, source }: { codeHash: string; source: 'environment' | 'panel' | 'default' },
): Promise<void> => {
  await setState(tx, 'access_code_hash', codeHash);
  await setState(tx, 'access_code_source', source);
  touch('gate');
  touch('settings', []);
};

import { type ParamOf, prepareQuery } from '../../db/prepared-query.ts';
import { type StateKey, setState } from '../../db/shop-state.ts';
import type { Db, Touch, Tx } from '../../db/types.ts';

/** The key that signs the gate's cookie, and the hash of the access code. */
export interface GateSecrets {
  key: string;
  codeHash: string;
}

const findSecrets = prepareQuery((db, param: ParamOf<{ key: StateKey; codeHash: StateKey }>) =>
  db
    .selectFrom('shop_state')
    .select(['key', 'value'])
    .where('key', 'in', [param('key'), param('codeHash')]),
);

export const findGateSecrets = async (db: Db): Promise<GateSecrets> => {
  const rows = await findSecrets(db, { key: 'gate_key', codeHash: 'access_code_hash' });
  const value = (key: StateKey) => rows.find((row) => row.key === key)?.value;
  const key = value('gate_key');
  const codeHash = value('access_code_hash');
  if (!key || !codeHash) throw new Error('The gate has no key or no access code: the first start did not finish.');
  return { key, codeHash };
};

/** Stores a new access code. Every older cookie ends immediately (behavior 3.1). */
export const storeAccessCode = async (tx: Tx, touch: Touch, codeHash: string): Promise<void> => {
  await setState(tx, 'access_code_hash', codeHash);
  touch('gate');
};

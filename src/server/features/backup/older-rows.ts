import type { TableName } from '../../db/schema.ts';
import type { StateKey } from '../../db/shop-state.ts';
import { hashPassword } from '../../lib/secrets.ts';

type Row = Record<string, unknown>;

/** Fast hashes of settings that version 0.1 stored, and the keys of the slow hashes that replace them. */
const FAST_HASHES: Readonly<Record<string, StateKey>> = {
  applied_access_code: 'applied_access_code_hash',
  applied_admin_password: 'applied_admin_password_hash',
};

const USER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Rows of a backup as this version stores them. Version 0.1 knew administrators instead of roles, and stored fast hashes
 * of secrets. Its reset links name their maker, so they cannot end with the maker's rights: they are left out.
 */
export const upgradeRows = async (table: TableName, rows: readonly Row[]): Promise<Row[]> => {
  if (table === 'shop_state') return withSlowHashes(rows);
  if (table === 'reset_links') return rows.filter(({ created_by: maker }) => USER_ID.test(String(maker)));
  if (table !== 'users') return [...rows];
  return rows.map(({ is_admin: isAdmin, ...row }) =>
    isAdmin === undefined ? row : { ...row, role: isAdmin ? 'owner' : 'member' },
  );
};

/** Like the migration of such a database: the start then advises to change access code and password. */
const withSlowHashes = async (rows: readonly Row[]): Promise<Row[]> => {
  const found = rows.filter(({ key }) => String(key) in FAST_HASHES);
  if (found.length === 0) return [...rows];
  const slow = found.map(async ({ key, value }) => ({
    key: FAST_HASHES[String(key)],
    value: await hashPassword(String(value)),
  }));
  const others = rows.filter((row) => !found.includes(row));
  return [...others, ...(await Promise.all(slow)), { key: 'secrets_advice', value: 'due' }];
};

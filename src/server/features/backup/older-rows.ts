import type { TableName } from '../../db/schema.ts';

type Row = Record<string, unknown>;

const USER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Rows of a backup as this version stores them. Version 0.1 knew administrators instead of roles. Its reset links name
 * their maker, so they cannot end with the maker's rights: they are left out.
 */
export const upgradeRows = (table: TableName, rows: readonly Row[]): Row[] => {
  if (table === 'reset_links') return rows.filter(({ created_by: maker }) => USER_ID.test(String(maker)));
  if (table !== 'users') return [...rows];
  return rows.map(({ is_admin: isAdmin, ...row }) =>
    isAdmin === undefined ? row : { ...row, role: isAdmin ? 'owner' : 'member' },
  );
};

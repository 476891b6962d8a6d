import type { UserSort } from '../../api/queries/users.admin.ts';

export type UserColumn = 'username' | 'points' | 'createdAt';

export const DEFAULT_SORT: UserSort = '-createdAt';

/** The orders that the call supports. */
export const USER_SORTS: readonly { value: UserSort; label: string }[] = [
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
  { value: 'username', label: 'Name: A → Z' },
  { value: '-username', label: 'Name: Z → A' },
  { value: '-points', label: 'Most points' },
  { value: 'points', label: 'Fewest points' },
];

/** The direction in which the list is sorted by a column, or false. */
export const sortDirection = (sort: UserSort, column: UserColumn): 'asc' | 'desc' | false => {
  if (sort === column) return 'asc';
  return sort === `-${column}` ? 'desc' : false;
};

/** The order after a press on a column head. Names start with A, numbers and dates with the largest; then reversed. */
export const nextSort = (sort: UserSort, column: UserColumn): UserSort => {
  const now = sortDirection(sort, column);
  if (now) return now === 'asc' ? `-${column}` : column;
  return column === 'username' ? column : `-${column}`;
};

import type { UserSort } from '../../api/queries/users.admin.ts';

export type UserColumn = 'username' | 'points' | 'createdAt';

export const FIRST_SORT: UserSort = '-createdAt';

/** The orders the server knows, in words. */
export const USER_SORTS: readonly { value: UserSort; label: string }[] = [
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
  { value: 'username', label: 'Name: A → Z' },
  { value: '-username', label: 'Name: Z → A' },
  { value: '-points', label: 'Most points' },
  { value: 'points', label: 'Fewest points' },
];

/** Which way the list is sorted by a column now. */
export const sortedBy = (sort: UserSort, column: UserColumn): 'asc' | 'desc' | false => {
  if (sort === column) return 'asc';
  return sort === `-${column}` ? 'desc' : false;
};

/** What a press on the head of a column asks for: names from A, figures and dates from the top; then the other way. */
export const flipped = (sort: UserSort, column: UserColumn): UserSort => {
  const now = sortedBy(sort, column);
  if (now) return now === 'asc' ? `-${column}` : column;
  return column === 'username' ? column : `-${column}`;
};

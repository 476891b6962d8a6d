import type { UserSort } from '../../api/queries/users.admin.ts';

/** The columns that sort. */
export type UserColumn = Exclude<UserSort, `-${string}`>;

const NAMES: readonly UserColumn[] = ['username', 'email', 'memberType'];

export const DEFAULT_SORT: UserSort = '-createdAt';

/** The orders that the call supports. */
export const USER_SORTS: readonly { value: UserSort; label: string }[] = [
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
  { value: 'username', label: 'Name: A → Z' },
  { value: '-username', label: 'Name: Z → A' },
  { value: '-points', label: 'Most points' },
  { value: 'points', label: 'Fewest points' },
  { value: '-receipts', label: 'Most receipts' },
  { value: 'receipts', label: 'Fewest receipts' },
  { value: '-lastSeenAt', label: 'Seen last' },
  { value: 'lastSeenAt', label: 'Not seen for long' },
  { value: 'memberType', label: 'Type: A → Z' },
  { value: '-memberType', label: 'Type: Z → A' },
  { value: 'email', label: 'Email: A → Z' },
  { value: '-email', label: 'Email: Z → A' },
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
  return NAMES.includes(column) ? column : `-${column}`;
};

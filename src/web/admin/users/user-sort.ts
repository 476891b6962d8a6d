import type { UserSort } from '../../api/queries/users.admin.ts';
import type { ListSort } from '../lists/list-sort.tsx';

/** The orders of the users (behavior 3.7). Names start with A, numbers and dates with the largest. */
export const USER_SORT: ListSort<UserSort, Exclude<UserSort, `-${string}`>> = {
  usual: '-createdAt',
  labels: {
    '-createdAt': 'Newest first',
    createdAt: 'Oldest first',
    username: 'Name: A → Z',
    '-username': 'Name: Z → A',
    '-points': 'Most points',
    points: 'Fewest points',
    '-receipts': 'Most orders',
    receipts: 'Fewest orders',
    '-spent': 'Most spent',
    spent: 'Least spent',
    '-lastOrderAt': 'Ordered last',
    lastOrderAt: 'No order for long',
    '-lastSeenAt': 'Seen last',
    lastSeenAt: 'Not seen for long',
    memberType: 'Type: A → Z',
    '-memberType': 'Type: Z → A',
    email: 'Email: A → Z',
    '-email': 'Email: Z → A',
  },
  columns: {
    username: ['asc', 'username', '-username'],
    memberType: ['asc', 'memberType', '-memberType'],
    email: ['asc', 'email', '-email'],
    points: ['desc', '-points', 'points'],
    receipts: ['desc', '-receipts', 'receipts'],
    spent: ['desc', '-spent', 'spent'],
    lastOrderAt: ['desc', '-lastOrderAt', 'lastOrderAt'],
    lastSeenAt: ['desc', '-lastSeenAt', 'lastSeenAt'],
    createdAt: ['desc', '-createdAt', 'createdAt'],
  },
};

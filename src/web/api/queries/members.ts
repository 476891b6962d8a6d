import { infiniteQueryOptions } from '@tanstack/react-query';
import * as contract from '#contract/admin.ts';
import type { GivenQueryOf } from '#contract/endpoint.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';

/** What a list of users that could not be had is told with (specification §8). */
export const USERS_FAILED = 'Failed to load users';

/** Users and whatever hangs on one of them; the live event "users" makes it old. */
const membersKey = ['admin', 'users'] as const;

export type UserFilter = Omit<NonNullable<GivenQueryOf<typeof contract.listUsers>>, 'cursor' | 'limit'>;
export type UserSort = NonNullable<UserFilter['sort']>;
export type UserStatusFilter = NonNullable<UserFilter['status']>;

/** Users, a page at a time, as filtered and sorted by the server. */
export const usersQuery = (filter: UserFilter) =>
  infiniteQueryOptions({
    queryKey: [...membersKey, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(contract.listUsers, { query: { ...filter, cursor: pageParam }, signal, fallback: USERS_FAILED }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    ...adminQueryDefaults,
  });

import {
  type InfiniteData,
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query';
import type { GivenQueryOf, OutputOf } from '#contract/endpoint.ts';
import * as contract from '#contract/users.admin.ts';
import { call, download } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';

/** What a list of users that could not be had is told with (specification §8). */
export const USERS_FAILED = 'Failed to load users';

/** Users and whatever hangs on one of them; the live event "users" makes it old. */
const usersKey = ['admin', 'users'] as const;

export type UserFilter = Omit<NonNullable<GivenQueryOf<typeof contract.listUsers>>, 'cursor' | 'limit'>;
export type UserSort = NonNullable<UserFilter['sort']>;
export type UserStatusFilter = NonNullable<UserFilter['status']>;

/** Users, a page at a time, as filtered and sorted by the server. */
export const usersQuery = (filter: UserFilter) =>
  infiniteQueryOptions({
    queryKey: [...usersKey, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(contract.listUsers, { query: { ...filter, cursor: pageParam }, signal, fallback: USERS_FAILED }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    // What was found before stays until the new answer is here: typing does not make the list jump.
    placeholderData: keepPreviousData,
    ...adminQueryDefaults,
  });

type UserChange = Parameters<typeof call<typeof contract.updateAnyUser>>[1]['body'];

/** Puts users into every list that shows them, as a call has just answered them. */
export const putUser = (queryClient: QueryClient, user: contract.AdminUser): void => {
  queryClient.setQueriesData<UserPages>(
    { queryKey: [...usersKey, 'list'] },
    (shown) =>
      shown && {
        ...shown,
        pages: shown.pages.map((page) => ({
          ...page,
          users: page.users.map((other) => (other.id === user.id ? user : other)),
        })),
      },
  );
  void queryClient.invalidateQueries({ queryKey: usersKey });
};
type UserPages = InfiniteData<OutputOf<typeof contract.listUsers>>;

export const changeUser = async (id: string, change: UserChange): Promise<contract.AdminUser> =>
  (await call(contract.updateAnyUser, { params: { id }, body: change, fallback: 'Failed to update the user' })).user;

export const createResetLink = (id: string) =>
  call(contract.createResetLink, { params: { id }, body: {}, fallback: 'Failed to make a reset link' });

export const userSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...usersKey, id, 'sessions'],
    queryFn: ({ signal }) =>
      call(contract.listUserSessions, { params: { id }, signal, fallback: 'Failed to load sessions' }),
    ...adminQueryDefaults,
  });

export const endSessionsOf = (id: string) =>
  call(contract.endUserSessions, { params: { id }, fallback: 'Failed to end the sessions' });

/** What was done to an account, newest first, a page at a time. */
export const userEventsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...usersKey, id, 'events'],
    queryFn: ({ pageParam, signal }) =>
      call(contract.listUserEvents, {
        params: { id },
        query: { cursor: pageParam, limit: 20 },
        signal,
        fallback: 'Failed to load the history',
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    ...adminQueryDefaults,
  });

export const downloadUsers = (filter: UserFilter): Promise<Blob> =>
  download(contract.usersCsv, { query: filter, fallback: 'Failed to export the users' });

/** Everything about users is old. */
export const reloadUsers = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: usersKey });

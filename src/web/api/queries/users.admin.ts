import { type InfiniteData, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { GivenQueryOf, OutputOf } from '#contract/endpoint.ts';
import * as contract from '#contract/users.admin.ts';
import { call } from '../client.ts';
import { adminListDefaults, adminQueryDefaults, paginated } from '../query-client.ts';

export const USERS_FAILED = 'Failed to load users';

const usersKey = ['admin', 'users'] as const;
const userKey = (id: string) => [...usersKey, 'one', id] as const;

export type UserFilter = Omit<NonNullable<GivenQueryOf<typeof contract.listUsers>>, 'cursor' | 'limit'>;
export type UserSort = NonNullable<UserFilter['sort']>;
export type UserStatusFilter = NonNullable<UserFilter['status']>;

/** Users, filtered and sorted by the server. */
export const usersQuery = (filter: UserFilter) =>
  paginated(
    [...usersKey, 'list', filter],
    contract.listUsers,
    { query: filter, fallback: USERS_FAILED },
    adminListDefaults,
  );

const MOST_FOUND = 5;

/** The first members that a text finds. */
export const membersLikeQuery = (q: string) =>
  queryOptions({
    queryKey: [...usersKey, 'found', q],
    queryFn: async ({ signal }) => (await call(contract.listUsers, { query: { q, limit: MOST_FOUND }, signal })).users,
    placeholderData: keepPreviousData,
    ...adminQueryDefaults,
  });

type UserPages = InfiniteData<OutputOf<typeof contract.listUsers>>;

/** Puts a user as a call has just returned it into every list that shows it, and reloads these lists. */
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
  reloadUsers(queryClient);
};

export type UserUpdate = Parameters<typeof call<typeof contract.updateAnyUser>>[1]['body'];

export const updateAnyUser = async (id: string, update: UserUpdate): Promise<contract.AdminUser> =>
  (await call(contract.updateAnyUser, { params: { id }, body: update, fallback: 'Failed to update the user' })).user;

/** Creates a one-time link to a new password (behavior 3.6). */
export const createResetLink = (
  id: string,
  { removePasskeys }: { removePasskeys: boolean },
  idempotencyKey: string,
) => {
  const fallback = 'Failed to create a reset link';
  return call(contract.createResetLink, { params: { id }, body: { removePasskeys }, fallback, idempotencyKey });
};

export const userSessionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...userKey(id), 'sessions'],
    queryFn: ({ signal }) =>
      call(contract.listUserSessions, { params: { id }, signal, fallback: 'Failed to load sessions' }),
    ...adminQueryDefaults,
  });

export const endSessionsOf = (id: string) =>
  call(contract.endUserSessions, { params: { id }, fallback: 'Failed to end the sessions' });

export const removePasskeysOf = (id: string) =>
  call(contract.removeUserPasskeys, { params: { id }, fallback: 'Failed to remove the passkeys' });

/** The history of an account, newest first (behavior 3.7). */
export const userEventsQuery = (id: string) =>
  paginated(
    [...userKey(id), 'events'],
    contract.listUserEvents,
    { params: { id }, query: { limit: 20 }, fallback: 'Failed to load the history' },
    adminQueryDefaults,
  );

/** The private notes about a member, newest first (behavior 3.22). */
export const memberNotesQuery = (id: string) =>
  queryOptions({
    queryKey: [...userKey(id), 'notes'],
    queryFn: async ({ signal }) =>
      (await call(contract.listMemberNotes, { params: { id }, signal, fallback: 'Failed to load the notes' })).notes,
    ...adminQueryDefaults,
  });

/** Adds a note about a member, and shows it. */
export const addMemberNote = async (
  queryClient: QueryClient,
  id: string,
  text: string,
  idempotencyKey: string,
): Promise<void> => {
  const fallback = 'Failed to add the note';
  const { note } = await call(contract.addMemberNote, { params: { id }, body: { text }, fallback, idempotencyKey });
  const { queryKey } = memberNotesQuery(id);
  queryClient.setQueryData(queryKey, (notes) => notes && [note, ...notes.filter((other) => other.id !== note.id)]);
  void queryClient.invalidateQueries({ queryKey });
};

/** Reloads everything about users that is shown. */
export const reloadUsers = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: usersKey });

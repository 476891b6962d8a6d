import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { endSession, getResetLink, getUser, listSessions, logout, type User, updateUser } from '#contract/users.ts';
import { paths } from '../../browser/paths.ts';
import { clearSignIn, storedToken, storedUser, storeUser } from '../../browser/storage.ts';
import { call, isSignedOut } from '../client.ts';
import { FIVE_MINUTES, pageQueryDefaults } from '../query-client.ts';
import { sendAndShow } from '../show-response.ts';
import { deleteStoredCatalogue } from '../stored-catalogue.ts';

/** Deletes everything that this browser stores about the member: sign-in, cart, and what is stored for offline use. */
export const forgetMember = async (): Promise<void> => {
  clearSignIn();
  await deleteStoredCatalogue();
};

type OwnUser = OutputOf<typeof getUser>;

const fetchOwn = async (signal?: AbortSignal): Promise<NonNullable<OwnUser>> => {
  const body: OwnUser | User = await call(getUser, { ...(signal && { signal }) });
  return body && 'user' in body ? body : { user: body as User, passwordGenerated: false };
};

/** Fetches the signed-in user. Accepts a bare user as well as `{user}`. */
export const fetchUser = async (signal?: AbortSignal): Promise<User> => (await fetchOwn(signal)).user;

const userKey = ['user'] as const;
const generatedKey = ['password-generated'] as const;

/** True if the shop has made the password of the signed-in user. Known once the user is. */
export const usePasswordGenerated = (): boolean =>
  useQuery<boolean>({ queryKey: generatedKey, queryFn: skipToken }).data === true;

/**
 * The signed-in user, or null. A refused token ends the sign-in. If the server fails or does not respond, the stored
 * user is used (behavior 3.19).
 */
export const userQuery = queryOptions({
  queryKey: userKey,
  queryFn: async ({ signal, client }): Promise<User | null> => {
    if (!storedToken()) {
      // The token can also disappear without a logout. An older version left more behind, and so may a response that
      // came after the logout.
      await forgetMember();
      return null;
    }
    try {
      const { user, passwordGenerated } = await fetchOwn(signal);
      client.setQueryData(generatedKey, passwordGenerated);
      storeUser(user);
      return user;
    } catch (error) {
      if (signal.aborted) throw error;
      if (isSignedOut(error)) {
        // The panel closes. In the shop, page and cart stay until the member logs in again (behavior 3.21).
        const shown = client.getQueryData<User | null>(userKey);
        if (shown && window.location.pathname !== paths.adminPanel) return shown;
        await forgetMember();
      }
      return storedUser();
    }
  },
  staleTime: FIVE_MINUTES,
  retry: false,
});

/**
 * The signed-in user as far as it is known: the stored one until the shop has responded, null for a visitor, undefined
 * while it is checked.
 */
export const useCurrentUser = (): User | null | undefined => {
  const { data: user } = useQuery(userQuery);
  const [stored] = useState(() => (storedToken() ? storedUser() : null));
  return user === undefined ? (stored ?? undefined) : user;
};

/** Whose password a one-time link sets. Checked once, when the link is opened (behavior 3.6). */
export const resetLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['reset', token],
    queryFn: ({ signal }) =>
      call(getResetLink, { params: { token }, signal, fallback: 'The link could not be checked.' }),
    staleTime: Number.POSITIVE_INFINITY,
    ...pageQueryDefaults,
  });

/** Revokes the token. Completes even if the page is left. */
export const revokeToken = () => call(logout, { keepalive: true });

const sessionsKey = ['sessions'] as const;

/** The member's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: async ({ signal }) =>
    (await call(listSessions, { signal, fallback: 'Your sessions could not be fetched.' })).sessions,
  ...pageQueryDefaults,
});

export const endOwnSession = async (queryClient: QueryClient, id: string): Promise<void> => {
  try {
    await call(endSession, { params: { id }, fallback: 'The session could not be ended.' });
  } finally {
    await queryClient.invalidateQueries({ queryKey: sessionsKey });
  }
};

/** The message if a profile could not be saved. */
export const PROFILE_FAILED = 'Failed to update profile';

type ProfileChange = Parameters<typeof call<typeof updateUser>>[1]['body'];

/** Saves profile fields or a new password, and updates the user on the whole page. */
export const saveProfile = async (queryClient: QueryClient, change: ProfileChange, fallback: string): Promise<User> => {
  const user = await sendAndShow(
    queryClient,
    userQuery,
    () => call(updateUser, { body: change, fallback }),
    (saved) => saved,
  );
  storeUser(user);
  if (change.newPassword !== undefined) queryClient.setQueryData(generatedKey, false);
  // A new password ends the other sessions.
  void queryClient.invalidateQueries({ queryKey: sessionsKey });
  return user;
};

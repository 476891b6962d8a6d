import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as contract from '#contract/account.ts';
import { rememberUser } from '../../app/storage.ts';
import { call } from '../client.ts';
import { download } from '../download.ts';
import { userQuery } from './user.ts';

const sessionsKey = ['sessions'] as const;

/** Where the member is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: async ({ signal }) =>
    (await call(contract.listSessions, { signal, fallback: 'Your sessions could not be fetched.' })).sessions,
});

export const endOwnSession = async (queryClient: QueryClient, id: string): Promise<void> => {
  try {
    await call(contract.endSession, { params: { id }, fallback: 'The session could not be ended.' });
  } finally {
    await queryClient.invalidateQueries({ queryKey: sessionsKey });
  }
};

/** What a profile that could not be saved is told with (specification §8). */
export const PROFILE_FAILED = 'Failed to update profile';

type ProfileChange = Parameters<typeof call<typeof contract.updateUser>>[1]['body'];

/** Saves profile fields or a new password; the user everywhere on the page follows. */
export const saveProfile = async (queryClient: QueryClient, change: ProfileChange): Promise<contract.User> => {
  const user = await call(contract.updateUser, { body: change, fallback: PROFILE_FAILED });
  rememberUser(user);
  queryClient.setQueryData(userQuery.queryKey, user);
  // A new password has ended the other sessions.
  void queryClient.invalidateQueries({ queryKey: sessionsKey });
  return user;
};

export const downloadOwnData = (): Promise<Blob> =>
  download(contract.exportData, { fallback: 'Your data could not be fetched.' });

export const deleteOwnAccount = (password: string) =>
  call(contract.deleteAccount, { body: { password }, fallback: 'The account could not be deleted.' });

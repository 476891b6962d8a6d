import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { forgetMember, revokeToken } from '../api/queries/users.ts';
import { redirectTo } from '../browser/paths.ts';
import { storeSignIn } from '../browser/storage.ts';
import { type Session, SessionContext } from '../shared/session.ts';
import { carryToast } from '../ui/toast.ts';

/** How long logging out waits for the token to be revoked, in milliseconds. */
const REVOKE_TIMEOUT_MS = 3000;

/** Provides the session to all pages below. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const queryClient = useQueryClient();
  const session = useMemo(
    (): Session => ({
      signIn(user, token, welcome) {
        storeSignIn(user, token);
        carryToast({ ...welcome, kind: 'success' });
        window.location.reload();
      },
      async signOut(path) {
        // A token that cannot be revoked, for example offline, must not keep anybody signed in here. It expires by
        // itself.
        const revoked = revokeToken().catch(() => undefined);
        // On a slow connection it is revoked after the page was left.
        await Promise.race([revoked, new Promise((resolve) => setTimeout(resolve, REVOKE_TIMEOUT_MS))]);
        await forgetMember();
        queryClient.clear();
        carryToast({ title: 'Logged Out', description: 'You have been logged out successfully', kind: 'success' });
        redirectTo(path);
      },
    }),
    [queryClient],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
};

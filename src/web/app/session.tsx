import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { SESSION_ENDED } from '#domain/constants.ts';
import { mayOpenPanel } from '#domain/permissions.ts';
import { forgetMember, revokeToken, userQuery } from '../api/queries/users.ts';
import { useSessionState } from '../api/session-state.ts';
import { redirectTo } from '../browser/paths.ts';
import { panelWish, storedUser, storePanelWish, storeSignIn } from '../browser/storage.ts';
import { type Session, SessionContext } from '../shared/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { carryToast, toast, useToasts } from '../ui/toast.ts';
import { useLastShown } from '../ui/use-last-shown.ts';

/** Its own chunk: most visits never see it. */
const LogInAgain = lazyPart(() => import('./log-in-again.tsx'));

/** How long logging out waits for the token to be revoked, in milliseconds. */
const REVOKE_TIMEOUT_MS = 3000;

/** Provides the session to all pages below. */
export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const queryClient = useQueryClient();
  const [username, setUsername] = useState<string | null>(null);
  const lastUsername = useLastShown(username);
  const session = useMemo(
    (): Session => ({
      signIn(user, token, welcome) {
        const wish = panelWish();
        storeSignIn(user, token);
        carryToast({ ...welcome, kind: 'success' });
        if (wish !== null && mayOpenPanel(user.role)) redirectTo(wish);
        else window.location.reload();
      },
      async signOut(path, wish) {
        // A token that cannot be revoked, for example offline, must not keep anybody signed in here. It expires by
        // itself.
        const revoked = revokeToken().catch(() => undefined);
        // On a slow connection it is revoked after the page was left.
        await Promise.race([revoked, new Promise((resolve) => setTimeout(resolve, REVOKE_TIMEOUT_MS))]);
        await forgetMember();
        storePanelWish(wish ?? null);
        queryClient.clear();
        carryToast({ title: 'Logged Out', description: 'You have been logged out successfully', kind: 'success' });
        redirectTo(path);
      },
      logInAgain() {
        const user = storedUser();
        if (user) setUsername(user.username);
        else window.location.reload();
      },
    }),
    [queryClient],
  );
  useOfferToLogIn(session.logInAgain);
  return (
    <SessionContext value={session}>
      {children}
      {lastUsername !== null && (
        <LogInAgain username={lastUsername} open={username !== null} onClose={() => setUsername(null)} />
      )}
    </SessionContext>
  );
};

/** Every toast that says that the session has ended offers to log in again. */
const useOfferToLogIn = (logInAgain: () => void): void => {
  const queryClient = useQueryClient();
  useEffect(() => {
    const action = { label: 'Log in again', onSelect: logInAgain };
    const stopToasts = useToasts.subscribe(({ shown }) => {
      if (shown?.description !== SESSION_ENDED || shown.action) return;
      useToasts.setState({ shown: { ...shown, action } });
    });
    const stopEnds = useSessionState.subscribe((now, before) => {
      const isNews = (now.hasEnded && !before.hasEnded) || now.refusals > before.refusals;
      // While the page loads, a refused token leads to the chooser instead.
      if (!isNews || !queryClient.getQueryData(userQuery.queryKey)) return;
      toast({ title: 'Error', description: SESSION_ENDED, kind: 'error', action });
    });
    return () => {
      stopToasts();
      stopEnds();
    };
  }, [queryClient, logInAgain]);
};

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ADMIN_REDIRECT_DELAY_MS } from '#domain/constants.ts';
import { isSignedOut } from '../api/client.ts';
import { pointsKey } from '../api/queries/points.ts';
import { receiptsKey } from '../api/queries/receipts.ts';
import { fetchUser } from '../api/queries/users.ts';
import { paths, redirectTo } from '../browser/paths.ts';
import { storedToken, storePanelWish } from '../browser/storage.ts';
import { LoadingScreen } from '../shared/loading-screen.tsx';
import { usePageTitle } from '../shared/page-title.ts';
import { carryToast } from '../ui/toast.ts';

const SIGNED_OUT = { title: 'Access Denied', description: 'You need to be logged in to access admin panel' };
const NOT_ADMIN = { title: 'Access Denied', description: 'You need administrator privileges to access this area' };
const FAILED = { title: 'Error', description: 'Failed to verify user status' };

/** Resolves to null for an admin, and to the toast for anybody else. */
const refusalOf = async (signal: AbortSignal): Promise<typeof SIGNED_OUT | null> => {
  if (!storedToken()) return SIGNED_OUT;
  try {
    return (await fetchUser(signal)).isAdmin ? null : NOT_ADMIN;
  } catch (error) {
    return isSignedOut(error) ? SIGNED_OUT : FAILED;
  }
};

/**
 * /admin: sends admins to the panel, and anybody else to the shop with a toast. A visitor gets to the panel by signing in
 * (behavior 10.1).
 */
export const AdminRedirect = () => {
  const queryClient = useQueryClient();
  usePageTitle('Admin');

  useEffect(() => {
    const unmounted = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    refusalOf(unmounted.signal).then((refusal) => {
      if (unmounted.signal.aborted) return;
      if (refusal) {
        if (refusal === SIGNED_OUT) storePanelWish('');
        // A person who is not signed in yet did nothing wrong.
        carryToast(refusal === SIGNED_OUT ? refusal : { ...refusal, kind: 'error' });
        redirectTo(paths.home);
        return;
      }
      void queryClient.invalidateQueries({ queryKey: pointsKey });
      void queryClient.invalidateQueries({ queryKey: receiptsKey });
      timer = setTimeout(() => redirectTo(paths.adminPanel), ADMIN_REDIRECT_DELAY_MS);
    });
    return () => {
      unmounted.abort();
      clearTimeout(timer);
    };
  }, [queryClient]);

  return <LoadingScreen text="Redirecting to admin panel..." />;
};

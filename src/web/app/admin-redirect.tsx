import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ADMIN_REDIRECT_DELAY_MS } from '#domain/constants.ts';
import { isSignedOut } from '../api/client.ts';
import { pointsKey } from '../api/queries/points.ts';
import { receiptsKey } from '../api/queries/receipts.ts';
import { fetchUser } from '../api/queries/users.ts';
import { paths, redirectTo } from '../browser/paths.ts';
import { storedToken } from '../browser/storage.ts';
import { LoadingScreen } from '../shared/loading-screen.tsx';
import { usePageTitle } from '../shared/page-title.ts';
import { carryToast } from '../ui/toast.ts';

const signedOut = { title: 'Access Denied', description: 'You need to be logged in to access admin panel' };
const notAdmin = { title: 'Access Denied', description: 'You need administrator privileges to access this area' };
const failed = { title: 'Error', description: 'Failed to verify user status' };

/** Who asks for /admin: an admin, or the reason why not (specification §6, decisions §8). */
const checkAdmin = async (signal: AbortSignal): Promise<'admin' | typeof signedOut> => {
  if (!storedToken()) return signedOut;
  try {
    return (await fetchUser(signal)).isAdmin ? 'admin' : notAdmin;
  } catch (error) {
    return isSignedOut(error) ? signedOut : failed;
  }
};

/** /admin: on to the panel for an admin, with a word to the root for anybody else. */
export const AdminRedirect = () => {
  const queryClient = useQueryClient();
  usePageTitle('Admin');

  useEffect(() => {
    const left = new AbortController();
    let onward: ReturnType<typeof setTimeout> | undefined;
    checkAdmin(left.signal).then((answer) => {
      if (left.signal.aborted) return;
      if (answer !== 'admin') {
        carryToast({ ...answer, kind: 'error' });
        redirectTo(paths.home);
        return;
      }
      void queryClient.invalidateQueries({ queryKey: pointsKey });
      void queryClient.invalidateQueries({ queryKey: receiptsKey });
      onward = setTimeout(() => redirectTo(paths.adminPanel), ADMIN_REDIRECT_DELAY_MS);
    });
    return () => {
      left.abort();
      clearTimeout(onward);
    };
  }, [queryClient]);

  return <LoadingScreen text="Redirecting to admin panel..." />;
};

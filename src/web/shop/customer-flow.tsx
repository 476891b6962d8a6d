import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useLayoutEffect } from 'react';
import type { User } from '#contract/users.ts';
import { catalogueQuery } from '../api/queries/catalogue.ts';
import { shopQuery } from '../api/queries/settings.ts';
import { userQuery } from '../api/queries/users.ts';
import { gatePassed, storedToken } from '../browser/storage.ts';
import { LoadingScreen } from '../shared/loading-screen.tsx';
import { type Stage, stageOf } from './guard.ts';

const loadSignIn = () => import('./account/sign-in-page.tsx');
const loadGate = () => import('./gate/gate-page.tsx');
const loadShop = () => import('./shop.tsx');
const SignInPage = lazy(loadSignIn);
const GatePage = lazy(loadGate);
const Shop = lazy(loadShop);

/** Loads the stage that this visitor most likely sees first, and for a member the catalogue. */
const prefetchFirstStage = (queryClient: QueryClient): void => {
  const isMember = gatePassed() && storedToken() !== null;
  const first: Promise<unknown> = isMember ? loadShop() : gatePassed() ? loadSignIn() : loadGate();
  // If this fails, showing the stage or the list fails too, and the page says so then.
  first.catch(() => undefined);
  if (isMember) queryClient.query(catalogueQuery).catch(() => undefined);
};

/** From the loading screen to the shop. Every stage keeps the path that the visitor opened (behavior 3.2). */
export const CustomerFlow = () => {
  const queryClient = useQueryClient();
  // Before the first paint, so that the requests start a frame earlier.
  useLayoutEffect(() => prefetchFirstStage(queryClient), [queryClient]);
  const user = useQuery(userQuery);
  const shop = useQuery(shopQuery);
  // Once the shop could not be reached, the pages work without it. Retries in the background must not remove them.
  const isUnreachable = shop.data === undefined && shop.errorUpdateCount > 0;
  const next = stageOf({
    checking: user.isPending || (shop.isPending && !isUnreachable),
    gatePassed: gatePassed(),
    signedIn: Boolean(user.data),
    online: !isUnreachable,
  });
  // The current stage stays until the chunk of the next one has loaded. A Suspense fallback would stay longer.
  const stage = useDeferredValue(next);
  return <Suspense fallback={<LoadingScreen />}>{screenOf(stage, user.data)}</Suspense>;
};

const screenOf = (stage: Stage, user: User | null | undefined) => {
  if (stage === 'loading') return <LoadingScreen />;
  if (stage === 'gate') return <GatePage />;
  if (stage === 'sign-in' || !user) return <SignInPage />;
  return <Shop user={user} />;
};

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useLayoutEffect } from 'react';
import type { User } from '#contract/users.ts';
import { prepareToCompareNames } from '#domain/natural-order.ts';
import { catalogueQuery } from '../api/queries/catalogue.ts';
import { useGate } from '../api/queries/gate.ts';
import { useShopState } from '../api/queries/settings.ts';
import { useCurrentUser } from '../api/queries/users.ts';
import { storedToken } from '../browser/storage.ts';
import { LoadingScreen } from '../shared/loading-screen.tsx';
import SignInPage from './account/sign-in-page.tsx';
import GatePage from './gate/gate-page.tsx';
import { type Stage, stageOf } from './guard.ts';

const loadShop = () => import('./shop.tsx');
const Shop = lazy(loadShop);

/** Loads the stage that this visitor most likely sees first, and for a member the catalogue. */
const prefetchFirstStage = (queryClient: QueryClient): void => {
  const isMember = storedToken() !== null;
  if (!isMember) return;
  // If this fails, showing the list fails too, and the page says so then.
  loadShop().catch(() => undefined);
  queryClient.query(catalogueQuery).catch(() => undefined);
  // While the page waits for these, it gets ready to sort them.
  setTimeout(prepareToCompareNames);
};

/** From the loading screen to the shop. Every stage keeps the path that the visitor opened (behavior 3.2). */
export const CustomerFlow = () => {
  const queryClient = useQueryClient();
  // Before the first paint, so that the requests start a frame earlier, and in a task of its own.
  useLayoutEffect(() => void setTimeout(() => prefetchFirstStage(queryClient)), [queryClient]);
  const user = useCurrentUser();
  const shop = useShopState();
  const gate = useGate(user !== null && user !== undefined);
  const next = stageOf({
    checking:
      user === undefined ||
      shop === 'pending' ||
      gate === 'pending' ||
      // Only a shop that cannot be reached lets a member in without the gate.
      (gate === 'closed' && shop === 'stored' && user !== null),
    gatePassed: gate === 'open',
    signedIn: Boolean(user),
    online: shop !== 'unreachable',
  });
  // The current stage stays until the chunk of the next one has loaded. A Suspense fallback would stay longer.
  const stage = useDeferredValue(next);
  return <Suspense fallback={<LoadingScreen />}>{screenOf(stage, user)}</Suspense>;
};

const screenOf = (stage: Stage, user: User | null | undefined) => {
  if (stage === 'loading') return <LoadingScreen />;
  if (stage === 'gate') return <GatePage />;
  if (stage === 'sign-in' || !user) return <SignInPage />;
  return <Shop user={user} />;
};

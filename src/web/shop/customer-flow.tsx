import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import type { User } from '#contract/users.ts';
import { catalogueQuery } from '../api/queries/catalogue.ts';
import { shopQuery } from '../api/queries/settings.ts';
import { userQuery } from '../api/queries/users.ts';
import { gatePassed, storedToken } from '../browser/storage.ts';
import { LoadingScreen } from '../shared/loading-screen.tsx';
import { type Stage, stageOf } from './stage.ts';

// Fetched with the page, beside the two questions below, and only the part this visitor will see.
const entrance = () => import('./account/entrance.tsx');
const gate = () => import('./gate/gate-page.tsx');
const shop = () => import('./shop.tsx');
const Entrance = lazy(entrance);
const Gate = lazy(gate);
const Shop = lazy(shop);

/** Fetches ahead what comes first for this visitor: the part, and for a member the catalogue beside it. */
const fetchFirstStage = (queryClient: QueryClient): void => {
  const isMember = gatePassed() && storedToken() !== null;
  const first: Promise<unknown> = isMember ? shop() : gatePassed() ? entrance() : gate();
  // Only ahead of time: where one fails, showing the stage or the list fails too, and that is told.
  first.catch(() => undefined);
  if (isMember) queryClient.query(catalogueQuery).catch(() => undefined);
};

/** From the loading screen to the shop (specification §2); every stage keeps the path the visitor came for. */
export const CustomerFlow = () => {
  const queryClient = useQueryClient();
  useState(() => fetchFirstStage(queryClient));
  const user = useQuery(userQuery);
  const shopInfo = useQuery(shopQuery);
  // Once it could not be asked, the pages stand; asking again in the background must not take them away.
  const cannotAsk = shopInfo.data === undefined && shopInfo.errorUpdateCount > 0;
  const next = stageOf({
    checking: user.isPending || (shopInfo.isPending && !cannotAsk),
    gatePassed: gatePassed(),
    signedIn: Boolean(user.data),
    online: !cannotAsk,
  });
  // A stage stands until the file of the next is there: the boundary's fallback would stand for longer (see `later`).
  const stage = useDeferredValue(next);
  return <Suspense fallback={<LoadingScreen />}>{screenOf(stage, user.data)}</Suspense>;
};

const screenOf = (stage: Stage, user: User | null | undefined) => {
  if (stage === 'loading') return <LoadingScreen />;
  if (stage === 'gate') return <Gate />;
  if (stage === 'entrance' || !user) return <Entrance />;
  return <Shop user={user} />;
};

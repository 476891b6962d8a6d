import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { checkGate } from '#contract/gate.ts';
import { gatePassed, storedToken, storeGatePassed } from '../../browser/storage.ts';
import { call } from '../client.ts';

/** Checks the gate's cookie of this browser. Without a response the gate stays closed. */
const gateQuery = queryOptions({
  queryKey: ['gate'],
  queryFn: ({ signal }) =>
    call(checkGate, { signal }).then(
      () => true,
      () => false,
    ),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/**
 * Returns whether this tab is past the gate. A new tab of a signed-in member asks the shop, and gets in if the cookie
 * is still valid (behavior 3.20).
 */
export const useGate = (isSignedIn: boolean): 'open' | 'closed' | 'pending' => {
  const isPassed = gatePassed();
  const { data: hasCookie } = useQuery({ ...gateQuery, enabled: !isPassed && storedToken() !== null });
  const opens = isSignedIn && hasCookie === true;
  useEffect(() => {
    if (opens) storeGatePassed();
  }, [opens]);
  if (isPassed || opens) return 'open';
  return isSignedIn && hasCookie === undefined ? 'pending' : 'closed';
};

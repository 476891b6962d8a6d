import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { may, type Role } from '#domain/permissions.ts';
import { openingQuery } from '../api/queries/opening.ts';
import { navigate } from '../browser/layer-history.ts';
import { openingAddress } from './panel-links.ts';

/**
 * Takes an owner to "Open your shop" if the address has no tab, it is still offered and a step is open (behavior
 * 10.24). Returns false until that is known, so that no other tab is seen first. It is decided once, when the panel
 * opens: nobody is taken away later.
 */
export const useLanding = (search: string, role: Role): boolean => {
  const [isWanted] = useState(() => !new URLSearchParams(search).has('tab') && may(role, 'settings.write'));
  const [hasLanded, setLanded] = useState(!isWanted);
  const { data, isPending } = useQuery({ ...openingQuery, enabled: !hasLanded });
  // Once every step is behind them, a line in Overview leads to the end.
  const isOffered = data?.isOffered === true && data.steps.some(({ state }) => state === 'open');
  const isKnown = !isPending;
  useLayoutEffect(() => {
    if (hasLanded || !isKnown) return;
    if (isOffered) navigate(openingAddress(), { replace: true });
    setLanded(true);
  }, [hasLanded, isKnown, isOffered]);
  return hasLanded;
};

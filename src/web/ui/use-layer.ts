import { useLayoutEffect, useRef } from 'react';
import { layerHistory } from '../browser/layer-history.ts';

/**
 * Lets the back button close what is open (behavior 11.8). Dialog, Drawer, Sheet and Menu do it themselves.
 *
 * @param close as Escape does it
 * @param parameter the query parameter that opens it, if the address does
 */
export const useLayer = (isOpen: boolean, close: () => void, parameter?: string): void => {
  const latest = useRef(close);
  useLayoutEffect(() => {
    latest.current = close;
  });
  useLayoutEffect(
    () => (isOpen ? layerHistory().open({ close: () => latest.current(), parameter }) : undefined),
    [isOpen, parameter],
  );
};

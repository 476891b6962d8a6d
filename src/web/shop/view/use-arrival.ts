import { type RefObject, useEffect, useRef } from 'react';

/** What was shown before on this page; null on the first view, which leaves the focus to the browser. */
let lastPlace: string | null = null;

/**
 * Brings the focus to the heading of a view the member has just come to, so that keyboard and screen reader begin
 * there and not at the top of nothing. Put the reference on the heading with tabIndex -1.
 */
export const useArrival = <Element extends HTMLElement>(place: string): RefObject<Element | null> => {
  const ref = useRef<Element>(null);
  useEffect(() => {
    const isFirst = lastPlace === null;
    const moved = lastPlace !== place;
    lastPlace = place;
    // Only where the control that led here is gone with its view.
    if (!isFirst && moved && (document.activeElement === document.body || document.activeElement === null)) {
      ref.current?.focus({ preventScroll: true });
    }
  }, [place]);
  return ref;
};

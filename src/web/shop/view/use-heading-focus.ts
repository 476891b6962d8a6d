import { type RefObject, useEffect, useRef } from 'react';

/** The view shown before, or null on the first view, which leaves the focus to the browser. */
let lastView: string | null = null;

/**
 * Moves the focus to the heading of a new view, so that keyboard and screen reader continue there (behavior 11.3).
 * `view` identifies it. Put the ref on the heading, with tabIndex -1.
 */
export const useHeadingFocus = <Element extends HTMLElement>(view: string): RefObject<Element | null> => {
  const ref = useRef<Element>(null);
  useEffect(() => {
    const isFirst = lastView === null;
    const hasChanged = lastView !== view;
    lastView = view;
    // Only if the control that had the focus disappeared with the old view.
    if (!isFirst && hasChanged && (document.activeElement === document.body || document.activeElement === null)) {
      ref.current?.focus({ preventScroll: true });
    }
  }, [view]);
  return ref;
};

import { type ReactNode, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { isScrolledTooFast, scheduleDraw, scheduleWhenIdle } from './page-scheduler.ts';

interface DeferredProps {
  /** True if the content should be drawn, such as that of a row near the view. Drawn content stays. */
  when: boolean;
  /** A cheap placeholder, shown while the list scrolls too fast to draw the content. */
  placeholder?: () => ReactNode;
  children: () => ReactNode;
}

/** Draws its content when the scheduler has time for it. Until then it is empty or shows the placeholder. */
export const Deferred = ({ when, placeholder, children }: DeferredProps) => {
  const [isDrawn, setDrawn] = useState(false);
  const isWaiting = when && !isDrawn;
  // Synchronous, so that the scheduler knows how long it took.
  useLayoutEffect(() => (isWaiting ? scheduleDraw(() => flushSync(() => setDrawn(true))) : undefined), [isWaiting]);
  if (isDrawn) return children();
  return isScrolledTooFast() ? placeholder?.() : null;
};

/**
 * For content that is not needed yet, such as the controls of a row or the options of a closed select (a detail).
 * `isDrawn` becomes true once nothing scrolls and there is time, or when `drawNow` is called because the content is about
 * to be needed.
 */
export const useDeferred = (priority: 'normal' | 'detail'): { isDrawn: boolean; drawNow: () => void } => {
  const [isDrawn, setDrawn] = useState(false);
  useLayoutEffect(
    () => (isDrawn ? undefined : scheduleWhenIdle(() => flushSync(() => setDrawn(true)), priority)),
    [isDrawn, priority],
  );
  return { isDrawn, drawNow: () => setDrawn(true) };
};

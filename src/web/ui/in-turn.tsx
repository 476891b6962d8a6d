import { type ReactNode, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { askForTurn, askWhenStill, isRushed } from './turns.ts';

interface InTurnProps {
  isWanted: boolean;
  /** A cheap placeholder, shown while turns are held back. */
  meanwhile?: () => ReactNode;
  children: () => ReactNode;
}

/** Draws its content when the scheduler gives it a turn. Until then it is empty or shows the placeholder. */
export const InTurn = ({ isWanted, meanwhile, children }: InTurnProps) => {
  const [hasTurn, setTurn] = useState(false);
  const isWaiting = isWanted && !hasTurn;
  // Synchronous, so that the scheduler knows how long it took.
  useLayoutEffect(() => (isWaiting ? askForTurn(() => flushSync(() => setTurn(true))) : undefined), [isWaiting]);
  if (hasTurn) return children();
  return isRushed() ? meanwhile?.() : null;
};

/**
 * For content that is not visible yet, such as the options of a closed select. `isDrawn` becomes true in a turn once
 * nothing scrolls, or when `drawNow` is called because the content is about to be visible.
 */
export const useWhenStill = (): { isDrawn: boolean; drawNow: () => void } => {
  const [isDrawn, setDrawn] = useState(false);
  useLayoutEffect(() => (isDrawn ? undefined : askWhenStill(() => flushSync(() => setDrawn(true)))), [isDrawn]);
  return { isDrawn, drawNow: () => setDrawn(true) };
};

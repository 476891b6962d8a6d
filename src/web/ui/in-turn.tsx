import { type ReactNode, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { askForTurn, askWhenStill, isRushed } from './turns.ts';

interface InTurnProps {
  isWanted: boolean;
  /** What stands there until then where turns are held back; cheap to draw. */
  meanwhile?: () => ReactNode;
  children: () => ReactNode;
}

/** Draws its content when its turn has come, while it is wanted; until then its place is empty or what is meanwhile. */
export const InTurn = ({ isWanted, meanwhile, children }: InTurnProps) => {
  const [hasTurn, setTurn] = useState(false);
  const isWaiting = isWanted && !hasTurn;
  // At once, so that the next in turn knows what this one took.
  useLayoutEffect(() => (isWaiting ? askForTurn(() => flushSync(() => setTurn(true))) : undefined), [isWaiting]);
  if (hasTurn) return children();
  return isRushed() ? meanwhile?.() : null;
};

/**
 * Whether what is not seen yet, such as the options of a closed list, may be drawn: in its turn once nothing scrolls,
 * or when `drawNow` is called because somebody is about to look.
 */
export const useWhenStill = (): { isDrawn: boolean; drawNow: () => void } => {
  const [isDrawn, setDrawn] = useState(false);
  useLayoutEffect(() => (isDrawn ? undefined : askWhenStill(() => flushSync(() => setDrawn(true)))), [isDrawn]);
  return { isDrawn, drawNow: () => setDrawn(true) };
};

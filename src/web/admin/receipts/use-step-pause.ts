import { useEffect, useState } from 'react';

/** Longer than a slow double click, and than the moment in which somebody presses what has just moved. */
const PAUSE_MS = 2000;

/**
 * Returns true for 2 seconds after `steps` has changed: step buttons do nothing then (behavior 7.1). The button under the
 * pointer may have become that of the next step, by this person's press or by somebody else's.
 */
export const useStepPause = (steps: string | number): boolean => {
  const [seen, setSeen] = useState({ steps, isPaused: false });
  if (seen.steps !== steps) setSeen({ steps, isPaused: true });
  useEffect(() => {
    if (!seen.isPaused) return;
    const timer = setTimeout(() => setSeen({ steps: seen.steps, isPaused: false }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [seen]);
  return seen.isPaused;
};

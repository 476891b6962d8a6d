import { useRef } from 'react';

/**
 * One press, one call: returns a function that starts `work`, and does nothing while it is under way. A state would be too
 * late for a double click, because the button is drawn again only after it.
 */
export const useOneAtATime = <Args extends unknown[]>(
  work: (...args: Args) => Promise<unknown>,
): ((...args: Args) => void) => {
  const isRunning = useRef(false);
  return (...args) => {
    if (isRunning.current) return;
    isRunning.current = true;
    const end = () => {
      isRunning.current = false;
    };
    // The function that does the work has shown a failure already.
    work(...args).then(end, end);
  };
};

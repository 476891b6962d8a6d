import { useEffect, useRef } from 'react';

/**
 * Returns a function that runs something once nobody presses. A message that appears while a button is pressed moves the
 * button away, and the press is lost.
 */
export const useAfterPress = () => {
  const isPressed = useRef(false);
  useEffect(() => {
    const begin = () => {
      isPressed.current = true;
    };
    const end = () => {
      isPressed.current = false;
    };
    const listeners = [
      ['pointerdown', begin],
      ['pointerup', end],
      ['pointercancel', end],
    ] as const;
    for (const [type, listener] of listeners) document.addEventListener(type, listener, true);
    return () => {
      for (const [type, listener] of listeners) document.removeEventListener(type, listener, true);
    };
  }, []);

  return (run: () => void): void => {
    // The click comes right after the end of the press, and with a finger even after that.
    if (!isPressed.current) {
      setTimeout(run);
      return;
    }
    const stop = new AbortController();
    const end = () => {
      stop.abort();
      setTimeout(run);
    };
    for (const type of ['pointerup', 'pointercancel']) document.addEventListener(type, end, { signal: stop.signal });
  };
};

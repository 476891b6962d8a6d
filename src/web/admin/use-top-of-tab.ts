import { useEffect, useLayoutEffect, useRef } from 'react';

/** Shows a tab from its top, no matter how far the one before was scrolled. After Back the browser finds the place itself. */
export const useTopOfTab = (tab: string | null): void => {
  const wentBack = useRef(false);
  useEffect(() => {
    const onStep = ({ type }: Event) => {
      wentBack.current = type === 'popstate';
    };
    // wouter dispatches the other two. They are captured, so that the value is there before the page is drawn.
    const types = ['popstate', 'pushState', 'replaceState'];
    for (const type of types) window.addEventListener(type, onStep, { capture: true });
    return () => {
      for (const type of types) window.removeEventListener(type, onStep, { capture: true });
    };
  }, []);
  const last = useRef(tab);
  useLayoutEffect(() => {
    if (last.current === tab) return;
    last.current = tab;
    if (!wentBack.current) window.scrollTo(0, 0);
  }, [tab]);
};

import { useLayoutEffect } from 'react';

/**
 * Says that a bar covers the bottom of the page while this is rendered. Toasts are shown above it then. It is an attribute
 * and not `:has()`, which the browser would check for every new element.
 */
export const useBottomBar = (): void => {
  useLayoutEffect(() => {
    const page = document.documentElement;
    page.dataset.bottomBar = '';
    return () => {
      delete page.dataset.bottomBar;
    };
  }, []);
};

import { useSyncExternalStore } from 'react';
import { localStore } from './stores.ts';

/** Choices of theme (specification §1); dark unless chosen otherwise. public/theme.js puts the choice on the page. */
export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'greenroom-theme';
/** Tells this tab what the `storage` event tells the others. */
const CHANGED = 'greenroom-theme';

const storedTheme = (): Theme => {
  const stored = localStore.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'dark';
};

export const chooseTheme = (theme: Theme): void => {
  localStore.setItem(KEY, theme);
  window.dispatchEvent(new Event(CHANGED));
};

const onThemeChange = (changed: () => void): (() => void) => {
  window.addEventListener(CHANGED, changed);
  window.addEventListener('storage', changed);
  return () => {
    window.removeEventListener(CHANGED, changed);
    window.removeEventListener('storage', changed);
  };
};

/** The chosen theme, in step with every other tab. */
export const useTheme = (): Theme => useSyncExternalStore(onThemeChange, storedTheme);

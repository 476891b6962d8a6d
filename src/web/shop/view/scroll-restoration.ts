import { useLayoutEffect, useRef } from 'react';
import { randomKey } from '../../browser/random-key.ts';
import { sessionStore } from '../../browser/safe-storage.ts';

/*
 * Restores the scroll position of each history entry, also after a reload. The browser's own restoration is turned off,
 * because it runs before a virtual list has its height. Instead each view restores its position when it is ready.
 */

const STORAGE_KEY = 'greenroom-scroll';
/** Positions to store: those of the last entries. */
const MAX_STORED = 50;

const positions = new Map<string, number>();

/** The key of the current history entry, stored in its state. */
let currentEntry = '';
/** The position to restore. Null once it is restored, and for a new entry. */
let pendingPosition: number | null = null;
/** Set while a page grows to its position. */
let stopGrowing: (() => void) | null = null;

interface EntryState {
  entry?: string;
}

/** Reads the current history entry. A known entry gets its position back, a new one has none yet. */
const readEntry = (): void => {
  const key = (window.history.state as EntryState | null)?.entry;
  if (key !== undefined && key === currentEntry) return;
  stopGrowing?.();
  if (key === undefined) {
    currentEntry = randomKey();
    window.history.replaceState({ ...window.history.state, entry: currentEntry }, '');
    positions.set(currentEntry, window.scrollY);
    pendingPosition = null;
  } else {
    currentEntry = key;
    pendingPosition = positions.get(key) ?? 0;
  }
};

/** Starts to record scroll positions. Called once when the shop starts. Returns a function that stops it. */
export const restoreScrolling = (): (() => void) => {
  window.history.scrollRestoration = 'manual';
  for (const [entry, position] of storedPositions()) positions.set(entry, position);
  readEntry();

  const onScroll = () => {
    if (pendingPosition === null) positions.set(currentEntry, window.scrollY);
  };
  const onPopState = () => {
    readEntry();
    // A view that changes restores its position when it is drawn. A view that stays, for example when a dialog closes,
    // keeps its position.
    requestAnimationFrame(() => {
      if (stopGrowing) return;
      pendingPosition = null;
      // The scroll event may still be missing if the step was taken in the same frame.
      positions.set(currentEntry, window.scrollY);
    });
  };
  const onPageHide = () => {
    sessionStore.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-MAX_STORED)));
  };

  window.addEventListener('scroll', onScroll, { passive: true });
  // wouter dispatches events of these names for each step. A page that is opened from a layer replaces its entry first.
  window.addEventListener('pushState', readEntry);
  window.addEventListener('replaceState', readEntry);
  window.addEventListener('popstate', onPopState);
  window.addEventListener('pagehide', onPageHide);
  return () => {
    window.removeEventListener('scroll', onScroll);
    window.removeEventListener('pushState', readEntry);
    window.removeEventListener('replaceState', readEntry);
    window.removeEventListener('popstate', onPopState);
    window.removeEventListener('pagehide', onPageHide);
  };
};

const storedPositions = (): [string, number][] => {
  try {
    return JSON.parse(sessionStore.getItem(STORAGE_KEY) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
};

/** Events of a person who moves the page. They end the restoration. */
const USER_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** How long to wait for content that makes the page grow. */
const GROWTH_TIMEOUT_MS = 5000;

/** Stays at a position while loading content changes the height of the page, until the person does something. */
const scrollWhileGrowing = (position: number): void => {
  const settle = () => {
    stopGrowing?.();
    pendingPosition = null;
    positions.set(currentEntry, window.scrollY);
  };
  const observer = new ResizeObserver(() => window.scrollTo(0, position));
  observer.observe(document.body);
  for (const name of USER_EVENTS) window.addEventListener(name, settle, { passive: true });
  const timer = setTimeout(settle, GROWTH_TIMEOUT_MS);
  stopGrowing = () => {
    observer.disconnect();
    for (const name of USER_EVENTS) window.removeEventListener(name, settle);
    clearTimeout(timer);
    stopGrowing = null;
  };
};

/**
 * Scrolls a view to its old position after going back, and to the top if the view is new. `key` identifies the view.
 * `ready` is false while the view has no height yet, and "growing" if its content loads piece by piece.
 */
export const useScrollRestoration = (key: string, ready: boolean | 'growing'): void => {
  const before = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!ready || before.current === key) return;
    const isFirst = before.current === null;
    before.current = key;
    // The router may draw this view before the listener above is called.
    readEntry();
    if (pendingPosition !== null) {
      window.scrollTo(0, pendingPosition);
      if (ready === 'growing') return scrollWhileGrowing(pendingPosition);
    } else if (!isFirst || window.scrollY > 0) window.scrollTo(0, 0);
    pendingPosition = null;
    positions.set(currentEntry, window.scrollY);
  }, [key, ready]);
};

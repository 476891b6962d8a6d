import { useLayoutEffect, useRef } from 'react';
import { sessionStore } from '../../browser/stores.ts';

/*
 * Every entry of the history remembers how far it was scrolled, over a reload too. The browser's own restoration comes
 * before a virtualised list has its height, so it is switched off and each view asks here once it stands.
 */

const STORED = 'greenroom-scroll';
const positions = new Map<string, number>();

/** The entry shown, by the name it carries in the history's state. */
let shown = '';
/** Where the entry shown wants to be scrolled; null once it is, and for an entry that was stepped to. */
let wanted: number | null = null;
/** Set while the page grows to it. */
let stopGrowing: (() => void) | null = null;

interface EntryState {
  entry?: string;
}

/** Notices that another entry is shown: one walked back to wants its position, one stepped to has none yet. */
const noticeEntry = (): void => {
  const named = (window.history.state as EntryState | null)?.entry;
  if (named !== undefined && named === shown) return;
  stopGrowing?.();
  if (named === undefined) {
    shown = `${Date.now()}-${positions.size}`;
    window.history.replaceState({ ...window.history.state, entry: shown }, '');
    positions.set(shown, window.scrollY);
    wanted = null;
  } else {
    shown = named;
    wanted = positions.get(named) ?? 0;
  }
};

/** Keeps the positions from now on; called once at the start of the shop. Returns how to stop. */
export const rememberScrolling = (): (() => void) => {
  window.history.scrollRestoration = 'manual';
  for (const [entry, position] of storedPositions()) positions.set(entry, position);
  noticeEntry();

  const scrolled = () => {
    if (wanted === null) positions.set(shown, window.scrollY);
  };
  const walked = () => {
    noticeEntry();
    // A view that changed asks when it is drawn; one that did not (a dialog was closed) stays where it is.
    requestAnimationFrame(() => {
      if (stopGrowing) return;
      wanted = null;
      // Where a step was taken in the frame of a scroll, the entry had not heard of it.
      positions.set(shown, window.scrollY);
    });
  };
  const left = () => {
    sessionStore.setItem(STORED, JSON.stringify([...positions].slice(-50)));
  };

  window.addEventListener('scroll', scrolled, { passive: true });
  // wouter tells of a step by an event of that name.
  window.addEventListener('pushState', noticeEntry);
  window.addEventListener('popstate', walked);
  window.addEventListener('pagehide', left);
  return () => {
    window.removeEventListener('scroll', scrolled);
    window.removeEventListener('pushState', noticeEntry);
    window.removeEventListener('popstate', walked);
    window.removeEventListener('pagehide', left);
  };
};

const storedPositions = (): [string, number][] => {
  try {
    return JSON.parse(sessionStore.getItem(STORED) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
};

/** What a person does who does not want to be taken elsewhere. */
const OWN_WILL = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** What has not come by then is not waited for. */
const GROWS_FOR_MS = 5000;

/** Stays at a position while what the page shows comes and changes its height, until somebody does something. */
const stayWhileItGrows = (position: number): void => {
  const settle = () => {
    stopGrowing?.();
    wanted = null;
    positions.set(shown, window.scrollY);
  };
  const growth = new ResizeObserver(() => window.scrollTo(0, position));
  growth.observe(document.body);
  for (const act of OWN_WILL) window.addEventListener(act, settle, { passive: true });
  const end = setTimeout(settle, GROWS_FOR_MS);
  stopGrowing = () => {
    growth.disconnect();
    for (const act of OWN_WILL) window.removeEventListener(act, settle);
    clearTimeout(end);
    stopGrowing = null;
  };
};

/**
 * Scrolls a place to where it was left when the member walks back to it, and to the top when it is new. `place` names
 * what is shown; while `ready` is false its height is not there yet, and where it is "growing" it comes bit by bit.
 */
export const useScrollOf = (place: string, ready: boolean | 'growing'): void => {
  const before = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!ready || before.current === place) return;
    const first = before.current === null;
    before.current = place;
    // The router may have drawn this view before the listener above was told.
    noticeEntry();
    if (wanted !== null) {
      window.scrollTo(0, wanted);
      if (ready === 'growing') return stayWhileItGrows(wanted);
    } else if (!first || window.scrollY > 0) window.scrollTo(0, 0);
    wanted = null;
    positions.set(shown, window.scrollY);
  }, [place, ready]);
};

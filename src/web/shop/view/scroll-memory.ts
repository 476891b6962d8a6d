import { useLayoutEffect, useRef } from 'react';

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

interface EntryState {
  entry?: string;
}

/** Gives the entry a name where it has none; the first call of a page, and after every step. */
function nameEntry(): string {
  const state = window.history.state as EntryState | null;
  if (state?.entry) return state.entry;
  const entry = `${Date.now()}-${positions.size}`;
  window.history.replaceState({ ...state, entry }, '');
  return entry;
}

/** Keeps the positions from now on; called once at the start of the shop. Returns how to stop. */
export function rememberScrolling(): () => void {
  window.history.scrollRestoration = 'manual';
  for (const [entry, position] of storedPositions()) positions.set(entry, position);
  shown = nameEntry();
  wanted = positions.get(shown) ?? null;

  const scrolled = () => {
    if (wanted === null) positions.set(shown, window.scrollY);
  };
  const stepped = () => {
    if ((window.history.state as EntryState | null)?.entry === shown) return;
    shown = nameEntry();
    wanted = null;
    positions.set(shown, window.scrollY);
  };
  const walked = () => {
    shown = nameEntry();
    const position = positions.get(shown) ?? 0;
    wanted = position;
    // A view that changed has asked by then; one that did not (a dialog was closed) stays where it is.
    requestAnimationFrame(() => {
      if (wanted === position) wanted = null;
    });
  };
  const left = () => {
    sessionStorage.setItem(STORED, JSON.stringify([...positions].slice(-50)));
  };

  window.addEventListener('scroll', scrolled, { passive: true });
  // wouter tells of a step by an event of that name. Heard before the router: it draws the new view between listeners.
  window.addEventListener('pushState', stepped, { capture: true });
  window.addEventListener('popstate', walked, { capture: true });
  window.addEventListener('pagehide', left);
  return () => {
    window.removeEventListener('scroll', scrolled);
    window.removeEventListener('pushState', stepped, { capture: true });
    window.removeEventListener('popstate', walked, { capture: true });
    window.removeEventListener('pagehide', left);
  };
}

function storedPositions(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

/**
 * Scrolls a place to where it was left when the member walks back to it, and to the top when it is new. `place` names
 * what is shown; while `ready` is false its height is not there yet.
 */
export function useScrollOf(place: string, ready: boolean): void {
  const before = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (!ready || before.current === place) return;
    const first = before.current === null;
    before.current = place;
    const target = wanted;
    wanted = null;
    if (target !== null) window.scrollTo(0, target);
    else if (!first || window.scrollY > 0) window.scrollTo(0, 0);
    positions.set(shown, window.scrollY);
  }, [place, ready]);
}

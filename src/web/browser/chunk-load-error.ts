import { keepsNothing, sessionStore } from './stores.ts';

const RELOADED = 'greenroom-reloaded-at';
const ONCE_IN = 60_000;

/** The failures of parts that could not be fetched. */
const missing = new WeakSet<Error>();

/** Notices which failures are missing parts, from the start of the page on. What becomes of them is for those who ask. */
export const noticeMissingParts = (): void => {
  window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload));
};

export const isMissingPart = (error: unknown): boolean => error instanceof Error && missing.has(error);

/**
 * After an update of the shop, a page opened before asks for parts that no longer exist: where one was to be shown, the
 * page is reloaded, once in a minute. Answers whether it goes. What was only fetched ahead, or can be done without, is
 * no reason: that is caught where it is asked for.
 */
export const reloadForMissingPart = (error: unknown): boolean => {
  // Without a network it would lead to the browser's own error page, and without a memory it would go on for ever.
  if (!isMissingPart(error) || !navigator.onLine || keepsNothing()) return false;
  if (Date.now() - Number(sessionStore.getItem(RELOADED)) < ONCE_IN) return false;
  sessionStore.setItem(RELOADED, String(Date.now()));
  window.location.reload();
  return true;
};

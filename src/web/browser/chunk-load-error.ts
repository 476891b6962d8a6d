import { isStorageBlocked, sessionStore } from './safe-storage.ts';

const RELOADED_AT = 'greenroom-reloaded-at';
const RELOAD_PAUSE_MS = 60_000;

const chunkLoadErrors = new WeakSet<Error>();

/** Records which errors mean that a chunk of the build could not be loaded. Called once at start. */
export const watchChunkLoadErrors = (): void => {
  window.addEventListener('vite:preloadError', ({ payload }) => chunkLoadErrors.add(payload));
};

export const isChunkLoadError = (error: unknown): boolean => error instanceof Error && chunkLoadErrors.has(error);

/**
 * Reloads the page if a chunk that it needs could not be loaded (behavior 11.7), at most once a minute. After an update
 * of the shop, an old page requests chunks that no longer exist. Returns true if it reloads.
 */
export const reloadForChunk = (error: unknown): boolean => {
  // Offline, a reload would show the browser's own error page. With blocked storage, it would never end.
  if (!isChunkLoadError(error) || !navigator.onLine || isStorageBlocked()) return false;
  if (Date.now() - Number(sessionStore.getItem(RELOADED_AT)) < RELOAD_PAUSE_MS) return false;
  sessionStore.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
  return true;
};

import { keepsNothing, sessionStore } from '../browser-stores.ts';

const RELOADED = 'greenroom-reloaded-at';
const ONCE_IN = 60_000;

/**
 * After an update of the shop, a page opened before asks for parts that no longer exist. It is reloaded
 * once; if that does not help within a minute, the error page tells.
 */
export function reloadOnMissingPart(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // Without a memory it would be reloaded for ever.
    if (keepsNothing() || Date.now() - Number(sessionStore.getItem(RELOADED)) < ONCE_IN) return;
    event.preventDefault();
    sessionStore.setItem(RELOADED, String(Date.now()));
    window.location.reload();
  });
}

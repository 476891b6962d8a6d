const WORKER = '/sw.js';

/**
 * Puts the service worker in its place, once the page has loaded and has nothing better to do: it fetches the rest of
 * the shop's files. Not in development, where files change under it.
 */
export const registerWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Where it is refused (private windows, a full disk) the shop works as ever, online.
  const register = () => void navigator.serviceWorker.register(WORKER).catch(() => undefined);
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(register) : setTimeout(register, 1000));
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
};

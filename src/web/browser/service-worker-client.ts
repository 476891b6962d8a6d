import { PICTURES_CACHE, type WorkerMessage } from '../service-worker/cache-names.ts';
import { serviceWorkerAddress } from './content-policy.ts';

/**
 * Registers the service worker once the page has loaded and is idle, because the worker downloads the rest of the
 * shop's files. Not in development, where files change.
 */
export const registerServiceWorker = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Private windows and full disks refuse it. The shop then works online only.
  const register = () => void navigator.serviceWorker.register(serviceWorkerAddress()).catch(() => undefined);
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(register) : setTimeout(register, 1000));
  if (document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
};

/** Deletes the pictures that the service worker stored, and its records about them. */
export const deleteStoredPictures = async (): Promise<void> => {
  await caches.delete(PICTURES_CACHE);
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.active?.postMessage({ type: 'forget-pictures' } satisfies WorkerMessage);
};

import { isPageAddress } from '#domain/page-address.ts';
import type { WorkerMessage } from './cache-names.ts';

/**
 * Pages that only the server can send: the panel is not offline, and only the server knows whether test points are on.
 */
const SERVER_PATHS = /^\/(admin|admincp|test-points|reset)(\/|$)/;

/** True if a path belongs to the customer flow, which the stored page can show. */
export const isShellPath = (path: string): boolean => isPageAddress(path) && !SERVER_PATHS.test(path);

export interface Reload {
  /** The person reloaded a page. Any other navigation may come from a second tab. */
  isReload: boolean;
  /** Open pages of the shop, including the one that reloads. */
  pages: number;
}

/**
 * True if a waiting version may take over now. It deletes the files of the current one, so no other page may use them.
 */
export const mayTakeOver = ({ isReload, pages }: Reload): boolean => isReload && pages === 1;

/** How long the waiting version has to confirm that it takes over. Later it must not. */
const CONFIRM_WITHIN_MS = 3000;

/** Asks the waiting version to take over. Resolves to false if it does not confirm in time; then it stays waiting. */
export const requestTakeOver = (next: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const until = Date.now() + CONFIRM_WITHIN_MS;
    const timer = setTimeout(() => resolve(false), CONFIRM_WITHIN_MS + 1000);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    next.postMessage({ type: 'take-over', until } satisfies WorkerMessage, [port2]);
  });

/**
 * Makes the browser load the same page again. By then this version has ended, and the next one sends page and files
 * together.
 */
export const refreshResponse = (inSeconds: number): Response =>
  new Response(null, { headers: { refresh: String(inSeconds) } });

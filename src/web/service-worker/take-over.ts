import type { Message } from './kept.ts';

/** So long the next version has to answer that it comes; after that it must not come any more. */
const ANSWER_WITHIN_MS = 3000;

export interface Reload {
  /** The person reloads a page; any other navigation may come from a second tab. */
  isReload: boolean;
  /** Open pages of the shop, the one that reloads among them. */
  pages: number;
}

/**
 * Whether this reload is the moment for the next version, which lies ready: nobody else uses the present one, whose files go when the
 * next one comes.
 */
export const mayTakeOver = ({ isReload, pages }: Reload): boolean => isReload && pages === 1;

/** Asks the waiting version to take over; false where it does not answer in time, and then it will not. */
export const askToTakeOver = (next: ServiceWorker): Promise<boolean> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const until = Date.now() + ANSWER_WITHIN_MS;
    const late = setTimeout(() => resolve(false), ANSWER_WITHIN_MS + 1000);
    port1.onmessage = () => {
      clearTimeout(late);
      resolve(true);
    };
    next.postMessage({ type: 'take-over', until } satisfies Message, [port2]);
  });

/**
 * Sends the browser for the same page once more: it comes back when this version has ended, and is answered by the
 * next one, page and files together.
 */
export const comeAgain = (inSeconds: number): Response =>
  new Response(null, { headers: { refresh: String(inSeconds) } });

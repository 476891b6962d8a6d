import type { CartResponse } from '#contract/cart.ts';
import { type CartChange, enqueue } from './cart-changes.ts';

export interface CartQueueOptions {
  /** Makes the call of a change; null where it has become pointless. `stored` is the cart as the server last told it. */
  send: (change: CartChange, stored: CartResponse | null) => Promise<CartResponse | null>;
  fetchCart: () => Promise<CartResponse>;
  /** Whether after this failure the rest would fail as well: no answer, or nobody signed in. */
  endsAll: (error: unknown) => boolean;
  /** The cart of the server, and what it has not been told or has not answered yet. */
  onMove: (state: { stored: CartResponse | null; pending: readonly CartChange[]; refreshed: boolean }) => void;
  onDone: (change: CartChange) => void;
  /** `change` is null when fetching the cart failed. */
  onFailure: (change: CartChange | null, error: unknown) => void;
}

export interface CartQueue {
  push: (change: CartChange) => void;
  /** Fetches the cart when no write is under way; a burst of requests is one call. */
  refresh: () => void;
  /** Takes a cart that came by another way, such as a confirmed order. */
  reset: (stored: CartResponse | null) => void;
  /** Settles when every write has been answered. */
  idle: () => Promise<void>;
}

/**
 * Sends changes one after the other, so that they reach the server in the order in which they were made, and fetches
 * the cart once after the last of a burst. A refused change is dropped alone, and what it showed with it.
 */
export const createCartQueue = (options: CartQueueOptions): CartQueue => {
  let stored: CartResponse | null = null;
  let sending: CartChange | null = null;
  let waiting: readonly CartChange[] = [];
  let wantsRefresh = false;
  let running: Promise<void> | null = null;

  const moved = (refreshed = false) =>
    options.onMove({ stored, pending: sending ? [sending, ...waiting] : waiting, refreshed });

  const sendNext = async (change: CartChange) => {
    sending = change;
    waiting = waiting.slice(1);
    let failure: { error: unknown } | null = null;
    try {
      stored = (await options.send(change, stored)) ?? stored;
    } catch (error) {
      failure = { error };
    }
    sending = null;
    wantsRefresh = true;
    if (failure && options.endsAll(failure.error)) waiting = [];
    moved();
    if (failure) options.onFailure(change, failure.error);
    else options.onDone(change);
  };

  const fetchOnce = async () => {
    wantsRefresh = false;
    try {
      const fetched = await options.fetchCart();
      // Older than a change that was made meanwhile; its own answer follows.
      if (waiting.length > 0) return;
      stored = fetched;
      moved(true);
    } catch (error) {
      options.onFailure(null, error);
    }
  };

  const run = async () => {
    // What is asked for in one go comes together first.
    await Promise.resolve();
    for (;;) {
      const [next] = waiting;
      if (next) await sendNext(next);
      else if (wantsRefresh) await fetchOnce();
      else return;
    }
  };
  const start = () => {
    running ??= run().finally(() => {
      running = null;
      // Something may have come after the last look.
      if (waiting.length > 0 || wantsRefresh) start();
    });
  };

  return {
    push(change) {
      waiting = enqueue(waiting, change);
      moved();
      start();
    },
    refresh() {
      wantsRefresh = true;
      start();
    },
    reset(cart) {
      stored = cart;
      waiting = [];
      moved(true);
    },
    async idle() {
      while (running) await running;
    },
  };
};

import type { CartResponse } from '#contract/cart.ts';
import { type CartChange, enqueue } from './cart-changes.ts';

export interface CartQueueOptions {
  /**
   * Makes the call of a change. Resolves to null if there is nothing to do. `stored` is the last cart of the server.
   */
  send: (change: CartChange, stored: CartResponse | null) => Promise<CartResponse | null>;
  fetchCart: () => Promise<CartResponse>;
  /** Returns true if all other changes would fail too: no response, or nobody signed in. */
  endsAll: (error: unknown) => boolean;
  /** Called with the last cart of the server, and the changes that it has not confirmed. */
  onUpdate: (state: { stored: CartResponse | null; pending: readonly CartChange[]; isFresh: boolean }) => void;
  onDone: (change: CartChange) => void;
  /** `change` is null if fetching the cart failed. `dropped` would have been sent after it. */
  onFailure: (change: CartChange | null, error: unknown, dropped: readonly CartChange[]) => void;
}

export interface CartQueue {
  push: (change: CartChange) => void;
  /** Fetches the cart once no change is under way. Several requests become one call. */
  refresh: () => void;
  /** Replaces the cart, for example after a confirmed order. */
  reset: (stored: CartResponse | null) => void;
  /** Resolves when all changes are sent. */
  idle: () => Promise<void>;
}

/**
 * Sends changes one at a time, so that they reach the server in order. Every response is the whole cart. After
 * the last one it is read once more, because only reading tells limits and what blocks an order. A refused change is undone alone.
 */
export const createCartQueue = (options: CartQueueOptions): CartQueue => {
  let stored: CartResponse | null = null;
  let sending: CartChange | null = null;
  let waiting: readonly CartChange[] = [];
  let needsRefresh = false;
  let running: Promise<void> | null = null;

  const update = (isFresh = false) =>
    options.onUpdate({ stored, pending: sending ? [sending, ...waiting] : waiting, isFresh });

  const sendNext = async (change: CartChange) => {
    sending = change;
    waiting = waiting.slice(1);
    let response: CartResponse | null = null;
    let failure: { error: unknown } | null = null;
    try {
      response = await options.send(change, stored);
    } catch (error) {
      failure = { error };
    }
    sending = null;
    const { limits = [], blocked = null } = stored ?? {};
    stored = response ? { limits, blocked, ...response } : stored;
    // Only reading the cart tells how much of the limits it uses, and why it could not be confirmed. Notes change neither.
    if (!response || change.kind !== 'notes') needsRefresh = true;
    const dropped = failure && options.endsAll(failure.error) ? waiting : [];
    if (dropped.length > 0) waiting = [];
    update(response !== null);
    if (failure) options.onFailure(change, failure.error, dropped);
    else options.onDone(change);
  };

  const fetchOnce = async () => {
    needsRefresh = false;
    try {
      const fetched = await options.fetchCart();
      // It is older than a change made since, whose response will follow.
      if (waiting.length > 0) return;
      stored = fetched;
      update(true);
    } catch (error) {
      options.onFailure(null, error, []);
    }
  };

  const run = async () => {
    // Collects all changes of the current task first.
    await Promise.resolve();
    for (;;) {
      const [next] = waiting;
      if (next) await sendNext(next);
      else if (needsRefresh) await fetchOnce();
      else return;
    }
  };
  const start = () => {
    running ??= run().finally(() => {
      running = null;
      // A change may have arrived since the last check.
      if (waiting.length > 0 || needsRefresh) start();
    });
  };

  return {
    push(change) {
      waiting = enqueue(waiting, change);
      update();
      start();
    },
    refresh() {
      needsRefresh = true;
      start();
    },
    reset(cart) {
      stored = cart;
      waiting = [];
      update(true);
    },
    async idle() {
      while (running) await running;
    },
  };
};

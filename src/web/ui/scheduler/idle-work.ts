/** The longest time for one piece of work. A key pressed during it waits no longer than that, even on a slow device. */
const PIECE_MS = 8;
/** A browser that is never idle does a piece this often. */
const BUSY_MS = 300;
/** For browsers that cannot tell when they are idle. */
const PAUSE_MS = 50;
/** Items of a list that are handled in one step. */
const BATCH = 20;

/** Does something once the browser is idle. Returns a function that stops it. */
export const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, PAUSE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: BUSY_MS });
  return () => cancelIdleCallback(handle);
};

/**
 * Does work in small steps while the browser is idle. `step` returns false when nothing is left to do. Then `done` is
 * called. Returns a function that stops the work.
 */
export const workWhenIdle = (step: () => boolean, done?: () => void): (() => void) => {
  let cancel = () => {};
  const piece = () => {
    const end = performance.now() + PIECE_MS;
    while (performance.now() < end) if (!step()) return done?.();
    cancel = whenIdle(piece);
  };
  cancel = whenIdle(piece);
  return () => cancel();
};

/** Does something with all items, in batches, while the browser is idle. Returns a function that stops the work. */
export const forEachWhenIdle = <Item>(
  items: readonly Item[],
  act: (batch: readonly Item[]) => void,
  done?: () => void,
): (() => void) => {
  let next = 0;
  const step = () => {
    if (next >= items.length) return false;
    act(items.slice(next, next + BATCH));
    next += BATCH;
    return true;
  };
  return workWhenIdle(step, done);
};

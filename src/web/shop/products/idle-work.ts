/** How long one piece of work may take: a key pressed meanwhile waits no longer, even on a slow device. */
const PIECE_MS = 8;
/** For browsers that cannot tell when they are idle. */
const PAUSE_MS = 50;

const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, PAUSE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
};

/** Does work in small steps while the browser is idle. `step` returns false when all is done. Returns a stop function. */
export const workWhenIdle = (step: () => boolean): (() => void) => {
  let stop = () => {};
  const piece = () => {
    const end = performance.now() + PIECE_MS;
    while (performance.now() < end) if (!step()) return;
    stop = whenIdle(piece);
  };
  stop = whenIdle(piece);
  return () => stop();
};

/** Does something with each item, in batches, while the browser is idle. Returns a stop function. */
export const forEachWhenIdle = <Item>(
  items: readonly Item[],
  act: (batch: readonly Item[]) => void,
  done?: () => void,
) => {
  let next = 0;
  return workWhenIdle(() => {
    if (next >= items.length) {
      done?.();
      return false;
    }
    act(items.slice(next, next + BATCH));
    next += BATCH;
    return true;
  });
};

const BATCH = 20;

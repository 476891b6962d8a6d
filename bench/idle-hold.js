/*
 * Runs in the page before its own scripts, and holds what the page does while it is idle until endIdleHold(). So a slow
 * machine counts the same scripts as needed.
 */
(() => {
  const whenIdle = window.requestIdleCallback.bind(window);
  const cancel = window.cancelIdleCallback.bind(window);
  /** @type {Map<number, () => void>} */
  const held = new Map();
  let count = 0;
  window.requestIdleCallback = (work, options) => {
    count -= 1;
    held.set(count, () => whenIdle(work, options));
    return count;
  };
  window.cancelIdleCallback = (handle) => {
    if (!held.delete(handle)) cancel(handle);
  };
  const endIdleHold = () => {
    window.requestIdleCallback = whenIdle;
    for (const begin of held.values()) begin();
  };
  Object.assign(window, { endIdleHold });
})();

/*
 * Runs in the page before its own scripts, and hears what the browser says of it. A script of its own, not a function
 * handed over: it must reach the page as it is written.
 */
(() => {
  if (!window.location.protocol.startsWith('http')) return;

  /** Kept over the reloads of gate and login. */
  const SHIFT = 'bench-shift';
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = /** @type {PerformanceEntry & {value: number, hadRecentInput: boolean}} */ (entry);
      // What moves in answer to a press is no shift by the measure's own definition.
      if (shift.hadRecentInput) continue;
      sessionStorage.setItem(SHIFT, String(Number(sessionStorage.getItem(SHIFT) ?? 0) + shift.value));
    }
  }).observe({ type: 'layout-shift', buffered: true });

  /** What an event of less is counted as: the browser does not tell of it. */
  const LEAST_MS = 16;
  /** The slowest event of each keystroke, by the number the browser gives an interaction. @type {Map<number, number>} */
  let strokes = new Map();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, name, duration } = /** @type {PerformanceEventTiming} */ (entry);
      if (interactionId === 0 || !/^(keydown|keypress|input)$/.test(name)) continue;
      strokes.set(interactionId, Math.max(strokes.get(interactionId) ?? 0, duration));
    }
  }).observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: LEAST_MS, buffered: true }));

  /** After the next frame is on the screen, as near as a page can tell. @returns {Promise<number>} */
  const painted = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now());
        channel.port2.postMessage(null);
      });
    });

  let frames = { longest: 0, running: false };
  /** The page or a list with a bar of its own. @type {Element} */
  let scrolled = document.documentElement;
  document.addEventListener(
    'scroll',
    ({ target }) => {
      scrolled = target instanceof Element ? target : document.documentElement;
    },
    { capture: true, passive: true },
  );

  Object.assign(window, {
    probe: {
      shift: () => Number(sessionStorage.getItem(SHIFT) ?? 0),

      forgetStrokes: () => {
        strokes = new Map();
      },
      /** The milliseconds from each of so many keystrokes to the paint after it. @param {number} pressed */
      strokes: (pressed) => {
        const heard = [...strokes.values()];
        return [...heard, ...new Array(Math.max(0, pressed - heard.length)).fill(LEAST_MS)];
      },

      /** Milliseconds from the next press to the first paint with something that matches. @param {string} selector */
      fromPressTo: (selector) =>
        new Promise((resolve) => {
          document.addEventListener(
            'click',
            ({ timeStamp }) => {
              const look = async () => {
                if (!document.querySelector(selector)) return;
                observer.disconnect();
                resolve((await painted()) - timeStamp);
              };
              const observer = new MutationObserver(look);
              observer.observe(document, { childList: true, subtree: true });
            },
            { capture: true, once: true },
          );
        }),

      /** How far what was scrolled last is from its top. Not asked while it is timed: the answer costs a layout. */
      scrolledTo: () => scrolled.scrollTop,
      elements: () => document.getElementsByTagName('*').length,

      beginFrames: () => {
        const own = { longest: 0, running: true };
        frames = own;
        let before = performance.now();
        const frame = (/** @type {number} */ now) => {
          if (!own.running) return;
          own.longest = Math.max(own.longest, now - before);
          before = now;
          requestAnimationFrame(frame);
        };
        requestAnimationFrame((now) => {
          before = now;
          requestAnimationFrame(frame);
        });
      },
      /** The longest time between two frames since the beginning. */
      endFrames: () => {
        frames.running = false;
        return frames.longest;
      },
    },
  });
})();

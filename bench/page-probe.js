/*
 * Runs in the page before its own scripts and observes it. This is a file and not a function, because it must reach the
 * page exactly as it is written.
 */
(() => {
  if (!window.location.protocol.startsWith('http')) return;

  /** Stored, because gate and login reload the page. */
  const SHIFT = 'bench-shift';
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = /** @type {PerformanceEntry & {value: number, hadRecentInput: boolean}} */ (entry);
      // By its definition, the layout shift does not include movement after input.
      if (shift.hadRecentInput) continue;
      sessionStorage.setItem(SHIFT, String(Number(sessionStorage.getItem(SHIFT) ?? 0) + shift.value));
    }
  }).observe({ type: 'layout-shift', buffered: true });

  /** Faster events count as this, because the browser does not report them. */
  const LEAST_MS = 16;
  /** The slowest event of each keystroke or press, by the interaction id of the browser. @type {Map<number, number>} */
  let presses = new Map();
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, name, duration } = /** @type {PerformanceEventTiming} */ (entry);
      if (interactionId === 0 || !/^(keydown|keypress|input|pointerup|click)$/.test(name)) continue;
      presses.set(interactionId, Math.max(presses.get(interactionId) ?? 0, duration));
    }
  }).observe(/** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: LEAST_MS, buffered: true }));

  /** Waits until about the time when the next frame is on the screen. Returns that time. @returns {Promise<number>} */
  const painted = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve(performance.now());
        channel.port2.postMessage(null);
      });
    });

  let frames = { longest: 0, running: false };
  /** The page, or a list with its own scrollbar. @type {Element} */
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

      forgetPresses: () => {
        presses = new Map();
      },
      /** The milliseconds from each keystroke or press to the next paint. @param {number} pressed how many there were */
      presses: (pressed) => {
        const reported = [...presses.values()];
        return [...reported, ...new Array(Math.max(0, pressed - reported.length)).fill(LEAST_MS)];
      },

      /** The milliseconds from the next press to the first paint with a matching element. @param {string} selector */
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

      /** The scroll position of the element that scrolled last, 0 before. Reading it costs a layout, so do not time it. */
      scrolledTo: () => scrolled?.scrollTop ?? 0,
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
      /** The longest time between two frames since `beginFrames`, in milliseconds. */
      endFrames: () => {
        frames.running = false;
        // Frames last whole refreshes of the screen, but their times differ by microseconds.
        return Math.round(frames.longest * 10) / 10;
      },
    },
  });
})();

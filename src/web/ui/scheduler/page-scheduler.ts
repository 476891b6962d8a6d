import { createAfterPaint } from './after-paint.ts';
import { createScheduler } from './scheduler.ts';
import { createScrollVelocity } from './scroll-velocity.ts';

const now = () => performance.now();

const afterPaint = createAfterPaint({
  now,
  requestFrame: (callback) => requestAnimationFrame(callback),
  requestTask: (callback) => setTimeout(callback),
  layOut: () => document.body.getBoundingClientRect(),
});

const pageScheduler = createScheduler({
  now,
  requestTime: afterPaint,
  isPaused: () => isScrolledTooFast(),
});

/** Schedules drawing on this page. Returns a function that cancels it. */
export const scheduleDraw = pageScheduler.schedule;

/** If a card or a row takes so many milliseconds, a screenful cannot be drawn between two keystrokes of a fast typist. */
const SLOW_CARD_MS = 2;
const SLOW_ROW_MS = 4;

/** Returns true if this device draws so slowly that the list should follow only after a pause in typing. */
export const isSlowDevice = (): boolean =>
  pageScheduler.averageTaskMs() >= SLOW_CARD_MS || idleScheduler.averageTaskMs() >= SLOW_ROW_MS;

/**
 * For so many milliseconds after the last scroll the page counts as scrolling, after a key press the key scrolls, and
 * after a letter somebody types.
 */
const IDLE_MS = 120;
/** A key alone may take 200 ms on a slow device. If that counted as a pause, drawing would delay the next key even more. */
export const SLOW_TYPING_MS = 500;
let scrolledAt = -IDLE_MS;
let typedAt = -IDLE_MS;
let pressedAt = -IDLE_MS;

const velocity = createScrollVelocity(now);

/** Returns true while a list scrolls faster than this device can draw it. Only urgent tasks run then. */
export const isScrolledTooFast = (): boolean => isSlowDevice() && velocity.isFast();

/** Records the scroll position of a list, in screens from any origin. */
export const recordScroll = (screens: number): void => {
  // A list that is scrolled by keys is read on every screen, so it never counts as fast.
  if (now() - pressedAt >= IDLE_MS) velocity.record(screens);
};

const idleScheduler = createScheduler({
  now,
  requestTime: (draw) => {
    const drawIfIdle = () => {
      const typingEnds = typedAt + (isSlowDevice() ? SLOW_TYPING_MS : IDLE_MS);
      const remaining = Math.max(scrolledAt + IDLE_MS, typingEnds) - now();
      if (remaining > 0) setTimeout(drawIfIdle, remaining);
      else afterPaint(draw);
    };
    drawIfIdle();
  },
});

/** Schedules drawing for the time when nothing scrolls and nobody types. Returns a function that cancels it. */
export const scheduleWhenIdle = idleScheduler.schedule;

// Unit tests have no document.
if (globalThis.document) {
  const early = { capture: true, passive: true };
  // Scrolling of the page, or of a list with its own scrollbar.
  document.addEventListener('scroll', () => (scrolledAt = now()), early);
  document.addEventListener('input', () => (typedAt = now()), early);
  document.addEventListener(
    'keydown',
    ({ key }) => {
      pressedAt = now();
      if (key !== 'Tab') return;
      // The focus moves to the next control of the page, so all of them must be drawn.
      pageScheduler.flush();
      idleScheduler.flush();
    },
    early,
  );
}

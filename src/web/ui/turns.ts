import { createBetweenFrames } from './between-frames.ts';
import { createSpeedometer } from './fling.ts';

/*
 * A scheduler that spreads drawing over frames, so that scrolling and typing do not wait for all of it. A fast device
 * draws a screenful in a few frames, and a slow one a card in several.
 */

/** After so many milliseconds of drawing, the rest waits for the next frame. */
const BUDGET_MS = 3;

interface Times {
  now: () => number;
  /** Calls back when there is time to draw. */
  onTime: (draw: () => void) => void;
  /** Returns true while everything that is not urgent has to wait. */
  isHeld?: () => boolean;
}

export interface Turns {
  /** Asks for a turn. Returns a function that withdraws it. Urgent turns come before all others. */
  ask: (take: () => void, pressing?: boolean) => () => void;
  /** Gives all turns immediately, including those that are held back and those that are asked for while it runs. */
  giveAll: () => void;
  /** Milliseconds that recent turns took on average. */
  pace: () => number;
}

/** Gives turns in the order of the requests, each time as many as fit into the budget, but at least one. */
export const createTurns = ({ now, onTime, isHeld }: Times): Turns => {
  const pressingOnes = new Set<() => void>();
  const others = new Set<() => void>();
  let isAwaited = false;
  let pace = 0;

  const give = (queue: Set<() => void>, take: () => void) => {
    queue.delete(take);
    const begun = now();
    take();
    // A moving average of the last few turns, in which a single slow one counts little.
    if (queue === others) pace += (now() - begun - pace) / 4;
  };
  const giveTurns = () => {
    isAwaited = false;
    const begun = now();
    for (const queue of isHeld?.() ? [pressingOnes] : [pressingOnes, others]) {
      for (const take of queue) {
        give(queue, take);
        if (now() - begun >= BUDGET_MS) return awaitTime();
      }
    }
    awaitTime();
  };
  const awaitTime = () => {
    if (isAwaited || pressingOnes.size + others.size === 0) return;
    isAwaited = true;
    onTime(giveTurns);
  };

  return {
    ask: (take, pressing = false) => {
      const queue = pressing ? pressingOnes : others;
      queue.add(take);
      awaitTime();
      return () => {
        queue.delete(take);
      };
    },
    giveAll: () => {
      while (pressingOnes.size + others.size > 0) {
        for (const queue of [pressingOnes, others]) for (const take of queue) give(queue, take);
      }
    },
    pace: () => pace,
  };
};

const now = () => performance.now();

const speedometer = createSpeedometer(now);

const betweenFrames = createBetweenFrames({
  now,
  onFrame: (act) => requestAnimationFrame(act),
  soon: (act) => setTimeout(act),
  layOut: () => document.body.getBoundingClientRect(),
});

const pageTurns = createTurns({
  now,
  onTime: betweenFrames,
  isHeld: () => isRushed(),
});

/** Asks for a turn on this page. Returns a function that withdraws it. */
export const askForTurn = pageTurns.ask;

/** If a turn takes so many milliseconds, a screenful cannot be drawn between two keystrokes of a fast typist. */
const SLOW_PIECE_MS = 2;

/** True if this device draws so slowly that the list should follow only after a pause in typing. */
export const isDrawingSlow = (): boolean => pageTurns.pace() >= SLOW_PIECE_MS;

/** So many milliseconds after the last scroll nothing scrolls, and so long after a key press the key scrolls a list. */
const STILL_MS = 120;
let movedAt = -STILL_MS;
let pressedAt = -STILL_MS;

/** True while a list is flung on a device that is too slow to draw it. Only urgent turns are given then. */
export const isRushed = (): boolean => isDrawingSlow() && speedometer.isFlung();

/** Records the position of a list, in screens from any origin. */
export const tellPassed = (screens: number): void => {
  // A list that is scrolled by keys is read on every screen, so it does not count as flung.
  if (now() - pressedAt >= STILL_MS) speedometer.passed(screens);
};

const stillTurns = createTurns({
  now,
  onTime: (draw) => {
    const look = () => {
      const rest = movedAt + STILL_MS - now();
      if (rest > 0) setTimeout(look, rest);
      else betweenFrames(draw);
    };
    look();
  },
});

/** Asks for a turn once nothing on this page scrolls. Returns a function that withdraws it. */
export const askWhenStill = stillTurns.ask;

// Unit tests have no document.
if (globalThis.document) {
  const early = { capture: true, passive: true };
  // Scrolling of the page, or of a list with its own scrollbar.
  document.addEventListener('scroll', () => (movedAt = now()), early);
  document.addEventListener(
    'keydown',
    ({ key }) => {
      pressedAt = now();
      if (key !== 'Tab') return;
      // The focus moves to the next control of the page, so all of them must be drawn.
      pageTurns.giveAll();
      stillTurns.giveAll();
    },
    early,
  );
}

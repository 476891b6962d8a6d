import { createBetweenFrames } from './between-frames.ts';
import { createSpeedometer } from './fling.ts';

/*
 * Much that comes at once is drawn a few pieces at a time, so that neither a scroll nor a keystroke waits for all of it:
 * a fast machine draws a screenful in a few frames, a slow one a card in some.
 */

/** Milliseconds of drawing after which the rest waits for another time. */
const BUDGET_MS = 3;

interface Times {
  now: () => number;
  /** Calls back when there is time to draw. */
  onTime: (draw: () => void) => void;
  /** Whether all that is not pressing waits. */
  isHeld?: () => boolean;
}

export interface Turns {
  /** Asks for a turn; answers how to withdraw. What is pressing comes before all that is not. */
  ask: (take: () => void, pressing?: boolean) => () => void;
  /** Gives every turn there is at once, those that are held back and those asked for meanwhile too. */
  giveAll: () => void;
  /** Milliseconds that a piece has taken of late. */
  pace: () => number;
}

/** Gives turns in the order in which they are asked for, each time as many as its budget allows, one at least. */
export const createTurns = ({ now, onTime, isHeld }: Times): Turns => {
  const pressingOnes = new Set<() => void>();
  const others = new Set<() => void>();
  let isAwaited = false;
  let pace = 0;

  const give = (queue: Set<() => void>, take: () => void) => {
    queue.delete(take);
    const begun = now();
    take();
    // Of late: the last few pieces count, one that was kept waiting by something else does not count much.
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

/** Asks for a turn on this page; answers how to withdraw. */
export const askForTurn = pageTurns.ask;

/** Where a piece takes so many milliseconds, a screenful of them is not drawn between two letters of a fast typist. */
const SLOW_PIECE_MS = 2;

/** Whether this device draws so slowly that typing had better pause before the list follows it. */
export const isDrawingSlow = (): boolean => pageTurns.pace() >= SLOW_PIECE_MS;

/** So long after the last move nothing scrolls, and so long after a key a list is moved by it. */
const STILL_MS = 120;
let movedAt = -STILL_MS;
let pressedAt = -STILL_MS;

/** Whether a list is flung past on a device too slow to draw it: only what is pressing has its turn then. */
export const isRushed = (): boolean => isDrawingSlow() && speedometer.isFlung();

/** Tells where a list is, in screens from anywhere. */
export const tellPassed = (screens: number): void => {
  // Who pages through by keys looks for something on every screen.
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

/** Asks for a turn once nothing on this page scrolls; answers how to withdraw. */
export const askWhenStill = stillTurns.ask;

// There is no page where rules are tried.
if (globalThis.document) {
  const early = { capture: true, passive: true };
  // Of the page, or of a list with a bar of its own.
  document.addEventListener('scroll', () => (movedAt = now()), early);
  document.addEventListener(
    'keydown',
    ({ key }) => {
      pressedAt = now();
      if (key !== 'Tab') return;
      // The focus moves to the next control that there is: none may be missing, however slow this device draws.
      pageTurns.giveAll();
      stillTurns.giveAll();
    },
    early,
  );
}

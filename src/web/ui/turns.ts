/*
 * Much that comes at once is drawn a few pieces in a frame, so that neither a scroll nor a keystroke waits for all of
 * it: a fast machine draws a screenful in a few frames, a slow one a card in each.
 */

/** Milliseconds of drawing after which the rest waits for the next frame. */
const BUDGET_MS = 4;

interface Frames {
  now: () => number;
  /** Calls back before the next frame is drawn. */
  onNextFrame: (draw: () => void) => void;
}

/** Gives turns in the order in which they are asked for, in each frame as many as its budget allows, one at least. */
export function createTurns({ now, onNextFrame }: Frames): (take: () => void) => () => void {
  const waiting = new Set<() => void>();
  let isAwaited = false;

  const giveTurns = () => {
    isAwaited = false;
    const begun = now();
    for (const take of waiting) {
      waiting.delete(take);
      take();
      if (now() - begun >= BUDGET_MS) break;
    }
    awaitFrame();
  };
  const awaitFrame = () => {
    if (isAwaited || waiting.size === 0) return;
    isAwaited = true;
    onNextFrame(giveTurns);
  };

  return (take) => {
    waiting.add(take);
    awaitFrame();
    return () => {
      waiting.delete(take);
    };
  };
}

const now = () => performance.now();

/** Asks for a turn on this page; returns how to withdraw. */
export const askForTurn = createTurns({ now, onNextFrame: (draw) => requestAnimationFrame(draw) });

/** So long after the last move nothing scrolls. */
const STILL_MS = 120;
let movedAt = -STILL_MS;

/** Asks for a turn once nothing on this page scrolls; returns how to withdraw. */
export const askWhenStill = createTurns({
  now,
  onNextFrame: (draw) => {
    const look = () => {
      const rest = movedAt + STILL_MS - now();
      if (rest > 0) setTimeout(look, rest);
      else requestAnimationFrame(draw);
    };
    look();
  },
});

// Of the page, or of a list with a bar of its own. There is no page where rules are tried.
globalThis.document?.addEventListener('scroll', () => (movedAt = now()), { capture: true, passive: true });

/** Milliseconds after which a frame has left no time before the next one. */
const FULL_FRAME_MS = 8;

interface Frames {
  /** Milliseconds, by the clock that tells when a frame began. */
  now: () => number;
  /** Calls back in the next frame, with when it began. */
  onFrame: (act: (begun: number) => void) => void;
  /** Calls back once what goes on now is done: after a frame has been painted. */
  soon: (act: () => void) => void;
  /** Lays out what was drawn. */
  layOut: () => void;
}

/**
 * Gives what calls back between two frames. What is drawn there is laid out there, so that the next frame has only to
 * paint it; and after a frame that had much to paint comes one that has nothing. Drawing, laying out and painting in one
 * would be the longest frames of all.
 */
export const createBetweenFrames = ({ now, onFrame, soon, layOut }: Frames): ((draw: () => void) => void) => {
  const afterFrame = (act: (took: number) => void) => onFrame((begun) => soon(() => act(now() - begun)));
  return (draw) => {
    const drawAndLayOut = () => {
      draw();
      layOut();
    };
    afterFrame((took) => {
      if (took < FULL_FRAME_MS) drawAndLayOut();
      else afterFrame(drawAndLayOut);
    });
  };
};

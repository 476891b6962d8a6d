/** A frame that took more milliseconds leaves no time before the next one. */
const FULL_FRAME_MS = 8;

interface Frames {
  /** The time in milliseconds, on the clock that frames use. */
  now: () => number;
  /** Calls back in the next frame, with the time it began. */
  onFrame: (act: (begun: number) => void) => void;
  /** Calls back as a new task, which runs after a frame is painted. */
  soon: (act: () => void) => void;
  /** Forces a layout. */
  layOut: () => void;
}

/**
 * Returns a function that calls back between two frames. The callback draws and lays out there, so that the next frame
 * only has to paint. After a frame that took long it waits for one more, because drawing, layout and paint in one frame
 * would take longest of all.
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

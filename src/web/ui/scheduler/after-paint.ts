/** A frame that took more milliseconds leaves no time before the next one. */
const FULL_FRAME_MS = 8;

interface Frames {
  /** The time in milliseconds, on the clock that frames use. */
  now: () => number;
  /** Calls back in the next frame, with the time at which it started. */
  requestFrame: (callback: (startedAt: number) => void) => void;
  /** Calls back in a new task, which runs after a frame is painted. */
  requestTask: (callback: () => void) => void;
  /** Forces a layout. */
  layOut: () => void;
}

/**
 * Returns a function that calls back after the next frame is painted. The callback draws and lays out there, so that the
 * following frame only has to paint. After a slow frame it waits for one more, because drawing, layout and paint in one
 * frame would take longest of all.
 */
export const createAfterPaint = ({ now, requestFrame, requestTask, layOut }: Frames): ((draw: () => void) => void) => {
  const afterFrame = (callback: (frameMs: number) => void) =>
    requestFrame((startedAt) => requestTask(() => callback(now() - startedAt)));
  return (draw) => {
    const drawAndLayOut = () => {
      draw();
      layOut();
    };
    afterFrame((frameMs) => {
      if (frameMs < FULL_FRAME_MS) drawAndLayOut();
      else afterFrame(drawAndLayOut);
    });
  };
};

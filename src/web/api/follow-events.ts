import type { EventStream } from './event-stream.ts';
import { shareStream } from './shared-stream.ts';

/**
 * Follows a stream of server-sent events while the page is visible. `onPause` is called when the page is hidden or
 * following is stopped. Returns a function that stops it.
 */
export const followEvents = ({ onPause, ...stream }: EventStream & { onPause?: () => void }): (() => void) => {
  let leave: (() => void) | null = null;

  const follow = () => {
    if (!leave && !document.hidden) leave = shareStream(stream);
  };
  const pause = () => {
    leave?.();
    leave = null;
    onPause?.();
  };

  const onVisibilityChange = () => (document.hidden ? pause() : follow());
  document.addEventListener('visibilitychange', onVisibilityChange);
  // In a task of its own: a page is usually being drawn now, and opening takes a slow phone 40 ms.
  const timer = setTimeout(follow);
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    clearTimeout(timer);
    pause();
  };
};

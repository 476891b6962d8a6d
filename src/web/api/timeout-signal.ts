/** An end to waiting: by itself after a while, or when `signal` says so. */
export interface Patience {
  signal: AbortSignal;
  /** What was waited for has come. */
  end: () => void;
}

/** Waits so many milliseconds. By hand, because browsers that the shop still serves cannot join two signals. */
export const patience = (milliseconds: number, signal?: AbortSignal): Patience => {
  const controller = new AbortController();
  const giveUp = () => controller.abort(signal?.reason);
  const timer = setTimeout(giveUp, milliseconds);
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp);
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  };
  return { signal: controller.signal, end };
};

/** Long enough for a busy machine. What takes longer hangs. */
const TIMEOUT_MS = 60_000;

/** Waits until something is true, and looks again and again. Throws if it takes too long. */
export const waitUntil = async (
  isTrue: () => unknown,
  {
    timeout = TIMEOUT_MS,
    interval = 50,
    what = 'something happened',
  }: { timeout?: number; interval?: number; what?: string } = {},
): Promise<void> => {
  const deadline = performance.now() + timeout;
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Waited ${timeout / 1000} s in vain until ${what}.`);
    await pause(interval);
  }
};

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

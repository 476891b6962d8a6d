import type { LogFn, Logger } from 'pino';

/** The same failure is logged once in this time. */
const MINUTE_MS = 60_000;
/** More failures than a shop has. Beyond them each one is logged. */
const MOST_FAILURES = 500;

/** A failure in a line of the log; null if the line is of something else. */
const failureIn = (logger: Logger, [fields, message]: Parameters<LogFn>): { key: string; reason: string } | null => {
  const { err } = (fields ?? {}) as { err?: unknown };
  // A line with an id is that of a call. Somebody may look for it.
  if (!(err instanceof Error) || 'id' in logger.bindings()) return null;
  // The message of an error of the system names a file, which differs each time.
  const what = 'code' in err ? err.code : err.message;
  return { key: `${String(message)} ${String(what)}`, reason: err.message };
};

/**
 * Returns the hook of a log that leaves out failures which come again and again, such as one for each picture on a full
 * disk, because they would only fill it further. The first one is a line with its stack. From then on there is a line a
 * minute with their number, as long as there are any.
 */
export const leaveOutRepeated = () => {
  /** By failure: how many were left out since its last line. */
  const leftOut = new Map<string, number>();

  return function (this: Logger, args: Parameters<LogFn>, method: LogFn): void {
    const failure = failureIn(this, args);
    if (failure === null) {
      method.apply(this, args);
      return;
    }
    const { key } = failure;
    const count = leftOut.get(key);
    if (count !== undefined) {
      leftOut.set(key, count + 1);
      return;
    }
    method.apply(this, args);
    if (leftOut.size >= MOST_FAILURES) return;
    leftOut.set(key, 0);
    const timer = setInterval(() => {
      const times = leftOut.get(key) ?? 0;
      if (times > 0) {
        leftOut.set(key, 0);
        (method as (fields: object, message: unknown) => void).call(this, { times, reason: failure.reason }, args[1]);
        return;
      }
      leftOut.delete(key);
      clearInterval(timer);
    }, MINUTE_MS).unref();
  };
};

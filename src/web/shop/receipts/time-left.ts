const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The countdown is shown for the last hours of a reservation. Before that, the time it ends is enough. */
export const COUNTDOWN_MS = 6 * HOUR_MS;
/** The last hour should be noticed. */
export const URGENT_MS = HOUR_MS;
const SECONDS_MS = 10 * MINUTE_MS;

/** The time that is left, such as "5 h 59 min", "29 min" or, in the last ten minutes, "4:05". */
export const formatTimeLeft = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (ms < SECONDS_MS) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** The date at a moment (epoch milliseconds) in a time zone, as an ISO date. */
export const localDate = (moment: number, timeZone: string): string =>
  // Sweden writes dates as ISO 8601 does.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment);

const HOUR_MS = 3_600_000;

/** The first moment whose date in a time zone is past a test, near a day. Clocks that are changed move it. */
const firstMoment = (day: string, timeZone: string, isPast: (date: string) => boolean): number => {
  const dates = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const noon = Date.parse(`${day}T12:00:00Z`);
  let before = noon - 36 * HOUR_MS;
  let after = noon + 36 * HOUR_MS;
  while (after - before > 1) {
    const between = Math.floor((before + after) / 2);
    if (isPast(dates.format(between))) after = between;
    else before = between;
  }
  return after;
};

/** When a day (an ISO date) begins in a time zone, in epoch milliseconds. */
export const startOfDay = (day: string, timeZone: string): number => firstMoment(day, timeZone, (date) => date >= day);

/** When the day after a day begins. */
export const endOfDay = (day: string, timeZone: string): number => firstMoment(day, timeZone, (date) => date > day);

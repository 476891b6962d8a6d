/** The date at a moment (epoch milliseconds) in a time zone, as an ISO date. */
export const localDate = (moment: number, timeZone: string): string =>
  // Sweden writes dates as ISO 8601 does.
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment);

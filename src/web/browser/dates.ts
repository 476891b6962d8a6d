/* Dates and times as text, in the language and time zone of this browser. */

// Each formatter is created when it is first needed, because that takes a phone about 10 ms.
let dateTime: Intl.DateTimeFormat | undefined;
let date: Intl.DateTimeFormat | undefined;

/** Formats a time of the API: "Nov 21, 2026, 2:02 PM". */
export const formatDateTime = (time: string): string => {
  dateTime ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return dateTime.format(new Date(time));
};

/** Formats the date of a time of the API or in epoch milliseconds: "Nov 21, 2026". */
export const formatDate = (time: string | number): string => {
  date ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
  return date.format(new Date(time));
};

/** Formats a day of the API, an ISO date: "Nov 21, 2026". */
export const formatDay = (day: string): string => formatDate(`${day}T12:00`);

/** The day that it is here at a time in epoch milliseconds, as an ISO date. Swedish dates are written that way. */
export const localDay = (time: number): string => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }).format(time);

/** Formats a time of today as "2:02 PM", and any other as "Nov 20, 2:02 PM". Both times are in epoch milliseconds. */
export const formatRecentTime = (time: number, now: number, locale?: string): string => {
  const isToday = new Date(time).toDateString() === new Date(now).toDateString();
  const day = { month: 'short', day: 'numeric' } as const;
  return new Intl.DateTimeFormat(locale, { ...(!isToday && day), hour: 'numeric', minute: '2-digit' }).format(time);
};

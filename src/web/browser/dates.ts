// Made when they are first needed: a phone is busy with each for some 10 ms, and the list needs neither.
let dayAndTime: Intl.DateTimeFormat | undefined;
let day: Intl.DateTimeFormat | undefined;

/** A moment of the API as this reader's clock and language say it. */
export const inWords = (moment: string): string => {
  dayAndTime ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  return dayAndTime.format(new Date(moment));
};

/** Only the day of it, where there is little room or the hour says nothing. */
export const dayInWords = (moment: string | number): string => {
  day ??= new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
  return day.format(new Date(moment));
};

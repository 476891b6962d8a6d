const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment of the API as this reader's clock and language say it. */
export const inWords = (moment: string): string => dayAndTime.format(new Date(moment));

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** Only the day of it, where there is little room or the hour says nothing. */
export const dayInWords = (moment: string | number): string => day.format(new Date(moment));

const dayAndTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A moment of the API as this reader's clock and language say it. */
export const inWords = (moment: string): string => dayAndTime.format(new Date(moment));

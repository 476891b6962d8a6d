/** The result of a laboratory for one batch of an item (behavior 4.12). */
export interface LabResult {
  /** The day of the test, an ISO date. */
  tested: string;
  /** The last day on which the result is valid, an ISO date. */
  expires: string | null;
  /** Amounts as the laboratory states them, such as "22.9 %" or "10 mg". */
  thc: string | null;
  cbd: string | null;
  /** The file with the result: a path below the image origin, or in the shop's own folder. */
  path: string | null;
}

/** The texts that laboratories write if they found nothing to measure. */
const NO_AMOUNT = /^(?:n\.?\/?d\.?|n\.?\/?a\.?|none|not detected|traces?|[<≤]?\s*lo[dq])$/i;

/** Returns whether a text may be an amount of a laboratory: it has a figure or says that there is none. A blank one is absent. */
export const isLabAmount = (text: string): boolean =>
  text.trim() === '' || /\d/.test(text) || NO_AMOUNT.test(text.trim());

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Returns whether a text is a day of the calendar, such as "2026-11-22". */
export const isIsoDate = (text: string): boolean => {
  const time = ISO_DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** Returns whether a result is no longer valid on a day, an ISO date. It is valid through its last day (behavior 4.12). */
export const hasExpired = ({ expires }: { expires?: string | null }, today: string): boolean =>
  expires != null && expires < today;

const DAY_MS = 24 * 3_600_000;

/**
 * Returns the age of a test on a day as text: "today", "5 days ago", "3 weeks ago", "2 months ago", "1 year ago". Null for
 * a day in the future.
 */
export const ageOfTest = (tested: string, today: string): string | null => {
  const days = Math.round((Date.parse(today) - Date.parse(tested)) / DAY_MS);
  if (!(days >= 0)) return null;
  if (days === 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days < 14) return ago(days, 'day');
  if (days < 60) return ago(Math.floor(days / 7), 'week');
  if (days < 365) return ago(Math.floor(days / 30.44), 'month');
  return ago(Math.floor(days / 365.25) || 1, 'year');
};

const ago = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} ago`;

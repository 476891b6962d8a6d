import { asWritten, pathBelow, type ReadContext, readText } from './inventory-file-fields.ts';
import { isIsoDate, type LabResult } from './lab-result.ts';
import { readTiers, type Tier } from './tiers.ts';

/*
 * The tiers, the batch and the lab result of a product (behavior 4.11, 4.12). In a file a bad one is an error. In a feed
 * it is left out with a warning, and the rest of the product applies (behavior 9.6).
 */

/** Limits in characters. */
const LONGEST = { batch: 60, amount: 60, url: 500 };

/** Reads one of these fields. `read` reports what is wrong with it, and then its result does not count. */
const readOrLeaveOut = <Value>(
  field: string,
  absent: Value,
  context: ReadContext,
  read: (context: ReadContext) => Value,
): Value => {
  let problem: string | null = null;
  const value = read({
    ...context,
    error: (part, what) => {
      problem ??= part === null || part === field ? what : `${part.replace(`${field}.`, '')} ${what}`;
    },
  });
  if (problem === null) return value;
  if (context.called === 'file') context.error(field, problem);
  else context.warn(field, `${problem}; it was left out`);
  return absent;
};

/** Reads the tiers of a product with this base price; null if that is not valid. */
export const readTiersOf = (value: unknown, priceCents: number | null, context: ReadContext): Tier[] =>
  readOrLeaveOut<Tier[]>('tiers', [], context, ({ error }) => {
    if (value === undefined || value === null) return [];
    const read = readTiers(value, priceCents);
    if ('tiers' in read) return read.tiers;
    error('tiers', read.problem);
    return [];
  });

export const readBatch = (value: unknown, context: ReadContext): string | null =>
  readOrLeaveOut('batch', null, context, (inner) => readText('batch', value, LONGEST.batch, inner));

export const readLab = (value: unknown, context: ReadContext): LabResult | null =>
  readOrLeaveOut('lab', null, context, (inner) => {
    if (value === undefined || value === null) return null;
    if (typeof value !== 'object' || Array.isArray(value)) {
      inner.error('lab', 'must be an object with tested, expires, thc, cbd and url');
      return null;
    }
    const fields = value as Record<string, unknown>;
    const tested = readDate('lab.tested', fields.tested, inner);
    const expires = readDate('lab.expires', fields.expires, inner);
    const thc = readText('lab.thc', fields.thc, LONGEST.amount, inner);
    const cbd = readText('lab.cbd', fields.cbd, LONGEST.amount, inner);
    const path = readLabPath(fields.url, inner);
    if (tested === null) inner.error('lab.tested', 'is missing');
    return { tested: tested ?? '', expires, thc, cbd, path };
  });

const readDate = (field: string, value: unknown, context: ReadContext): string | null => {
  const text = readText(field, value, LONGEST.amount, context);
  if (text === null || isIsoDate(text)) return text;
  context.error(field, 'must be a date such as 2026-11-22');
  return null;
};

/** Backslashes, control characters, and dots and slashes that are encoded: no path has them, and none is served with them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the refused characters
const HIDDEN = /[\\\u0000-\u001f\u007f]|%(?:2e|2f|5c|00)/i;

const readLabPath = (value: unknown, context: ReadContext): string | null => {
  const url = readText('lab.url', value, LONGEST.url, asWritten(context));
  if (url === null) return null;
  const path = HIDDEN.test(url) ? null : pathBelow(url, context.imageOrigin);
  if (path === null) context.error('lab.url', 'is neither below the image origin nor a file of the lab folder');
  return path;
};

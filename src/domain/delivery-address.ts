import { withoutInvisible } from './typed-text.ts';

/** How many delivery addresses a member can have (behavior 6.14). */
export const MOST_ADDRESSES = 5;

/** How long an address may be, in characters and lines. */
export const ADDRESS_LIMITS = { field: 100, lines: 300, lineCount: 5 } as const;

/** The destination of an order. A field is null if the country has no such field, or the member leaves it out. */
export interface DeliveryAddress {
  name: string;
  /** Street and house as written on a parcel: one text of up to five lines. */
  lines: string;
  city: string | null;
  region: string | null;
  postalCode: string | null;
  country: string;
  phone: string | null;
}

/** The characters that begin a new line, in any alphabet. */
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/u;
/**
 * The characters that must not stay in a text that is printed with others: controls, and signs that turn the direction
 * of the text after them. Phones put them around copied numbers. Letters of any direction stay.
 */
const UNPRINTED = /[\u202A-\u202E\u2066-\u2069\uFEFF]|(?!\s)\p{Cc}/gu;

/** Returns a text of an address as it is kept: on one line, without needless spaces and controls. */
export const cleanAddressText = (text: string): string => text.replace(UNPRINTED, '').replace(/\s+/gu, ' ').trim();

/** The same for the text with the street: each line is clean, and empty ones are left out. */
export const cleanAddressLines = (text: string): string =>
  text
    .split(LINE_BREAK)
    .map(cleanAddressText)
    .filter((line) => line !== '')
    .join('\n');

/** Returns whether anybody can read a text of an address. */
export const isReadable = (text: string): boolean => withoutInvisible(text).trim() !== '';

/** Returns whether a clean text has no more lines than a parcel has room for. */
export const fitsLines = (lines: string): boolean => lines.split('\n').length <= ADDRESS_LIMITS.lineCount;

/** Returns an address line by line, as it is written on a parcel. The phone is not a part of it. */
export const parcelLines = ({ name, lines, city, region, postalCode, country }: DeliveryAddress): string[] => {
  const district = [region, postalCode].filter(Boolean).join(' ');
  const place = [city, district].filter(Boolean).join(', ');
  return [name, ...lines.split('\n'), place, country].filter((line) => line !== '');
};

import { isStorable, storable } from './text.ts';
import { cleanText } from './typed-text.ts';

/*
 * The parts that the readers of an inventory file share: how they report problems, and how they read texts and paths
 * (behavior 9.6).
 */

/** A problem with one field, or with the product as a whole if `field` is null. */
export interface ProductProblem {
  field: string | null;
  problem: string;
}

/** What is read. A person can correct a file. A feed would be refused at every sync, because of one character. */
export type Called = 'file' | 'feed';

export interface ReadContext {
  imageOrigin: string | null;
  called: Called;
  /** Reads the text of HTML, which files and feeds of other systems have. What somebody types stays as it is. */
  plainText?: (text: string) => string;
  /** Reports an error, which refuses the product. */
  error: (field: string | null, problem: string) => void;
  /** Reports a value that is left out. */
  warn: (field: string, problem: string) => void;
}

/** Ids and addresses are no texts that people read. */
export const asWritten = (context: ReadContext): ReadContext => {
  if (context.plainText === undefined) return context;
  const { plainText: _, ...rest } = context;
  return rest;
};

/** Returns whether nothing of a text would be stored. */
export const isBlank = (text: string): boolean => cleanText(storable(text)) === '';

/**
 * Reads an optional text. Null and blank text mean that it is absent. Characters that cannot be stored are an error in a
 * file, and are left out of a feed with a warning.
 */
export const readText = (field: string, value: unknown, longest: number, context: ReadContext): string | null => {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') return refuse(field, 'must be a text', context);
  if (!isStorable(value)) {
    if (context.called === 'file') return refuse(field, 'has characters that cannot be stored', context);
    context.warn(field, 'had characters that cannot be stored; they were left out');
  }
  const { plainText = String } = context;
  const text = cleanText(plainText(storable(value)));
  if (text.length > longest)
    return refuse(field, `must be at most ${longest.toLocaleString('en-US')} characters`, context);
  return text === '' ? null : text;
};

/** The addresses under which the shop serves pictures and lab results. Files exported from the shop contain them. */
const OWN_ADDRESS = /^\/?api\/(?:proxy-image|lab-results)\//;
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Returns the path of a file below the image origin, without the origin. Null for an address elsewhere. */
export const pathBelow = (address: string, origin: string | null): string | null => {
  const below = origin === null ? address : withoutOrigin(address, origin.replace(/\/+$/, ''));
  if (ADDRESS.test(below)) return null;
  const path = below.replace(OWN_ADDRESS, '').replace(/^\/+/, '');
  const climbs = path.split(/[\\/]/).some((segment) => segment === '..');
  return path === '' || climbs ? null : path;
};

const withoutOrigin = (address: string, origin: string): string =>
  address.startsWith(`${origin}/`) ? address.slice(origin.length) : address;

export const MISSING = 'is missing';

/** Reports that a field is missing. */
export const missing = (field: string, context: ReadContext): null => refuse(field, MISSING, context);

/** Reports an error, which refuses the product. Returns null. */
export const refuse = (field: string, problem: string, context: ReadContext): null => {
  context.error(field, problem);
  return null;
};

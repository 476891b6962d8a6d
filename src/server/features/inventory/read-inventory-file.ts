import { ShopError } from '#contract/errors.ts';
import { type InventoryFile, readInventoryFile, refusedFile } from '#domain/inventory-file.ts';
import { plainText } from '../../lib/plain-text.ts';

/** A file or feed without errors. */
export type ReadFile = Extract<InventoryFile, { ok: true }>;

/**
 * Reads and checks the bytes of a file or feed (behavior 9.6). They must be UTF-8, with or without a byte order mark.
 * Another encoding would produce wrong names, so it is refused with a hint on how to save the file.
 */
export const readInventoryBytes = (
  bytes: Uint8Array,
  options: { imageOrigin: string | null; called: 'file' | 'feed' },
): InventoryFile => {
  if (isUtf16(bytes)) return refusedFile(`The ${options.called} is in UTF-16. Please save it as UTF-8.`);
  const text = decodeUtf8(bytes);
  if (text === null) return refusedFile(`The ${options.called} is not UTF-8 text. Please save it as UTF-8.`);
  return readInventoryFile(text, { ...options, plainText });
};

/** Decodes UTF-8 bytes without their byte order mark. Returns null for any other encoding. */
export const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Returns the file if it has no errors.
 * @throws ShopError file_invalid with all errors
 */
export const fileOrRefusal = (file: InventoryFile): ReadFile => {
  if (!file.ok) throw new ShopError('file_invalid', { message: file.message, errors: file.errors });
  return file;
};

/** Recognized by its byte order mark, or by the zero byte next to its first character, which is "{" or a space. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) ||
  (first === 0xfe && second === 0xff) ||
  (first === 0 && second !== 0) ||
  (first !== 0 && second === 0);

/** The line that some spreadsheets write to say what separates cells. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** Returns a table without its line `sep=;`, and the sign that the line states; null for a table without one. */
export const readSeparatorLine = (text: string): { stated: string | null; table: string } => {
  const line = SEPARATOR_LINE.exec(text);
  return { stated: line?.[1] ?? null, table: line ? text.slice(line[0].length) : text };
};

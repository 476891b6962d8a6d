import { ShopError } from '#contract/errors.ts';
import { type InventoryFile, readInventoryFile, refusedFile } from '#domain/inventory-file.ts';

/** A file or feed that was read without an error. */
export type ReadFile = Extract<InventoryFile, { ok: true }>;

/**
 * Reads and checks the bytes of a file or feed (decisions §5). UTF-8, with or without a byte order mark; what another
 * encoding would turn into wrong names is refused with a word on how to save it.
 */
export const readInventoryBytes = (
  bytes: Uint8Array,
  options: { imageOrigin: string | null; called: 'file' | 'feed' },
): InventoryFile => {
  if (isUtf16(bytes)) return refusedFile(`The ${options.called} is in UTF-16. Please save it as UTF-8.`);
  const text = decodeUtf8(bytes);
  if (text === null) return refusedFile(`The ${options.called} is not UTF-8 text. Please save it as UTF-8.`);
  return readInventoryFile(text, options);
};

/** The text of UTF-8 bytes, without a byte order mark; null for any other encoding. */
export const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** The file, or the refusal of an upload with its errors (decisions §5). */
export const fileOrRefusal = (file: InventoryFile): ReadFile => {
  if (!file.ok) throw new ShopError('file_invalid', { message: file.message, errors: file.errors });
  return file;
};

/** By its byte order mark, or by the empty half of its first letter: a file begins with "{" or a space. */
const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) ||
  (first === 0xfe && second === 0xff) ||
  (first === 0 && second !== 0) ||
  (first !== 0 && second === 0);

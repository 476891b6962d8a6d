/** A file as text, or why it is none. */
export type DecodedText = { text: string } | { problem: string };

/**
 * Decodes UTF-8 and UTF-16, with or without a byte order mark, and Windows-1252, which older spreadsheets write. A file that
 * ends inside a character is incomplete.
 */
export const decodeText = (bytes: Uint8Array): DecodedText => {
  const wide = utf16Of(bytes);
  if (wide !== null) {
    return bytes.length % 2 === 1 ? INCOMPLETE : { text: new TextDecoder(wide).decode(bytes) };
  }
  const text = decodeUtf8(bytes);
  if (text !== null) return { text };
  if (isCutUtf8(bytes)) return INCOMPLETE;
  return { text: decodeWindows1252(bytes) };
};

/**
 * The signs of Windows-1252 from 0x80 to 0x9f. Node.js 20 decodes it as Latin-1, which has control characters there.
 */
const WINDOWS_SIGNS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

const decodeWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (sign) => WINDOWS_SIGNS[sign.charCodeAt(0) - 0x80]!);

const INCOMPLETE = { problem: 'The file ends in the middle of a character. Please export it again.' } as const;

const decodeUtf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** Recognized by its byte order mark, or by zero bytes in every other place of its beginning. */
const utf16Of = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0 && second !== 0) return 'utf-16be';
  return first !== 0 && second === 0 ? 'utf-16le' : null;
};

/** True if bytes are UTF-8 with other letters than those of English, up to a last letter that is cut. */
const isCutUtf8 = (bytes: Uint8Array): boolean => {
  for (let cut = 1; cut <= 3 && cut < bytes.length; cut += 1) {
    const text = decodeUtf8(bytes.subarray(0, bytes.length - cut));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are all letters of ASCII.
    if (text !== null) return /[^\x00-\x7f]/.test(text);
  }
  return false;
};

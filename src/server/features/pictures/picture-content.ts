/** Returns whether bytes begin like a picture of an accepted type. Name and declared type do not count (behavior 4.9). */
export const isPicture = (source: Buffer): boolean =>
  source.length >= LEAST_BYTES &&
  (SIGNATURES.some((bytes) => beginsWith(source, bytes)) || isWebp(source) || isAvif(source));

/** Returns whether bytes begin like a PDF. Name and declared type do not count (behavior 4.13). */
export const isPdf = (source: Buffer): boolean => /^%PDF-\d/.test(source.toString('latin1', 0, 6));

/** Shorter than any picture. */
const LEAST_BYTES = 24;

const SIGNATURES: readonly Buffer[] = [
  Buffer.from([0xff, 0xd8, 0xff]),
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  Buffer.from('GIF87a'),
  Buffer.from('GIF89a'),
];

const beginsWith = (source: Buffer, bytes: Buffer): boolean => source.subarray(0, bytes.length).equals(bytes);

const textAt = (source: Buffer, at: number, length = 4): string => source.toString('latin1', at, at + length);

/** A RIFF file of the kind WEBP, whose length fits and whose first chunk is one of the three that begin a picture. */
const isWebp = (source: Buffer): boolean =>
  textAt(source, 0) === 'RIFF' &&
  textAt(source, 8) === 'WEBP' &&
  source.readUInt32LE(4) + 8 <= source.length + 1 &&
  ['VP8 ', 'VP8L', 'VP8X'].includes(textAt(source, 12));

const AVIF_BRANDS: readonly string[] = ['avif', 'avis'];
/** A box of file types that is longer holds something else. */
const LONGEST_TYPE_BOX = 256;

/** An ISO file whose first box is a whole list of file types, with AVIF as the main one or among the compatible ones. */
const isAvif = (source: Buffer): boolean => {
  const size = source.readUInt32BE(0);
  if (textAt(source, 4) !== 'ftyp' || size < 16 || size % 4 !== 0 || size > Math.min(source.length, LONGEST_TYPE_BOX)) {
    return false;
  }
  const compatible = Array.from({ length: size / 4 - 4 }, (_, index) => textAt(source, 16 + index * 4));
  return [textAt(source, 8), ...compatible].some((brand) => AVIF_BRANDS.includes(brand));
};

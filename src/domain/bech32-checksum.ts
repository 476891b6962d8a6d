const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3] as const;
/** The results of bech32 (BIP173) and bech32m (BIP350). */
const RESULTS: readonly number[] = [1, 0x2bc830a3];

/** One step of the checksum: it takes in five bits. */
const mix = (sum: number, word: number): number => {
  const top = sum >> 25;
  const next = ((sum & 0x1ffffff) << 5) ^ word;
  return GENERATORS.reduce((mixed, generator, bit) => ((top >> bit) & 1 ? mixed ^ generator : mixed), next);
};

/** Returns whether the checksum of an address such as "bc1…" is right. A single wrong letter is always found. */
export const hasBech32Checksum = (address: string): boolean => {
  const text = address.toLowerCase();
  const end = text.lastIndexOf('1');
  const prefix = [...text.slice(0, end)].map((letter) => letter.charCodeAt(0));
  const words = [...text.slice(end + 1)].map((letter) => LETTERS.indexOf(letter));
  const all = [...prefix.map((code) => code >> 5), 0, ...prefix.map((code) => code & 31), ...words];
  return !words.includes(-1) && RESULTS.includes(all.reduce(mix, 1));
};

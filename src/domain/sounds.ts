/** How English writes one sound in several ways, in the order in which they are read. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/^gh/, 'g'],
  [/gh/g, ''],
  [/ph/g, 'f'],
  [/ck|kw|qu?/g, 'k'],
  [/x/g, 'ks'],
  [/c(?=[eiy])/g, 's'],
  [/c(?!h)/g, 'k'],
  [/z/g, 's'],
  [/^kn/, 'n'],
  [/^wr/, 'r'],
  [/g(?=[eiy])/g, 'j'],
  // What remains are consonants and the first letter: vowels are written in too many ways.
  [/(?<=.)(?:[aeiouy]|(?<=[aeiou])w)+/g, ''],
  [/(.)\1+/g, '$1'],
];

/** Returns how a word in lower case sounds, about: "midnite" as "midnight", "kwartz" as "quartz". */
export const soundOf = (word: string): string =>
  SOUNDS.reduce((sound, [written, spoken]) => sound.replace(written, spoken), word);

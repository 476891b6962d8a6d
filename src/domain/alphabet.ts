/** The signs of plain English in the order of Intl.Collator('en'); of a letter the small one first. */
const SIGNS = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0123456789aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStTuUvVwWxXyYzZ';
const FIRST_LETTER = SIGNS.indexOf('a');

const END = 0;
const NOT_PLAIN = 255;

/** By character code: the place among the signs, counted from 1; both cases of a letter have the same. */
const PLACES = new Uint8Array(128).fill(NOT_PLAIN);
for (let index = 0; index < SIGNS.length; index++) {
  const place = index < FIRST_LETTER ? index : FIRST_LETTER + Math.floor((index - FIRST_LETTER) / 2);
  PLACES[SIGNS.charCodeAt(index)] = END + 1 + place;
}

const placeAt = (name: string, index: number): number =>
  index === name.length ? END : (PLACES[name.charCodeAt(index)] ?? NOT_PLAIN);

let collator: Intl.Collator | undefined;

/**
 * The alphabetical order of the shop, the same on every machine: that of Intl.Collator('en'). Setting one up keeps a
 * phone busy for some 20 ms whenever the shop is opened, so what plain English can tell is told without: the first
 * letters that differ, whatever their case, else the shorter name, else the one that has a small letter first.
 */
export const compareNames = (a: string, b: string): number => {
  let byCase = 0;
  for (let index = 0; ; index++) {
    const placeA = placeAt(a, index);
    const placeB = placeAt(b, index);
    if (placeA === NOT_PLAIN || placeB === NOT_PLAIN) break;
    if (placeA !== placeB) return placeA - placeB;
    if (placeA === END) return byCase;
    // Of a letter the small one has the higher code.
    byCase ||= b.charCodeAt(index) - a.charCodeAt(index);
  }
  collator ??= new Intl.Collator('en');
  return collator.compare(a, b);
};

import { tagValue } from './tags.ts';

/** The weights, doses and pack sizes that a text states. It may state several of one kind: "100mg (10mg each)". */
export interface Measures {
  /** Weights, in grams. An ounce is 28 g and a pound 448 g, as they are sold. */
  grams: number[];
  /** Doses, in milligrams. */
  milligrams: number[];
  /** Pieces in the pack. "Singles" is 1. */
  pieces: number[];
}

const GRAMS_PER: Readonly<Record<string, number>> = { g: 1, oz: 28, lb: 448 };
const UNIT_OF: Readonly<Record<string, string>> = {
  g: 'g',
  gm: 'g',
  gr: 'g',
  gram: 'g',
  grams: 'g',
  oz: 'oz',
  ounce: 'oz',
  ounces: 'oz',
  zip: 'oz',
  lb: 'lb',
  lbs: 'lb',
  pound: 'lb',
  pounds: 'lb',
};

/** "9 Pound Hammer" is a strain, so the word pound is a unit only at the end of a part of the name. */
const UNIT = 'g|gm|gr|grams?|oz|ounces?|lbs?|pounds?(?= *(?:$|[()[\\],;|]| - ))';
const PARTS: Readonly<Record<string, number>> = { half: 1 / 2, quarter: 1 / 4, eighth: 1 / 8, two: 2 };
const NUMBER_WORDS = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/**
 * A number that is not part of a code, ratio or version. It excludes the 27 of "J-27", the 1 of "4:1" and the 4 of "#4".
 * It includes the 5 of "16x5mg".
 */
const NUMBER = '(?:(?<![\\w.,:/#$]|[a-z]-)|(?<=\\dx))(\\d{1,3}(?:,\\d{3})+|\\d*\\.?\\d+)';
const WEIGHT = new RegExp(`${NUMBER}[ -]?(${UNIT})\\b`, 'gi');
const FRACTION_WEIGHT = new RegExp(`(?<![\\w.,:/])1/([248])(?: ?-?(${UNIT})\\b|(?![\\w/]))`, 'gi');
const DOSE = new RegExp(`${NUMBER}[ -]?(?:mg|milligrams?)\\b(?! ?/ ?ml)`, 'gi');
const PACK = new RegExp(`${NUMBER}[ -]?(?:packs?|pk|pks|pcs?|pieces?|ct|count)\\b`, 'gi');
const PACK_IN_WORDS = new RegExp(`\\b(${NUMBER_WORDS.join('|')})[ -]packs?\\b`, 'gi');
const PACK_OF = /\bpack of (\d+)\b/gi;
const PACK_TIMES = new RegExp(`${NUMBER} ?x ?[\\d.]+ ?m?g\\b`, 'gi');
const TIMES_PACK = /\dm?g ?x ?(\d+)\b/gi;
const SINGLE = /^singles?$/i;
/**
 * A weight in words counts only at the end of a part of the name. "Blue Dream - Eighth" is one, "Pound Cake" is not. The
 * ounce of "2 ounces" is excluded here, because it is read with its number.
 */
const WEIGHT_IN_WORDS = /(?:^|(?<!\d) )(?:(half|quarter|eighth|two|one|full)[ -])?(gram|ounce|oz|zip|pound|lb)s?$/i;
const BARE_PART_OF_OUNCE = /(?:^| )(quarter|eighth)$/i;

/** Most names do not match this, and then they need no other pattern. */
const MAY_STATE = /\d|gram|ounce|oz|zip|pound|lb|quarter|eighth|pack|single/i;

/** Splits a name at dashes, commas and brackets. */
const partsOf = (text: string): string[] =>
  text
    .split(/\s+[-–]\s+|[()[\],;|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const numberFrom = (digits: string): number => Number(digits.replaceAll(',', ''));

const weightInWords = (part: string): number | null => {
  const [, fraction, unit] = WEIGHT_IN_WORDS.exec(part) ?? [];
  if (unit !== undefined) return weight(PARTS[fraction?.toLowerCase() ?? ''] ?? 1, unit);
  const [, ofAnOunce] = BARE_PART_OF_OUNCE.exec(part) ?? [];
  return ofAnOunce === undefined ? null : weight(PARTS[ofAnOunce.toLowerCase()] ?? 1, 'oz');
};

const weight = (count: number, unit: string): number => count * (GRAMS_PER[UNIT_OF[unit.toLowerCase()] ?? 'g'] ?? 1);

/** Reads "3.5G", "1/8", "half ounce", "100mg", "5pk", "10-pack", "6 x 30mg" and the like (behavior 9.1). */
export const readMeasures = (text: string): Measures => {
  if (!MAY_STATE.test(text)) return { grams: [], milligrams: [], pieces: [] };
  const grams: number[] = [];
  const pieces: number[] = [];
  for (const [, digits = '', unit = ''] of text.matchAll(WEIGHT)) grams.push(weight(numberFrom(digits), unit));
  for (const [, part = '', unit] of text.matchAll(FRACTION_WEIGHT)) {
    // Without a unit, "1/8" and "1/4" are parts of an ounce. "1/2" could also be half a gram.
    if (unit !== undefined || part !== '2') grams.push(weight(1 / Number(part), unit ?? 'oz'));
  }
  for (const part of partsOf(text)) {
    const inWords = weightInWords(part);
    if (inWords !== null) grams.push(inWords);
    if (SINGLE.test(part)) pieces.push(1);
  }
  for (const pattern of [PACK, PACK_OF, PACK_TIMES, TIMES_PACK]) {
    for (const [, digits = ''] of text.matchAll(pattern)) pieces.push(numberFrom(digits));
  }
  for (const [, word = ''] of text.matchAll(PACK_IN_WORDS)) pieces.push(NUMBER_WORDS.indexOf(word.toLowerCase()) + 1);
  const milligrams = [...text.matchAll(DOSE)].map(([, digits = '']) => numberFrom(digits));
  return { grams: positive(grams), milligrams: positive(milligrams), pieces: positive(pieces) };
};

const positive = (values: number[]): number[] => [...new Set(values.filter((value) => value > 0))];

/** Reads name, size and the tags Volume and Breakdown of a product together. */
export const measuresOf = (product: { name: string; size: string | null; tags: readonly string[] }): Measures => {
  const texts = [product.name, product.size, tagValue(product.tags, 'Volume'), tagValue(product.tags, 'Breakdown')];
  // The size is usually a copy of a tag.
  const read = [...new Set(texts)].map((text) => readMeasures(text ?? ''));
  return {
    grams: positive(read.flatMap((measures) => measures.grams)),
    milligrams: positive(read.flatMap((measures) => measures.milligrams)),
    pieces: positive(read.flatMap((measures) => measures.pieces)),
  };
};

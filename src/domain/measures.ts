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

const GRAMS_PER: Readonly<Record<string, number>> = {
  g: 1,
  gm: 1,
  gr: 1,
  gram: 1,
  grams: 1,
  oz: 28,
  ounce: 28,
  ounces: 28,
  zip: 28,
  lb: 448,
  lbs: 448,
  pound: 448,
  pounds: 448,
};

/** "9 Pound Hammer" is a strain, so the word pound is a unit only at the end of a part of the name. */
const UNIT = 'g|gm|gr|grams?|oz|ounces?|lbs?|pounds?(?= *(?:$|[()[\\],;|]| - ))';
const FRACTIONS: ReadonlyMap<string | undefined, number> = new Map([
  ['half', 1 / 2],
  ['quarter', 1 / 4],
  ['eighth', 1 / 8],
  ['two', 2],
]);
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
// Stryker disable next-line Regex: the pattern only saves time.
const MAY_STATE = /\d|gram|ounce|oz|zip|pound|lb|quarter|eighth|pack|single/i;

/** A size with a figure, and where a text states it. */
export interface SizeInText {
  kind: keyof Measures;
  value: number;
  at: number;
  length: number;
}

/** The patterns of sizes with a figure, and how the value of each is read from its groups. */
const SIZES: readonly [RegExp, keyof Measures, (groups: readonly (string | undefined)[]) => number][] = [
  [WEIGHT, 'grams', ([digits, unit]) => weight(numberFrom(digits!), unit!)],
  [FRACTION_WEIGHT, 'grams', ([part, unit]) => weight(1 / Number(part), unit ?? 'oz')],
  [DOSE, 'milligrams', ([digits]) => numberFrom(digits!)],
  [PACK, 'pieces', ([digits]) => numberFrom(digits!)],
  [PACK_OF, 'pieces', ([digits]) => numberFrom(digits!)],
  [PACK_TIMES, 'pieces', ([digits]) => numberFrom(digits!)],
  [TIMES_PACK, 'pieces', ([digits]) => numberFrom(digits!)],
  [PACK_IN_WORDS, 'pieces', ([word]) => NUMBER_WORDS.indexOf(word!.toLowerCase()) + 1],
];

/** Without a unit, "1/8" and "1/4" are parts of an ounce. "1/2" could also be half a gram, so it states nothing. */
const BARE_HALF = /^1\/2$/;

/** Returns the sizes with a figure, and packs such as "five-pack", in the order of their kinds (behavior 9.1). */
export const sizesInText = (text: string): SizeInText[] =>
  SIZES.flatMap(([pattern, kind, read]) =>
    Array.from(text.matchAll(pattern), (match) => ({
      kind,
      value: read(match.slice(1)),
      at: match.index,
      length: match[0].length,
    })),
  ).filter(({ value, at, length }) => value > 0 && !BARE_HALF.test(text.slice(at, at + length)));

/** Reads "3.5G", "1/8", "half ounce", "100mg", "5pk", "10-pack", "6 x 30mg" and the like (behavior 9.1). */
export const readMeasures = (text: string): Measures => {
  // Stryker disable next-line ConditionalExpression: the condition only saves time.
  if (!MAY_STATE.test(text)) return { grams: [], milligrams: [], pieces: [] };
  const parts = partsOf(text);
  const sizes = sizesInText(text);
  const stated = (kind: keyof Measures) => sizes.filter((size) => size.kind === kind).map(({ value }) => value);
  return {
    grams: positive([...stated('grams'), ...parts.flatMap(weightInWords)]),
    milligrams: positive(stated('milligrams')),
    pieces: positive([...parts.filter((part) => SINGLE.test(part)).map(() => 1), ...stated('pieces')]),
  };
};

/** Splits a name at dashes, commas and brackets. */
const partsOf = (text: string): string[] => text.split(/\s[-–]\s|[()[\],;|]/).map((part) => part.trim());

const weightInWords = (part: string): number[] => {
  const match = WEIGHT_IN_WORDS.exec(part) ?? BARE_PART_OF_OUNCE.exec(part);
  if (match === null) return [];
  const [, fraction, unit = 'oz'] = match;
  return [gramsInWords(fraction, unit)];
};

/** Returns the grams of "half ounce", "two grams" or "eighth", whose unit is the ounce. */
export const gramsInWords = (fraction: string | undefined, unit: string): number =>
  weight(FRACTIONS.get(fraction?.toLowerCase()) ?? 1, unit);

const numberFrom = (digits: string): number => Number(digits.replaceAll(',', ''));

const weight = (count: number, unit: string): number => count * GRAMS_PER[unit.toLowerCase()]!;

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

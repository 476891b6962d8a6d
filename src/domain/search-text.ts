import { foldText } from './fold-text.ts';
import { searchedSizes } from './label-check.ts';
import { type Measures, readMeasures } from './measures.ts';
import { hyphenated, wordsIn } from './search-words.ts';
import { productStrain, tagValue } from './tags.ts';
import { FIELD_END, numberOf } from './vocabulary.ts';
import { isWeightLabel } from './weight-labels.ts';

/** The fields that a search in words reads of a product. */
export interface SearchedFields {
  name: string;
  description: string | null;
  brand: string | null;
  /** A product of the house has two: the one that it is shown in, and its own. */
  categories: readonly string[];
  size: string | null;
  weightLabel: string | null;
  isLabelDoubtful: boolean;
  tags: readonly string[];
}

/**
 * The texts of a product as a search in words compares them: the numbers of their words (vocabulary.ts). After a field
 * follows what its hyphens join, and a FIELD_END after each. The name comes first and the description last.
 */
export interface SearchText {
  /** Name and brand, each as words with one space between them. */
  name: string;
  brand: string;
  words: readonly number[];
  /**
   * The words come in this order: name, then brand and strain, then category, form, size and label, then tags. Each of these is the place
   * at which one group ends.
   */
  nameEnd: number;
  namesEnd: number;
  factsEnd: number;
  tagsEnd: number;
  nameSizes: Measures;
  sizes: Measures;
}

/** Adds the words of a field. */
const spell = (numbers: number[], text: string | null): void => {
  if (!text) return;
  const words = wordsIn(foldText(text));
  if (words.length === 0) return;
  for (const word of words) numbers.push(numberOf(word.text));
  numbers.push(FIELD_END);
  for (const { text: joined } of hyphenated(words)) numbers.push(numberOf(joined), FIELD_END);
};

const plain = (text: string | null): string =>
  text
    ? wordsIn(foldText(text))
        .map((word) => word.text)
        .join(' ')
    : '';

/** Reads the texts of a product. */
export const readSearchText = (fields: SearchedFields): SearchText => {
  const { name, description, brand, categories, size, tags, isLabelDoubtful } = fields;
  const weightLabel = isWeightLabel(fields.weightLabel) ? fields.weightLabel : null;
  const words: number[] = [];
  const add = (...texts: (string | null)[]): number => {
    for (const text of texts) spell(words, text);
    return words.length;
  };
  const nameEnd = add(name);
  const namesEnd = add(brand, productStrain(fields));
  const factsEnd = add(...categories, tagValue(tags, 'Formulation'), size, isLabelDoubtful ? null : weightLabel);
  const tagsEnd = add(...tags.map((tag) => tag.slice(tag.indexOf('=') + 1)));
  add(description);
  return {
    name: plain(name),
    brand: plain(brand),
    words,
    nameEnd,
    namesEnd,
    factsEnd,
    tagsEnd,
    nameSizes: readMeasures(name),
    sizes: searchedSizes({ name, tags, size, category: categories.at(-1) ?? null, weightLabel }, isLabelDoubtful),
  };
};

/** The texts of a list, all words in one piece: reading 15,000 objects takes longer than comparing their words. */
export interface ListTexts {
  texts: readonly SearchText[];
  words: Uint32Array;
  /** For each product where its words start, and where those of name, names, facts, tags and the whole end. */
  bounds: Uint32Array;
}

/** How many bounds a product has. */
export const BOUNDS = 6;

export const packTexts = (texts: readonly SearchText[]): ListTexts => {
  const words = new Uint32Array(texts.reduce((sum, text) => sum + text.words.length, 0));
  const bounds = new Uint32Array(texts.length * BOUNDS);
  let start = 0;
  texts.forEach((text, at) => {
    const ends = [0, text.nameEnd, text.namesEnd, text.factsEnd, text.tagsEnd, text.words.length];
    for (let bound = 0; bound < BOUNDS; bound += 1) bounds[at * BOUNDS + bound] = start + ends[bound]!;
    words.set(text.words, start);
    start += text.words.length;
  });
  return { texts, words, bounds };
};

import { differAtMost } from './close-spelling.ts';
import { foldText } from './fold-text.ts';
import { onceEach } from './once-each.ts';
import { type Product, UNKNOWN } from './product.ts';
import { baseName } from './product-name.ts';
import { findBySearch, MATCH, matchesIn, PRODUCT_SEARCH } from './search-results.ts';
import { SIZE_WORDS, sizesWithUnit } from './search-sizes.ts';
import { tableWords } from './search-synonyms.ts';
import { formsOf } from './search-words.ts';
import { soundOf } from './sounds.ts';
import { tagValue } from './tags.ts';
import { isKnownWord } from './vocabulary.ts';

const SUGGESTIONS = 3;
/** Shorter words are similar to too many others. */
const WORD = /[\p{L}\p{N}]{4,}/gu;
/** In consonants. Shorter words sound like too many others: a slip is no sleep. */
const SHORTEST_SOUND = 4;
/** More words are no product's name, and each costs a search. */
const WORDS_READ = 6;
/** One mistake in so many letters may be a close word, more are another one. */
const LETTERS_PER_MISTAKE = 3;

/**
 * Suggestions for a search without a result, the best first. Each finds something (behavior 5.19). They are the search with
 * its unknown words spelled as products spell them, and names that are similar to the whole of it. Without any, they are
 * the words that products have together, as many as possible.
 */
export const suggestSearches = (products: readonly Product[], search: string): string[] => {
  const terms = termsOf(products);
  const finds = (text: string) => text !== '' && findBySearch(products, text, PRODUCT_SEARCH, true).counted.length > 0;
  const typed = search.trim();
  const words = wordsOf(typed).slice(0, WORDS_READ);
  const spelled = words.map((word) => (finds(word) ? word : [...terms.similarTo(word), ...inTwo(word)].find(finds)));
  const whole = spelled.includes(undefined) ? '' : spelled.join(' ');
  const meant = [whole, whole.replace(/ and /gi, ' & ')]
    .map(terms.asWritten)
    .concat(terms.similarTo(typed))
    .filter(finds);
  const parts = spelled.filter((word, at): word is string => word !== undefined && canStandAlone(word, words[at]!));
  // Words that are all spelled right are not meant in another way, but no product has them together.
  const isRight = words.length > 1 && spelled.every((word, at) => word === words[at]);
  const together = meant.length > 0 && !isRight ? [] : mostWords(products, parts, finds);
  return withoutDoubles([...together.slice(0, 1), ...meant, ...together.slice(1)]).slice(0, SUGGESTIONS);
};

/**
 * Without the rest of a search, a word is spelled in another way only if it begins in the same one, and if the shop does
 * not know it: the dream of "blue dream wax" is no cream.
 */
const canStandAlone = (word: string, typed: string): boolean =>
  word === typed
    ? !SAYS_NOTHING.has(word.toLowerCase())
    : foldText(word)[0] === foldText(typed)[0] && !isKnownWord(foldText(typed));

/** Alone, they are the wish of nobody. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(
  'a about above an and any at below best cheap for from good i in is less like me more my of or over some something than the to under up with'.split(
    ' ',
  ),
);

/** The words of a search. A size is one: "3.5 g". */
const wordsOf = (text: string): string[] => {
  const inSize = (at: number) => sizes.some((size) => at > size.at && at < size.at + size.length);
  const sizes = sizesWithUnit(text);
  return text
    .replace(/\s+/g, (space, at: number) => (inSize(at) ? space : '\n'))
    .split('\n')
    .filter((word) => word !== '');
};

/** Two words that were typed as one: "vapepen". */
const inTwo = (word: string): string[] => {
  const places = Array.from({ length: Math.max(0, word.length - 5) }, (_, at) => at + 3);
  return places
    .filter((at) => isKnownWord(word.slice(0, at)) && isKnownWord(word.slice(at)))
    .map((at) => `${word.slice(0, at)} ${word.slice(at)}`);
};

/** A size or a number alone says little. */
const SAYS_WHAT = /(?<!\d *)\p{L}{3,}/u;

/** The searches with most of these words that one product has, each word in one of them. */
const mostWords = (
  products: readonly Product[],
  words: readonly string[],
  finds: (text: string) => boolean,
): string[] => {
  const matches = words.map((word) => matchesIn(products, word, PRODUCT_SEARCH));
  const sets = Array.from({ length: 2 ** words.length - 1 }, (_, set) => words.map((_, at) => ((set + 1) >> at) & 1));
  const sizeOf = (set: readonly number[]) => set.filter((isIn) => isIn).length;
  const left = new Set(words.keys());
  const found: string[] = [];
  const lettersIn = (set: readonly number[]) => words.filter((_, at) => set[at]).join('').length;
  const saysSize = words.map((word) => formsOf(foldText(word)).some((form) => SIZE_WORDS.includes(form)));
  const sizesIn = (set: readonly number[]) => set.filter((isIn, at) => isIn && saysSize[at]).length;
  // Of equally many words, a size says less than others, and longer ones say more.
  const worth = (a: readonly number[], b: readonly number[]) =>
    sizeOf(b) - sizeOf(a) || sizesIn(a) - sizesIn(b) || lettersIn(b) - lettersIn(a);
  for (const set of sets.sort(worth)) {
    const places = [...words.keys()].filter((at) => set[at]);
    if (!places.some((at) => left.has(at))) continue;
    // Most sets end here, which takes no search.
    if (!products.some((_, product) => places.every((at) => matches[at]![product] !== MATCH.none))) continue;
    const text = places.map((at) => words[at]).join(' ');
    if (!SAYS_WHAT.test(text) || !finds(text)) continue;
    for (const at of places) left.delete(at);
    found.push(text);
  }
  return found;
};

interface Terms {
  /** The terms that are similar to a text, the closest first: by their letters, or else by their sound. */
  similarTo: (text: string) => string[];
  /** A text as products write it, if it is a term. */
  asWritten: (text: string) => string;
}

/** Names, brands, categories and forms of products, their words, and the words that a search knows. */
const termsOf = onceEach((products: readonly Product[]): Terms => {
  const written = new Map<string, string>();
  const add = (term: string) => written.set(term.toLowerCase(), term);
  for (const { name, brand, category, tags } of products) {
    const form = tagValue(tags, 'Formulation') ?? '';
    for (const text of [category, form]) for (const term of [text, ...(text.match(WORD) ?? [])]) add(term);
    for (const term of [brand, baseName(name), ...(name.match(WORD) ?? [])]) add(term);
  }
  written.delete(UNKNOWN.toLowerCase());
  const ofProducts = written.size;
  for (const word of [...SIZE_WORDS, ...tableWords]) if (!written.has(word)) add(word);
  const terms = Array.from(written.values(), (term) => ({ term, spelled: lettersOf(term) }));
  const sounds = onceEach((all: typeof terms) => all.map(({ spelled }) => soundOf(spelled)));
  const similarTo = (text: string): string[] => {
    const typed = lettersOf(text);
    const digits = digitsOf(typed);
    const most = Math.floor(typed.length / LETTERS_PER_MISTAKE);
    const found: string[][] = Array.from({ length: 2 * (most + 1) }, () => []);
    for (const [at, { term, spelled }] of terms.entries()) {
      if (!differAtMost(typed, spelled, most)) continue;
      if (digits !== '' && digits !== digitsOf(spelled)) continue;
      // Of several mistakes, the first letter is the least likely one.
      const isLikely = at < ofProducts && spelled[0] === typed[0];
      found[2 * mistakesIn(typed, spelled) + Number(!isLikely)]!.push(term);
    }
    const close = found.flat();
    if (close.length > 0 || digits !== '') return close;
    const sound = soundOf(typed);
    if (sound.length < SHORTEST_SOUND) return [];
    return terms.filter((_, at) => sounds(terms)[at] === sound).map(({ term }) => term);
  };
  return { similarTo, asWritten: (text) => written.get(text.toLowerCase()) ?? text };
});

const lettersOf = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '');

/** Numbers have to be exact. */
const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** How many letters two words differ in. */
const mistakesIn = (a: string, b: string): number => {
  let most = 0;
  while (!differAtMost(a, b, most)) most += 1;
  return most;
};

const withoutDoubles = (texts: readonly string[]): string[] => {
  const seen = new Set<string>();
  return texts.filter((text) => !seen.has(lettersOf(text)) && seen.add(lettersOf(text)));
};

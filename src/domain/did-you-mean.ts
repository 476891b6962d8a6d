import { differAtMost } from './close-spelling.ts';
import { foldText } from './fold-text.ts';
import { kindsCalled, wordForms } from './kind-words.ts';
import { onceEach, onceEachText } from './once-each.ts';
import { type Product, UNKNOWN } from './product.ts';
import { baseName } from './product-name.ts';
import { findBySearch, MATCH, matchesIn, PRODUCT_SEARCH } from './search-results.ts';
import { SIZE_WORDS, sizesWithUnit } from './search-sizes.ts';
import { tableWords } from './search-synonyms.ts';
import { saysNothing } from './search-wishes.ts';
import { formsOf, wordsIn } from './search-words.ts';
import { soundOf } from './sounds.ts';
import { productStrain, tagValue } from './tags.ts';
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
const LETTERS_PER_MISTAKE_OF_SEVERAL = 5;

/** Other words for a search that finds nothing. They find something. */
export interface Meant {
  search: string;
  /** The words of the search that they leave out. Neighbors are one text. */
  without: readonly string[];
  /** Whether a kind is named that was said with another word. */
  isKind: boolean;
}

/** A word of a search as products have it. */
interface Spelled {
  typed: string;
  /** Null if no product has it, however it is spelled. */
  word: string | null;
  /** It is said for the kind of a product, whose own word it is not. */
  isKind: boolean;
}

/**
 * Suggestions for a search without a result, the best first. Each finds something (behavior 5.19). They are the search with
 * its unknown words spelled as products spell them, and names that are similar to the whole of it. Without any, they are
 * the words that products have together, those that say most.
 */
export const suggestSearches = (products: readonly Product[], search: string): Meant[] => {
  const terms = termsOf(products);
  const finds = (text: string) => text !== '' && findBySearch(products, text, PRODUCT_SEARCH, true).counted.length > 0;
  const typed = search.trim();
  const parts = wordsOf(typed).slice(0, WORDS_READ);
  const spell = (word: string): Spelled => {
    const kinds = kindsCalled(word);
    // A word that only begins or ends others is more likely meant as a kind.
    if (finds(word) && (kinds.length === 0 || formsOf(foldText(word)).some(isKnownWord)))
      return { typed: word, word, isKind: false };
    const kind = kinds.find(finds);
    const corrected = [...terms.similarTo(word), ...inTwo(word)].filter(
      (other) => parts.length === 1 || isNear(word, other),
    );
    return { typed: word, word: kind ?? corrected.find(finds) ?? null, isKind: kind !== undefined };
  };
  const words = parts.map(spell);
  const namesKind = words.some(({ isKind }) => isKind);
  const isWhole = words.every(({ word }) => word !== null) && !namesKind;
  const whole = isWhole ? words.map(({ word }) => word).join(' ') : '';
  const complete = (text: string) => terms.asWritten(withWholeWords(products, text, terms));
  const meant = [whole, whole.replace(/ and /gi, ' & ')].filter(finds).map(complete);
  const right = words
    .filter(({ typed: word, word: known }) => word === known)
    .map(({ typed: word }) => lettersOf(word));
  const similar = terms.similarTo(typed).filter(finds);
  // Words that products have beat a name that only looks like the whole.
  const [keeping, losing] = [true, false].map((keeps) =>
    similar.filter((term) => (!namesKind && right.every((word) => lettersOf(term).includes(word))) === keeps),
  ) as [string[], string[]];
  const isRight = words.length > 1 && right.length === words.length;
  const asOne = [...meant, ...keeping].map(asMeant);
  if (asOne.length > 0 && !isRight) return withoutDoubles(asOne);
  const [together, ...others] = mostWords(products, terms, words, finds);
  if (!together) return withoutDoubles([...asOne, ...losing.map(asMeant)]);
  return withoutDoubles([together, ...asOne, ...(isRight ? losing.map(asMeant) : []), ...others]);
};

const asMeant = (search: string): Meant => ({ search, without: [], isKind: false });

/** A correction stands alone only if it begins as it was typed, and the shop does not know what was typed. */
const canStandAlone = ({ typed, word, isKind }: Spelled): boolean => {
  if (word === null || saysNothing(typed)) return false;
  if (word === typed || isKind) return true;
  const [from, to] = [lettersOf(typed), lettersOf(word)];
  return from.length >= SHORTEST_ALONE && from[0] === to[0] && !isKnownWord(foldText(typed));
};

/** Of shorter words, half would be another word. */
const SHORTEST_ALONE = 4;
/** Two wrong letters of a shorter word make another one: a badder is no banner. */
const LONG_WORD = 8;

/** Returns whether a correction beside other words may be what was meant. */
const isNear = (typed: string, other: string): boolean => {
  const [from, to] = [lettersOf(typed), lettersOf(other)];
  const beginsAlike = from.length > SHORTEST_ALONE || from[0] === to[0];
  return (beginsAlike && differAtMost(from, to, from.length < LONG_WORD ? 1 : 2)) || soundOf(from) === soundOf(to);
};

/** A text whose first words are as whole as those of the product it finds: "blu Dream" is "Blue Dream". */
const withWholeWords = (products: readonly Product[], text: string, { isKind }: Terms): string => {
  const [found] = findBySearch(products, text, PRODUCT_SEARCH, false).counted;
  const words = `${found?.name} ${found?.brand}`.match(/[\p{L}\p{N}]+/gu) ?? [];
  return text.replace(/[\p{L}\p{N}]{2,}/gu, (word) => {
    const begun = foldText(word);
    if (isKind(begun)) return word;
    const begins = words.filter((whole) => foldText(whole).startsWith(begun));
    return begins.some((whole) => foldText(whole) === begun) ? word : (begins[0] ?? word);
  });
};

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

/** How much a word says: a kind more than sizes, strain types and parts of a name together, a whole name most. */
const WORTH = { size: 1, strainType: 2, partOfName: 2, kind: 6, name: 7 } as const;

const STRAIN_TYPES: ReadonlySet<string> = new Set(['sativa', 'indica', 'hybrid']);

/** The searches with words that one product has together, those that say most first, and each word in one of them. */
const mostWords = (
  products: readonly Product[],
  terms: Terms,
  typed: readonly Spelled[],
  finds: (text: string) => boolean,
): Meant[] => {
  const words = typed.filter(({ typed: word }) => !saysNothing(word));
  const known = words.map((spelled) => (canStandAlone(spelled) ? spelled.word! : null));
  const matches = known.map((word) => (word === null ? null : matchesIn(products, word, PRODUCT_SEARCH)));
  const kinds = words.map(({ typed: word, isKind }): keyof typeof WORTH => {
    const forms = formsOf(foldText(word));
    if (sizesWithUnit(word).length > 0 || forms.some((form) => SIZE_WORDS.includes(form))) return 'size';
    if (forms.some((form) => STRAIN_TYPES.has(form))) return 'strainType';
    return isKind || forms.some(terms.isKind) || kindsCalled(word).length > 0 ? 'kind' : 'name';
  });
  const isLostName = (set: WordSet, at: number) => kinds[at] === 'name' && !set[at];
  const isFoundName = (set: WordSet, at: number) => kinds[at] === 'name' && set[at];
  const standsForName = (set: WordSet, at: number) =>
    isFoundName(set, at - 1) || isFoundName(set, at + 1) || terms.isName(known[at]!);
  const worthOf = (set: WordSet): number =>
    set.reduce((worth, isIn, at) => {
      if (!isIn) return worth;
      // Part of a name is also what only begins other words.
      const isPart =
        kinds[at] === 'name' &&
        (isLostName(set, at - 1) || isLostName(set, at + 1) || !isWord(known[at]!) || !standsForName(set, at));
      // What was typed itself is meant more than what it is close to.
      return worth + WORTH[isPart ? 'partOfName' : kinds[at]!] - Number(known[at] !== words[at]!.typed) / 2;
    }, 0);
  const isWord = (text: string) => wordsIn(foldText(text)).every(({ text: word }) => formsOf(word).some(isKnownWord));
  const lettersIn = (set: WordSet) => known.filter((_, at) => set[at]).join('').length;
  const left = new Set(words.keys());
  const found: Meant[] = [];
  const sets = Array.from({ length: 2 ** words.length - 1 }, (_, set) =>
    words.map((_, at) => (((set + 1) >> at) & 1) === 1),
  )
    .filter((set) => set.every((isIn, at) => !isIn || matches[at]))
    // A kind that was said with another word is a guess, which other words do not make better.
    .filter((set) =>
      words.every(
        ({ isKind }, at) =>
          !set[at] || !isKind || set.every((isIn, other) => !isIn || other === at || WORTH[kinds[other]!] < WORTH.kind),
      ),
    )
    .map((set) => ({ set, worth: worthOf(set), letters: lettersIn(set) }))
    .sort((a, b) => b.worth - a.worth || b.letters - a.letters);
  for (const { set } of sets) {
    const places = [...words.keys()].filter((at) => set[at]);
    if (!places.some((at) => left.has(at))) continue;
    // Most sets end here, which takes no search.
    if (!products.some((_, product) => places.every((at) => matches[at]![product] !== MATCH.none))) continue;
    const text = places.map((at) => known[at]).join(' ');
    if (!SAYS_WHAT.test(text) || !finds(text)) continue;
    for (const at of places) left.delete(at);
    const isLost = (at: number) => !set[at] || words[at]!.isKind;
    found.push({
      search: text,
      without: neighbors(
        words.map(({ typed: word }) => word),
        isLost,
      ),
      isKind: places.some((at) => words[at]!.isKind),
    });
  }
  return found;
};

/** Which words are in a search. */
type WordSet = readonly boolean[];

/** The words at these places, neighbors as one text. */
const neighbors = (words: readonly string[], isIn: (at: number) => boolean): string[] =>
  words
    .map((word, at) => (isIn(at) ? word : '\n'))
    .join(' ')
    .split('\n')
    .map((text) => text.trim())
    .filter((text) => text !== '');

interface Terms {
  /** Returns whether a word is one of a category or a form. */
  isKind: (word: string) => boolean;
  /** Returns whether a text is the whole name of a product, a brand or a strain. */
  isName: (text: string) => boolean;
  /** The terms that are similar to a text, the closest first: by their letters, or else by their sound. */
  similarTo: (text: string) => string[];
  /** A text as products write it, if it is a term. */
  asWritten: (text: string) => string;
}

/** Names, brands, categories and forms of products, their words, and the words that a search knows. */
const termsOf = onceEach((products: readonly Product[]): Terms => {
  const written = new Map<string, string>();
  const add = (term: string) => written.set(term.toLowerCase(), term);
  const ofKinds = new Set<string>(tableWords);
  const names = new Set<string>();
  for (const product of products) {
    const { name, brand, category, tags } = product;
    const form = tagValue(tags, 'Formulation') ?? '';
    for (const text of [category, form]) for (const term of [text, ...(text.match(WORD) ?? [])]) add(term);
    for (const word of [...kindWords(category), ...kindWords(form)]) ofKinds.add(word);
    for (const term of [brand, baseName(name), ...(name.match(WORD) ?? [])]) add(term);
    for (const text of [brand, baseName(name), productStrain(product) ?? '']) names.add(lettersOf(text));
  }
  written.delete(UNKNOWN.toLowerCase());
  const ofProducts = written.size;
  for (const word of [...SIZE_WORDS, ...tableWords]) if (!written.has(word)) add(word);
  const terms = Array.from(written.values(), (term) => ({ term, spelled: lettersOf(term) }));
  const sounds = onceEach((all: typeof terms) => all.map(({ spelled }) => soundOf(spelled)));
  const similarTo = (text: string): string[] => {
    const typed = lettersOf(text);
    const digits = digitsOf(typed);
    const most = Math.floor(
      typed.length / (/\s/.test(text.trim()) ? LETTERS_PER_MISTAKE_OF_SEVERAL : LETTERS_PER_MISTAKE),
    );
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
  return {
    similarTo,
    isKind: (word) => ofKinds.has(word),
    isName: (text) => names.has(lettersOf(text)),
    asWritten: (text) => written.get(text.toLowerCase()) ?? text,
  };
});

const kindWords = onceEachText(wordForms, 500);

const lettersOf = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '');

/** Numbers have to be exact. */
const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** How many letters two words differ in. */
const mistakesIn = (a: string, b: string): number => {
  let most = 0;
  while (!differAtMost(a, b, most)) most += 1;
  return most;
};

/** The first ones, each once. */
const withoutDoubles = (all: readonly Meant[]): Meant[] => {
  const seen = new Set<string>();
  return all.filter(({ search }) => !seen.has(lettersOf(search)) && seen.add(lettersOf(search))).slice(0, SUGGESTIONS);
};

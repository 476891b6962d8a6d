import { type Meant, suggestSearches } from './did-you-mean.ts';
import { foldText } from './fold-text.ts';
import { kindsCalled, ofNamedCategory } from './kind-words.ts';
import type { Product } from './product.ts';
import { findBySearch, PRODUCT_SEARCH } from './search-results.ts';
import { ORDER_TEXTS, readStrength, readWish, type Strength, saysNothing, type Wish } from './search-wishes.ts';
import type { Sort } from './sorting.ts';
import { counted } from './text.ts';
import { isKnownWord, numbersLike } from './vocabulary.ts';

/** Where nearest products are looked for, the nearest place first. The search finds nothing in the first one. */
export interface NearestPlace {
  products: readonly Product[];
  where: '' | 'without your filters' | 'in other categories';
}

export interface Nearest<Place> {
  /** The place in which they are. */
  place: Place;
  /** The search that finds them. "" if only their prices or their order are asked for. */
  search: string;
  products: readonly Product[];
  /** Says what they have and what they have not: "35 products with “gummies”, but none with “10mg”". */
  text: string;
  /** The order that is asked for. */
  sort: Sort;
  /** True if no spelling is guessed. */
  isSure: boolean;
  /** True if they are all that was asked for: the other words of the search are about price, order and strength. */
  isAnswer: boolean;
  /** How many the search finds, as the list would say it. Null if the place has not the whole search. */
  count: string | null;
}

/** Another search for what was meant. */
export interface MeantSearch<Place> {
  search: string;
  sort: Sort;
  place: Place;
}

export interface NearestResult<Place> {
  nearest: Nearest<Place> | null;
  suggestions: readonly MeantSearch<Place>[];
}

const NOTHING: NearestResult<never> = { nearest: null, suggestions: [] };

/** A single letter is in everything. */
const SHORTEST = 2;

/** An unfinished word has at most so many letters, or begins a word of the shop. */
const UNFINISHED = 2;

/**
 * Returns the nearest products to a search without a result, and what may have been meant (behavior 5.19). The whole search
 * in another place comes first, then the products with the other words and the strength that the search states, then the
 * words that say most. An unfinished last word is given up first. Words about price and order choose among the products. A
 * chosen sort wins.
 */
export const findNearest = <Place extends NearestPlace>(
  places: readonly Place[],
  typed: string,
  { isTyping, sort }: { isTyping: boolean; sort: Sort },
): NearestResult<Place> => {
  if (typed.trim().length < SHORTEST) return NOTHING;
  const wish = readWish(typed);
  const asked = wish ? wish.rest : typed.trim();
  const cut = isTyping && typed.endsWith(asked) ? withoutUnfinished(asked) : null;
  const strength = readStrength(asked);
  const make = (
    place: Place,
    { search, without, isKind }: Meant,
    isWhole = false,
    strong: Strength | null = null,
  ): Nearest<Place> => {
    const { counted: first, more } = findBySearch(place.products, search, PRODUCT_SEARCH, false);
    const whole = [...first, ...more];
    const all = strong ? whole.filter(strong.has) : whole;
    const isSearch = isWhole && !wish && !strong;
    const found = isSearch ? all : ofNamedCategory(all, search);
    const exact = wish?.exact && found.some(({ finalPrice }) => wish.exact?.passes(finalPrice)) ? wish.exact : null;
    const limits = wish && { ...wish, ...exact };
    const within = limits ? found.filter(({ finalPrice }) => limits.passes(finalPrice)) : found;
    const products = within.length > 0 ? within : found;
    return {
      place,
      search,
      products,
      text: sayNearest({
        products,
        search,
        without,
        place,
        wish: limits,
        isWithin: within.length > 0,
        sort,
        asked: strong?.rest ?? asked,
        strength: strong?.text,
        isKind,
      }),
      sort: sort === 'none' ? (wish?.sort ?? 'none') : sort,
      isSure: isKind || isPartOf(search, typed),
      isAnswer: isWhole && !isSearch && within.length > 0 && place.where === '',
      count: isSearch ? (more.length > 0 ? `${first.length} and ${more.length} more` : `${first.length}`) : null,
    };
  };
  const order: Sort = wish?.sort ?? 'none';
  const meantIn = (place: Place) =>
    suggestSearches(place.products, cut?.search ?? asked).map((meant) => ({ ...meant, sort: order, place }));
  // A search for nothing but a price has all products.
  const has = ({ products }: Place, search: string) =>
    products.length > 0 && findBySearch(products, search, PRODUCT_SEARCH, true).counted.length > 0;

  const [here] = places;
  const whole = places.find((place) => (wish || place !== here) && has(place, asked));
  if (whole) {
    const own = wish && asked !== '' ? [{ search: asked, sort: order, place: whole }] : [];
    // What is spelled alike in this category may be meant more than what another one has.
    const alike = !wish && here && whole.where === 'in other categories' ? meantIn(here) : own;
    return { nearest: make(whole, { search: asked, without: [], isKind: false }, true), suggestions: alike };
  }
  const strong =
    strength &&
    places.find(({ products }) => {
      const { counted: first, more } = findBySearch(products, strength.rest, PRODUCT_SEARCH, false);
      return [...first, ...more].some(strength.has);
    });
  if (strong) {
    const meant = { search: strength.rest, without: [], isKind: false };
    return { nearest: make(strong, meant, true, strength), suggestions: [] };
  }
  const begun = cut && places.find((place) => has(place, cut.search));
  if (begun)
    return { nearest: make(begun, { search: cut.search, without: [cut.word], isKind: false }), suggestions: [] };
  let guess: NearestResult<Place> = NOTHING;
  for (const place of places) {
    const [first, ...others] = meantIn(place);
    if (!first) continue;
    const nearest = make(place, cut ? { ...first, without: [...first.without, cut.word] } : first);
    const result = { nearest, suggestions: cut ? [] : [first, ...others] };
    if (nearest.isSure) return result;
    // Words as they were typed are nearer in a wider place than guessed ones here.
    if (guess === NOTHING) guess = result;
  }
  if (guess !== NOTHING || !wish?.limit || !here?.products.length) return guess;
  return { nearest: make(here, { search: '', without: [asked], isKind: false }), suggestions: [] };
};

/** A search without its last word, if that is not finished. What is said for a kind is. */
const withoutUnfinished = (search: string): { search: string; word: string } | null => {
  const at = search.lastIndexOf(' ');
  if (at < 0) return null;
  const word = search.slice(at + 1);
  const begin = foldText(word);
  const begins = () =>
    !isKnownWord(begin) &&
    kindsCalled(word).length === 0 &&
    numbersLike(begin, (form) => form.startsWith(begin)).length > 0;
  return word.length <= UNFINISHED || begins() ? { search: search.slice(0, at).trim(), word } : null;
};

const isPartOf = (part: string, search: string): boolean => {
  const typed = search.toLowerCase().split(/\s+/);
  return (
    part === '' ||
    part
      .toLowerCase()
      .split(/\s+/)
      .every((word) => typed.includes(word))
  );
};

interface Described {
  products: readonly Product[];
  search: string;
  without: readonly string[];
  place: NearestPlace;
  wish: Wish | null;
  /** Whether the prices are within the limit. */
  isWithin: boolean;
  sort: Sort;
  /** The search, without words about price and order. */
  asked: string;
  /** The strength that all of them have. */
  strength: string | undefined;
  /** Whether the search is what the shop calls a kind that was said in another word. */
  isKind: boolean;
}

/** Without the words that say nothing. */
const spoken = (text: string): string =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => !saysNothing(word))
    .join(' ');

const sayNearest = ({
  products,
  search,
  without,
  place,
  wish,
  isWithin,
  sort,
  asked,
  strength,
  isKind,
}: Described): string => {
  const isCorrected = without.length === 0 && spoken(search) !== spoken(asked);
  const missing = (isCorrected ? [asked] : without.filter((word) => !saysNothing(word))).map((word) => `“${word}”`);
  const lacks = [
    ...(wish?.limit && !isWithin ? [wish.limit] : []),
    ...(missing.length > 0 ? [`with ${missing.join(' or ')}`] : []),
  ];
  const what = [
    counted(products.length, 'product'),
    search && `${isKind ? 'of the kind' : 'with'} “${search}”`,
    strength && `${search ? 'and' : 'with'} ${strength}`,
    isWithin && wish?.limit,
    place.where,
  ].filter(Boolean);
  // What costs the same has no order by price.
  const isOrdered = new Set(products.map(({ id, finalPrice }) => (wish?.exact ? finalPrice : id))).size > 1;
  const order = sort === 'none' && wish && isOrdered ? ORDER_TEXTS[wish.sort] : null;
  return [
    what.join(' '),
    ...(lacks.length > 0 ? [`but ${products.length === 1 ? 'not' : 'none'} ${lacks.join(' or ')}`] : []),
    ...(order ? [order] : []),
  ].join(', ');
};

import { displayCategory } from './categories.ts';
import { inNaturalOrder } from './natural-list.ts';
import { onceEach } from './once-each.ts';
import type { Product } from './product.ts';
import { traitsOf } from './product-traits.ts';
import { type ListTexts, packTexts, readSearchText, type SearchText } from './search-text.ts';
import { readWords, SCOPES, type Scope, scopesOf, type WordSearch } from './word-search.ts';

interface Searchable {
  id: number;
  name: string;
  description: string | null;
  brand: string | null;
}

/** The texts that a search reads of a list's items. Both functions read each item once. */
export interface SearchRule<Item> {
  /** The text that the specified rule looks in, in lower case. */
  textOf: (item: Item) => string;
  wordsOf: (item: Item) => SearchText;
}

/** How members search products (behavior 5.3). */
export const PRODUCT_SEARCH: SearchRule<Product> = {
  textOf: (product) => traitsOf(product).haystack,
  wordsOf: onceEach((product: Product) => {
    const { category, labelDoubtful } = product;
    const categories = [...new Set([displayCategory(product), category])];
    return readSearchText({ ...product, categories, isLabelDoubtful: labelDoubtful });
  }),
};

/** Reads products in advance, so that the first letter does not wait. */
export const prepareSearch = (products: readonly Product[]): void => {
  for (const product of products) PRODUCT_SEARCH.wordsOf(product);
};

/** The results of a search: the products that count, and those that follow under "More matches". */
export interface Found<Item> {
  /** True if those that count are found by the specified rule. */
  isSpecified: boolean;
  counted: readonly Item[];
  more: readonly Item[];
}

/** A list in natural order, or in its own if it is sorted, with what a search reads of each item. */
interface ReadList<Item> {
  items: readonly Item[];
  texts: readonly string[];
  list: ListTexts;
  /** The last search. The list and its suggestions ask the same. */
  last: { search: string; found: Found<Item> } | null;
}

type Lists = WeakMap<readonly unknown[], ReadList<unknown>>;
/** The lists that were read, for each rule. Finding what is known of 15,000 items takes longer than searching them. */
const natural = new WeakMap<SearchRule<never>, Lists>();
const asGiven = new WeakMap<SearchRule<never>, Lists>();

const readList = <Item extends Searchable>(
  items: readonly Item[],
  rule: SearchRule<Item>,
  isSorted: boolean,
): ReadList<Item> => {
  const byRule = isSorted ? asGiven : natural;
  const lists: Lists = byRule.get(rule) ?? new WeakMap();
  byRule.set(rule, lists);
  const known = lists.get(items);
  if (known) return known as ReadList<Item>;
  const ordered = isSorted ? items : inNaturalOrder(items);
  const read = {
    items: ordered,
    texts: ordered.map(rule.textOf),
    list: packTexts(ordered.map(rule.wordsOf)),
    last: null,
  };
  lists.set(items, read);
  return read;
};

/** Returns for each item of a list in which of its places all words of a search are. */
export const scopesIn = <Item extends Searchable>(
  items: readonly Item[],
  words: WordSearch,
  rule: SearchRule<Item>,
): Uint8Array => scopesOf(words, readList(items, rule, true).list);

/** How an item is found. */
export const MATCH = { none: 0, words: 1, text: 2 } as const;

/** Returns for each item of a list how a search finds it: by the specified rule, only by its words, or not at all. */
export const matchesIn = <Item extends Searchable>(
  items: readonly Item[],
  search: string,
  rule: SearchRule<Item>,
): Uint8Array => {
  const matches = new Uint8Array(items.length);
  const needle = search.trim().toLowerCase();
  if (needle === '') return matches.fill(MATCH.text);
  const { texts, list } = readList(items, rule, true);
  const words = readWords(search);
  const scopes = words && scopesOf(words, list);
  for (let at = 0; at < matches.length; at += 1) {
    if (texts[at]!.includes(needle)) matches[at] = MATCH.text;
    else if (scopes !== null && scopes[at] !== SCOPES.nowhere) matches[at] = MATCH.words;
  }
  return matches;
};

/**
 * Finds items by a search (behavior 5.3). The specified rule comes first: what it finds counts. Items that have every word
 * follow, and count if it finds none. Both are in the order of `rankOf`, unless the list `isSorted` otherwise.
 */
export const findBySearch = <Item extends Searchable>(
  items: readonly Item[],
  search: string,
  rule: SearchRule<Item>,
  isSorted: boolean,
): Found<Item> => {
  if (search.trim() === '') return { isSpecified: true, counted: items, more: [] };
  const read = readList(items, rule, isSorted);
  if (read.last?.search !== search) read.last = { search, found: searchRead(read, search, isSorted) };
  return read.last.found;
};

const searchRead = <Item extends Searchable>(
  { items: ordered, texts, list }: ReadList<Item>,
  search: string,
  isSorted: boolean,
): Found<Item> => {
  const needle = search.trim().toLowerCase();
  const words = readWords(search);
  const scopes = words && scopesOf(words, list);
  const specified: Item[][] = [];
  const more: Item[][] = [];
  for (let at = 0; at < ordered.length; at += 1) {
    const place = texts[at]!.indexOf(needle);
    const scope = scopes ? (scopes[at] as Scope) : SCOPES.nowhere;
    if (place < 0 && scope === SCOPES.nowhere) continue;
    const item = ordered[at]!;
    const rank = isSorted ? 0 : rankOf(item, { needle, place, words, text: list.texts[at]!, scope });
    const ranks = place < 0 ? more : specified;
    ranks[rank] ??= [];
    ranks[rank].push(item);
  }
  const [first, second] = [specified.flat(), more.flat()];
  const isSpecified = first.length > 0;
  return { isSpecified, counted: isSpecified ? first : second, more: isSpecified ? second : [] };
};

interface Match {
  needle: string;
  /** The place of the match in the text, which begins with the name. Below 0 if the specified rule finds none. */
  place: number;
  words: WordSearch | null;
  text: SearchText;
  scope: Scope;
}

/** How well an item fits a search, the best 0 (behavior 5.3). Items of one rank are in natural order. */
const rankOf = ({ name, brand, description }: Searchable, { needle, place, words, text, scope }: Match): number => {
  const folded = words?.text ?? '\n';
  if ((place === 0 && needle.length === name.length) || text.name === folded) return 0;
  if (place === 0 || text.name.startsWith(folded)) return 1;
  if ((place > 0 && place < name.length) || text.name.includes(folded)) return 2;
  if (brand?.toLowerCase().includes(needle) || text.brand.includes(folded)) return 3;
  if (scope === SCOPES.name) return 4;
  if (scope === SCOPES.facts) return 5;
  return place > 0 && description?.toLowerCase().includes(needle) ? 6 : 7;
};

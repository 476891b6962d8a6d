import { FACETS, type Facet, type FacetChoice, facetKey, facetValuesOf, rangesOf } from './facets.ts';
import { isInHouseBrand } from './inventory-item.ts';
import { compareNames } from './natural-order.ts';
import { type Product, UNKNOWN } from './product.ts';
import { IN_HOUSE_BRAND, traitsOf } from './product-traits.ts';
import { MATCH, matchesIn, PRODUCT_SEARCH } from './search-results.ts';

/** The facets and the brand: everything whose options have counts. */
const COUNTED = [...FACETS, 'brand'] as const;
type Counted = (typeof COUNTED)[number];

/** One value that can be chosen. */
export interface FacetOption {
  value: string;
  label: string;
  /** The number of products it leads to, together with all other choices. */
  count: number;
}

/** The options of the facets, of the brand filter, and of "in stock only". */
export interface FacetCounts {
  options: Readonly<Record<Counted, readonly FacetOption[]>>;
  inStock: number;
}

/** The values of all products in one facet: the options in their order, and the option of each product or -1. */
interface Column {
  options: readonly { value: string; label: string; key: string }[];
  codes: Int32Array;
}

/** Products prepared for counting. It is made once per category of a snapshot, so that a keystroke only counts. */
export interface FacetIndex {
  products: readonly Product[];
  columns: Readonly<Record<Counted, Column>>;
}

const keyAndLabel = (product: Product, facet: Counted): [key: string, label: string] | null => {
  if (facet === 'brand') {
    const { brand } = product;
    return [traitsOf(product).brandKey, isInHouseBrand(brand) ? IN_HOUSE_BRAND : brand];
  }
  const value = facetValuesOf(product)[facet];
  return value === null ? null : [facetKey(value), value];
};

/** Prepares products in steps, of which each takes a few milliseconds for 15,000 of them. `step` is false at the end. */
export const startIndex = (products: readonly Product[]): { step: () => boolean; index: () => FacetIndex } => {
  const columns: Partial<Record<Counted, Column>> = {};
  let next = 0;
  return {
    step: () => {
      const facet = COUNTED[next];
      if (facet === undefined) return false;
      columns[facet] = columnOf(products, facet);
      next += 1;
      return true;
    },
    index: () => ({ products, columns: columns as FacetIndex['columns'] }),
  };
};

const columnOf = (products: readonly Product[], facet: Counted): Column => {
  const found = new Map<string, { key: string; value: string; label: string; code: number; total: number }>();
  const codes = new Int32Array(products.length).fill(-1);
  products.forEach((product, at) => {
    const named = keyAndLabel(product, facet);
    if (named === null) return;
    const [key, value] = named;
    let option = found.get(key);
    if (option === undefined) {
      option = { key, value, label: value, code: found.size, total: 0 };
      found.set(key, option);
    }
    option.total += 1;
    codes[at] = option.code;
  });
  const options = inOrder([...found.values()], facet);
  const places = new Int32Array(options.length);
  options.forEach(({ code }, place) => {
    places[code] = place;
  });
  return { options, codes: codes.map((code) => (code < 0 ? -1 : places[code]!)) };
};

/** Ranges are in their own order and sizes in natural order. Words with more products come first, "Unknown" last. */
const inOrder = <Option extends { value: string; label: string; total: number }>(options: Option[], facet: Counted) => {
  const ranges = rangesOf(facet);
  if (ranges) {
    return ranges.flatMap(({ value, label }) =>
      options.filter((option) => option.value === value).map((option) => ({ ...option, label })),
    );
  }
  if (facet === 'size') return options.sort((a, b) => compareNames(a.value, b.value));
  const isUnknown = ({ value }: Option) => Number(facet === 'brand' && value === UNKNOWN);
  return options.sort((a, b) => isUnknown(a) - isUnknown(b) || b.total - a.total || compareNames(a.value, b.value));
};

/** The filters of the list besides its category. */
export interface CountedFilter {
  search: string;
  choice: FacetChoice;
  /** The products of the chosen brand. Null for all brands. */
  ofBrand: readonly Product[] | null;
}

/** Products counted in one step. */
const STEP = 250;

/**
 * Counts how many products each option leads to (behavior 5.17). The options of a facet are counted without that
 * facet's own choice. Options that lead to no product are left out, except chosen ones, which can be taken back. It
 * counts in steps, so that a key pressed during the count does not wait for all of them. `step` is false at the end.
 */
export const startCount = (
  { products, columns }: FacetIndex,
  { search, choice, ofBrand }: CountedFilter,
): { step: () => boolean; counts: () => FacetCounts } => {
  const brands = ofBrand && new Set(ofBrand);
  const chosen = chosenCodes(columns, choice);
  const codes = COUNTED.map((facet) => columns[facet].codes);
  // The matches of the specified rule, and those of the words only, which count if the rule finds nothing (behavior
  // 5.3).
  const counts = [1, 2].map(() => COUNTED.map((facet) => new Int32Array(columns[facet].options.length)));
  const inStock = [0, 0];
  let matches: Uint8Array | null = null;
  const BRAND = COUNTED.indexOf('brand');
  const STOCK = COUNTED.length;
  const NONE = -1;
  const SEVERAL = -2;
  let next = 0;

  /** Returns the only facet whose choice a product does not meet, NONE, or SEVERAL, with which it leads nowhere. */
  const unmet = (product: Product, at: number): number => {
    let failed = NONE;
    if (choice.inStock && product.quantity === 0) failed = STOCK;
    if (brands !== null && !brands.has(product)) failed = failed === NONE ? BRAND : SEVERAL;
    for (let facet = 0; facet < chosen.length; facet += 1) {
      if (chosen[facet]?.has(codes[facet]![at]!) === false) failed = failed === NONE ? facet : SEVERAL;
    }
    return failed;
  };
  const countIn = (match: number, facet: number, at: number): void => {
    const code = codes[facet]![at]!;
    if (code >= 0) counts[match]![facet]![code]! += 1;
  };
  const count = (product: Product, at: number): void => {
    const failed = unmet(product, at);
    if (failed === SEVERAL || matches![at] === MATCH.none) return;
    const match = matches![at] === MATCH.text ? 0 : 1;
    if (failed === NONE) for (let facet = 0; facet < COUNTED.length; facet += 1) countIn(match, facet, at);
    else if (failed !== STOCK) countIn(match, failed, at);
    if (failed === NONE && product.quantity > 0) inStock[match]! += 1;
  };
  const optionsOf = (facet: Counted, place: number): FacetOption[] =>
    columns[facet].options
      .map(({ value, label }, code) => ({
        value,
        label,
        count: counts[0]![place]![code]! || counts[1]![place]![code]!,
      }))
      .filter((option, code) => option.count > 0 || chosen[place]?.has(code));

  return {
    step: () => {
      if (next >= products.length) return false;
      matches ??= matchesIn(products, search, PRODUCT_SEARCH);
      const end = Math.min(next + STEP, products.length);
      for (; next < end; next += 1) count(products[next]!, next);
      return true;
    },
    counts: () => ({
      options: Object.fromEntries(
        COUNTED.map((facet, place) => [facet, optionsOf(facet, place)]),
      ) as unknown as FacetCounts['options'],
      inStock: inStock[0]! || inStock[1]!,
    }),
  };
};

/** Returns the codes of the chosen values of each facet, or null for a facet without a choice. */
const chosenCodes = (columns: FacetIndex['columns'], choice: FacetChoice): (ReadonlySet<number> | null)[] =>
  FACETS.map((facet: Facet) => {
    if (choice[facet].length === 0) return null;
    const keys = new Set(choice[facet].map(facetKey));
    return new Set(columns[facet].options.flatMap(({ key }, code) => (keys.has(key) ? [code] : [])));
  });

import { factsOf, type Potency } from './facts.ts';
import { onceEach } from './once-each.ts';
import type { Product } from './product.ts';
import { tagValue } from './tags.ts';
import { foldName } from './typed-text.ts';

/** The facets with values, by their names in the address (behavior 5.17). THC in percent and in mg are two facets. */
export const FACETS = ['form', 'size', 'strain', 'thc', 'thc-mg', 'price'] as const;
export type Facet = (typeof FACETS)[number];

/**
 * The chosen values of each facet, and whether only products in stock or only favorites are shown. No values: every
 * product passes.
 */
export type FacetChoice = Readonly<Record<Facet, readonly string[]>> & {
  readonly inStock: boolean;
  /** The page knows the favorites, so it applies this with `onlyFavorites` before everything else. */
  readonly favorites: boolean;
};

export const NO_FACETS: FacetChoice = {
  form: [],
  size: [],
  strain: [],
  thc: [],
  'thc-mg': [],
  price: [],
  inStock: false,
  favorites: false,
};

/** A range of amounts. An amount belongs to the first range that it fits. The address has the value of the range. */
interface Range {
  value: string;
  label: string;
  fits: (amount: number) => boolean;
}

type Fits = Range['fits'];
const below =
  (bound: number): Fits =>
  (amount) =>
    amount < bound;
const upTo =
  (bound: number): Fits =>
  (amount) =>
    amount <= bound;
const others: Fits = () => true;

const range = (value: string, label: string, fits: Fits): Range => ({ value, label, fits });

/** A dose is usually a round number, so it belongs to the range that ends with it. */
const RANGES = {
  thc: [
    range('0-15', 'Under 15%', below(15)),
    range('15-20', '15–20%', below(20)),
    range('20-25', '20–25%', below(25)),
    range('25-30', '25–30%', below(30)),
    range('30-60', '30–60%', below(60)),
    range('60-80', '60–80%', below(80)),
    range('80-90', '80–90%', below(90)),
    range('90-', '90% and more', others),
  ],
  'thc-mg': [
    range('0-10', 'Up to 10 mg', upTo(10)),
    range('10-50', '10–50 mg', upTo(50)),
    range('50-100', '50–100 mg', upTo(100)),
    range('100-250', '100–250 mg', upTo(250)),
    range('250-500', '250–500 mg', upTo(500)),
    range('500-1000', '500–1000 mg', upTo(1000)),
    range('1000-', 'Over 1000 mg', others),
  ],
  price: [
    range('0-24', 'Under $25', below(25)),
    range('25-49', '$25–$49', below(50)),
    range('50-99', '$50–$99', below(100)),
    range('100-199', '$100–$199', below(200)),
    range('200-', '$200 and more', others),
  ],
} as const satisfies Partial<Record<Facet, readonly Range[]>>;

export type RangeFacet = keyof typeof RANGES;

/** Returns the ranges of a facet in their order, or null if its values are words. */
export const rangesOf = (facet: Facet | 'brand'): readonly Range[] | null =>
  facet in RANGES ? RANGES[facet as RangeFacet] : null;

const rangeOf = (facet: RangeFacet, amount: number): string => RANGES[facet].find(({ fits }) => fits(amount))!.value;

const potencyRange = (facet: 'thc' | 'thc-mg', unit: Potency['unit'], potency: Potency | null | undefined) =>
  potency?.unit === unit ? rangeOf(facet, potency.amount) : null;

/** The value of a product in each facet, or null if it has none. */
export type FacetValues = Readonly<Record<Facet, string | null>>;

/** Returns the values of a product as people read them. They are computed once per product (behavior 5.17). */
export const facetValuesOf = onceEach((product: Product): FacetValues => {
  const { thc, strain, size } = factsOf(product);
  return {
    form: tagValue(product.tags, 'Formulation'),
    size,
    strain,
    thc: potencyRange('thc', '%', thc?.potency),
    'thc-mg': potencyRange('thc-mg', 'mg', thc?.potency),
    price: rangeOf('price', product.finalPrice),
  };
});

/** Returns the key of a value. Values with one key are one option: case does not matter. */
export const facetKey = (value: string): string => foldName(value);

/** Returns the key of a product's value in a facet, or null if it has none. */
const keyOf = (product: Product, facet: Facet): string | null => {
  const value = facetValuesOf(product)[facet];
  return value === null ? null : facetKey(value);
};

/** Returns whether any facet is chosen. */
export const hasFacets = (choice: FacetChoice): boolean =>
  choice.inStock || choice.favorites || FACETS.some((facet) => choice[facet].length > 0);

/** Returns the keys of the chosen values of each facet that has any. */
const chosenKeys = (choice: FacetChoice): [Facet, ReadonlySet<string>][] =>
  FACETS.filter((facet) => choice[facet].length > 0).map((facet) => [facet, new Set(choice[facet].map(facetKey))]);

/**
 * Returns the products that have one of the chosen values in every facet with a choice, and are in stock if only those
 * are shown (behavior 5.17).
 */
export const filterFacets = (products: readonly Product[], choice: FacetChoice): readonly Product[] => {
  if (!hasFacets(choice)) return products;
  const chosen = chosenKeys(choice);
  return products.filter((product) => {
    if (choice.inStock && product.quantity === 0) return false;
    return chosen.every(([facet, keys]) => {
      const key = keyOf(product, facet);
      return key !== null && keys.has(key);
    });
  });
};

/** Returns the products that are favorites (behavior 5.22). */
export const onlyFavorites = (
  products: readonly Product[],
  favorites: { readonly has: (productId: number) => boolean },
): readonly Product[] => products.filter(({ id }) => favorites.has(id));

/** Returns the choice without values that none of the products has. They cannot lead to anything. */
export const knownFacets = (choice: FacetChoice, products: readonly Product[]): FacetChoice => {
  const chosen = chosenKeys(choice);
  const known = Object.fromEntries(
    chosen.map(([facet]) => {
      // A value that was offered is found early, so this is quick also in a large category.
      const isKnown = (key: string) => products.some((product) => keyOf(product, facet) === key);
      return [facet, choice[facet].filter((value) => isKnown(facetKey(value)))];
    }),
  );
  const areAllKnown = chosen.every(([facet]) => known[facet]!.length === choice[facet].length);
  return areAllKnown ? choice : { ...choice, ...known };
};

/** Returns the choice with a value chosen, or without it if it was chosen. */
export const toggleFacet = (choice: FacetChoice, facet: Facet, value: string): FacetChoice => {
  const key = facetKey(value);
  const rest = choice[facet].filter((each) => facetKey(each) !== key);
  return { ...choice, [facet]: rest.length < choice[facet].length ? rest : [...choice[facet], value] };
};

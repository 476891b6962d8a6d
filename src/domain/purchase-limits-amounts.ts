import { guessKind, isFood, type ProductKind, productKind } from './category-kinds.ts';
import { checkLabel, LABEL_CLAIMS, type LabeledProduct } from './label-check.ts';
import { type Measures, measuresOf, readMeasures } from './measures.ts';
import type { LimitRule, LimitUnit } from './purchase-limits.ts';

/**
 * The amounts that one piece of a product counts, in each unit (behavior 6.11). Receipts keep them as they were at
 * confirming.
 */
export interface ProductAmounts extends Record<LimitUnit, number | null> {
  /** Null for a category without a kind. */
  kind: ProductKind | null;
  /** Null if the product states no weight. */
  g: number | null;
  /** Null if it states no dose. */
  mg: number | null;
  pcs: number;
}

/** Doses of these are weights too: "500mg" on a cart is half a gram. In edibles a dose is not what the product weighs. */
const WEIGHED: ReadonlySet<ProductKind | null> = new Set<ProductKind>(['flower', 'concentrate', 'vape']);

/**
 * Returns what one piece of a product counts (behavior 6.11). A pack that can be read in two ways counts the higher
 * amount. A doubtful label does not count; the product's name comes first then. Munchies without a dose are food. `kind` is
 * that of its category, unless the usual one is right.
 */
export const productAmounts = (
  product: LabeledProduct,
  kind: ProductKind | null = productKind(guessKind(product.category ?? '')),
): ProductAmounts => {
  const { grams, milligrams, pieces } = statedMeasures(product);
  const pcs = Math.max(1, ...pieces);
  if (milligrams.length === 0 && isFood(product.category ?? '')) return { kind, g: 0, mg: 0, pcs };
  const isWeighed = WEIGHED.has(kind);
  // "850mg" may be the strength of a full gram, so only round doses state a weight, as in the label check.
  const doseAsGrams = isWeighed ? milligrams.filter((dose) => dose % 500 === 0).map((dose) => dose / 1000) : [];
  const gramsAsDose = isWeighed ? grams.map((weight) => weight * 1000) : [];
  return {
    kind,
    g: highest(grams.length > 0 ? grams : doseAsGrams, pieces),
    mg: highest(milligrams.length > 0 ? milligrams : gramsAsDose, pieces),
    pcs,
  };
};

/** Returns the measures that name, size and tags state, with the label if it is right. A label alone counts. */
const statedMeasures = (product: LabeledProduct): Measures => {
  const stated = measuresOf(product);
  if (checkLabel(product) !== null) {
    const named = readMeasures(product.name);
    const first = (values: number[], others: number[]) => (values.length > 0 ? values : others);
    return {
      grams: first(named.grams, stated.grams),
      milligrams: first(named.milligrams, stated.milligrams),
      pieces: first(named.pieces, stated.pieces),
    };
  }
  const claim = product.weightLabel === null ? {} : LABEL_CLAIMS[product.weightLabel];
  const withClaim = (values: number[], claimed: number | undefined) =>
    claimed === undefined ? values : [...values, claimed];
  return {
    grams: withClaim(stated.grams, claim.grams),
    milligrams: withClaim(stated.milligrams, claim.milligrams),
    pieces: withClaim(stated.pieces, claim.pieces),
  };
};

/** An ounce is sold as 28 or as 28.35 grams. */
const TOLERANCE = 0.03;

/**
 * Returns the highest amount that a piece may have; null if none is stated. "10-pack 10mg" may have 100 mg. In "10-pack
 * 10mg 100mg total" the total is stated, so it is not multiplied once more.
 */
const highest = (amounts: readonly number[], pieces: readonly number[]): number | null => {
  if (amounts.length === 0) return null;
  const packs = pieces.filter((count) => count > 1);
  const isTotal = (amount: number) =>
    packs.some((count) => amounts.some((each) => Math.abs(each * count - amount) <= amount * TOLERANCE));
  return rounded(
    Math.max(...amounts.flatMap((amount) => [amount, ...(isTotal(amount) ? [] : packs.map((n) => n * amount))])),
  );
};

const rounded = (amount: number): number => Math.round(amount * 1000) / 1000;

/** Returns whether a rule counts products with these amounts. In grams and milligrams only categories with a kind count. */
export const countsProduct = (
  { kind, unit }: Pick<LimitRule, 'kind' | 'unit'>,
  product: Pick<ProductAmounts, 'kind'>,
): boolean => (kind === 'any' ? unit === 'pcs' || product.kind !== null : kind === product.kind);

/** Returns what one piece counts for a rule that counts the product; null if nobody knows. */
export const amountFor = (rule: Pick<LimitRule, 'unit' | 'amountIfUnknown'>, product: ProductAmounts): number | null =>
  product[rule.unit] ?? rule.amountIfUnknown;

/** Returns the first rule for which nobody knows what a product counts, so that it cannot be ordered; null if there is none. */
export const unknownFor = <Rule extends Pick<LimitRule, 'kind' | 'unit' | 'amountIfUnknown'>>(
  rules: readonly Rule[],
  product: ProductAmounts,
): Rule | null => rules.find((rule) => countsProduct(rule, product) && amountFor(rule, product) === null) ?? null;

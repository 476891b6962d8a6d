import type { CategoryMap } from './category-map.ts';
import { type Measures, measuresOf } from './measures.ts';
import { tagValue } from './tags.ts';
import { WEIGHT_LABELS, type WeightLabel } from './weight-labels.ts';

/** The values that a weight label states about a product. */
export interface LabelClaim {
  grams?: number;
  milligrams?: number;
  pieces?: number;
  form?: 'cart' | 'pre-roll';
}

export const LABEL_CLAIMS: Readonly<Record<WeightLabel, LabelClaim>> = {
  Gram: { grams: 1 },
  'Two Grams': { grams: 2 },
  Eighth: { grams: 3.5 },
  Quarter: { grams: 7 },
  'Half Ounce': { grams: 14 },
  Ounce: { grams: 28 },
  Pound: { grams: 448 },
  '0.5g Cart': { grams: 0.5, form: 'cart' },
  '1g Cart': { grams: 1, form: 'cart' },
  '2g Cart': { grams: 2, form: 'cart' },
  'Pre-Roll': { pieces: 1, form: 'pre-roll' },
  '2-Pack': { pieces: 2 },
  '5-Pack': { pieces: 5 },
  '10-Pack': { pieces: 10 },
  '100mg': { milligrams: 100 },
  '250mg': { milligrams: 250 },
  '500mg': { milligrams: 500 },
  '1000mg': { milligrams: 1000 },
};

/** A label that contradicts the rest of its product. */
export interface LabelDoubt {
  /** The contradiction, as a text for people. */
  reason: string;
  /** The label that fits name, size and tags. Null if no option fits, or if several might. */
  suggested: WeightLabel | null;
}

export interface LabeledProduct {
  name: string;
  tags: readonly string[];
  size: string | null;
  category: string | null;
  weightLabel: WeightLabel | null;
}

/**
 * Checks a weight label against name, size, tags and category (behavior 9.1). Returns null if there is no label or
 * nothing clearly contradicts it. Doubting a right label would cost the members' trust, so a text that can be read in
 * two ways counts in favor of the label.
 */
export const checkLabel = (product: LabeledProduct): LabelDoubt | null => {
  const { weightLabel } = product;
  if (weightLabel === null) return null;
  const facts = readFacts(product);
  const reason = contradiction(LABEL_CLAIMS[weightLabel], facts);
  if (reason === null) return null;
  return { reason, suggested: suggestLabel(facts) };
};

/** Returns the label that fits a product, whatever label it has. Null if no option fits, or if several might. */
export const fittingLabel = (product: Omit<LabeledProduct, 'weightLabel'>): WeightLabel | null =>
  suggestLabel(readFacts(product));

/**
 * Checks the label of an item of the inventory. It goes by the first name of the item's category, so it says the same whatever
 * the seller calls that.
 */
export const checkItemLabel = (item: LabeledProduct, categories: Pick<CategoryMap, 'originOf'>): LabelDoubt | null =>
  // Most items have no label.
  item.weightLabel === null ? null : checkLabel({ ...item, category: categories.originOf(item.category) });

/**
 * The form in which a product is sold, according to category and name. "dosed" means edibles, tinctures and topicals. An
 * "oil" is a concentrate that may be the filling of a cart.
 */
type Form = 'cart' | 'pre-roll' | 'flower' | 'concentrate' | 'oil' | 'dosed' | 'other';

interface Facts {
  form: Form;
  /** Members buy it by weight, whatever unit the product states. */
  isWeighed: boolean;
  /** The stated values, without duplicates. */
  stated: Measures;
  /** The values that a label may state for it: those of one piece, and those of all pieces together. */
  possible: { grams: number[]; milligrams: number[] };
}

const readFacts = (product: Omit<LabeledProduct, 'weightLabel'>): Facts => {
  const { grams, milligrams, pieces } = measuresOf(product);
  const form = formOf(product);
  const isWeighed = form !== 'flower' && form !== 'dosed' && form !== 'other';
  // "500mg" on a cart means half a gram. "850mg" may be the strength of a full gram, so it states no weight.
  const doseAsGrams = isWeighed ? milligrams.filter((dose) => dose % 500 === 0).map((dose) => dose / 1000) : [];
  const gramsAsDose = isWeighed ? grams.map((weight) => weight * 1000) : [];
  const stated = { grams: [...new Set([...grams, ...doseAsGrams])], milligrams, pieces };
  return {
    form,
    isWeighed,
    stated,
    possible: {
      grams: eachOrTogether(stated.grams, pieces),
      milligrams: eachOrTogether([...milligrams, ...gramsAsDose], pieces),
    },
  };
};

/**
 * Returns the sizes of a product for a search (behavior 5.3). The product states them, perhaps without a clear unit: then
 * each possible unit counts. A label counts unless it is doubtful.
 */
export const searchedSizes = (product: LabeledProduct, isLabelDoubtful: boolean): Measures => {
  const { isWeighed, stated } = readFacts(product);
  const claim: LabelClaim = isLabelDoubtful || product.weightLabel === null ? {} : LABEL_CLAIMS[product.weightLabel];
  const withClaim = (kind: keyof Measures, values = stated[kind]) =>
    claim[kind] === undefined ? values : [...values, claim[kind]];
  return {
    grams: withClaim('grams'),
    milligrams: withClaim('milligrams', [
      ...stated.milligrams,
      ...(isWeighed ? stated.grams.map((weight) => weight * 1000) : []),
    ]),
    pieces: withClaim('pieces'),
  };
};

const eachOrTogether = (amounts: number[], pieces: number[]): number[] => [
  ...amounts,
  ...amounts.flatMap((amount) => pieces.flatMap((count) => [amount * count, amount / count])),
];

const PRE_ROLL = /\b(?:pre-?rolls?|pre rolls?|joints?|blunts?)\b/i;
const CART = /\b(?:carts?|cartridges?|vapes?|vaporizers?|disposables?)\b/i;
const FORMS: ReadonlyMap<string | undefined, Form> = new Map([
  ['carts', 'cart'],
  ['vape cartridges', 'cart'],
  ['disposables', 'cart'],
  ['pre-rolls', 'pre-roll'],
  ['flower', 'flower'],
  ['concentrates', 'concentrate'],
  ['edibles', 'dosed'],
  ['munchies', 'dosed'],
  ['topical', 'dosed'],
  ['tincture', 'dosed'],
]);

/** Concentrates that are never the filling of a cart. */
const SOLID: ReadonlySet<string | undefined> = new Set(['shatter', 'wax', 'crumble', 'bubble hash', 'kief']);

const formOf = ({ name, tags, category }: Omit<LabeledProduct, 'weightLabel'>): Form => {
  const byCategory = FORMS.get(category?.toLowerCase()) ?? 'other';
  // A joint in the category Flower is a pre-roll, and an oil in a vape is a cart. A balm for joints is still a balm.
  if (byCategory === 'dosed') return byCategory;
  if (PRE_ROLL.test(name) && byCategory !== 'cart') return 'pre-roll';
  if (CART.test(name) && byCategory !== 'pre-roll') return 'cart';
  if (byCategory === 'concentrate' && !SOLID.has(tagValue(tags, 'Formulation')?.toLowerCase())) return 'oil';
  return byCategory;
};

const FORM_LABELS: Readonly<Record<Form, string>> = {
  cart: 'a cart',
  'pre-roll': 'a pre-roll',
  flower: 'flower',
  concentrate: 'a concentrate',
  oil: 'a concentrate',
  dosed: 'an edible, tincture or topical',
  // Stryker disable next-line StringLiteral: never used, because any label may be right for an unknown form.
  other: 'something else',
};

/** Returns whether a label for carts or pre-rolls can be right for a form. Flower without a stated weight may be pre-rolls. */
const mayBeSoldAs = (claimed: 'cart' | 'pre-roll', form: Form, stated: Measures): boolean => {
  if (form === claimed || form === 'other') return true;
  return claimed === 'cart' ? form === 'oil' : form === 'flower' && stated.grams.length === 0;
};

/** Returns the contradiction between a label and the facts as a text, or null. */
const contradiction = (claim: LabelClaim, { form, stated, possible }: Facts): string | null => {
  if (claim.form !== undefined && !mayBeSoldAs(claim.form, form, stated)) return `This is ${FORM_LABELS[form]}`;
  if (claim.grams !== undefined) {
    if (contradicts(possible.grams, claim.grams)) return statedText(stated.grams, 'G');
    if (possible.grams.length === 0 && form === 'dosed' && stated.milligrams.length > 0) {
      return statedText(stated.milligrams, 'mg');
    }
  }
  if (claim.milligrams !== undefined) {
    if (contradicts(possible.milligrams, claim.milligrams)) {
      return stated.milligrams.length > 0 ? statedText(stated.milligrams, 'mg') : statedText(stated.grams, 'G');
    }
    if (possible.milligrams.length === 0 && form === 'flower' && stated.grams.length > 0)
      return statedText(stated.grams, 'G');
  }
  if (claim.pieces !== undefined) {
    if (contradicts(stated.pieces, claim.pieces)) return statedText(stated.pieces, '-pack');
    if (stated.pieces.length === 0 && form === 'flower' && stated.grams.length > 0)
      return statedText(stated.grams, 'G');
  }
  return null;
};

/** An ounce is sold as 28 or as 28.35 grams, and the label is right for both. */
const TOLERANCE = 0.03;

/** Returns whether a stated amount is as good as a claimed one. */
export const fits = (value: number, claimed: number): boolean => Math.abs(value - claimed) <= claimed * TOLERANCE;

const contradicts = (values: number[], claimed: number): boolean =>
  values.length > 0 && !values.some((value) => fits(value, claimed));

const statedText = (values: number[], unit: string): string =>
  `Name, size or tags say ${values.map((value) => `${value}${unit}`).join(', ')}`;

/** The measures that the labels of a form state. The first one that the product states is used. */
const STATED_BY_FORM: Readonly<Record<Form, readonly (keyof Measures)[]>> = {
  cart: ['grams'],
  'pre-roll': ['pieces'],
  flower: ['grams'],
  concentrate: ['grams'],
  oil: ['grams'],
  dosed: ['milligrams', 'grams', 'pieces'],
  other: ['grams', 'milligrams', 'pieces'],
};

const suggestLabel = ({ form, stated }: Facts): WeightLabel | null => {
  const kind = STATED_BY_FORM[form].find((each) => stated[each].length > 0);
  if (kind === undefined) return form === 'pre-roll' ? 'Pre-Roll' : null;
  const [value, ...others] = stated[kind];
  if (others.length > 0) return null;
  const fitting = WEIGHT_LABELS.find((label) => {
    const claim = LABEL_CLAIMS[label];
    return (claim.form === 'cart') === (form === 'cart') && fits(value!, claim[kind] ?? Number.NaN);
  });
  return fitting ?? null;
};

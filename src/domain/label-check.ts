import { type Measures, measuresOf } from './measures.ts';
import { tagValue } from './tags.ts';
import type { WeightLabel } from './weight-labels.ts';

/** What a label says of a product. */
export interface LabelClaim {
  grams?: number;
  milligrams?: number;
  pieces?: number;
  form?: 'cart' | 'pre-roll';
}

/** What each label says. */
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
  /** What speaks against it, as a person reads it. */
  reason: string;
  /** The label that fits what name, size and tags say; null where none of the options does, or several might. */
  suggested: WeightLabel | null;
}

export interface LabelledProduct {
  name: string;
  tags: readonly string[];
  size: string | null;
  category: string | null;
  weightLabel: WeightLabel | null;
}

/**
 * Whether a weight label contradicts name, size, tags or category (decisions §5). Null where there is no label or
 * nothing speaks clearly against it: a right label called wrong would cost the members' trust, so what can be read in
 * two ways is read in the label's favour.
 */
export const checkLabel = (product: LabelledProduct): LabelDoubt | null => {
  const { weightLabel } = product;
  if (weightLabel === null) return null;
  const facts = readFacts(product);
  const reason = contradiction(LABEL_CLAIMS[weightLabel], facts);
  if (reason === null) return null;
  return { reason, suggested: suggestLabel(facts) };
};

/**
 * How a product is sold, as far as category and name tell. "Dosed" are edibles, tinctures and topicals; an "oil" is a
 * concentrate that a cart may be filled with.
 */
type Form = 'cart' | 'pre-roll' | 'flower' | 'concentrate' | 'oil' | 'dosed' | 'other';

interface Facts {
  form: Form;
  /** What is stated, each value once. */
  stated: Measures;
  /** What a label may mean by it: one piece, or all together. */
  possible: { grams: number[]; milligrams: number[] };
}

const readFacts = (product: LabelledProduct): Facts => {
  const { grams, milligrams, pieces } = measuresOf(product);
  const form = formOf(product);
  const isWeighed = form !== 'flower' && form !== 'dosed' && form !== 'other';
  // "500mg" on a cart is its half gram; "850mg" may be the strength of a full one and says nothing of the weight.
  const doseAsGrams = isWeighed ? milligrams.filter((dose) => dose % 500 === 0).map((dose) => dose / 1000) : [];
  const gramsAsDose = isWeighed ? grams.map((weight) => weight * 1000) : [];
  const stated = { grams: [...new Set([...grams, ...doseAsGrams])], milligrams, pieces };
  return {
    form,
    stated,
    possible: {
      grams: eachOrTogether(stated.grams, pieces),
      milligrams: eachOrTogether([...milligrams, ...gramsAsDose], pieces),
    },
  };
};

const eachOrTogether = (amounts: number[], pieces: number[]): number[] => [
  ...amounts,
  ...amounts.flatMap((amount) => pieces.flatMap((count) => [amount * count, amount / count])),
];

const PRE_ROLL = /\b(?:pre-?rolls?|pre rolls?|joints?|blunts?)\b/i;
const CART = /\b(?:carts?|cartridges?|vapes?|vaporizers?|disposables?)\b/i;
const FORMS: Readonly<Record<string, Form>> = {
  carts: 'cart',
  'vape cartridges': 'cart',
  disposables: 'cart',
  'pre-rolls': 'pre-roll',
  flower: 'flower',
  concentrates: 'concentrate',
  edibles: 'dosed',
  munchies: 'dosed',
  topical: 'dosed',
  tincture: 'dosed',
};

/** Concentrates that no cart is filled with. */
const SOLID = /^(?:shatter|wax|crumble|bubble hash|kief)$/i;

const formOf = ({ name, tags, category }: LabelledProduct): Form => {
  const byCategory = FORMS[category?.toLowerCase() ?? ''] ?? 'other';
  // A joint sold under Flower is a pre-roll and an oil in a vape a cart, but a balm for joints stays a balm.
  if (byCategory === 'dosed') return byCategory;
  if (PRE_ROLL.test(name) && byCategory !== 'cart') return 'pre-roll';
  if (CART.test(name) && byCategory !== 'pre-roll') return 'cart';
  if (byCategory === 'concentrate' && !SOLID.test(tagValue(tags, 'Formulation') ?? '')) return 'oil';
  return byCategory;
};

const FORM_WORDS: Readonly<Record<Form, string>> = {
  cart: 'a cart',
  'pre-roll': 'a pre-roll',
  flower: 'flower',
  concentrate: 'a concentrate',
  oil: 'a concentrate',
  dosed: 'an edible, tincture or topical',
  other: 'something else',
};

/** Whether a label for carts or pre-rolls can be right for this form; flower without a stated weight may be rolled. */
const maybeSoldAs = (claimed: 'cart' | 'pre-roll', form: Form, stated: Measures): boolean => {
  if (form === claimed || form === 'other') return true;
  return claimed === 'cart' ? form === 'oil' : form === 'flower' && stated.grams.length === 0;
};

/** What speaks against a claim, in words, or null. */
const contradiction = (claim: LabelClaim, { form, stated, possible }: Facts): string | null => {
  if (claim.form !== undefined && !maybeSoldAs(claim.form, form, stated)) return `This is ${FORM_WORDS[form]}`;
  if (claim.grams !== undefined) {
    if (speaksAgainst(possible.grams, claim.grams)) return says(stated.grams, 'G');
    if (possible.grams.length === 0 && form === 'dosed' && stated.milligrams.length > 0) {
      return says(stated.milligrams, 'mg');
    }
  }
  if (claim.milligrams !== undefined) {
    if (speaksAgainst(possible.milligrams, claim.milligrams)) {
      return stated.milligrams.length > 0 ? says(stated.milligrams, 'mg') : says(stated.grams, 'G');
    }
    if (possible.milligrams.length === 0 && form === 'flower' && stated.grams.length > 0)
      return says(stated.grams, 'G');
  }
  if (claim.pieces !== undefined) {
    if (speaksAgainst(stated.pieces, claim.pieces)) return says(stated.pieces, '-pack');
    if (stated.pieces.length === 0 && form === 'flower' && stated.grams.length > 0) return says(stated.grams, 'G');
  }
  return null;
};

/** Ounces are sold as 28 and as 28.35 grams: a label is not wrong for that. */
const TOLERANCE = 0.03;

const fits = (value: number, claimed: number): boolean => Math.abs(value - claimed) <= claimed * TOLERANCE;

const speaksAgainst = (values: number[], claimed: number): boolean =>
  values.length > 0 && !values.some((value) => fits(value, claimed));

const says = (values: number[], unit: string): string =>
  `Name, size or tags say ${values.map((value) => `${value}${unit}`).join(', ')}`;

/** What a label of each form states, the first that the product states counting. */
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
  if (value === undefined || others.length > 0) return null;
  const labels = Object.entries(LABEL_CLAIMS) as [WeightLabel, LabelClaim][];
  const [fitting] =
    labels.find(
      ([, claim]) => (claim.form === 'cart') === (form === 'cart') && fits(value, claim[kind] ?? Number.NaN),
    ) ?? [];
  return fitting ?? null;
};

import { LIMIT_KIND_CATEGORIES, PRODUCT_KINDS } from './purchase-limits.ts';
import { foldName } from './typed-text.ts';

/** A kind of products that limits count. */
export type ProductKind = (typeof PRODUCT_KINDS)[number];

/** The kinds of a category for limits. A limit by weight or dose ignores "none" (behavior 9.25). */
export const CATEGORY_KINDS = [...PRODUCT_KINDS, 'none'] as const;
export type CategoryKind = (typeof CATEGORY_KINDS)[number];

/** Names that say as clearly what they mean as those of the usual categories. */
const OTHER_NAMES: Readonly<Record<CategoryKind, readonly string[]>> = {
  flower: ['Bud', 'Joint'],
  concentrate: ['Dab'],
  vape: ['Vape', 'Vape Pen', 'Vape Cart', 'Cartridge', 'Disposable Vape', 'Vape Disposable'],
  edible: [],
  topical: [],
  none: ['Accessories', 'BYOB', 'In-House Products'],
};

/** Returns the letters and digits of a name, without case. */
const lettersOf = (name: string): string => foldName(name).replace(/[^\p{L}\p{N}]+/gu, '');

/** Returns the forms of a word that count as the same: with each plural ending that fits taken off. */
const singulars = (word: string): string[] => [
  word,
  ...(word.endsWith('s') ? [word.slice(0, -1)] : []),
  ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []),
];

const KIND_BY_WORD: ReadonlyMap<string, CategoryKind> = new Map(
  CATEGORY_KINDS.flatMap((kind) =>
    [...(kind === 'none' ? [] : LIMIT_KIND_CATEGORIES[kind]), ...OTHER_NAMES[kind]].flatMap((name) =>
      singulars(lettersOf(name)).map((word) => [word, kind] as const),
    ),
  ),
);

/** Guesses the kind of a category from its name. Plural, separators and emoji make no difference (behavior 9.25). */
export const guessKind = (name: string): CategoryKind | null => {
  for (const word of singulars(lettersOf(name))) {
    const kind = KIND_BY_WORD.get(word);
    if (kind !== undefined) return kind;
  }
  return null;
};

const MUNCHIES = singulars('munchies');

/** Returns whether a category is food, of which a product without a stated dose has none (behavior 6.11). */
export const isFood = (name: string): boolean => singulars(lettersOf(name)).some((word) => MUNCHIES.includes(word));

/** Returns the kind that limits count, or null if they count none by weight or dose. */
export const productKind = (kind: CategoryKind | null): ProductKind | null => (kind === 'none' ? null : kind);

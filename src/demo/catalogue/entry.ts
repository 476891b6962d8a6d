import type { BrandName } from '../pictures/brands.ts';
import type { FormName } from '../pictures/forms/index.ts';
import type { Tone } from '../pictures/tones.ts';

/** One product in the file format of feeds and uploads (behavior 9.6). Prices are in dollars. */
export interface DemoProduct {
  id: string;
  name: string;
  qty: number;
  price: number;
  brand?: string;
  category?: string;
  description?: string;
  tags?: string[];
  images?: string[];
  size?: string;
  weightLabel?: string;
  tiers?: { from: number; price: number }[];
  batch?: string;
  lab?: { tested: string; expires: string; thc: string; cbd: string; url: string };
}

/** The categories of the demo. In-House products are in the category of their kind. */
export type DemoCategory =
  | 'Carts'
  | 'Vape Cartridges'
  | 'Disposables'
  | 'Flower'
  | 'Concentrates'
  | 'Edibles'
  | 'Pre-rolls'
  | 'Topical'
  | 'BYOB'
  | 'Munchies'
  | 'Accessories';

/** A product, and the form and words of its picture. */
export interface CatalogueEntry {
  readonly category: DemoCategory;
  readonly brand: BrandName | null;
  readonly name: string;
  readonly qty: number;
  readonly price: number;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly weightLabel: string | null;
  readonly picture: {
    readonly form: FormName;
    readonly title: string;
    readonly note: string;
    readonly tone: Tone;
    /** How large the pack is drawn, if the product comes in several weights. */
    readonly size?: number;
  };
}

/**
 * One product of a line: title, color of the content, stock on hand, base price in dollars, strength, and a sentence
 * about it. A product without strength and sentence has no description.
 */
export type Good = readonly [
  title: string,
  tone: Tone,
  qty: number,
  price: number,
  strength?: string | null,
  copy?: string | null,
];

/** The properties that the products of a maker's line share. */
export interface Line {
  readonly category: DemoCategory;
  readonly brand: BrandName | null;
  /** The forms of the pictures. The products take turns. */
  readonly forms: readonly FormName[];
  /** Builds the product's name from its title. */
  readonly name: (title: string) => string;
  /** Small print on the pack. */
  readonly note: string;
  readonly tags?: readonly string[];
  readonly weightLabel?: string;
  /** Set if the titles are strains: the description or a tag states them. */
  readonly strain?: 'described' | 'tagged';
  readonly goods: readonly Good[];
}

/** The entries of a line. */
export const entriesOf = (line: Line): CatalogueEntry[] =>
  line.goods.map(([title, tone, qty, price, strength, copy], i) => ({
    category: line.category,
    brand: line.brand,
    name: line.name(title),
    qty,
    price,
    description: descriptionOf(copy ?? null, line.strain === 'described' ? title : null, strength ?? null),
    tags: [...(line.tags ?? []), ...(line.strain === 'tagged' ? [`Strain = ${title}`] : [])],
    weightLabel: line.weightLabel ?? null,
    picture: { form: line.forms[i % line.forms.length]!, title, note: line.note, tone },
  }));

/** The description: the sentence, the strain and the strength. Null if there is neither a sentence nor a strength. */
export const descriptionOf = (copy: string | null, strain: string | null, strength: string | null): string | null => {
  if (copy === null && strength === null) return null;
  return [copy, strain === null ? null : `Strain: ${strain}.`, strength === null ? null : `${strength}.`]
    .filter((part) => part !== null)
    .join(' ');
};

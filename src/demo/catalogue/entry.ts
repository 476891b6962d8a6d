import type { BrandName } from '../pictures/brands.ts';
import type { FormName } from '../pictures/forms/index.ts';
import type { Tone } from '../pictures/tones.ts';

/** One product in the format of a feed or an upload (decisions §5); prices in dollars, as such files write them. */
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
}

/** The twelve categories the demo sells in. */
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

/** A product and what its picture shows. */
export interface CatalogueEntry {
  readonly category: DemoCategory;
  readonly brand: BrandName | null;
  readonly name: string;
  readonly qty: number;
  readonly price: number;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly weightLabel: string | null;
  readonly picture: { readonly form: FormName; readonly title: string; readonly note: string; readonly tone: Tone };
}

/**
 * One row of a line: what it is called, the color of what is inside, how many are there, its base price, its
 * strength, and a sentence about it. Without strength and sentence it has no description.
 */
export type Good = readonly [
  title: string,
  tone: Tone,
  qty: number,
  price: number,
  strength?: string | null,
  copy?: string | null,
];

/** A maker's line: what its goods have in common. */
export interface Line {
  readonly category: DemoCategory;
  readonly brand: BrandName | null;
  /** The forms its goods are drawn in, in turn. */
  readonly forms: readonly FormName[];
  /** The product's name around its title. */
  readonly name: (title: string) => string;
  /** Small print on the pack. */
  readonly note: string;
  readonly tags?: readonly string[];
  readonly weightLabel?: string;
  /** Whether a title is a strain: told in the description, or as a tag. */
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

/** A sentence, the strain and the strength, as menus write them; null where nothing is known. */
export const descriptionOf = (copy: string | null, strain: string | null, strength: string | null): string | null => {
  if (copy === null && strength === null) return null;
  return [copy, strain === null ? null : `Strain: ${strain}.`, strength === null ? null : `${strength}.`]
    .filter((part) => part !== null)
    .join(' ');
};

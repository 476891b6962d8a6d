import { isInHouseBrand } from './inventory-item.ts';
import { compareNames } from './natural-order.ts';
import { tilePicture } from './picture-shapes.ts';
import { type Product, UNKNOWN } from './product.ts';
import type { ProductBadge } from './product-badge.ts';
import { foldName } from './typed-text.ts';

/** The category of everything the seller makes. It exists for members only, not in the inventory (behavior 4.5). */
export const IN_HOUSE = 'In-House Products';

/** The value of the category filter that shows every category (behavior 5.2). */
export const ALL_CATEGORIES = 'all';

/** The categories with a color of their own, in the order of the picker, each with its name and its hue in degrees (behavior 5.1). */
const DESIGNATED = {
  [IN_HOUSE]: ['in-house', 128],
  Carts: ['carts', 230],
  Flower: ['flower', 150],
  Concentrates: ['concentrates', 75],
  Edibles: ['edibles', 20],
  'Pre-rolls': ['pre-rolls', 50],
  Topical: ['topical', 320],
  BYOB: ['byob', 280],
  Munchies: ['munchies', 100],
  Accessories: ['accessories', 200],
} as const;

export type DesignatedHue = (typeof DESIGNATED)[keyof typeof DESIGNATED][0];
/** A category that is not designated has the neutral hue, and its name there, by which the shop can give it a color. */
export type CategoryHue = DesignatedHue | `neutral ${string}`;

const designated = new Map<string, readonly [DesignatedHue, number]>(Object.entries(DESIGNATED));
const places = new Map([...designated.keys()].map((name, at) => [foldName(name), at]));

/** Returns the hue of a category, as an element has it in `data-hue`. */
export const categoryHue = (category: string): CategoryHue => designated.get(category)?.[0] ?? `neutral ${category}`;

export const isNeutral = (hue: CategoryHue): hue is `neutral ${string}` => hue.startsWith('neutral ');

/** Returns the degrees of a designated category, by any writing of its name; null for any other. */
export const designatedDegrees = (name: string): number | null => {
  const place = places.get(foldName(name));
  return place === undefined ? null : [...designated.values()][place]![1];
};

/** Returns the usual place of a category in the picker: the designated ones first, "Unknown" last. */
export const placeOfCategory = (name: string): number => {
  const folded = foldName(name);
  return places.get(folded) ?? (folded === foldName(UNKNOWN) ? designated.size + 1 : designated.size);
};

/** Returns the category in which members find a product. In-House products are in no other category (behavior 4.5). */
export const displayCategory = (product: Product): string =>
  isInHouseBrand(product.brand) ? IN_HOUSE : product.category;

/** One tile of the category picker (behavior 5.1). */
export interface CategoryTile {
  name: string;
  hue: CategoryHue;
  /** The number of active products, including those that are sold out. */
  count: number;
  /** How many of them are new, and how many came back to stock (behavior 5.21). */
  fresh: Record<ProductBadge, number>;
  /**
   * The first image of a product in stock, otherwise of any product. Images that are made for a tile come first. Null if
   * there is no image.
   */
  image: string | null;
  /** An image in 2:1 of the same product, for a wide tile. Null if it has none. */
  wideImage: string | null;
}

/**
 * Returns a tile for each category with products, in the order in which the shop names them. Without it, and for what it does
 * not name: In-House first, then the designated categories in their order, then the others by name, and "Unknown" last
 * (behavior 5.1).
 */
export const categoryTiles = (
  products: readonly Product[],
  order: readonly { name: string }[] = [],
): CategoryTile[] => {
  const tiles = new Map<string, CategoryTile & { rank: number }>();
  for (const product of products) {
    if (!product.isActive) continue;
    const name = displayCategory(product);
    let tile = tiles.get(name);
    if (tile === undefined) {
      tile = {
        name,
        hue: categoryHue(name),
        count: 0,
        fresh: { new: 0, back: 0 },
        image: null,
        wideImage: null,
        rank: 0,
      };
      tiles.set(name, tile);
    }
    tile.count += 1;
    if (product.badge) tile.fresh[product.badge] += 1;
    const rank = imageRank(product);
    if (rank <= tile.rank) continue;
    tile.image = tilePicture(product.images, 'tile') ?? product.images[0]!;
    tile.wideImage = tilePicture(product.images, 'wide');
    tile.rank = rank;
  }
  const named = new Map(order.map(({ name }, at) => [name, at]));
  const placeOf = (name: string) => named.get(name) ?? named.size;
  return [...tiles.values()]
    .sort(
      (a, b) =>
        placeOf(a.name) - placeOf(b.name) ||
        placeOfCategory(a.name) - placeOfCategory(b.name) ||
        compareNames(a.name, b.name),
    )
    .map(({ rank: _, ...tile }) => tile);
};

/** How well a product's image suits the tile of its category. 0 without an image. */
const imageRank = ({ images, quantity }: Product): number => {
  if (images.length === 0) return 0;
  return 1 + (tilePicture(images, 'tile') === null ? 0 : 1) + (quantity > 0 ? 2 : 0);
};

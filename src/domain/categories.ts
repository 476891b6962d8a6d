import { isInHouseBrand } from './inventory-item.ts';
import { compareNames } from './natural-order.ts';
import { tilePicture } from './picture-shapes.ts';
import { type Product, UNKNOWN } from './product.ts';

/** The category of everything the seller makes. It exists for members only, not in the inventory (behavior 4.5). */
export const IN_HOUSE = 'In-House Products';

/** The value of the category filter that shows every category (behavior 5.2). */
export const ALL_CATEGORIES = 'all';

/** The categories with a color of their own, in the order of the picker, each with the name of its hue (behavior 5.1). */
const DESIGNATED = {
  [IN_HOUSE]: 'in-house',
  Carts: 'carts',
  Flower: 'flower',
  Concentrates: 'concentrates',
  Edibles: 'edibles',
  'Pre-rolls': 'pre-rolls',
  Topical: 'topical',
  BYOB: 'byob',
  Munchies: 'munchies',
  Accessories: 'accessories',
} as const;

export type CategoryHue = (typeof DESIGNATED)[keyof typeof DESIGNATED] | 'neutral';

const hues = new Map<string, CategoryHue>(Object.entries(DESIGNATED));
const order = [...hues.keys()];

/** Returns the hue of a category. A category that is not designated has the neutral hue. */
export const categoryHue = (category: string): CategoryHue => hues.get(category) ?? 'neutral';

/** Returns the category in which members find a product. In-House products are in no other category (behavior 4.5). */
export const displayCategory = (product: Product): string =>
  isInHouseBrand(product.brand) ? IN_HOUSE : product.category;

/** One tile of the category picker (behavior 5.1). */
export interface CategoryTile {
  name: string;
  hue: CategoryHue;
  /** The number of active products, including those that are sold out. */
  count: number;
  /**
   * The first image of a product in stock, otherwise of any product. Images that are made for a tile come first. Null if
   * there is no image.
   */
  image: string | null;
  /** An image in 2:1 of the same product, for a wide tile. Null if it has none. */
  wideImage: string | null;
}

/**
 * Returns a tile for each category with products: In-House first, then the designated categories in their order, then
 * the others by name, and "Unknown" last (behavior 5.1).
 */
export const categoryTiles = (products: readonly Product[]): CategoryTile[] => {
  const tiles = new Map<string, CategoryTile & { rank: number }>();
  for (const product of products) {
    if (!product.isActive) continue;
    const name = displayCategory(product);
    let tile = tiles.get(name);
    if (tile === undefined) {
      tile = { name, hue: categoryHue(name), count: 0, image: null, wideImage: null, rank: 0 };
      tiles.set(name, tile);
    }
    tile.count += 1;
    const rank = imageRank(product);
    if (rank <= tile.rank) continue;
    tile.image = tilePicture(product.images, 'tile') ?? product.images[0]!;
    tile.wideImage = tilePicture(product.images, 'wide');
    tile.rank = rank;
  }
  return [...tiles.values()]
    .sort((a, b) => placeOf(a.name) - placeOf(b.name) || compareNames(a.name, b.name))
    .map(({ rank: _, ...tile }) => tile);
};

/** How well a product's image suits the tile of its category. 0 without an image. */
const imageRank = ({ images, quantity }: Product): number => {
  if (images.length === 0) return 0;
  return 1 + (tilePicture(images, 'tile') === null ? 0 : 1) + (quantity > 0 ? 2 : 0);
};

const placeOf = (category: string): number => {
  if (category === UNKNOWN) return order.length + 1;
  const at = order.indexOf(category);
  return at < 0 ? order.length : at;
};

import { compareNames } from './alphabet.ts';
import { isInHouseBrand } from './inventory-item.ts';
import { type Product, UNKNOWN } from './product.ts';

/** The synthetic category of everything the seller makes (specification §3). */
export const IN_HOUSE = 'In-House Products';

/** The category filter that leaves nothing out (specification §2 "Shop page"). */
export const ALL_CATEGORIES = 'all';

/** The categories with a designated colour, in the order of the specification (§2), each with the name of its hue. */
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

/** The hue a category wears everywhere; any other category gets the neutral one. */
export const categoryHue = (category: string): CategoryHue => hues.get(category) ?? 'neutral';

/** The category under which members find a product: in-house brands are only in the synthetic one (specification §5). */
export const displayCategory = (product: Product): string =>
  isInHouseBrand(product.brand) ? IN_HOUSE : product.category;

/** One tile of the picker (specification §2, stage 6). */
export interface CategoryTile {
  name: string;
  hue: CategoryHue;
  /** Active products, those at 0 included (decisions §8 "counts"). */
  count: number;
  /** The first image of a product in stock, else of any; null where there is none. */
  image: string | null;
}

/**
 * The categories that have products: In-House first, the designated ones in their order, others by name, "Unknown"
 * last.
 */
export const categoryTiles = (products: readonly Product[]): CategoryTile[] => {
  const tiles = new Map<string, CategoryTile & { imageInStock: boolean }>();
  for (const product of products) {
    if (!product.isActive) continue;
    const name = displayCategory(product);
    let tile = tiles.get(name);
    if (tile === undefined) {
      tile = { name, hue: categoryHue(name), count: 0, image: null, imageInStock: false };
      tiles.set(name, tile);
    }
    tile.count += 1;
    const [image] = product.images;
    const inStock = product.quantity > 0;
    if (image !== undefined && (tile.image === null || (inStock && !tile.imageInStock))) {
      tile.image = image;
      tile.imageInStock = inStock;
    }
  }
  return [...tiles.values()]
    .sort((a, b) => rank(a.name) - rank(b.name) || compareNames(a.name, b.name))
    .map(({ imageInStock: _, ...tile }) => tile);
};

const rank = (category: string): number => {
  if (category === UNKNOWN) return order.length + 1;
  const at = order.indexOf(category);
  return at < 0 ? order.length : at;
};

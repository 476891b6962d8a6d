import type { DemoProduct } from './catalogue/entry.ts';
import { CATALOGUE, pictureName } from './catalogue.ts';
import { drawDemoPicture } from './draw-picture.ts';

/** A sample product for a shop without the demo (behavior 10.24). */
export interface Sample {
  /** Without an image. */
  product: DemoProduct;
  /** Draws its picture: the text of an SVG. */
  draw(): string;
}

/**
 * The sample of each category and of In-House that a seller sees; the first flower in three sizes, and two products
 * with tiers.
 */
const CHOSEN: readonly { name: string; id: string; tiers?: DemoProduct['tiers'] }[] = [
  { name: 'Bench Seven - 3.5G', id: 'in-house' },
  { name: 'Harbor Fog - 3.5G', id: 'flower-eighth' },
  { name: 'Harbor Fog - 14G', id: 'flower-half' },
  { name: 'Harbor Fog - 28G', id: 'flower-ounce' },
  { name: 'Live Resin Cart - Citrus Grove', id: 'cart' },
  { name: 'Diamonds & Sauce - Brass Weather', id: 'concentrate' },
  {
    name: 'Orchard Jellies - Raspberry Leaf',
    id: 'edible',
    tiers: [
      { from: 3, price: 12 },
      { from: 10, price: 10.5 },
    ],
  },
  { name: 'Garden Tin 5-Pack - Harbor Fog', id: 'pre-roll', tiers: [{ from: 4, price: 23 }] },
  { name: 'Herbal Salve - Arnica & Pine', id: 'topical' },
  { name: 'Four Jars (build your own)', id: 'byob' },
  { name: 'Kettle Popcorn - Salted Maple', id: 'munchies' },
  { name: 'Four Part Grinder - Champagne', id: 'accessory' },
];

/** The 12 sample products, each of which says that it is one. No batch and no lab result: nobody has tested them. */
export const sampleProducts = (): Sample[] =>
  CHOSEN.map(({ name, id, tiers }) => {
    const entry = CATALOGUE.find((each) => each.name === name)!;
    return {
      product: {
        id: `sample-${id}`,
        name,
        qty: entry.qty,
        price: entry.price,
        brand: entry.brand!,
        category: entry.category,
        description: `Sample product. ${entry.description}`,
        tags: [...entry.tags],
        ...(entry.weightLabel !== null && { weightLabel: entry.weightLabel }),
        ...(tiers && { tiers }),
      },
      draw: () => drawDemoPicture(pictureName(entry, 'front', 'dark'))!,
    };
  });

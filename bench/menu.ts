import { demoProducts } from '../src/demo/catalogue.ts';
import type { FileProduct } from './members.ts';

/*
 * A menu as large shops have it: names, brands and texts of uneven length, groups with variants, sizes, low stock and
 * none. The same at every run. The pictures are the demo's, which the shop draws itself.
 */

const STRAINS = (
  'Blue Hour,Amber Tide,Pine Hollow,Citrus Grove,Night Orchard,Greenhouse No. 4,Harvest Moon,Silver Fern,Lantern Haze,' +
  'Meadow Glass,Copper Creek,Velvet Dusk,Marble Kush,Wild Quince,Saltwater Diesel,Paper Lantern,Juniper Jack,Cloudberry,' +
  'Old Mill,Sunday Sherbet,Plum Thunder,Honey Static,Ghost Pepper Haze,Cedar Smoke,Tangerine Tin,Winter Melon,Black Tea,' +
  'Ruby Larch,Ninth Wave,Little Giant'
).split(',');

const MAKERS = 'Northlight,Fern & Field,Halcyon,Moss House,Tall Grass,Kiln,Second Spring,Ridge Line,Bright Water'.split(
  ',',
);
const HOUSES = 'Extracts,Gardens,Labs,Collective,Farms,Provisions,Botanicals,Works,& Sons'.split(',');

/** What stands in a category, how often, and in which kinds and sizes. */
const SHELVES = [
  { category: 'Concentrates', share: 48, kinds: 'Shatter,Wax,Live Resin,Live Rosin,Cured Resin,Oil', sizes: ['1G'] },
  { category: 'Edibles', share: 28, kinds: 'Gummies,Chocolate,Soft Gel,Mints,Caramels', sizes: ['100mg', '250mg'] },
  { category: 'Carts', share: 8, kinds: 'Live Resin,Distillate,Rosin', sizes: ['.5G', '1G', '2G'] },
  { category: 'Flower', share: 6, kinds: 'Indoor,Greenhouse', sizes: ['3.5G', '7G', '14G', '28G'] },
  { category: 'Topical', share: 4, kinds: 'Balm,Roll-on', sizes: ['50mg'] },
  { category: 'Pre-rolls', share: 4, kinds: 'Single,Infused', sizes: ['1G', '5-Pack'] },
  { category: 'Accessories', share: 2, kinds: 'Tray,Lighter', sizes: [''] },
] as const;

const SENTENCES = [
  'Cold-cured and small-batch.',
  'Bright and sharp, with a finish of pine.',
  'Trimmed by hand and packed in glass, it keeps its scent for months in a cool drawer.',
  'A calm evening in a jar.',
  'Pressed within a day of the harvest. THC 78 percent. No solvent at any step, and the terpenes stay as they were.',
];

/** So many products. */
export const menu = (count: number): FileProduct[] => {
  const pictures = demoProducts()
    .slice(0, 80)
    .flatMap(({ images }) => images ?? []);
  const shelves = SHELVES.flatMap((shelf) => new Array<(typeof SHELVES)[number]>(shelf.share).fill(shelf));
  return Array.from({ length: count }, (_, index) => {
    const pick = <Value>(values: readonly Value[], turn: number): Value => values[mixed(index, turn) % values.length]!;
    const shelf = shelves[mixed(index, 1) % shelves.length]!;
    const strain = pick(STRAINS, 2);
    const kind = pick(shelf.kinds.split(','), 3);
    const size = pick(shelf.sizes, 4);
    const brand = mixed(index, 5) % 6 === 0 ? '' : `${pick(MAKERS, 6)} ${pick(HOUSES, 7)}`;
    return {
      id: `menu-${index}`,
      name: `${strain} ${kind}${mixed(index, 8) % 3 === 0 ? ` - Batch ${index}` : ''}${size && ` ${size}`}`,
      qty: mixed(index, 9) % 11 === 0 ? 3 : 5 + (mixed(index, 10) % 90),
      price: 8 + (mixed(index, 11) % 6000) / 100,
      brand,
      category: shelf.category,
      description: `Strain: ${strain}. ${pick(SENTENCES, 12)}`,
      // A maker without a formulation is grouped by the words of the name.
      tags: [...(mixed(index, 13) % 4 ? [`Formulation = ${kind}`] : []), ...(size ? [`Volume = ${size}`] : [])],
      images: [pick(pictures, 14)],
    };
  });
};

/** A number that looks drawn by lot and is the same at every run. */
const mixed = (index: number, turn: number): number => {
  let value = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(turn, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return (value ^ (value >>> 15)) >>> 0;
};

import { demoProducts } from '../src/demo/catalogue.ts';
import type { FileProduct } from './fixtures.ts';

/*
 * The catalogue of a large shop: names, brands and texts of different length, groups with variants, sizes, and low
 * stock. It is the same in every run. Its pictures are those of the demo, which the shop draws itself.
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

/** The categories with their share of the products in percent, their kinds and their sizes. */
const CATEGORIES = [
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

/** Creates the first products of the menu. */
export const menu = (count: number): FileProduct[] => {
  const pictures = demoProducts(0)
    .slice(0, 80)
    .flatMap(({ images }) => images ?? []);
  const categories = CATEGORIES.flatMap((each) => new Array<(typeof CATEGORIES)[number]>(each.share).fill(each));
  return Array.from({ length: count }, (_, index) => {
    const pick = <Value>(values: readonly Value[], turn: number): Value => values[mixed(index, turn) % values.length]!;
    const { category, kinds, sizes } = categories[mixed(index, 1) % categories.length]!;
    const strain = pick(STRAINS, 2);
    const kind = pick(kinds.split(','), 3);
    const size = pick(sizes, 4);
    const brand = mixed(index, 5) % 6 === 0 ? '' : `${pick(MAKERS, 6)} ${pick(HOUSES, 7)}`;
    return {
      id: `menu-${index}`,
      name: `${strain} ${kind}${mixed(index, 8) % 3 === 0 ? ` - Batch ${index}` : ''}${size && ` ${size}`}`,
      qty: mixed(index, 9) % 11 === 0 ? 3 : 5 + (mixed(index, 10) % 90),
      price: 8 + (mixed(index, 11) % 6000) / 100,
      brand,
      category,
      description: `Strain: ${strain}. ${pick(SENTENCES, 12)}`,
      // Products without a formulation are grouped by the words of their names.
      tags: [...(mixed(index, 13) % 4 ? [`Formulation = ${kind}`] : []), ...(size ? [`Volume = ${size}`] : [])],
      images: [pick(pictures, 14)],
    };
  });
};

/** A number that looks random and is the same in every run. */
const mixed = (index: number, turn: number): number => {
  let value = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(turn, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  value = Math.imul(value ^ (value >>> 12), 0x297a2d39);
  return (value ^ (value >>> 15)) >>> 0;
};

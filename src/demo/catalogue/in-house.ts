import { type CatalogueEntry, entriesOf, type Line } from './entry.ts';
import { type Strain, weighed } from './flower.ts';

const BRAND = 'In-House' as const;

const STRAINS: readonly Strain[] = [
  {
    brand: BRAND,
    strain: 'Bench Seven',
    tone: 'forest',
    pack: 'flower/jarTrio',
    strength: 'THC 24.2%',
    copy: 'Grown on the seventh bench of our own glasshouse, and the one the staff take home. Pine, cream, black pepper.',
    sizes: [
      ['3.5G', 37, 19.5],
      ['28G', 8, 129],
    ],
  },
  {
    brand: BRAND,
    strain: 'Greenhouse Gas',
    tone: 'lime',
    pack: 'flower/jar',
    strength: 'THC 26.8%',
    copy: 'Loud, green and ours. Lime, fuel, tomato vine.',
    sizes: [
      ['3.5G', 28, 21],
      ['7G', 12, 39.5],
    ],
  },
];

const LINES: readonly Line[] = [
  {
    category: 'Carts',
    brand: BRAND,
    forms: ['carts/boxed', 'carts/pair', 'carts/tubed'],
    name: (title) => `House Live Resin Cart - ${title}`,
    note: 'Live Resin 1G',
    tags: ['Formulation = Live Resin', 'Volume = 1G'],
    weightLabel: '1g Cart',
    strain: 'described',
    goods: [
      ['Bench Seven', 'gold', 23, 27, 'THC 82.0%', 'Our own flower, frozen at harvest, extracted down the road.'],
      ['Greenhouse Gas', 'apple', 19, 27, 'THC 83.6%', 'Lime and fuel, in our own plain box.'],
      ['Night Shift', 'grape', 2, 27, 'THC 81.2%', 'Blackberry and cocoa, for whoever locks up.'],
    ],
  },
  {
    category: 'Carts',
    brand: BRAND,
    forms: ['carts/stout', 'carts/leaning'],
    name: (title) => `House Replica Cart - ${title}`,
    note: 'Replica 1G',
    tags: ['Volume = 1G', 'authenticity = replica'],
    weightLabel: '1g Cart',
    goods: [
      [
        'Blue Hour Style',
        'sky',
        15,
        18.5,
        'THC 80.4%',
        'Our take on a neighbor’s best seller. Not theirs, and labeled so.',
      ],
      [
        'Neon Style',
        'lemon',
        12,
        18.5,
        'THC 79.9%',
        'Made here after a louder original. A replica, and priced like one.',
      ],
    ],
  },
  {
    category: 'Concentrates',
    brand: BRAND,
    forms: ['concentrates/badder', 'concentrates/jars'],
    name: (title) => `House Badder - ${title}`,
    note: 'Badder 1G',
    tags: ['Formulation = Badder'],
    weightLabel: 'Gram',
    strain: 'described',
    goods: [
      ['Bench Seven', 'straw', 17, 24, 'THC 79.3%', 'Whipped in the back room on Thursdays.'],
      ['Greenhouse Gas', 'lemon', 11, 24, 'THC 80.7%', 'Lime cream with a match struck near it.'],
    ],
  },
  {
    category: 'Concentrates',
    brand: BRAND,
    forms: ['concentrates/shatter', 'concentrates/pucks'],
    name: (title) => `House Replica ${title}`,
    note: 'Replica',
    tags: ['authenticity = replica'],
    goods: [
      ['Amber Glass', 'amber', 21, 16.4, 'THC 83.1%', 'A replica of a famous shatter. We say so on the front.'],
      ['Stamped Puck', 'cocoa', 13, 28.5, 'THC 43%', 'Pressed here after an old pattern. The stamp is our own.'],
    ],
  },
  {
    category: 'Edibles',
    brand: BRAND,
    forms: ['edibles/gummies'],
    name: (title) => `House Jellies - ${title}`,
    note: '10 x 10mg',
    tags: ['Formulation = Gummies'],
    weightLabel: '100mg',
    goods: [['Staff Mix', 'coral', 29, 9.8, 'THC 100mg', 'Ten odd shapes from the end of the tray.']],
  },
  {
    category: 'Pre-rolls',
    brand: BRAND,
    forms: ['preRolls/trio'],
    name: (title) => `House 3-Pack - ${title}`,
    note: '3 x 1G',
    tags: ['Formulation = 3-Pack'],
    strain: 'described',
    goods: [['Bench Seven', 'lime', 26, 14.2, 'THC 24.2%', 'Three grams, three cones, no ceremony.']],
  },
  {
    category: 'Accessories',
    brand: BRAND,
    forms: ['accessories/tray'],
    name: (title) => title,
    note: 'House',
    goods: [['House Rolling Tray', 'apple', 30, 6.5, null, 'Black steel with our arch on it.']],
  },
];

/** The shop's own brand. Its products have ordinary categories, and the shop shows them as In-House (behavior 4.5). */
export const inHouse: readonly CatalogueEntry[] = [...STRAINS.flatMap(weighed), ...LINES.flatMap(entriesOf)];

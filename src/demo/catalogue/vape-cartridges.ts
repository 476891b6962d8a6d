import { type CatalogueEntry, entriesOf, type Line } from './entry.ts';

const CATEGORY = 'Vape Cartridges' as const;

const LINES: readonly Line[] = [
  {
    category: CATEGORY,
    brand: 'Lumenfold',
    forms: ['vapeCartridges/pods', 'vapeCartridges/device'],
    name: (title) => `Fold Pod - ${title}`,
    note: 'Live Resin 1G',
    tags: ['Formulation = Live Resin', 'Volume = 1G'],
    strain: 'described',
    goods: [
      [
        'Sundial',
        'gold',
        28,
        33.5,
        'THC 83.1%',
        'Clicks into the Fold battery with two magnets. Pineapple and hot tarmac.',
      ],
      ['Paper Moon', 'straw', 19, 33.5, 'THC 82.6%', 'White grape, linen, a trace of aniseed.'],
      ['Cold Frame', 'apple', 23, 33.5, 'THC 84.0%', 'Tomato leaf and basil: a cold frame in May, in a gram.'],
      ['Brass Choir', 'amber', 4, 34.75, 'THC 85.7%', 'Burnt orange, resin, brass polish.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Ninefathom',
    forms: ['vapeCartridges/blister', 'vapeCartridges/pods'],
    name: (title) => `Deep Pod - ${title}`,
    note: 'Distillate .5G',
    tags: ['Formulation = Distillate', 'Volume = .5G'],
    goods: [
      ['Kelp Lime', 'teal', 42, 17.9, 'THC 89.0%', 'Sharp and salty, like a margarita on a jetty.'],
      ['Squid Ink Berry', 'indigo', 36, 17.9, 'THC 88.7%', 'Blackberry, liquorice, midnight.'],
      ['Signal Orange', 'tangerine', 39, 17.9, 'THC 88.2%', 'Orange soda seen through binoculars.'],
      ['Harbor Mint', 'mint', 2, 17.9, 'THC 89.4%', 'Cold mint over something quietly herbal.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Cloudmason',
    forms: ['vapeCartridges/device', 'vapeCartridges/pen'],
    name: (title) => `Brick Starter Kit - ${title}`,
    note: 'Battery and pod',
    tags: ['Volume = 1G'],
    goods: [
      ['Chalk', 'pearl', 12, 41, 'THC 84.5%', 'Battery, cable and one vanilla-oat pod in a box you will keep.'],
      ['Slate', 'slate', 15, 41, 'THC 84.5%', 'Battery, cable and one cold-brew pod.'],
      ['Terracotta', 'rust', 9, 41, 'THC 84.5%', 'Battery, cable and one blood-orange pod.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Tidewrack',
    forms: ['vapeCartridges/pen', 'vapeCartridges/blister'],
    name: (title) => `Strandline Pen Cartridge - ${title}`,
    note: 'Live Rosin .5G',
    tags: ['Formulation = Live Rosin', 'Volume = .5G'],
    weightLabel: '0.5g Cart',
    strain: 'tagged',
    goods: [
      ['Salt Cathedral', 'straw', 16, 29.5, 'THC 75.9%', 'Briny citrus over fresh pine, in the small size.'],
      ['Dune Honey', 'honey', 14, 29.5, 'THC 77.1%', 'Beach rose and warm sugar.'],
      ['Gull Season', 'gold', 10, 29.5],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Saltlantern',
    forms: ['vapeCartridges/trio'],
    name: (title) => `Three Lamp Set - ${title}`,
    note: '3 x .5G',
    tags: ['Volume = .5G'],
    goods: [
      [
        'Citrus Flight',
        'lemon',
        8,
        44.8,
        'THC 87.9%',
        'Lime Leaf, Kelp & Lime and Citrus Grove, three threaded half grams in one sleeve.',
      ],
      [
        'Dusk Flight',
        'rose',
        6,
        44.8,
        'THC 87.2%',
        'Black Tea, Night Orchard and Peach Tin for the slower end of the day.',
      ],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Duskmill',
    forms: ['vapeCartridges/pen', 'vapeCartridges/trio'],
    name: (title) => `Millpond Cartridge - ${title}`,
    note: 'Cured Resin 1G',
    tags: ['Formulation = Cured Resin', 'Volume = 1G'],
    weightLabel: '1g Cart',
    strain: 'described',
    goods: [
      ['Duckweed', 'apple', 20, 26.2, 'THC 80.1%', 'Green, soft, a bit swampy. Better than it sounds.'],
      ['Heron', 'sky', 18, 26.2, 'THC 79.5%', 'Blue mint, reed, cold morning.'],
    ],
  },
];

export const vapeCartridges: readonly CatalogueEntry[] = LINES.flatMap(entriesOf);

import { type CatalogueEntry, entriesOf, type Line } from './entry.ts';

const CATEGORY = 'Disposables' as const;

const LINES: readonly Line[] = [
  {
    category: CATEGORY,
    brand: 'Duskmill',
    forms: ['disposables/pocket', 'disposables/twins'],
    name: (title) => `Nova Disposable - ${title}`,
    note: 'Nova 1G',
    tags: ['Formulation = Nova', 'Volume = 1G'],
    strain: 'described',
    goods: [
      [
        'Grape Ceiling',
        'grape',
        34,
        27.5,
        'THC 90.1%',
        'Concord grape, candle smoke. Rechargeable, so nothing is left in the tank.',
      ],
      ['Pink Transit', 'rose', 29, 27.5, 'THC 89.6%', 'Guava and strawberry on the night bus.'],
      ['Green Room', 'apple', 21, 27.5, 'THC 90.8%', 'Cut apple, basil, stage fright.'],
      ['Lunar Melon', 'mint', 3, 27.5, 'THC 89.9%', 'Honeydew, cucumber water, a full moon.'],
      ['Copper Sun', 'tangerine', 17, 28.9, 'THC 91.2%', 'Mandarin and hot sand.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Cloudmason',
    forms: ['disposables/display'],
    name: (title) => `Ledger Disposable - ${title}`,
    note: '2G with display',
    tags: ['Formulation = Liquid Diamonds', 'Volume = 2G'],
    goods: [
      [
        'Blue Brick',
        'sky',
        25,
        46.5,
        'THC 92.7%',
        'Counts your draws and shows what is left. Blueberry and cold steel.',
      ],
      ['Mortar', 'sand', 18, 46.5, 'THC 92.1%', 'Vanilla wafer, malt, a soft landing.'],
      ['Ivy Wall', 'apple', 22, 46.5, 'THC 92.9%', 'Green apple and crushed ivy.'],
      ['Rooftop Fig', 'grape', 5, 46.5, 'THC 93.4%', 'Fig, honey, warm concrete.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Pomelodrome',
    forms: ['disposables/pens'],
    name: (title) => `Citrus Stick Disposable - ${title}`,
    note: 'Three sticks, 1G',
    tags: ['Volume = 1G'],
    goods: [
      [
        'Pomelo',
        'tangerine',
        48,
        22.4,
        'THC 86.3%',
        'Three slim sticks of a third of a gram, for three different coats.',
      ],
      ['Calamansi', 'lemon', 45, 22.4, 'THC 86.0%', 'Sour, bright, gone too soon.'],
      ['Ruby Grapefruit', 'coral', 41, 22.4, 'THC 86.8%', 'Pink, bitter, properly grown-up.'],
      ['Lime Cordial', 'apple', 27, 22.4],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Thornlight',
    forms: ['disposables/dual'],
    name: (title) => `Two Chamber Disposable - ${title}`,
    note: 'Dual 2G',
    tags: ['Formulation = Liquid Diamonds', 'Volume = 2G'],
    goods: [
      ['Rose / Tonic', 'rose', 14, 49.9, 'THC 91.5%', 'A gram of rose, a gram of tonic, one switch. Or both at once.'],
      ['Ember / Ice', 'tangerine', 11, 49.9, 'THC 91.9%', 'Blood orange on one side, menthol on the other.'],
      ['Fig / Fern', 'grape', 9, 49.9, 'THC 91.1%', 'Dark fruit and wet woodland.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Saltlantern',
    forms: ['disposables/flask'],
    name: (title) => `Flask Disposable - ${title}`,
    note: 'Live Resin 1G',
    tags: ['Formulation = Live Resin', 'Volume = 1G'],
    strain: 'described',
    goods: [
      ['Blue Hour', 'cobalt', 20, 39.5, 'THC 84.2%', 'The best-selling cart, in a body shaped for a breast pocket.'],
      ['Night Orchard', 'plum', 16, 39.5, 'THC 85.1%', 'Stone fruit at dusk, no battery to look for.'],
      ['Meadow Static', 'lime', 1, 39.5, 'THC 86.0%', 'Clover, ozone, mint. Last of the first run.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Ninefathom',
    forms: ['disposables/stone'],
    name: (title) => `Pebble Disposable - ${title}`,
    note: 'Palm stone 1.5G',
    tags: ['Volume = 1.5G'],
    goods: [
      [
        'Sea Glass',
        'teal',
        26,
        34.95,
        'THC 88.4%',
        'Flat, cool, made to be turned over in the hand. Cucumber and lime.',
      ],
      ['Urchin', 'violet', 24, 34.95, 'THC 88.8%', 'Violet candy with a salt rim.'],
      ['Coral Bed', 'coral', 19, 34.95, 'THC 88.1%', 'Papaya, peach, a postcard.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Duskmill',
    forms: ['disposables/pens', 'disposables/flask'],
    name: (title) => `Millstick Disposable - ${title}`,
    note: 'Distillate .5G',
    tags: ['Formulation = Distillate', 'Volume = .5G'],
    goods: [
      ['Barley', 'honey', 50, 14.6, 'THC 87.0%', 'Malt, honey, nothing fancy.'],
      ['Sorrel', 'lime', 44, 14.6, 'THC 87.3%', 'Lemony and green.'],
      ['Rye', 'rust', 39, 14.6, 'THC 86.5%', 'Caraway, toast, dark caramel.'],
      ['Millrace', 'sky', 46, 14.6],
    ],
  },
];

export const disposables: readonly CatalogueEntry[] = LINES.flatMap(entriesOf);

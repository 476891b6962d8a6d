import { type CatalogueEntry, entriesOf, type Line } from './entry.ts';

const CATEGORY = 'Munchies' as const;

const LINES: readonly Line[] = [
  {
    category: CATEGORY,
    brand: 'Fablecrust',
    forms: ['munchies/popcorn'],
    name: (title) => `Kettle Popcorn - ${title}`,
    note: 'Nothing infused',
    goods: [
      [
        'Salted Maple',
        'tangerine',
        26,
        4.2,
        null,
        'Popped in small kettles, dressed while hot. Nothing infused in here.',
      ],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Rindwell',
    forms: ['munchies/crisps'],
    name: (title) => `Thick Cut Crisps - ${title}`,
    note: 'Hand cooked',
    goods: [
      ['Sea Salt & Lime', 'lemon', 48, 3.1, null, 'Loud ones. Open before the film starts.'],
      ['Smoked Chilli', 'coral', 41, 3.1, null, 'Slow heat, real smoke.'],
      ['Pickled Onion', 'apple', 36, 3.1, null, 'For when you have stopped kissing anyone tonight.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Peppercrane',
    forms: ['munchies/noodles', 'munchies/crisps'],
    name: (title) => title,
    note: 'Three minutes',
    goods: [
      ['Night Noodles Chilli', 'ruby', 32, 3.85, null, 'Kettle, lid, three minutes, silence.'],
      ['Prawn Crackle', 'rose', 29, 2.9, null, 'Pink, weightless, gone.'],
      ['Night Noodles Miso', 'honey', 27, 3.85, null, 'White miso, sesame, spring onion.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Rindwell',
    forms: ['munchies/soda'],
    name: (title) => `Fruit Soda - ${title}`,
    note: '330ml',
    goods: [
      ['Rhubarb', 'rose', 38, 2.75, null, 'Pink rhubarb, long fizz.'],
      ['Gooseberry', 'apple', 35, 2.75, null, 'Sour first, sorry after.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Fablecrust',
    forms: ['munchies/biscuits'],
    name: (title) => `Butter Biscuits - ${title}`,
    note: 'Twelve',
    goods: [
      ['Dark Chip', 'cocoa', 24, 5.4, null, 'Twelve, in theory.'],
      ['Salted Pistachio', 'lime', 19, 5.9, null, 'Green flecks and flaky salt.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Rindwell',
    forms: ['munchies/strips'],
    name: (title) => `Fruit Leather - ${title}`,
    note: 'Only fruit',
    goods: [
      ['Plum', 'grape', 30, 3.6, null, 'Just plums, dried flat.'],
      ['Apricot', 'tangerine', 4, 3.6, null, 'Just apricots.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Peppercrane',
    forms: ['munchies/nuts', 'munchies/strips'],
    name: (title) => title,
    note: 'Bar snack',
    goods: [
      ['Tamari Almonds', 'rust', 28, 5.15, null, 'Roasted twice, salted once.'],
      ['Mushroom Jerky', 'cocoa', 15, 6.3, null, 'Oyster mushrooms, soy, a lot of pepper.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Fablecrust',
    forms: ['munchies/snackBar'],
    name: (title) => `Nougat Bar - ${title}`,
    note: 'Two in a pack',
    goods: [
      ['Honey Almond', 'honey', 42, 2.4, null, 'Soft nougat, whole almonds, two to a pack.'],
      ['Cocoa Salt', 'cocoa', 37, 2.4],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Rindwell',
    forms: ['munchies/rolls'],
    name: (title) => title,
    note: 'Boiled sweets',
    goods: [['Citrus Pips', 'lemon', 33, 2.95, null, 'Boiled sweets with a sherbet middle.']],
  },
];

export const munchies: readonly CatalogueEntry[] = LINES.flatMap(entriesOf);

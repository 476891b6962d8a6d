import { type CatalogueEntry, entriesOf, type Line } from './entry.ts';

const CATEGORY = 'Accessories' as const;

const LINES: readonly Line[] = [
  {
    category: CATEGORY,
    brand: 'Shale & Gilt',
    forms: ['accessories/grinder'],
    name: (title) => `Four Part Grinder - ${title}`,
    note: '63mm',
    goods: [
      [
        'Champagne',
        'gold',
        13,
        34,
        null,
        'Turned from one billet, sixty-three millimeters, with a screen that can be replaced.',
      ],
      ['Sea Green', 'teal', 16, 34, null, 'The same grinder in anodized green.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Cloudmason',
    forms: ['accessories/waterPipe', 'accessories/spoon'],
    name: (title) => title,
    note: 'Borosilicate',
    goods: [
      [
        'Beaker Water Pipe',
        'sky',
        6,
        58.5,
        null,
        'Thirty centimeters of thick borosilicate. Ice notches, diffused stem.',
      ],
      ['Cobalt Spoon Pipe', 'cobalt', 18, 16.2, null, 'Blown in one piece, wrapped in a spiral.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Copper & Rook',
    forms: ['accessories/papers'],
    name: (title) => `Rolling Papers - ${title}`,
    note: '32 leaves',
    goods: [
      ['Unbleached Hemp', 'rust', 50, 1.9, null, 'Thirty-two king-size leaves with a rice-gum edge.'],
      ['Rice Extra Thin', 'pearl', 46, 2.1, null, 'You can read a letter through them.'],
      ['Short', 'olive', 44, 1.6],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Cloudmason',
    forms: ['accessories/battery'],
    name: (title) => `Cart Battery - ${title}`,
    note: '510 thread',
    goods: [
      [
        'Chalk',
        'pearl',
        27,
        14.4,
        null,
        'Fits every threaded cart we sell. Three heats, USB-C, no blinking lights in your face.',
      ],
      ['Slate', 'slate', 22, 14.4, null, 'Three heats, USB-C, in dark gray.'],
      ['Coral', 'coral', 3, 14.4, null, 'Three heats, USB-C, in the cheerful one.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Shale & Gilt',
    forms: ['accessories/ashtray', 'accessories/tray', 'accessories/tools'],
    name: (title) => title,
    note: 'For the table',
    goods: [
      ['Soapstone Ashtray', 'stone', 9, 27.3, null, 'Turned by a man called Ivo who also does worktops.'],
      ['Brass Rolling Tray', 'gold', 20, 15.8, null, 'Pressed steel, rounded corners, wipes clean.'],
      ['Dab Tool Roll', 'cocoa', 11, 24.6, null, 'Five steel tools in a waxed cotton roll.'],
      ['Verdigris Ashtray', 'mint', 5, 29.9, null, 'The same dish in green marble.'],
      ['Travel Tray', 'ruby', 17, 11.5, null, 'Half the size. Fits a glovebox.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Copper & Rook',
    forms: ['accessories/cones', 'accessories/flame'],
    name: (title) => title,
    note: 'Ready rolled',
    goods: [
      ['Empty Cones 20', 'rust', 39, 4.4, null, 'Twenty ready-rolled cones and a packing stick.'],
      ['Brass Lighter', 'amber', 31, 7.2, null, 'Refillable, wind-shy, ages nicely.'],
      ['Mini Cones 40', 'sand', 35, 4.4, null, 'Forty small ones.'],
      ['Petrol Lighter', 'cobalt', 28, 7.2],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Oddment',
    forms: ['accessories/spray'],
    name: (title) => title,
    note: 'House keeping',
    goods: [
      ['Glass Wash', 'teal', 25, 8.9, null, 'Salt, alcohol, orange oil. Twenty minutes and a rinse.'],
      ['Room Mist', 'orchid', 22, 9.6, null, 'Fig and cold smoke, so the neighbors think better of you.'],
    ],
  },
];

export const accessories: readonly CatalogueEntry[] = LINES.flatMap(entriesOf);

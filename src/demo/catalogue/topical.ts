import { type CatalogueEntry, entriesOf, type Line } from './entry.ts';

const CATEGORY = 'Topical' as const;

const LINES: readonly Line[] = [
  {
    category: CATEGORY,
    brand: 'Quillmoss',
    forms: ['topical/salve'],
    name: (title) => `Herbal Salve - ${title}`,
    note: '250mg CBD',
    tags: ['Formulation = Salve'],
    weightLabel: '250mg',
    goods: [
      [
        'Arnica & Pine',
        'sage',
        22,
        18.5,
        'CBD 250mg',
        'Beeswax, arnica, Scots pine. For shoulders that have carried things.',
      ],
      ['Lavender', 'violet', 27, 18.5, 'CBD 250mg', 'Soft, slow to sink in, good before bed.'],
      ['Calendula', 'honey', 4, 18.5, 'CBD 250mg', 'For dry hands and hard winters.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Hushwater',
    forms: ['topical/rollOn'],
    name: (title) => `Cooling Roll-On - ${title}`,
    note: '100mg',
    tags: ['Formulation = Roll-On'],
    weightLabel: '100mg',
    goods: [
      ['Glacier', 'sky', 31, 14.2, 'CBD 100mg', 'Menthol and camphor, steel ball, fits a coat pocket.'],
      ['Temple', 'orchid', 25, 14.2, 'CBD 100mg', 'Peppermint and rose for the sides of the head.'],
      ['Nape', 'teal', 18, 14.2, 'CBD 100mg', 'Eucalyptus and marjoram.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Quillmoss',
    forms: ['topical/cream'],
    name: (title) => `Day Cream - ${title}`,
    note: '500mg CBD',
    tags: ['Formulation = Cream'],
    weightLabel: '500mg',
    goods: [
      ['Oat & Moss', 'sage', 16, 27.4, 'CBD 500mg', 'Colloidal oat, moss extract, no perfume.'],
      ['Wild Rose', 'rose', 13, 27.4, 'CBD 500mg', 'Rosehip oil and a very small amount of vanity.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Hushwater',
    forms: ['topical/pump'],
    name: (title) => `Body Lotion (${title})`,
    note: '500mg CBD',
    weightLabel: '500mg',
    goods: [
      ['Rain', 'teal', 20, 23.6, 'CBD 500mg', 'Light, quick, smells of the minute after rain.'],
      ['Fig Leaf', 'lime', 15, 23.6, 'CBD 500mg', 'Green and milky.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Larkspindle',
    forms: ['topical/patch'],
    name: (title) => `Transdermal Patch - ${title}`,
    note: '4 patches',
    tags: ['Formulation = Patch'],
    goods: [
      ['Day', 'honey', 24, 12.9, 'THC 20mg. CBD 20mg', 'Four patches, twelve hours each. Stick, forget.'],
      ['Night', 'indigo', 21, 12.9, 'THC 40mg', 'Four patches for the other twelve.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Marrowmoor',
    forms: ['topical/tube'],
    name: (title) => `Muscle Balm - ${title}`,
    note: '1000mg CBD',
    weightLabel: '1000mg',
    goods: [
      ['Hill Day', 'rust', 17, 32.8, 'CBD 1000mg', 'Warming ginger and black pepper, for the day after the hill.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Hushwater',
    forms: ['topical/salts'],
    name: (title) => `Bath Salts - ${title}`,
    note: '100mg CBD',
    goods: [
      ['Juniper', 'teal', 23, 15.9, 'CBD 100mg', 'Dead-plain sea salt, juniper, an hour with the door shut.'],
      ['Rose Clay', 'rose', 19, 15.9, 'CBD 100mg', 'Pink clay and geranium.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Quillmoss',
    forms: ['topical/stick', 'topical/oil'],
    name: (title) => title,
    note: 'Apothecary',
    goods: [
      ['Hedge Balm Stick', 'lime', 28, 11.3, 'CBD 50mg', 'Lip, knuckle, elbow.'],
      ['Slow Massage Oil', 'amber', 14, 25.1, 'CBD 300mg', 'Apricot kernel oil, clary sage, patience.'],
    ],
  },
  {
    category: CATEGORY,
    brand: 'Larkspindle',
    forms: ['topical/sample'],
    name: (title) => title,
    note: 'Sample',
    goods: [['Try-Me Face Oil', 'orchid', 37, 6.4]],
  },
];

export const topical: readonly CatalogueEntry[] = LINES.flatMap(entriesOf);

import type { BrandName } from '../pictures/brands.ts';
import type { FormName } from '../pictures/forms/index.ts';
import type { Tone } from '../pictures/tones.ts';
import { type CatalogueEntry, type DemoCategory, descriptionOf } from './entry.ts';

const CATEGORY: DemoCategory = 'Flower';

type Breakdown = '3.5G' | '7G' | '14G' | '28G' | 'Pound';

/** The label that is right for a breakdown. */
const LABELS: Record<Breakdown, string> = {
  '3.5G': 'Eighth',
  '7G': 'Quarter',
  '14G': 'Half Ounce',
  '28G': 'Ounce',
  Pound: 'Pound',
};

/** One strain of a grower, sold in several weights. */
export interface Strain {
  readonly brand: BrandName | null;
  readonly strain: string;
  readonly tone: Tone;
  readonly pack: FormName;
  readonly strength: string | null;
  readonly copy: string | null;
  /** Breakdown, stock on hand and base price in dollars. The label is given only if it is wrong on purpose. */
  readonly sizes: readonly (readonly [size: Breakdown, qty: number, price: number, wrongLabel?: string])[];
  readonly tags?: readonly string[];
}

/** How large the pack of each weight is drawn. Two bags make a pound. */
const PACK_SIZES: Record<Breakdown, number> = { '3.5G': 0.8, '7G': 1.04, '14G': 1, '28G': 0.92, Pound: 1.04 };

/** The form of a weight's pack. Small weights come in the grower's own pack. */
const packFor = (size: Breakdown, own: FormName): FormName =>
  size === '28G' || size === 'Pound'
    ? 'flower/bulkBag'
    : size === '14G' && own !== 'flower/tin'
      ? 'flower/windowBag'
      : own;

/** The weights of a strain as products. */
export const weighed = (strain: Strain): CatalogueEntry[] =>
  strain.sizes.map(([size, qty, price, wrongLabel]) => ({
    category: CATEGORY,
    brand: strain.brand,
    name: `${strain.strain} - ${size}`,
    qty,
    price,
    description: descriptionOf(strain.copy, strain.strain, strain.strength),
    tags: [`Breakdown = ${size}`, ...(strain.tags ?? [])],
    weightLabel: wrongLabel ?? LABELS[size],
    picture: {
      form: packFor(size, strain.pack),
      title: strain.strain,
      note: `Flower ${size}`,
      tone: strain.tone,
      size: PACK_SIZES[size],
    },
  }));

const STRAINS: readonly Strain[] = [
  {
    brand: 'Nettle & Quartz',
    strain: 'Harbor Fog',
    tone: 'frost',
    pack: 'flower/jar',
    strength: 'THC 26.1%',
    copy: 'Cool and mineral on the nose, then sage and wet cedar. Hang-dried for sixteen days and hand trimmed.',
    sizes: [
      ['3.5G', 41, 24.5],
      ['7G', 22, 45],
      ['14G', 9, 84.75],
      ['28G', 6, 158],
    ],
  },
  {
    brand: 'Sable Orchard',
    strain: 'Bruised Cherry',
    tone: 'plum',
    pack: 'flower/amberJar',
    strength: 'THC 24.8%',
    copy: 'Dark fruit, cocoa husk and a little pepper. Dense, almost black calyxes with copper hairs.',
    sizes: [
      ['3.5G', 33, 26],
      ['7G', 18, 48.5],
      ['14G', 4, 90],
    ],
  },
  {
    brand: 'Wickhollow',
    strain: 'Candlewax Plum',
    tone: 'mauve',
    pack: 'flower/corkJar',
    strength: 'THC 27.4%',
    copy: 'Waxy, sweet and slow. A late-evening flower from the oldest room in the building.',
    sizes: [
      ['3.5G', 27, 28.5],
      ['7G', 12, 53],
      ['28G', 3, 186.4],
    ],
  },
  {
    brand: 'Moonbarrow',
    strain: 'Barrow Ghost',
    tone: 'sage',
    pack: 'flower/tin',
    strength: 'THC 22.9%',
    copy: 'Pale, resinous and quiet: chamomile, hay and white pepper.',
    sizes: [
      ['3.5G', 19, 22],
      ['7G', 8, 41.25],
    ],
  },
  {
    brand: 'Velvet Anvil',
    strain: 'Hammered Mango',
    tone: 'lime',
    pack: 'flower/windowBag',
    strength: 'THC 25.5%',
    copy: 'Overripe mango with a hard, gassy finish. The loudest bag on the shelf.',
    sizes: [
      ['3.5G', 36, 23.9],
      ['14G', 11, 79.5],
    ],
  },
  {
    brand: 'Nettle & Quartz',
    strain: 'Quartz Pear',
    tone: 'forest',
    pack: 'flower/jar',
    strength: 'THC 23.3%',
    copy: 'Green pear, honeydew and chalk. Bright enough for the morning.',
    sizes: [
      ['3.5G', 24, 24.5],
      ['7G', 13, 45, 'Eighth'],
    ],
    tags: ['Strain = Quartz Pear'],
  },
  {
    brand: 'Marrowmoor',
    strain: 'Heather Smoke',
    tone: 'olive',
    pack: 'flower/bag',
    strength: 'THC 19.6%',
    copy: 'Sun-grown on a north slope and brought in before the first frost. Heather, leather, campfire.',
    sizes: [
      ['7G', 31, 29.5],
      ['28G', 14, 99],
      ['Pound', 2, 1180],
    ],
  },
  {
    brand: 'Wickhollow',
    strain: 'Tallow Lemon',
    tone: 'sage',
    pack: 'flower/corkJar',
    strength: 'THC 25.9%',
    copy: 'Lemon curd over beeswax. Soft in the jar, sharp in the grinder.',
    sizes: [
      ['3.5G', 17, 27],
      ['14G', 7, 92.3],
    ],
  },
  {
    brand: 'Velvet Anvil',
    strain: 'Diesel Hymnal',
    tone: 'forest',
    pack: 'flower/bag',
    strength: 'THC 28.2%',
    copy: 'Fuel first, incense after. Not a beginner’s flower.',
    sizes: [
      ['7G', 15, 47.5],
      ['28G', 5, 164, 'Half Ounce'],
    ],
  },
  {
    brand: 'Sable Orchard',
    strain: 'Windfall No. 9',
    tone: 'olive',
    pack: 'flower/amberJar',
    strength: 'THC 21.7%',
    copy: 'Baked apple, clove and damp straw, from a cut that nobody has managed to name.',
    sizes: [
      ['3.5G', 21, 23],
      ['28G', 4, 149.99],
    ],
  },
  {
    brand: 'Moonbarrow',
    strain: 'Pale Lantern',
    tone: 'frost',
    pack: 'flower/tin',
    strength: 'THC 24.0%',
    copy: 'Lychee and cold cream. Frost so thick that the tin is packed with a card.',
    sizes: [
      ['3.5G', 26, 25.5],
      ['7G', 10, 47],
    ],
  },
  {
    brand: 'Nettle & Quartz',
    strain: 'Slow Juniper',
    tone: 'sage',
    pack: 'flower/jar',
    strength: 'THC 20.4%. CBD 1.1%',
    copy: 'Resin, gin botanicals and a long, even afternoon.',
    sizes: [['3.5G', 29, 22.75]],
  },
  {
    brand: 'Larkspindle',
    strain: 'Rosewater Static',
    tone: 'mauve',
    pack: 'flower/cup',
    strength: 'THC 23.8%',
    copy: 'Turkish delight with a metallic edge. Sealed in a nitrogen-flushed cup.',
    sizes: [['3.5G', 38, 21.4]],
  },
  {
    brand: 'Larkspindle',
    strain: 'Cloud Ledger',
    tone: 'frost',
    pack: 'flower/cup',
    strength: 'THC 22.2%',
    copy: 'Vanilla pod, oat milk, a dusting of nutmeg.',
    sizes: [['3.5G', 34, 21.4]],
  },
  {
    brand: 'Velvet Anvil',
    strain: 'Frosted Spur',
    tone: 'frost',
    pack: 'flower/windowBag',
    strength: 'THC 29.0%',
    copy: null,
    sizes: [['3.5G', 2, 31]],
  },
  {
    brand: 'Sable Orchard',
    strain: 'Black Damson',
    tone: 'plum',
    pack: 'flower/amberJar',
    strength: null,
    copy: null,
    sizes: [['3.5G', 16, 25]],
  },
  {
    brand: 'Wickhollow',
    strain: 'Midnight Marmalade',
    tone: 'olive',
    pack: 'flower/corkJar',
    strength: 'THC 26.6%',
    copy: 'Bitter orange and burnt sugar, cured for eight weeks in the dark.',
    sizes: [['3.5G', 1, 29.8]],
  },
];

/** Small flowers by the half ounce. They share a formulation, so the shop shows them as one card. */
const SMALLS: readonly Strain[] = (
  [
    ['Ditch Lily', 'lime', 44, 49.5, 'Clean little flowers from the top of the plant. Grass, lime peel, sugar.'],
    ['Porch Swing', 'olive', 38, 46, 'Easy-going and sweet, for people who roll more than they pose.'],
    ['Tin Roof', 'forest', 52, 44.25, 'Rain on warm metal, pine underneath.'],
  ] as const
).map(([strain, tone, qty, price, copy]) => ({
  brand: 'Brindle Row',
  strain,
  tone,
  pack: 'flower/bag',
  strength: 'THC 18.5%',
  copy,
  sizes: [['14G', qty, price]],
  tags: ['Formulation = Smalls'],
}));

const BULK: readonly Strain[] = [
  {
    brand: 'Brindle Row',
    strain: 'Tin Roof Reserve',
    tone: 'forest',
    pack: 'flower/bag',
    strength: 'THC 20.1%',
    copy: 'The full-size flowers of Tin Roof. Pounds ship in two sealed halves.',
    sizes: [
      ['28G', 18, 92],
      ['Pound', 3, 1040],
    ],
  },
  {
    brand: 'Brindle Row',
    strain: 'Porch Swing Reserve',
    tone: 'olive',
    pack: 'flower/bag',
    strength: 'THC 19.9%',
    copy: 'Same plant as the smalls, bigger flowers, slower cure.',
    sizes: [
      ['28G', 12, 95.5],
      ['Pound', 1, 1075],
    ],
  },
];

/** Products without a brand. */
const LOOSE: readonly CatalogueEntry[] = [
  {
    category: CATEGORY,
    brand: null,
    name: 'Garden Shake - 28G',
    qty: 23,
    price: 34.5,
    description:
      'Whatever fell in the trimming room this week, sieved and stem-free. Good for baking and for big evenings.',
    tags: ['Breakdown = 28G'],
    weightLabel: 'Ounce',
    picture: { form: 'flower/bulkBag', title: 'Garden Shake', note: 'Flower 28G', tone: 'olive' },
  },
  {
    category: CATEGORY,
    brand: null,
    name: 'Grower’s Choice, mixed jar',
    qty: 6,
    price: 18,
    description: null,
    tags: [],
    weightLabel: null,
    picture: { form: 'flower/jar', title: "Grower's Choice", note: 'Mixed flower', tone: 'lime' },
  },
];

export const flower: readonly CatalogueEntry[] = [...STRAINS, ...SMALLS, ...BULK].flatMap(weighed).concat(LOOSE);

import type { CatalogueEntry, DemoCategory } from './catalogue/entry.ts';
import { CATALOGUE, pictureSlug } from './catalogue.ts';
import { createArt } from './pictures/art.ts';
import { type FormName, formOf } from './pictures/forms/index.ts';
import type { Plant } from './pictures/plants.ts';
import { type Backdrop, HEIGHT, type Surface, scene, WIDTH } from './pictures/scene.ts';

/** The room of each category, in the category's color (behavior 5.1). Categories without one have gray rooms. */
const ROOMS: Record<DemoCategory, { hue: number; chroma: number }> = {
  Flower: { hue: 150, chroma: 1 },
  Carts: { hue: 232, chroma: 1 },
  'Vape Cartridges': { hue: 215, chroma: 0.3 },
  Disposables: { hue: 265, chroma: 0.34 },
  Concentrates: { hue: 68, chroma: 1 },
  Edibles: { hue: 20, chroma: 1 },
  'Pre-rolls': { hue: 48, chroma: 1 },
  Topical: { hue: 320, chroma: 1 },
  BYOB: { hue: 282, chroma: 1 },
  Munchies: { hue: 100, chroma: 1 },
  Accessories: { hue: 200, chroma: 1 },
};

const IN_HOUSE_ROOM = { hue: 132, chroma: 1 };

/** Degrees added to the room's hue, so that neighbors in the list differ a little. */
const HUE_STEPS = [0, 9, -7, 5, -4] as const;

const BACKDROPS: readonly Backdrop[] = ['bare', 'sun', 'slats', 'arch', 'drape', 'ring', 'panels', 'window'];
const SURFACES: readonly Surface[] = ['gloss', 'plinth', 'matte', 'slate', 'gloss', 'matte', 'plinth'];
const PLANTS: readonly (Plant | null)[] = ['fern', 'palm', 'eucalyptus', 'hemp', 'monstera', 'lance', null];

/** Forms that are too wide for a plinth, or so detailed that their mirror image would cost too much. */
const ON_THE_FLOOR: ReadonlySet<FormName> = new Set<FormName>([
  'flower/jarTrio',
  'flower/bulkBag',
  'flower/jar',
  'flower/amberJar',
  'flower/corkJar',
  'flower/windowBag',
  'flower/tin',
  'edibles/drink',
  'byob/flight',
  'byob/selector',
  'byob/mailer',
  'byob/giftBox',
  'accessories/ashtray',
  'preRolls/tin',
  'preRolls/trio',
]);

/** Zoom factors of low things. */
const ZOOMS: Partial<Record<FormName, number>> = {
  'concentrates/diamonds': 1.24,
  'concentrates/pucks': 1.14,
  'concentrates/jars': 1.2,
  'accessories/grinder': 1.16,
  'accessories/spoon': 1.14,
  'byob/flight': 1.12,
  'byob/selector': 1.12,
  'flower/cup': 1.14,
  'flower/jarTrio': 1.04,
};

interface Picture {
  readonly entry: CatalogueEntry;
  /** The entry's index in the catalogue. */
  readonly position: number;
}

/** All pictures by name. */
const PICTURES: ReadonlyMap<string, Picture> = new Map(
  CATALOGUE.map((entry, position) => [`demo/${pictureSlug(entry)}.jpg`, { entry, position }]),
);

/**
 * Draws the picture of a demo product (behavior 1.8, 4.9).
 *
 * @param name the image of the product without the width: `demo/….jpg` for `demo/x950-….jpg`
 * @returns the text of an SVG in 4:3, which needs no fonts and no other files; null if the demo has no such picture
 */
export const drawDemoPicture = (name: string): string | null => {
  const picture = PICTURES.get(name);
  if (picture === undefined) return null;
  const { entry, position } = picture;
  const { form, title, note, tone, size } = entry.picture;
  const room = entry.brand === 'In-House' ? IN_HOUSE_ROOM : ROOMS[entry.category];
  const hue = room.hue + HUE_STEPS[position % HUE_STEPS.length]!;
  const art = createArt(name);
  const subject = formOf(form)(art, {
    brand: entry.brand,
    title,
    note,
    tone,
    hue,
    ...(size !== undefined && { size }),
  });
  const surface = SURFACES[position % SURFACES.length]!;
  const body = scene(
    art,
    {
      hue,
      chroma: room.chroma,
      backdrop: BACKDROPS[(position * 3) % BACKDROPS.length]!,
      surface: ON_THE_FLOOR.has(form) ? (position % 2 === 0 ? 'matte' : 'slate') : surface,
      plant: PLANTS[(position * 2) % PLANTS.length]!,
      zoom: ZOOMS[form] ?? 1,
    },
    subject,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" preserveAspectRatio="xMidYMid slice"><defs>${art.definitions()}</defs>${body}</svg>`;
};

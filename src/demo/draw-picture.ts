import type { CatalogueEntry, DemoCategory } from './catalogue/entry.ts';
import { CATALOGUE, companionOf, type PictureView, pictureName, viewsOf } from './catalogue.ts';
import { type Art, createArt, group } from './pictures/art.ts';
import type { Backdrop } from './pictures/backdrops.ts';
import { BRANDS } from './pictures/brands.ts';
import type { PictureBrief } from './pictures/brief.ts';
import { closeUpOf, type FormName, formOf } from './pictures/forms/index.ts';
import type { Plant } from './pictures/plants.ts';
import { FLOOR, type Frame, MIDDLE } from './pictures/room.ts';
import { scene } from './pictures/scene.ts';
import type { Surface } from './pictures/surfaces.ts';

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

/** The scenes of each category take turns. They differ in the turn of the hue, the light and the backdrop. */
const SETS: readonly { turn: number; light: number; backdrop: Backdrop; surface: Surface; plant: Plant | null }[] = [
  { turn: 0, light: 1, backdrop: 'glasshouse', surface: 'gloss', plant: 'fern' },
  { turn: 12, light: 1.3, backdrop: 'horizon', surface: 'matte', plant: null },
  { turn: -10, light: 1.05, backdrop: 'arch', surface: 'plinth', plant: 'palm' },
  { turn: 6, light: 1.18, backdrop: 'tiles', surface: 'slate', plant: null },
  { turn: -4, light: 0.95, backdrop: 'ring', surface: 'gloss', plant: 'monstera' },
  { turn: 16, light: 1.25, backdrop: 'drape', surface: 'plinth', plant: null },
  { turn: -14, light: 1.1, backdrop: 'sun', surface: 'matte', plant: 'eucalyptus' },
  { turn: 4, light: 1.35, backdrop: 'slats', surface: 'slate', plant: null },
  { turn: -7, light: 1, backdrop: 'panels', surface: 'gloss', plant: 'hemp' },
  { turn: 9, light: 1.15, backdrop: 'window', surface: 'plinth', plant: 'lance' },
];

/**
 * The part of the studio that each view shows. The subject is at the middle of the studio. The front view has it right
 * of the center, because badges are on the left. A tile has it higher, because text is below it.
 */
const FRAMES: Record<PictureView, Frame> = {
  front: { left: -96, top: 36, width: 1200, height: 900 },
  close: { left: 228, top: 214, width: 752, height: 564 },
  tile: { left: 0, top: 118, width: 1200, height: 900 },
  wide: { left: -560, top: 118, width: 1800, height: 900 },
};

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

/** The close view of what is in a pack. */
const WITHOUT_PACK: Frame = { left: 110, top: 92, width: 1000, height: 750 };

interface Picture {
  readonly entry: CatalogueEntry;
  readonly view: PictureView;
  readonly theme: 'dark' | 'light';
  /** Which of the sets it has. The weights of a strain share theirs. */
  readonly set: number;
}

/** All pictures by name. */
const PICTURES: ReadonlyMap<string, Picture> = (() => {
  const pictures = new Map<string, Picture>();
  const strains = new Map<string, number>();
  for (const [position, entry] of CATALOGUE.entries()) {
    const { form, title } = entry.picture;
    const key = form.startsWith('flower/') ? `${entry.brand} ${title}` : `${position}`;
    if (!strains.has(key)) strains.set(key, strains.size);
    for (const theme of ['dark', 'light'] as const)
      for (const view of viewsOf(entry))
        pictures.set(pictureName(entry, view, theme), { entry, view, theme, set: strains.get(key)! });
  }
  return pictures;
})();

/** Views in the order in which members see them. */
const VIEWS_IN_ORDER: readonly PictureView[] = ['tile', 'wide', 'front', 'close'];

/** All pictures by their names without a width, those that members see first before the others. */
export const demoPicturesInOrder = (): { name: string; view: PictureView; theme: 'dark' | 'light' }[] =>
  VIEWS_IN_ORDER.flatMap((view) =>
    (['dark', 'light'] as const).flatMap((theme) =>
      [...PICTURES]
        .filter(([, picture]) => picture.view === view && picture.theme === theme)
        .map(([name]) => ({ name, view, theme })),
    ),
  );

/**
 * Draws the picture of a demo product (behavior 1.8, 4.9).
 *
 * @param name the image of the product without the width: `demo/….jpg` for `demo/x950-….jpg`
 * @returns the text of an SVG, in 4:3, or in 2:1 for a wide tile. It needs no fonts and no other files. Null if the
 * demo has no such picture
 */
export const drawDemoPicture = (name: string): string | null => {
  const picture = PICTURES.get(name);
  if (picture === undefined) return null;
  const { entry, view, theme } = picture;
  const { form } = entry.picture;
  const room = entry.brand === 'In-House' ? IN_HOUSE_ROOM : ROOMS[entry.category];
  const set = SETS[(picture.set + (view === 'close' ? 4 : 0)) % SETS.length]!;
  const hue = room.hue + set.turn;
  // Both themes show the same things in the same places.
  const art = createArt(pictureName(entry, view, 'dark'));
  const near = view === 'close' ? closeUpOf(form) : null;
  const subject = (near ?? formOf(form))(art, briefOf(entry, hue));
  const frame = near === null ? FRAMES[view] : WITHOUT_PACK;
  const body = scene(
    art,
    {
      ...set,
      light: theme === 'light' ? 'paper' : set.light,
      frame,
      hue,
      chroma: room.chroma,
      brandHue: entry.brand === null ? null : BRANDS[entry.brand].accent.h,
      surface: surfaceOf(picture, near !== null, set.surface),
      zoom: (ZOOMS[form] ?? 1) * (view === 'tile' ? 0.92 : view === 'wide' ? 0.82 : 1),
    },
    view === 'wide' ? withCompanion(art, entry, subject, hue) : subject,
  );
  const { left, top, width, height } = frame;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" width="${(900 * width) / height}" height="900" preserveAspectRatio="xMidYMid slice"><defs>${art.definitions()}</defs>${body}</svg>`;
};

/**
 * Returns the surface under the products. Two products are on the floor, a wide one alone is on the floor or a slab.
 */
const surfaceOf = ({ entry, view, set }: Picture, isNear: boolean, usual: Surface): Surface => {
  if (view === 'wide') return ON_THE_FLOOR.has(entry.picture.form) ? 'matte' : 'gloss';
  return isNear || ON_THE_FLOOR.has(entry.picture.form) ? (set % 2 === 0 ? 'matte' : 'slate') : usual;
};

const briefOf = ({ brand, picture: { title, note, tone, size } }: CatalogueEntry, hue: number): PictureBrief => ({
  brand,
  title,
  note,
  tone,
  hue,
  ...(size !== undefined && { size }),
});

/** A second product of the category on the left, farther back: a wide tile is a picture of its own, not a wider one. */
const withCompanion = (art: Art, entry: CatalogueEntry, subject: string, hue: number): string => {
  const other = companionOf(entry);
  const drawing = formOf(other.picture.form)(art, briefOf(other, hue));
  const place = `translate(-70 ${FLOOR - 40}) scale(.76) translate(${-MIDDLE} ${-FLOOR})`;
  return group(drawing, `transform="${place}" opacity=".92"`) + subject;
};

import { accessories } from './catalogue/accessories.ts';
import { byob } from './catalogue/byob.ts';
import { carts } from './catalogue/carts.ts';
import { concentrates } from './catalogue/concentrates.ts';
import { disposables } from './catalogue/disposables.ts';
import { edibles } from './catalogue/edibles.ts';
import type { CatalogueEntry, DemoCategory, DemoProduct } from './catalogue/entry.ts';
import { flower } from './catalogue/flower.ts';
import { inHouse } from './catalogue/in-house.ts';
import { munchies } from './catalogue/munchies.ts';
import { preRolls } from './catalogue/pre-rolls.ts';
import { tiersAndLabOf } from './catalogue/tiers-and-lab.ts';
import { topical } from './catalogue/topical.ts';
import { vapeCartridges } from './catalogue/vape-cartridges.ts';
import type { FormName } from './pictures/forms/index.ts';

export type { DemoProduct } from './catalogue/entry.ts';

/** All entries of the fictional catalogue, In-House first. */
export const CATALOGUE: readonly CatalogueEntry[] = [
  ...inHouse,
  ...flower,
  ...carts,
  ...vapeCartridges,
  ...disposables,
  ...concentrates,
  ...edibles,
  ...preRolls,
  ...topical,
  ...byob,
  ...munchies,
  ...accessories,
];

/** The beginning of a product's id in each category. */
const ID_PREFIXES: Record<DemoCategory, string> = {
  Flower: 'FL',
  Carts: 'CA',
  'Vape Cartridges': 'VC',
  Disposables: 'DI',
  Concentrates: 'CO',
  Edibles: 'ED',
  'Pre-rolls': 'PR',
  Topical: 'TO',
  BYOB: 'BY',
  Munchies: 'MU',
  Accessories: 'AC',
};

/**
 * The demo's catalogue in the format of a feed (behavior 1.8, 9.6): about 300 fictional products in all categories and
 * In-House. Every call returns a new copy, which the caller may change.
 *
 * @param now epoch milliseconds: lab results are dated from the beginning of its month, so that the same share of them has
 * expired at any time
 */
export const demoProducts = (now: number): DemoProduct[] => productsOfMonth(new Date(now).toISOString().slice(0, 7));

/** The catalogue of a month, such as "2026-11". */
export const productsOfMonth = (month: string): DemoProduct[] => {
  const counts = new Map<string, number>();
  return CATALOGUE.map((entry) => {
    const prefix = entry.brand === 'In-House' ? 'IH' : ID_PREFIXES[entry.category];
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    const id = `${prefix}-${String(count).padStart(3, '0')}`;
    return {
      id,
      name: entry.name,
      qty: entry.qty,
      price: entry.price,
      ...(entry.brand !== null && { brand: entry.brand }),
      category: entry.category,
      ...(entry.description !== null && { description: entry.description }),
      ...(entry.tags.length > 0 && { tags: [...entry.tags] }),
      images: imagesOf(entry),
      ...(entry.weightLabel !== null && { weightLabel: entry.weightLabel }),
      ...tiersAndLabOf(entry, id, month),
    };
  });
};

/** How a picture shows its product: from the front, close by, or as the tile of a category in two shapes. */
export type PictureView = 'front' | 'close' | 'tile' | 'wide';

/** The name of each view in a theme, without a width. The marks of tiles and of the light theme are known to every shop. */
export const pictureName = (entry: CatalogueEntry, view: PictureView, theme: 'dark' | 'light'): string =>
  `demo/${pictureSlug(entry)}${view === 'close' ? '-2' : ''}${theme === 'light' ? '.light' : ''}${view === 'tile' || view === 'wide' ? `.${view}` : ''}.jpg`;

/** The views that an entry has. */
export const viewsOf = (entry: CatalogueEntry): PictureView[] =>
  isTileHero(entry) ? ['front', 'close', 'tile', 'wide'] : ['front', 'close'];

const imagesOf = (entry: CatalogueEntry): string[] =>
  (['dark', 'light'] as const).flatMap((theme) =>
    viewsOf(entry).map((view) => pictureName(entry, view, theme).replace('demo/', 'demo/x950-')),
  );

/** The pack in front on the tile of each category. The first product in such a pack has the pictures of the tile. */
const TILE_FORMS: Record<DemoCategory | 'In-House', FormName> = {
  'In-House': 'flower/jarTrio',
  Flower: 'flower/jar',
  Carts: 'carts/pair',
  'Vape Cartridges': 'vapeCartridges/trio',
  Disposables: 'disposables/twins',
  Concentrates: 'concentrates/diamonds',
  Edibles: 'edibles/gummies',
  'Pre-rolls': 'preRolls/fan',
  Topical: 'topical/cream',
  BYOB: 'byob/flight',
  Munchies: 'munchies/popcorn',
  Accessories: 'accessories/grinder',
};

const shelfOf = ({ brand, category }: CatalogueEntry): DemoCategory | 'In-House' =>
  brand === 'In-House' ? brand : category;

const HEROES: ReadonlyMap<DemoCategory | 'In-House', CatalogueEntry> = new Map(
  (Object.keys(TILE_FORMS) as (DemoCategory | 'In-House')[]).map((shelf) => {
    const onShelf = CATALOGUE.filter((entry) => shelfOf(entry) === shelf);
    return [shelf, onShelf.find(({ picture }) => picture.form === TILE_FORMS[shelf]) ?? onShelf[0]!];
  }),
);

/** Returns whether the tile of its category shows this product. */
const isTileHero = (entry: CatalogueEntry): boolean => HEROES.get(shelfOf(entry)) === entry;

/** Returns the second product of a wide tile: in another kind of pack, and of another maker if there is one. */
export const companionOf = (entry: CatalogueEntry): CatalogueEntry => {
  const others = CATALOGUE.filter(
    (other) => shelfOf(other) === shelfOf(entry) && other.picture.form !== entry.picture.form,
  );
  return others.find(({ brand }) => brand !== entry.brand) ?? others[0] ?? entry;
};

/** The bare name of an entry's picture: brand and name in letters, digits and dashes. */
const pictureSlug = (entry: CatalogueEntry): string =>
  `${entry.brand ?? 'unbranded'} ${entry.name}`
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/\./g, '')
    .replace(/^-|-$/g, '');

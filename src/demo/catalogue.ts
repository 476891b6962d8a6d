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
 */
export const demoProducts = (): DemoProduct[] => {
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
      images: [`demo/x950-${pictureSlug(entry)}.jpg`],
      ...(entry.weightLabel !== null && { weightLabel: entry.weightLabel }),
      ...tiersAndLabOf(entry, id),
    };
  });
};

/** The bare name of an entry's picture: brand and name in letters, digits and dashes. */
export const pictureSlug = (entry: CatalogueEntry): string =>
  `${entry.brand ?? 'unbranded'} ${entry.name}`
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/\./g, '')
    .replace(/^-|-$/g, '');

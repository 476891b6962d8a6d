import type { Form } from '../brief.ts';
import * as accessoryGlass from './accessory-glass.ts';
import * as accessoryTableware from './accessory-tableware.ts';
import * as accessoryTools from './accessory-tools.ts';
import * as byob from './byob.ts';
import * as carts from './carts.ts';
import { flowerCloseUp, preRollCloseUp } from './close-ups.ts';
import * as concentrateDishes from './concentrate-dishes.ts';
import * as concentratePieces from './concentrate-pieces.ts';
import * as disposables from './disposables.ts';
import * as edibles from './edibles.ts';
import * as flower from './flower.ts';
import * as munchiesBags from './munchies-bags.ts';
import * as munchiesPacks from './munchies-packs.ts';
import * as preRolls from './pre-rolls.ts';
import * as topicalBottles from './topical-bottles.ts';
import * as topicalJars from './topical-jars.ts';
import * as vapeCartridges from './vape-cartridges.ts';

/** All forms, by the kind of goods that they show. */
const FORMS = {
  accessories: { ...accessoryGlass, ...accessoryTableware, ...accessoryTools },
  byob,
  carts,
  concentrates: { ...concentrateDishes, ...concentratePieces },
  disposables,
  edibles,
  flower,
  munchies: { ...munchiesBags, ...munchiesPacks },
  preRolls,
  topical: { ...topicalBottles, ...topicalJars },
  vapeCartridges,
} as const satisfies Record<string, Record<string, Form>>;

type Kind = keyof typeof FORMS;

/** The name of a form in the catalogue, such as "flower/jar". */
export type FormName = { [K in Kind]: `${K}/${Extract<keyof (typeof FORMS)[K], string>}` }[Kind];

/** The drawing function of a form. */
export const formOf = (name: FormName): Form => {
  const [kind, thing] = name.split('/') as [Kind, string];
  return (FORMS[kind] as Record<string, Form>)[thing]!;
};

/** The drawing of what is in the pack, by itself; null if a closer look at the pack is all there is. */
export const closeUpOf = (name: FormName): Form | null =>
  name.startsWith('flower/') ? flowerCloseUp : name.startsWith('preRolls/') ? preRollCloseUp : null;

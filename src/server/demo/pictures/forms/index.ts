import type { Form } from '../brief.ts';
import * as accessories from './accessories.ts';
import * as byob from './byob.ts';
import * as carts from './carts.ts';
import * as concentrates from './concentrates.ts';
import * as disposables from './disposables.ts';
import * as edibles from './edibles.ts';
import * as flower from './flower.ts';
import * as munchies from './munchies.ts';
import * as preRolls from './pre-rolls.ts';
import * as topical from './topical.ts';
import * as vapeCartridges from './vape-cartridges.ts';

/** Every thing that can be drawn, by the kind of goods it belongs to. */
export const FORMS = {
  accessories,
  byob,
  carts,
  concentrates,
  disposables,
  edibles,
  flower,
  munchies,
  preRolls,
  topical,
  vapeCartridges,
} as const satisfies Record<string, Record<string, Form>>;

type Kind = keyof typeof FORMS;

/** A form as the catalogue writes it: "flower/jar". */
export type FormName = { [K in Kind]: `${K}/${Extract<keyof (typeof FORMS)[K], string>}` }[Kind];

/** The drawing function of a form. */
export function formOf(name: FormName): Form {
  const [kind, thing] = name.split('/') as [Kind, string];
  return (FORMS[kind] as Record<string, Form>)[thing]!;
}

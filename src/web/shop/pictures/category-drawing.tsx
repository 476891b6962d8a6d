import { categoryHue, type DesignatedHue, isNeutral } from '#domain/categories.ts';
import { baseName } from '#domain/product-name.ts';
// One file for all: fetched only if something has no picture, and no part of the JavaScript.
import drawings from './drawings.svg?no-inline';

/** The drawings of drawings.svg. Each shows a type of product. */
type Drawing =
  | 'box'
  | 'bud'
  | 'candy'
  | 'capsule'
  | 'cart'
  | 'chocolate'
  | 'concentrate'
  | 'cookie'
  | 'crumbs'
  | 'disposable'
  | 'drink'
  | 'edible'
  | 'flower'
  | 'hash'
  | 'house'
  | 'jar'
  | 'leaf-sign'
  | 'lighter'
  | 'lollipop'
  | 'nugs'
  | 'pouch'
  | 'pre-roll'
  | 'shatter'
  | 'snack'
  | 'tin'
  | 'tincture'
  | 'topical';

const BY_HUE: Record<DesignatedHue, Drawing> = {
  'in-house': 'house',
  flower: 'flower',
  carts: 'cart',
  concentrates: 'concentrate',
  edibles: 'edible',
  'pre-rolls': 'pre-roll',
  topical: 'topical',
  byob: 'box',
  munchies: 'snack',
  accessories: 'lighter',
};

/** Categories without a color of their own that have a drawing. */
const BY_NAME: readonly (readonly [RegExp, Drawing])[] = [
  [/vape|cartridge/i, 'cart'],
  [/disposable/i, 'disposable'],
  [/tincture|drops/i, 'tincture'],
];

/** Forms that look unlike others of their category. The first that fits counts. */
const BY_FORM: Partial<Record<DesignatedHue, Partial<Record<Drawing, RegExp>>>> = {
  concentrates: { shatter: /shatter/i, hash: /hash/i, crumbs: /kief|crumble|honeycomb/i, jar: /resin|oil|rso/i },
  edibles: {
    edible: /gumm|jell[yi]/i,
    lollipop: /loll[iy]|sucker/i,
    cookie: /cookie|brownie|blondie|biscuit|cake|muffin/i,
    chocolate: /choc|truffle|bon ?bon/i,
    drink: /drink|soda|coffee|lemonade/i,
    capsule: /pill|caps|gel/i,
    snack: /snack|nuts\b|popcorn|chips|crisps|pretzel|jerky/i,
    candy: /candy|caramel|taffy|toffee/i,
  },
  topical: { tin: /balm|salve|butter|cream|rub\b|chapstick/i },
};

/** Flower looks alike, so each strain has one of these. */
const FLOWERS: readonly Drawing[] = ['flower', 'bud', 'leaf-sign', 'nugs'];

const formIn = (text: string, forms = Object.values(BY_FORM)): Drawing | undefined =>
  (forms.flatMap(Object.entries) as [Drawing, RegExp][]).find(([, pattern]) => pattern.test(text))?.[0];

/**
 * The drawing of a category, or of the form of a product in it if that looks unlike the others. The name tells it if no
 * form is known; where every form may be sold, the end of the name does: "OG Kush - Hash". A sealed pouch stands for what
 * has none.
 */
export const drawingOf = (category: string, form: string | null = null, name = ''): Drawing => {
  const hue = categoryHue(category);
  const ofEnd = () => formIn(name.split(' - ')[1] ?? '');
  if (isNeutral(hue)) return BY_NAME.find(([pattern]) => pattern.test(category))?.[1] ?? ofEnd() ?? 'pouch';
  if (hue === 'flower') return ofEnd() ?? FLOWERS[hueOfWord(baseName(name)) % FLOWERS.length]!;
  const forms = [BY_FORM[hue] ?? {}];
  const ofForm = formIn(form ?? '', forms);
  // Menus call much of it candy or a snack, gummies and brownies too.
  const isVague = ofForm === 'candy' || ofForm === 'snack';
  return (!isVague && ofForm) || (formIn(name, forms) ?? ofForm ?? BY_HUE[hue]);
};

interface CategoryDrawingProps {
  category: string;
  /** Of a product in it. */
  form?: string | null;
  name?: string;
  className?: string;
}

/** A category's drawing, in the color of the text around it. Details have the color `--brand-ink`. */
export const CategoryDrawing = ({ category, form, name, className }: CategoryDrawingProps) => (
  <svg aria-hidden className={className}>
    <use href={`${drawings}#${drawingOf(category, form, name)}`} />
  </svg>
);

/** A hue for a brand or a name, in degrees: always the same one. */
export const hueOfWord = (word: string): number => {
  let hash = 0;
  for (const letter of word.toLowerCase()) hash = (hash * 31 + letter.codePointAt(0)!) % 360;
  return hash;
};

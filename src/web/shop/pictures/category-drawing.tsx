import { categoryHue, type DesignatedHue, isNeutral } from '#domain/categories.ts';
// One file for all: fetched only if something has no picture, and no part of the JavaScript.
import drawings from './drawings.svg?no-inline';

/** The drawings of drawings.svg. Each shows a type of product. */
type Drawing =
  | 'box'
  | 'cart'
  | 'concentrate'
  | 'disposable'
  | 'edible'
  | 'flower'
  | 'house'
  | 'lighter'
  | 'pouch'
  | 'pre-roll'
  | 'snack'
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

/** The drawing of a category. A sealed pouch stands for what has none. */
const drawingOf = (category: string): Drawing => {
  const hue = categoryHue(category);
  if (!isNeutral(hue)) return BY_HUE[hue];
  return BY_NAME.find(([pattern]) => pattern.test(category))?.[1] ?? 'pouch';
};

/** A category's drawing, in the color of the text around it. Details have the color `--brand-ink`. */
export const CategoryDrawing = ({ category, className }: { category: string; className?: string }) => (
  <svg aria-hidden className={className}>
    <use href={`${drawings}#${drawingOf(category)}`} />
  </svg>
);

/** A hue for a brand or a name, in degrees: always the same one. */
export const hueOfWord = (word: string): number => {
  let hash = 0;
  for (const letter of word.toLowerCase()) hash = (hash * 31 + letter.codePointAt(0)!) % 360;
  return hash;
};

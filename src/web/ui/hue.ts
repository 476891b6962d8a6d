/** The named hues of tokens.css. Put one on an element as `data-hue` and use the category-… colours inside it. */
export const HUES = [
  'in-house',
  'flower',
  'carts',
  'concentrates',
  'edibles',
  'pre-rolls',
  'topical',
  'byob',
  'munchies',
  'accessories',
  'neutral',
] as const;

export type Hue = (typeof HUES)[number];

/** The named hues of tokens.css. Put one on an element as `data-hue` and use the category-… colours inside it. */
export type Hue =
  | 'in-house'
  | 'flower'
  | 'carts'
  | 'concentrates'
  | 'edibles'
  | 'pre-rolls'
  | 'topical'
  | 'byob'
  | 'munchies'
  | 'accessories'
  | 'neutral';

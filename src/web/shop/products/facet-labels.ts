import { type Facet, type FacetChoice, facetKey, rangesOf } from '#domain/facets.ts';

/** The headings of the facets. */
export const FACET_LABELS: Readonly<Record<Facet | 'brand', string>> = {
  form: 'Form',
  size: 'Size',
  strain: 'Strain',
  thc: 'THC %',
  'thc-mg': 'THC mg',
  price: 'Price',
  brand: 'Brand',
};

export const IN_STOCK_ONLY = 'In stock only';
export const FAVORITES_ONLY = 'Favorites only';

/** Returns a chosen value as people read it, also without its heading: "THC 20–25%". */
export const facetValueLabel = (facet: Facet, value: string): string => {
  const label = rangesOf(facet)?.find((range) => range.value === value)?.label ?? value;
  return facet === 'thc' || facet === 'thc-mg' ? `THC ${label}` : label;
};

/** Returns whether a value is chosen, ignoring case. */
export const isChosen = (choice: FacetChoice, facet: Facet, value: string): boolean =>
  choice[facet].some((each) => facetKey(each) === facetKey(value));

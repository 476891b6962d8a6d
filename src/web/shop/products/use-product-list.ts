import { useEffect, useMemo, useState } from 'react';
import { ALL_CATEGORIES } from '#domain/categories.ts';
import type { Product } from '#domain/product.ts';
import { ALL_BRANDS, brandOptions, filterProducts } from '#domain/search.ts';
import type { ShopView } from '../view/shop-view.ts';
import { type Arrangement, arrange } from './arrangement.ts';
import type { ShownGroup } from './steady-groups.ts';
import type { Choices } from './use-chosen-variant.ts';

export interface ProductList {
  /** Cards and rows in their order. */
  groups: readonly ShownGroup[];
  /** Products, not groups, that match now (decisions §8 "counts"). */
  count: number;
  /** The variants chosen in this list. */
  choices: Choices;
  /** Names the list: another one begins at its top. */
  place: string;
}

const EVERYTHING = { search: '', brand: ALL_BRANDS, category: ALL_CATEGORIES };

/** The products of the chosen category; none for the picker. */
export const productsOfCategory = (products: readonly Product[], category: string | null): readonly Product[] =>
  category === null ? [] : filterProducts(products, { ...EVERYTHING, category });

/** The brands that can be chosen among these products. */
export const useBrandOptions = (inCategory: readonly Product[]): string[] =>
  useMemo(() => brandOptions(inCategory), [inCategory]);

/**
 * What the list shows of a category's products. Each step is remembered by itself, so that a keystroke only searches.
 */
export const useProductList = (
  products: readonly Product[],
  inCategory: readonly Product[],
  { category, brand, search, sort }: Pick<ShopView, 'category' | 'brand' | 'search' | 'sort'>,
): ProductList => {
  const ofBrand = useMemo(() => filterProducts(inCategory, { ...EVERYTHING, brand }), [inCategory, brand]);
  const matching = useMemo(() => filterProducts(ofBrand, { ...EVERYTHING, search }), [ofBrand, search]);
  const visit = useVisit();
  const place = JSON.stringify([category, brand, search.trim().toLowerCase(), sort]);
  const given = { key: `${visit} ${place}`, sort, products, matching };
  const [shown, setShown] = useState<Arrangement | null>(null);
  const arranged = arrange(given, shown);
  // The list that was shown decides what a live change may move, so it is kept as the state of this very render.
  if (arranged !== shown) setShown(arranged);

  const { groups, choices } = arranged;
  const count = matching.length;
  return useMemo(() => ({ groups, count, choices, place }), [groups, count, choices, place]);
};

/** Counts how often the page was put away: coming back is a new look, and nothing is under a finger then. */
const useVisit = (): number => {
  const [visit, setVisit] = useState(0);
  useEffect(() => {
    const seenOrHidden = () => {
      if (document.hidden) setVisit((times) => times + 1);
    };
    document.addEventListener('visibilitychange', seenOrHidden);
    return () => document.removeEventListener('visibilitychange', seenOrHidden);
  }, []);
  return visit;
};

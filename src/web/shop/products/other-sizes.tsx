import { useMemo } from 'react';
import { marksOf } from '#domain/highlight.ts';
import { ofNamedCategory } from '#domain/kind-words.ts';
import type { Product } from '#domain/product.ts';
import { findBySearch, PRODUCT_SEARCH } from '#domain/search-results.ts';
import type { Placing } from '#domain/sorting.ts';
import { withoutSizes } from '#domain/without-sizes.ts';
import type { ShopView } from '../view/shop-view.ts';
import { FollowingList } from './following-list.tsx';

export interface OtherSizesProps extends Pick<ShopView, 'search' | 'sort' | 'layout'> {
  products: readonly Product[];
  placing: Placing;
  id: string;
}

/** What a search that finds few would find in other sizes (behavior 5.19). */
export default function OtherSizes({ products, search, ...list }: OtherSizesProps) {
  const rest = useMemo(() => withoutSizes(search), [search]);
  const others = useMemo(() => {
    if (rest === null) return [];
    const find = (text: string) => {
      const { counted, more } = findBySearch(products, text, PRODUCT_SEARCH, false);
      return [...counted, ...more];
    };
    const found = new Set(find(search));
    return ofNamedCategory(
      find(rest).filter((product) => !found.has(product)),
      rest,
    );
  }, [products, search, rest]);
  const marks = useMemo(() => marksOf(rest ?? ''), [rest]);
  return (
    <FollowingList title={`“${rest}” in other sizes`} label="Other sizes" products={others} marks={marks} {...list} />
  );
}

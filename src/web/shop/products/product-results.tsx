import { type ReactNode, useMemo } from 'react';
import { marksOf } from '#domain/highlight.ts';
import type { Product } from '#domain/product.ts';
import { FEW_PRODUCTS } from '#domain/search.ts';
import type { Placing } from '#domain/sorting.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { ShopView } from '../view/shop-view.ts';
import { openDetails } from '../view/use-shop-view.ts';
import type { EmptyResultProps } from './empty-result.tsx';
import { FollowingList, ListPart, useAnswer } from './following-list.tsx';
import type { ProductListData } from './list-state.ts';
import { ProductList } from './product-list.tsx';
import { useSimilar } from './similar-products.ts';

/** What is shown if no product matches. Loaded only then; without it the list still says so. */
export const EmptyResult = lazyPart<EmptyResultProps>(() =>
  import('./empty-result.tsx').catch(() => ({ default: () => <p>No products found</p> })),
);

const OtherSizes = lazyPart(() => import('./other-sizes.tsx').catch(() => ({ default: () => null })));

interface ProductResultsProps extends Pick<ShopView, 'search' | 'sort' | 'layout'> {
  list: ProductListData;
  /** Shown if no product matches. Briefly, if similar products follow, which are what was meant. */
  empty: (isBrief: boolean) => ReactNode;
}

/**
 * The products that count, then those that only have the words of the search (behavior 5.3), then close spellings if all
 * of them are few (behavior 5.19).
 */
export const ProductResults = ({ list, search, sort, layout, empty }: ProductResultsProps) => {
  const marks = useMemo(() => marksOf(search), [search]);
  const isFew = search.trim() !== '' && list.foundCount < FEW_PRODUCTS;
  const similar = useSimilar(list.unsearched, search, isFew);
  const isAnswered = useAnswer() > 0;
  const similarMarks = useMemo(() => ({ text: '', words: similar?.words ?? null }), [similar]);
  const placing: Placing = sort === 'none' && search.trim() !== '' ? 'match' : sort;
  const shared = { layout, placing, onView: openDetails };
  return (
    <>
      {list.groups.length > 0 ? (
        <ProductList list={list} marks={marks} {...shared} />
      ) : (
        empty(similar === null || similar.products.length > 0)
      )}
      {list.more.groups.length > 0 && (
        <ListPart title="More matches">
          <ProductList list={list.more} marks={marks} label="More matches" follows {...shared} />
        </ListPart>
      )}
      <FollowingList
        title={`Similar to “${search.trim()}”`}
        label="Similar products"
        products={isAnswered ? NONE : (similar?.products ?? NONE)}
        marks={similarMarks}
        id={`similar ${list.key}`}
        {...{ sort, placing, layout }}
      />
      {isFew && list.foundCount > 0 && similar?.products.length === 0 && (
        <OtherSizes products={list.unsearched} id={`sizes ${list.key}`} {...{ search, sort, placing, layout }} />
      )}
    </>
  );
};

const NONE: readonly Product[] = [];

import { type ReactNode, useMemo, useState } from 'react';
import { groupProducts } from '#domain/grouping.ts';
import { marksOf } from '#domain/highlight.ts';
import { FEW_PRODUCTS } from '#domain/search.ts';
import { type Placing, sortGroups } from '#domain/sorting.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { ShopView } from '../view/shop-view.ts';
import { openDetails } from '../view/use-shop-view.ts';
import type { Choices } from './chosen-variant.ts';
import type { EmptyResultProps } from './empty-result.tsx';
import { newListGroups } from './list-groups.ts';
import type { ProductListData } from './list-state.ts';
import { ProductList } from './product-list.tsx';
import { useSimilar } from './similar-products.ts';

/** What is shown if no product matches. Loaded only then; without it the list still says so. */
export const EmptyResult = lazyPart<EmptyResultProps>(() =>
  import('./empty-result.tsx').catch(() => ({ default: () => <p>No products found</p> })),
);

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
  const similarMarks = useMemo(() => ({ text: '', words: similar?.words ?? null }), [similar]);
  const groups = useMemo(
    () => newListGroups(sortGroups(groupProducts(similar?.products ?? []), sort)),
    [similar, sort],
  );
  const choices = useChoices(list.key);
  const similarList = useMemo(() => ({ groups, choices, key: `similar ${list.key}` }), [groups, choices, list.key]);
  const placing: Placing = sort === 'none' && search.trim() !== '' ? 'match' : sort;
  const shared = { layout, placing, onView: openDetails };
  return (
    <>
      {list.groups.length > 0 ? (
        <ProductList list={list} marks={marks} {...shared} />
      ) : (
        empty(similar === null || groups.length > 0)
      )}
      {list.more.groups.length > 0 && (
        <Part title="More matches">
          <ProductList list={list.more} marks={marks} label="More matches" follows {...shared} />
        </Part>
      )}
      {groups.length > 0 && (
        <Part title={`Similar to “${search.trim()}”`}>
          <ProductList list={similarList} marks={similarMarks} label="Similar products" follows {...shared} />
        </Part>
      )}
    </>
  );
};

/** A list that follows another one, under a line. */
const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-8">
    <h2 className="mb-3 flex items-center gap-3 text-base font-semibold text-text after:h-px after:min-w-6 after:flex-1 after:bg-line after:content-['']">
      {title}
    </h2>
    {children}
  </section>
);

/** The variants chosen in the similar products. Another search starts without choices. */
const useChoices = (key: string): Choices => {
  const [chosen, setChosen] = useState(() => ({ key, choices: new Map() as Choices }));
  if (chosen.key === key) return chosen.choices;
  const next = { key, choices: new Map() as Choices };
  setChosen(next);
  return next.choices;
};

import { type ReactNode, useMemo, useState } from 'react';
import { groupProducts } from '#domain/grouping.ts';
import { FEW_PRODUCTS } from '#domain/search.ts';
import { sortGroups } from '#domain/sorting.ts';
import type { ShopView } from '../view/shop-view.ts';
import { openDetails } from '../view/use-shop-view.ts';
import type { Choices } from './chosen-variant.ts';
import { newListGroups } from './list-groups.ts';
import type { ProductListData } from './list-state.ts';
import { wordsOfSearch } from './matches.tsx';
import { ProductList } from './product-list.tsx';
import { useSimilar } from './similar-products.ts';

interface ProductResultsProps extends Pick<ShopView, 'search' | 'sort' | 'layout'> {
  list: ProductListData;
  /** Shown if no product matches. */
  empty: ReactNode;
}

/** The products that match, followed by close spellings if a search finds few (behavior 5.19). */
export const ProductResults = ({ list, search, sort, layout, empty }: ProductResultsProps) => {
  const searched = useMemo(() => wordsOfSearch(search), [search]);
  const isFew = search.trim() !== '' && list.count < FEW_PRODUCTS;
  const similar = useSimilar(list.unsearched, search, isFew);
  const groups = useMemo(
    () => newListGroups(sortGroups(groupProducts(similar.products), sort)),
    [similar.products, sort],
  );
  const choices = useChoices(list.key);
  const similarList = useMemo(() => ({ groups, choices, key: `similar ${list.key}` }), [groups, choices, list.key]);
  return (
    <>
      {list.groups.length > 0 ? (
        <ProductList list={list} layout={layout} sort={sort} onView={openDetails} searched={searched} />
      ) : (
        empty
      )}
      {groups.length > 0 && (
        <section className="mt-8">
          <h2 className="mb-3 text-base font-semibold text-text">Similar to “{search.trim()}”</h2>
          <ProductList
            list={similarList}
            layout={layout}
            sort={sort}
            onView={openDetails}
            searched={similar.words}
            label="Similar products"
            follows
          />
        </section>
      )}
    </>
  );
};

/** The variants chosen in the similar products. Another search starts without choices. */
const useChoices = (key: string): Choices => {
  const [chosen, setChosen] = useState(() => ({ key, choices: new Map() as Choices }));
  if (chosen.key === key) return chosen.choices;
  const next = { key, choices: new Map() as Choices };
  setChosen(next);
  return next.choices;
};

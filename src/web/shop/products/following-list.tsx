import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { create } from 'zustand';
import { groupProducts } from '#domain/grouping.ts';
import type { Marks } from '#domain/highlight.ts';
import type { Product } from '#domain/product.ts';
import { type Placing, type Sort, sortGroups } from '#domain/sorting.ts';
import { formatCount } from '#domain/text.ts';
import type { Layout } from '../view/shop-view.ts';
import { openDetails } from '../view/use-shop-view.ts';
import type { Choices } from './chosen-variant.ts';
import { newListGroups } from './list-groups.ts';
import type { ProductListData } from './list-state.ts';
import { ProductList } from './product-list.tsx';

/** How many products are shown that no word of the search finds. Those that answer it count as found. */
const useFollowing = create(() => ({ others: 0, answer: 0 }));

/** How many products answer a search that is about price or order. */
export const useAnswer = (): number => useFollowing(({ answer }) => answer);

/** Counts the other products that are shown: " · 3 more", or " · 12 nearest" if nothing is found. */
export const OthersShown = ({ count, foundCount }: Pick<ProductListData, 'count' | 'foundCount'>) => {
  const following = useFollowing(({ others }) => others);
  return (
    <>
      {foundCount > count && ` · ${formatCount(foundCount - count)} more`}
      {following > 0 && ` · ${formatCount(following)} ${count > 0 ? 'similar' : 'nearest'}`}
    </>
  );
};

/** A list that follows another one, under a line. */
export const ListPart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-8">
    <h2 className="mb-3 flex items-center gap-3 text-lg font-bold tracking-tight text-text after:h-px after:min-w-6 after:flex-1 after:bg-line after:content-['']">
      {title}
    </h2>
    {children}
  </section>
);

interface FollowingListProps {
  /** None if what it follows says what it is. */
  title?: string;
  /** Whether they are all that was asked for. */
  isAnswer?: boolean;
  /** The accessible name. */
  label: string;
  products: readonly Product[];
  sort: Sort;
  placing: Placing;
  layout: Layout;
  marks: Marks;
  /** What is shown: another list starts without choices. */
  id: string;
}

/** Products beside those that the search finds. Nothing without products. */
export const FollowingList = ({
  title,
  label,
  products,
  isAnswer,
  sort,
  placing,
  layout,
  marks,
  id,
}: FollowingListProps) => {
  const groups = useMemo(() => newListGroups(sortGroups(groupProducts(products), sort)), [products, sort]);
  const choices = useChoices(id);
  const list = useMemo(() => ({ groups, choices, key: id }), [groups, choices, id]);
  const count = products.length;
  useEffect(() => {
    const kind = isAnswer ? 'answer' : 'others';
    const add = (more: number) => useFollowing.setState((all) => ({ [kind]: all[kind] + more }));
    add(count);
    return () => add(-count);
  }, [count, isAnswer]);
  if (groups.length === 0) return null;
  const shown = <ProductList follows onView={openDetails} {...{ list, label, layout, placing, marks }} />;
  return title ? <ListPart title={title}>{shown}</ListPart> : shown;
};

/** The variants chosen in these products. */
const useChoices = (key: string): Choices => {
  const [chosen, setChosen] = useState(() => ({ key, choices: new Map() as Choices }));
  if (chosen.key === key) return chosen.choices;
  const next = { key, choices: new Map() as Choices };
  setChosen(next);
  return next.choices;
};

import { Heart, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { ALL_CATEGORIES } from '#domain/categories.ts';
import { suggestSearches } from '#domain/did-you-mean.ts';
import { marksOf } from '#domain/highlight.ts';
import type { Product } from '#domain/product.ts';
import { findBySearch, PRODUCT_SEARCH } from '#domain/search-results.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NO_FILTERS, type ShopView } from '../view/shop-view.ts';
import type { GoToView } from '../view/use-shop-view.ts';
import { FollowingList } from './following-list.tsx';
import { productsOfCategory } from './list-state.ts';

export interface EmptyResultProps {
  view: ShopView;
  go: GoToView;
  /** All products, and those of the chosen category. */
  products: readonly Product[];
  inCategory: readonly Product[];
  /** All categories, offered if nothing is near. */
  categories: readonly string[];
  /** Why a list of favorites is empty: there are none, or they could not be fetched. */
  withoutFavorites?: keyof typeof WITHOUT_FAVORITES | null;
  /** In few lines, above the similar products. */
  isBrief: boolean;
}

const WITHOUT_FAVORITES = {
  none: { title: 'No favorites here yet', text: 'Press the heart on a product to find it here again.' },
  failed: { title: 'Your favorites could not be fetched.', text: 'Please try again in a moment.' },
} as const;

/** Shown if no product matches: the nearest products, the ways to them or to the categories, and one to clear the filters. */
export default function EmptyResult({
  view,
  go,
  products,
  inCategory,
  categories,
  withoutFavorites = null,
  isBrief,
}: EmptyResultProps) {
  const search = view.search.trim();
  const { unfiltered, elsewhere, suggestions, nearest } = useNearest(products, inCategory, search);
  const marks = useMemo(() => marksOf(nearest?.search ?? ''), [nearest]);
  const { title, text } = withoutFavorites
    ? WITHOUT_FAVORITES[withoutFavorites]
    : { title: 'No products found', text: 'Try adjusting your filters or search terms' };
  const few = isBrief || nearest;
  const size = few ? 'sm' : 'md';
  const ways = (
    <>
      {unfiltered.products.length > 0 && (
        <Button size={size} variant="primary" onClick={() => go({ ...NO_FILTERS, search })}>
          Search without filters ({unfiltered.text})
        </Button>
      )}
      {elsewhere.products.length > 0 && (
        <Button size={size} variant="primary" onClick={() => go({ ...NO_FILTERS, category: ALL_CATEGORIES, search })}>
          Search all categories ({elsewhere.text})
        </Button>
      )}
      {suggestions.length > 0 && (
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-muted">Did you mean</span>
          {suggestions.map(({ meant, change }, at) => (
            <Button
              key={meant}
              size="sm"
              variant={at > 0 || elsewhere.products.length > 0 ? 'secondary' : 'primary'}
              onClick={() => go({ ...NO_FILTERS, ...change, search: meant })}
            >
              {meant}
            </Button>
          ))}
        </p>
      )}
      <Button size={size} onClick={() => go(NO_FILTERS)}>
        Clear All Filters
      </Button>
    </>
  );
  if (few) {
    return (
      <>
        <div className="-mb-2 flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
          <div className="flex gap-3 text-muted">
            {withoutFavorites ? <Heart aria-hidden className={SIGN} /> : <SearchX aria-hidden className={SIGN} />}
            <div className="text-sm">
              <h2 className="font-semibold">{title}</h2>
              <p>{text}</p>
            </div>
          </div>
          <div className="flex flex-wrap items-center gap-2">{ways}</div>
        </div>
        {nearest && (!isBrief || isPartOf(nearest.search, search)) && (
          <FollowingList
            title={nearest.title}
            label="Nearest products"
            products={nearest.products}
            marks={marks}
            id={`nearest ${view.category} ${search}`}
            sort={view.sort}
            placing={view.sort === 'none' ? 'match' : view.sort}
            layout={view.layout}
          />
        )}
      </>
    );
  }
  return (
    <EmptyState
      icon={withoutFavorites ? <Heart /> : <SearchX />}
      title={title}
      text={text}
      className="py-8!"
      action={
        <div className="flex flex-col items-center gap-4">
          {ways}
          {search !== '' && (
            <fieldset className="mt-2 flex max-w-2xl flex-wrap justify-center gap-2">
              <legend className="mb-2 text-sm text-muted">Or look in a category</legend>
              {categories.map((category) => (
                <Button key={category} size="sm" onClick={() => go({ ...NO_FILTERS, category })}>
                  {category}
                </Button>
              ))}
            </fieldset>
          )}
        </div>
      }
    />
  );
}

const SIGN = 'mt-0.5 size-5 shrink-0';

/** Products with the words as they were typed are nearer than those with similar ones. */
const isPartOf = (part: string, search: string): boolean => {
  const typed = search.toLowerCase().split(/\s+/);
  return part
    .toLowerCase()
    .split(/\s+/)
    .every((word) => typed.includes(word));
};

/** What a search finds where it did not look, and how many these are, as the list would say it. */
const searchIn = (products: readonly Product[], search: string) => {
  const { counted, more } = findBySearch(products, search, PRODUCT_SEARCH, false);
  const text = more.length > 0 ? `${counted.length} and ${more.length} more` : String(counted.length);
  return { products: [...counted, ...more], text };
};

const NONE = { products: [], text: '' };

/** What a member may have meant: the same without the filters or in all categories, and else other words. */
const useNearest = (products: readonly Product[], inCategory: readonly Product[], search: string) =>
  useMemo(() => {
    if (search.length < 2) return { unfiltered: NONE, elsewhere: NONE, suggestions: [], nearest: null };
    const all = productsOfCategory(products, ALL_CATEGORIES);
    const unfiltered = searchIn(inCategory, search);
    const elsewhere = unfiltered.products.length === 0 && all.length > inCategory.length ? searchIn(all, search) : NONE;
    const suggest = (among: readonly Product[], change: Partial<ShopView>) =>
      unfiltered.products.length > 0 ? [] : suggestSearches(among, search).map((meant) => ({ meant, change, among }));
    const here = suggest(inCategory, {});
    const suggestions = here.length + elsewhere.products.length > 0 ? here : suggest(all, { category: ALL_CATEGORIES });
    const [first] = suggestions;
    const nearest =
      [
        { title: 'Nearest products without your filters', products: unfiltered.products, search },
        { title: 'Nearest products in other categories', products: elsewhere.products, search },
        ...(first
          ? [
              {
                title: `Nearest products for “${first.meant}”`,
                products: searchIn(first.among, first.meant).products,
                search: first.meant,
              },
            ]
          : []),
      ].find((part) => part.products.length > 0) ?? null;
    return { unfiltered, elsewhere, suggestions, nearest };
  }, [products, inCategory, search]);

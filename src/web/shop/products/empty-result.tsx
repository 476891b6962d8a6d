import { Heart, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { ALL_CATEGORIES } from '#domain/categories.ts';
import type { Product } from '#domain/product.ts';
import { findBySearch, PRODUCT_SEARCH } from '#domain/search-results.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NO_FILTERS, type ShopView } from '../view/shop-view.ts';
import type { GoToView } from '../view/use-shop-view.ts';
import { suggestSearches } from './did-you-mean.ts';
import { productsOfCategory } from './list-state.ts';

export interface EmptyResultProps {
  view: ShopView;
  go: GoToView;
  /** All products, and those of the chosen category. */
  products: readonly Product[];
  inCategory: readonly Product[];
  /** Why a list of favorites is empty: there are none, or they could not be fetched. */
  withoutFavorites?: keyof typeof WITHOUT_FAVORITES | null;
  /** In few lines, above the similar products. */
  isBrief: boolean;
}

const WITHOUT_FAVORITES = {
  none: { title: 'No favorites here yet', text: 'Press the heart on a product to find it here again.' },
  failed: { title: 'Your favorites could not be fetched.', text: 'Please try again in a moment.' },
} as const;

/** Shown if no product matches: suggestions, matches in other categories, and a way to clear the filters. */
export default function EmptyResult({
  view,
  go,
  products,
  inCategory,
  withoutFavorites = null,
  isBrief,
}: EmptyResultProps) {
  const search = view.search.trim();
  const suggestions = useSuggestions(inCategory, search);
  const { counted, more } =
    search === '' || view.category === ALL_CATEGORIES
      ? { counted: [], more: [] }
      : findBySearch(productsOfCategory(products, ALL_CATEGORIES), search, PRODUCT_SEARCH, true);
  const elsewhere = counted.length + more.length;
  const { title, text } = withoutFavorites
    ? WITHOUT_FAVORITES[withoutFavorites]
    : { title: 'No products found', text: 'Try adjusting your filters or search terms' };
  const ways = (
    <>
      {elsewhere > 0 && (
        <Button variant="primary" onClick={() => go({ ...NO_FILTERS, category: ALL_CATEGORIES, search })}>
          Search all categories ({elsewhere})
        </Button>
      )}
      {suggestions.length > 0 && (
        <p className="flex flex-wrap items-center justify-center gap-2">
          <span className="text-muted">Did you mean</span>
          {suggestions.map((suggestion) => (
            <Button
              key={suggestion}
              size="sm"
              variant={elsewhere > 0 ? 'secondary' : 'primary'}
              onClick={() => go({ ...NO_FILTERS, search: suggestion })}
            >
              {suggestion}
            </Button>
          ))}
        </p>
      )}
    </>
  );
  const clear = (size: 'sm' | 'md') => (
    <Button size={size} onClick={() => go(NO_FILTERS)}>
      Clear All Filters
    </Button>
  );
  if (isBrief) {
    return (
      <div className="-mb-3 flex flex-col gap-2">
        <div>
          <h2 className="font-semibold text-text">{title}</h2>
          <p className="text-sm text-muted">{text}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {ways}
          {clear('sm')}
        </div>
      </div>
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
          {clear('md')}
        </div>
      }
    />
  );
}

const useSuggestions = (products: readonly Product[], search: string): string[] =>
  useMemo(() => (search.length > 1 ? suggestSearches(products, search) : []), [products, search]);

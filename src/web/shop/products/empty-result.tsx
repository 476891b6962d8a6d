import { Heart, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { ALL_CATEGORIES } from '#domain/categories.ts';
import { marksOf } from '#domain/highlight.ts';
import { findNearest, type NearestPlace } from '#domain/nearest-products.ts';
import type { Product } from '#domain/product.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { isFiltered, NO_FILTERS, type ShopView } from '../view/shop-view.ts';
import type { GoToView } from '../view/use-shop-view.ts';
import { FollowingList } from './following-list.tsx';
import { productsOfCategory } from './list-state.ts';

export interface EmptyResultProps {
  view: ShopView;
  go: GoToView;
  /** All products, those of the chosen category, and those that pass its filters too. */
  products: readonly Product[];
  inCategory: readonly Product[];
  unsearched: readonly Product[];
  /** All categories, offered if nothing is near. */
  categories: readonly string[];
  /** Why a list of favorites is empty: there are none, or they could not be fetched. */
  withoutFavorites?: keyof typeof WITHOUT_FAVORITES | null;
  /** Whether similar products follow. */
  isBrief: boolean;
  /** Whether the search may go on: its field still has the focus. */
  isTyping: boolean;
}

const WITHOUT_FAVORITES = {
  none: { title: 'No favorites here yet', text: 'Press the heart on a product to find it here again.' },
  failed: { title: 'Your favorites could not be fetched.', text: 'Please try again in a moment.' },
} as const;

/** A wider place and the change of the view that shows it. */
interface Place extends NearestPlace {
  label: string;
  change: Partial<ShopView>;
}

/** Shown if no product matches: the nearest products, the ways to them or to the categories, and one to clear the filters. */
export default function EmptyResult({
  view,
  go,
  products,
  inCategory,
  unsearched,
  categories,
  withoutFavorites = null,
  isBrief,
  isTyping,
}: EmptyResultProps) {
  const search = view.search.trim();
  const places = usePlaces(products, inCategory, unsearched);
  const { nearest, suggestions } = useMemo(
    () => findNearest(places, view.search, { isTyping, sort: view.sort }),
    [places, view.search, isTyping, view.sort],
  );
  const marks = useMemo(() => marksOf(nearest?.search ?? ''), [nearest]);
  const { title, text } = withoutFavorites
    ? WITHOUT_FAVORITES[withoutFavorites]
    : { title: 'No products found', text: 'Try adjusting your filters or search terms' };
  // Similar products are nearer than a spelling that is guessed.
  const shown = nearest && (nearest.isSure || !isBrief) ? nearest : null;
  const few = isBrief || shown;
  const size = few ? 'sm' : 'md';
  // What is shown already, as it was typed, is no other search.
  const others = shown?.isSure ? suggestions.filter(({ search: meant }) => meant !== shown.search) : suggestions;
  // An answer to all that was asked for needs no other way, unless filters hide more.
  const hasWays = !shown?.isAnswer || isFiltered({ ...view, search: '' });
  const isElsewhere = nearest !== null && nearest.count !== null;
  const ways = (
    <>
      {isElsewhere && (
        <Button size={size} variant="primary" onClick={() => go({ ...nearest.place.change, search })}>
          {nearest.place.label} ({nearest.count})
        </Button>
      )}
      {others.length > 0 && !shown?.isAnswer && (
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-muted">{shown?.isSure ? 'Or search for' : 'Did you mean'}</span>
          {others.map(({ search: meant, sort, place }, at) => (
            <Button
              key={meant}
              size="sm"
              variant={at > 0 || isElsewhere || shown?.isSure ? 'secondary' : 'primary'}
              onClick={() => go({ ...NO_FILTERS, ...place.change, search: meant, sort })}
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
    const Sign = withoutFavorites ? Heart : SearchX;
    const Title = shown ? 'span' : 'h2';
    return (
      <>
        <div className="flex flex-col gap-3 pb-4">
          {shown && <h2 className="text-lg leading-6 font-bold tracking-tight text-text">{shown.text}</h2>}
          {!shown?.isAnswer && (
            <div className="flex items-start gap-2 text-sm text-muted">
              <Sign aria-hidden className="mt-0.5 size-4 shrink-0" />
              <p>
                <Title className="inline font-semibold">{title}</Title>
                {'. '}
                <span>{text}</span>
              </p>
            </div>
          )}
          {hasWays && <div className="flex flex-wrap items-center gap-2">{ways}</div>}
        </div>
        {shown && (
          <FollowingList
            label="Nearest products"
            products={shown.products}
            isAnswer={shown.isAnswer}
            marks={marks}
            id={`nearest ${view.category} ${search}`}
            sort={shown.sort}
            placing={shown.sort === 'none' ? 'match' : shown.sort}
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

/** Where the nearest products are looked for: under the filters, without them, and in all categories. */
const usePlaces = (
  products: readonly Product[],
  inCategory: readonly Product[],
  unsearched: readonly Product[],
): readonly Place[] =>
  useMemo(() => {
    const all = productsOfCategory(products, ALL_CATEGORIES);
    const wider: Place[] = [
      { products: inCategory, where: 'without your filters', label: 'Search without filters', change: NO_FILTERS },
      {
        products: all,
        where: 'in other categories',
        label: 'Search all categories',
        change: { ...NO_FILTERS, category: ALL_CATEGORIES },
      },
    ];
    const here: Place = { products: unsearched, where: '', label: '', change: {} };
    return [here, ...wider].filter(
      (place, at, each) => at === 0 || place.products.length > each[at - 1]!.products.length,
    );
  }, [products, inCategory, unsearched]);

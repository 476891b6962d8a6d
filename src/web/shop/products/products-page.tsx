import { ArrowLeft } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { ALL_CATEGORIES, IN_HOUSE } from '#domain/categories.ts';
import { type FacetChoice, knownFacets, onlyFavorites } from '#domain/facets.ts';
import type { Product } from '#domain/product.ts';
import { filterProducts } from '#domain/search.ts';
import { counted, formatCount } from '#domain/text.ts';
import { foldName } from '#domain/typed-text.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useMedia } from '../../ui/use-size.ts';
import { CartButton } from '../header/cart-button.tsx';
import { MemberControls } from '../header/member-controls.tsx';
import { HEADER_SEARCH, SHELL, ShopHeader, WIDE } from '../header/shop-header.tsx';
import { ShopNotices } from '../header/shop-notices.tsx';
import { favorites as favoriteMarks } from '../marks/product-marks.ts';
import { allowedView, isFiltered, NO_FILTERS, pickerView, type ShopView } from '../view/shop-view.ts';
import { useHeadingFocus } from '../view/use-heading-focus.ts';
import type { GoToView } from '../view/use-shop-view.ts';
import { FacetChips } from './facet-chips.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { OthersShown, useAnswer } from './following-list.tsx';
import { Facets } from './lazy-facets.tsx';
import { FilterSelects, LayoutChoice } from './list-controls.tsx';
import { type ProductListData, productsOfCategory, useBrandOptions, useProductList } from './list-state.ts';
import { ListSkeleton } from './product-list.tsx';
import { EmptyResult, ProductResults } from './product-results.tsx';
import { SearchField } from './search-field.tsx';

/** "Flower Products". The name of In-House Products already contains the word. */
export const headingOf = (category: string): string => {
  if (category === ALL_CATEGORIES) return 'All Products';
  return category === IN_HOUSE ? IN_HOUSE : `${category} Products`;
};

interface ProductsPageProps {
  view: ShopView & { category: string };
  go: GoToView;
  /** Null while the catalogue loads. The page then shows skeletons. */
  products: readonly Product[] | null;
  categories: readonly string[];
  /** Whether a phone shows its filters. */
  isFiltering: boolean;
  setFiltering: (isFiltering: boolean) => void;
}

const NONE: readonly Product[] = [];
const NO_FAVORITES: ReadonlyMap<number, true> = new Map();

/** The product list of one category, or of all. */
export const ProductsPage = ({
  view: requested,
  go,
  products: sold,
  categories,
  isFiltering,
  setFiltering,
}: ProductsPageProps) => {
  const favorites = favoriteMarks.use((state) => state.stored);
  const favoritesFailed = favoriteMarks.use((state) => state.failure !== null);
  // A list of favorites waits for them.
  const loaded = requested.facets.favorites && favorites === null && !favoritesFailed ? null : sold;
  const products = loaded ?? NONE;
  const inCategory = useMemo(() => productsOfCategory(products, requested.category), [products, requested.category]);
  const brands = useBrandOptions(inCategory);
  const view = useKnownFilters(requested, brands, inCategory, loaded !== null);
  // The search field shows the typed text at once. The list follows as fast as it can be drawn.
  const [typed, setTyped] = useState<string | null>(null);
  const search = typed ?? view.search;
  const settledFacets = useSettledFacets(view);
  const ownFavorites = useMemo(() => onlyFavorites(inCategory, favorites ?? NO_FAVORITES), [inCategory, favorites]);
  const list = useProductList(products, settledFacets.favorites ? ownFavorites : inCategory, {
    ...view,
    search,
    facets: settledFacets,
  });
  const shown = { ...view, search };
  const withoutFavorites = view.facets.favorites && ownFavorites.length === 0 ? (favorites ? 'none' : 'failed') : null;
  const isWide = useMedia(WIDE);
  const heading = useHeadingFocus<HTMLHeadingElement>(view.category);

  const back = () => go(pickerView(view));
  /** For controls that disappear when pressed: moves the focus to the heading. */
  const goFromHere: GoToView = (...way) => {
    go(...way);
    heading.current?.focus({ preventScroll: true });
  };

  const clearFilters = isFiltered(shown) && (
    <Button
      variant="ghost"
      onClick={() => goFromHere(NO_FILTERS)}
      className={cx('-my-3 text-sm', isWide ? 'px-3!' : 'px-0!')}
    >
      Clear Filters
    </Button>
  );
  const title = (
    <div className="min-w-0 flex-1 max-lg:pt-2.5 max-lg:pb-2">
      <h1
        ref={heading}
        tabIndex={-1}
        className="truncate text-lg leading-6 font-bold tracking-tight text-text max-[22rem]:text-base"
      >
        {headingOf(view.category)}
      </h1>
      <div className="flex flex-wrap items-center gap-x-3 text-sm leading-5">
        <p role="status" className="text-muted">
          {loaded ? <Count {...list} /> : 'Loading products...'}
        </p>
        {/* The open sheet has its own button. */}
        {!isWide && !isFiltering && clearFilters}
      </div>
    </div>
  );
  const searchField = (
    <SearchField
      inAddress={view.search}
      onTyped={setTyped}
      go={go}
      products={sold ?? NONE}
      listed={list.unsearched}
      category={view.category}
      categories={categories}
      className={HEADER_SEARCH}
    />
  );
  const filters = { category: view.category, brand: view.brand, sort: view.sort, go, categories, brands };
  const facets = {
    key: view.category,
    products: view.facets.favorites ? ownFavorites : inCategory,
    favorites: ownFavorites,
    ofBrand: list.ofBrand,
    search,
    brand: view.brand,
    choice: view.facets,
    go,
  };

  return (
    <>
      {isWide ? (
        <ShopHeader
          below={
            <div className="flex items-center gap-2.5">
              {searchField}
              <FilterSelects {...filters} hideLabels className="grid grid-cols-[11rem_12rem_12rem] gap-2.5" />
              <LayoutChoice layout={view.layout} go={go} />
              {clearFilters}
            </div>
          }
        >
          <Button variant="ghost" onClick={back} className="-ml-3 px-3! text-sm">
            <ArrowLeft aria-hidden className="size-4.5" />
            Back to Categories
          </Button>
          {title}
          <MemberControls inMenu={false} />
          <CartButton />
        </ShopHeader>
      ) : (
        <ShopHeader>
          <IconButton label="Back to Categories" onClick={back} className="-ml-2">
            <ArrowLeft aria-hidden />
          </IconButton>
          {searchField}
          <FilterSheet
            {...filters}
            facets={facets}
            search={search}
            count={list.count}
            isOpen={isFiltering}
            setOpen={setFiltering}
          />
          <MemberControls inMenu />
          <CartButton />
        </ShopHeader>
      )}
      <main className={`${SHELL} pb-24 lg:pt-4`}>
        {!isWide && (
          <div className="flex items-center gap-2">
            {title}
            <LayoutChoice layout={view.layout} go={go} />
          </div>
        )}
        <ShopNotices className="mb-3 lg:mb-4" />
        <div className="lg:flex lg:gap-8">
          {isWide && (
            <aside aria-label="Filters" className={cx(FACET_COLUMN, list.foundCount === 0 && 'not-has-[input]:hidden')}>
              {loaded && <Facets {...facets} />}
            </aside>
          )}
          <div className="min-w-0 flex-1">
            <FacetChips facets={view.facets} brand={view.brand} go={goFromHere} />
            {loaded === null ? (
              <ListSkeleton layout={view.layout} />
            ) : (
              <ProductResults
                list={list}
                search={search}
                sort={view.sort}
                layout={view.layout}
                empty={(isBrief) => (
                  <EmptyResult
                    view={shown}
                    go={goFromHere}
                    {...{ products, inCategory, categories, withoutFavorites, isBrief }}
                    unsearched={list.unsearched}
                    isTyping={typed !== null}
                  />
                )}
              />
            )}
          </div>
        </div>
      </main>
    </>
  );
};

/** "12 products available in 4 kinds": sizes and flavors of one kind share a card, and each counts. */
const Count = ({ count, groups, foundCount }: Pick<ProductListData, 'count' | 'groups' | 'foundCount'>) => {
  const kinds = groups.filter(({ isGone }) => !isGone).length;
  const answer = useAnswer();
  return (
    <>
      <span>{counted(count + answer, 'product')} available</span>
      {kinds > 1 && kinds < count && ` in ${formatCount(kinds)} kinds`}
      <OthersShown {...{ count, foundCount }} />
    </>
  );
};

/** Stays below the header while the list scrolls, and scrolls by itself. */
const FACET_COLUMN = cx(
  'sticky top-34 -mt-2 max-h-[calc(100dvh-9.5rem)] w-60 shrink-0 self-start overflow-y-auto overscroll-contain pr-1 pb-4 pl-0.5',
  '[@media(max-height:30rem)]:static [@media(max-height:30rem)]:max-h-none',
);

/** The facets of the list. They follow a press as soon as there is time to draw, so that the press itself shows at once. */
const useSettledFacets = ({ category, facets }: ShopView): FacetChoice => {
  const now = useMemo(() => ({ category, facets }), [category, facets]);
  const settled = useDeferredValue(now);
  // Facets of another category would empty the list for a moment.
  return settled.category === category ? settled.facets : facets;
};

/**
 * The view with the brand spelled like in the options, and without values that none of the products has: those are no
 * filter.
 */
const useKnownFilters = <View extends ShopView>(
  view: View,
  brands: readonly string[],
  inCategory: readonly Product[],
  isLoaded: boolean,
): View =>
  useMemo(() => {
    if (!isLoaded) return view;
    const facets = knownFacets(view.facets, inCategory);
    const named = brands.find((brand) => foldName(brand) === foldName(view.brand));
    if (named) return { ...view, facets, brand: named };
    const matchesSomething = (brand: string) =>
      filterProducts(inCategory, { search: '', brand, category: ALL_CATEGORIES }).length > 0;
    return { ...view, ...allowedView(view, { category: () => true, brand: matchesSomething }), facets };
  }, [view, brands, inCategory, isLoaded]);

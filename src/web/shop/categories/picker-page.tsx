import { useQuery } from '@tanstack/react-query';
import { LayoutList, SlidersHorizontal } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { ALL_CATEGORIES, IN_HOUSE, type CategoryTile as Tile } from '#domain/categories.ts';
import { may } from '#domain/permissions.ts';
import { type Product, UNKNOWN } from '#domain/product.ts';
import { counted } from '#domain/text.ts';
import { userQuery } from '../../api/queries/users.ts';
import { paths } from '../../browser/paths.ts';
import { GlasshouseArch } from '../../shared/glasshouse-arch.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { workWhenIdle } from '../../ui/scheduler/idle-work.ts';
import { useMedia } from '../../ui/use-size.ts';
import { CartButton } from '../header/cart-button.tsx';
import { MemberControls } from '../header/member-controls.tsx';
import { SHELL, ShopHeader, ShopName, WIDE } from '../header/shop-header.tsx';
import { ShopNotices } from '../header/shop-notices.tsx';
import { OthersShown, useAnswer } from '../products/following-list.tsx';
import { LayoutChoice } from '../products/list-controls.tsx';
import { productsOfCategory, useProductList } from '../products/list-state.ts';
import { ListSkeleton } from '../products/product-list.tsx';
import { EmptyResult, ProductResults } from '../products/product-results.tsx';
import { SearchField } from '../products/search-field.tsx';
import { useScrollRestoration } from '../view/scroll-restoration.ts';
import { NO_FILTERS, type ShopView } from '../view/shop-view.ts';
import { useHeadingFocus } from '../view/use-heading-focus.ts';
import { type GoToView, openDetails } from '../view/use-shop-view.ts';
import { CategoryTile } from './category-tile.tsx';
import { mosaicSpans } from './mosaic.ts';

export const SELECT_CATEGORY = 'Select a Category';
export const SEARCH_RESULTS = 'Search results';

const BuyAgain = lazyPart(() => import('../products/buy-again.tsx'));

interface PickerPageProps {
  view: ShopView;
  /** Null while the catalogue loads. */
  tiles: readonly Tile[] | null;
  products: readonly Product[];
  go: GoToView;
  /** Opens the filters of a phone's list. */
  openFilters: () => void;
}

/** Chooses a category, or all of them. A search here looks in all of them (behavior 5.20). */
export const PickerPage = ({ view, tiles, products, go, openFilters }: PickerPageProps) => {
  const isWide = useMedia(WIDE);
  const [typed, setTyped] = useState<string | null>(null);
  const search = typed ?? view.search;
  const isSearching = search.trim() !== '';
  const heading = useHeadingFocus<HTMLHeadingElement>('picker');
  useScrollRestoration('picker', tiles !== null && !isSearching);
  const names = useMemo(() => tiles?.map(({ name }) => name) ?? [], [tiles]);
  const isIdle = useIdle();
  const total = tiles?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const choose = (category: string) => go({ ...NO_FILTERS, category });
  const showFilters = () => {
    go({ category: ALL_CATEGORIES, search });
    // A wide page shows them beside the list.
    if (!isWide) openFilters();
  };

  const title = (
    <h1
      ref={heading}
      tabIndex={-1}
      className="shrink-0 text-lg font-bold tracking-tight text-text sm:text-xl lg:border-l lg:border-line lg:pl-4 lg:text-lg lg:font-semibold"
    >
      {isSearching ? SEARCH_RESULTS : SELECT_CATEGORY}
    </h1>
  );
  const all = isSearching ? (
    <Button onClick={showFilters} className="text-sm">
      <SlidersHorizontal aria-hidden className="size-4.5" />
      Show filters
    </Button>
  ) : (
    <Button onClick={() => choose(ALL_CATEGORIES)} disabled={total === 0} className="text-sm">
      <LayoutList aria-hidden className="size-4.5" />
      Browse all
    </Button>
  );
  const searchField = (
    <SearchField
      inAddress={view.search}
      onTyped={setTyped}
      go={go}
      products={products}
      listed={productsOfCategory(products, ALL_CATEGORIES)}
      categories={names}
      className={isWide ? 'mx-auto max-w-xl min-w-0 flex-1' : 'w-full'}
    />
  );
  return (
    <>
      <ShopHeader shows={isSearching ? 'results' : 'tiles'}>
        <ShopName />
        {isWide && title}
        {isWide ? searchField : <div className="flex-1" />}
        {isWide && all}
        <MemberControls inMenu={!isWide} />
        <CartButton />
      </ShopHeader>
      <main className={`${SHELL} pb-20 lg:pb-6`}>
        <div className="relative isolate flex flex-col gap-4 pt-4 pb-4 lg:pt-5 lg:pb-24">
          {/* On a wide page it lies below the tiles, and nobody knows how many come. */}
          {(tiles || !isWide) && <GlasshouseArch className="picker-arch" />}
          {!isWide && (
            <>
              {searchField}
              <div className="flex flex-wrap items-center justify-between gap-3">
                {title}
                {all}
              </div>
            </>
          )}
          <ShopNotices className={isSearching ? 'hidden' : undefined} />
          {isSearching ? (
            <FoundEverywhere
              {...{ view, search, go }}
              products={tiles && products}
              categories={names}
              isTyping={typed !== null}
            />
          ) : tiles === null ? (
            <MosaicSkeleton />
          ) : tiles.length > 0 ? (
            <Mosaic tiles={tiles} onChoose={choose} />
          ) : (
            <NoProducts />
          )}
        </div>
        {/* Last and below the arch, so that nothing moves when it appears. */}
        {isIdle && tiles && !isSearching && <BuyAgain onView={openDetails} />}
      </main>
    </>
  );
};

/** True once the browser has drawn the page and has nothing to do. */
const useIdle = (): boolean => {
  const [isIdle, setIdle] = useState(false);
  useEffect(
    () =>
      workWhenIdle(
        () => false,
        () => setIdle(true),
      ),
    [],
  );
  return isIdle;
};

const NONE: readonly Product[] = [];

interface FoundEverywhereProps {
  view: ShopView;
  search: string;
  /** Null while the catalogue loads. */
  products: readonly Product[] | null;
  categories: readonly string[];
  go: GoToView;
  isTyping: boolean;
}

/** The products that a search finds in all categories, shown instead of the tiles. */
const FoundEverywhere = ({ view, search, products: sold, categories, go, isTyping }: FoundEverywhereProps) => {
  const products = sold ?? NONE;
  const everywhere = { ...view, ...NO_FILTERS, category: ALL_CATEGORIES, search };
  const inAll = useMemo(() => productsOfCategory(products, ALL_CATEGORIES), [products]);
  const list = useProductList(products, inAll, everywhere);
  const answer = useAnswer();
  return (
    <div>
      <div className="mb-3 flex items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted">
          {sold ? (
            <>
              {counted(list.count + answer, 'product')} available in all categories
              <OthersShown {...list} />
            </>
          ) : (
            'Loading products...'
          )}
        </p>
        <LayoutChoice layout={view.layout} go={go} />
      </div>
      {sold ? (
        <ProductResults
          list={list}
          search={search}
          sort="none"
          layout={view.layout}
          empty={(isBrief) => (
            <EmptyResult
              {...{
                view: everywhere,
                go,
                products,
                inCategory: inAll,
                unsearched: inAll,
                categories,
                isBrief,
                isTyping,
              }}
            />
          )}
        />
      ) : (
        <ListSkeleton layout={view.layout} />
      )}
    </div>
  );
};

/** Two columns on a phone, up to five on wider screens. */
const useColumns = (): number => {
  const three = useMedia('(min-width: 40rem)');
  const four = useMedia('(min-width: 64rem)');
  const five = useMedia('(min-width: 100rem)');
  return 2 + Number(three) + Number(four) + Number(five);
};

const GRID = 'grid auto-rows-[clamp(9.25rem,15.5vw,15.5rem)] gap-3 lg:gap-4';

const Mosaic = ({ tiles, onChoose }: { tiles: readonly Tile[]; onChoose: (category: string) => void }) => {
  const columns = useColumns();
  const spans = mosaicSpans(tiles.length, columns, tiles[0]?.name === IN_HOUSE, tiles.at(-1)?.name === UNKNOWN);
  return (
    <ul className={GRID} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {tiles.map((tile, index) => (
        <CategoryTile key={tile.name} tile={tile} span={spans[index] ?? 1} onChoose={onChoose} />
      ))}
    </ul>
  );
};

const MosaicSkeleton = () => {
  const columns = useColumns();
  const spans = mosaicSpans(10, columns, true);
  return (
    <div
      role="status"
      aria-label="Loading categories"
      className={GRID}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {spans.map((span, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the shapes have no identity
        <div key={index} style={{ gridColumn: `span ${span}` }} className="flex">
          <Skeleton className="w-full rounded-card" />
        </div>
      ))}
    </div>
  );
};

/** A shop without products. Users who may fill it get a link: owners to the opening, others to the inventory. */
const NoProducts = () => {
  const { data: user } = useQuery(userQuery);
  const role = user?.role ?? 'member';
  const to = may(role, 'settings.write') ? 'opening&step=products' : 'inventory';
  return (
    <EmptyState
      icon={<LayoutList />}
      title="No products found"
      text="Nothing in stock yet. Check back soon."
      action={
        may(role, 'inventory.write') && <ButtonLink href={`${paths.adminPanel}?tab=${to}`}>Add products</ButtonLink>
      }
    />
  );
};

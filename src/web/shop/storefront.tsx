import { PackageX } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { categoryTiles } from '#domain/categories.ts';
import { startNaturalOrder } from '#domain/natural-list.ts';
import type { Product } from '#domain/product.ts';
import { prepareTraits } from '#domain/product-traits.ts';
import { prepareSearch } from '#domain/search-results.ts';
import { prepareSortValues } from '#domain/sorting.ts';
import { ApiError } from '../api/client.ts';
import type { Failure } from '../api/failure.ts';
import { INVENTORY_FAILED, useCatalogue } from '../api/queries/catalogue.ts';
import { useShop } from '../api/queries/settings.ts';
import { clearGatePassed } from '../browser/storage.ts';
import { usePageTitle } from '../shared/page-title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { forEachWhenIdle, whenIdle, workWhenIdle } from '../ui/scheduler/idle-work.ts';
import { TryAgain } from '../ui/try-again.tsx';
import { PickerPage, SEARCH_RESULTS, SELECT_CATEGORY } from './categories/picker-page.tsx';
import { PlainPage } from './header/plain-page.tsx';
import { loadMarks } from './marks/product-marks.ts';
import { Details } from './products/lazy-details.tsx';
import { headingOf, ProductsPage } from './products/products-page.tsx';
import { type MissingPart, MissingPartContext } from './view/dead-link.tsx';
import { allowedView, type ShopView } from './view/shop-view.ts';
import { useShopView } from './view/use-shop-view.ts';

const NONE: readonly Product[] = [];

/** Picker, list and details, as the address says. */
export const Storefront = () => {
  const { data: catalogue, failure } = useCatalogue();
  const { view: requested, go } = useShopView();
  // The first catalogue draws a whole page. Deferred, that drawing can be interrupted. Later changes are small.
  const isLoaded = useDeferredValue(catalogue !== undefined);
  const products = isLoaded ? catalogue?.products : undefined;
  const { categories } = useShop();
  const tiles = useMemo(() => products && categoryTiles(products, categories), [products, categories]);
  const names = useMemo(() => tiles?.map(({ name }) => name), [tiles]);
  const seen = useSeenCategories(names);
  usePreparedTraits(products);
  useMarksWhenIdle(products !== undefined);

  const view = tiles ? allowedView(requested, { category: (name) => seen.has(name), brand: () => true }) : requested;
  const { category } = view;
  const [isFiltering, setFiltering] = useState(false);
  const missing = useMissingPart(requested, view, products);
  const opened = useMemo(() => products?.find(({ id }) => id === view.product), [products, view.product]);
  const heading = category === null ? (view.search ? SEARCH_RESULTS : SELECT_CATEGORY) : headingOf(category);
  usePageTitle(opened?.name ?? heading);

  const isReady = products !== undefined && tiles !== undefined && names !== undefined;
  if (!isReady && failure) return <CatalogueFailure {...{ heading, failure }} />;
  // The same elements before and after the catalogue arrives, so that nothing typed in the meantime is lost.
  return (
    <MissingPartContext value={missing}>
      {category === null ? (
        <PickerPage
          view={view}
          tiles={tiles ?? null}
          products={products ?? NONE}
          go={go}
          openFilters={() => setFiltering(true)}
        />
      ) : (
        <ProductsPage
          view={{ ...view, category }}
          go={go}
          products={isReady ? products : null}
          categories={names ?? [category]}
          {...{ isFiltering, setFiltering }}
        />
      )}
      {isReady && <Details productId={view.product} products={products} />}
    </MissingPartContext>
  );
};

/** The part of the address that the catalogue does not have. A product that leaves the shop while it is open is known. */
const useMissingPart = (
  requested: ShopView,
  shown: ShopView,
  products: readonly Product[] | undefined,
): MissingPart => {
  const [known, setKnown] = useState<number | null>(null);
  const { product, category } = requested;
  const isFound = useMemo(() => products?.some(({ id }) => id === product) ?? false, [products, product]);
  if (isFound && known !== product) setKnown(product);
  return useMemo(() => {
    if (products === undefined) return null;
    if (category !== null && shown.category === null) return { category };
    return product !== null && product !== known && !isFound ? { product } : null;
  }, [products, category, shown.category, product, known, isFound]);
};

/** All categories since the page was opened. A category that loses its last product while it is shown stays, empty. */
const useSeenCategories = (names: readonly string[] | undefined): ReadonlySet<string> => {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const added = names?.filter((name) => !seen.has(name)) ?? [];
  if (added.length === 0) return seen;
  const all = new Set([...seen, ...added]);
  setSeen(all);
  return all;
};

/** Fetches favorites and alerts once the list is there: they must not slow it down. */
const useMarksWhenIdle = (isLoaded: boolean): void => {
  useEffect(() => (isLoaded ? whenIdle(loadMarks) : undefined), [isLoaded]);
};

/** Prepares the products for searching and sorting while the browser is idle, so that the first keystroke does not wait. */
const usePreparedTraits = (products: readonly Product[] | undefined): void => {
  useEffect(() => {
    if (!products) return;
    let stop = forEachWhenIdle(products, prepareTraits, () => {
      stop = forEachWhenIdle(products, prepareSearch, () => {
        stop = workWhenIdle(startNaturalOrder(products), () => {
          stop = forEachWhenIdle(products, prepareSortValues);
        });
      });
    });
    return () => stop();
  }, [products]);
};

const noResponseText = (): string =>
  navigator.onLine
    ? 'The shop did not respond. Please try again.'
    : "You're offline, and no catalogue is saved on this device yet.";

/** Shown if there is neither a fetched nor a stored catalogue. */
const CatalogueFailure = ({ heading, failure }: { heading: string; failure: Failure }) => {
  const { error } = failure;
  const hasNoResponse = error instanceof ApiError && error.status === null;
  const needsGate = error instanceof ApiError && error.code === 'gate_needed';
  const backToGate = () => {
    clearGatePassed();
    window.location.reload();
  };
  return (
    <PlainPage title={heading}>
      <div role="alert">
        <EmptyState
          icon={<PackageX />}
          title={INVENTORY_FAILED}
          text={hasNoResponse ? noResponseText() : error.message}
          action={
            needsGate ? (
              <Button variant="primary" onClick={backToGate}>
                Go Back to Initial Auth
              </Button>
            ) : (
              <TryAgain {...failure} prominent />
            )
          }
        />
      </div>
    </PlainPage>
  );
};

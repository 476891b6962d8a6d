import { PackageX } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { categoryTiles } from '#domain/categories.ts';
import type { Product } from '#domain/product.ts';
import { prepareTraits } from '#domain/product-traits.ts';
import { ApiError, messageOf } from '../api/client.ts';
import type { Failure } from '../api/failure.ts';
import { INVENTORY_FAILED, useCatalogue } from '../api/queries/catalogue.ts';
import { forgetGate } from '../browser/storage.ts';
import { usePageTitle } from '../shared/page-title.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { TryAgain } from '../ui/try-again.tsx';
import { PickerPage } from './categories/picker-page.tsx';
import { PlainPage } from './header/plain-page.tsx';
import { DetailsDialog } from './later-parts.ts';
import { headingOf, ProductsPage } from './products/products-page.tsx';
import { allowedView } from './view/shop-view.ts';
import { useShopView } from './view/use-shop-view.ts';

/** Picker, list and details: whatever the address says, on the one snapshot of the catalogue. */
export const Storefront = () => {
  const { data: catalogue, failure } = useCatalogue();
  const { view: asked, go } = useShopView();
  // A whole page is drawn when the catalogue comes: in pieces, so that nothing else waits for it. Later, what changed.
  const isThere = useDeferredValue(catalogue !== undefined);
  const products = isThere ? catalogue?.products : undefined;
  const tiles = useMemo(() => products && categoryTiles(products), [products]);
  const names = useMemo(() => tiles?.map(({ name }) => name), [tiles]);
  const seen = useSeenCategories(names);
  usePreparedTraits(products);

  const view = tiles ? allowedView(asked, { category: (name) => seen.has(name), brand: () => true }) : asked;
  const { category } = view;
  const opened = useMemo(() => products?.find(({ id }) => id === view.product), [products, view.product]);
  usePageTitle(opened?.name ?? (category === null ? 'Select a Category' : headingOf(category)));

  if (products === undefined || tiles === undefined || names === undefined) {
    if (failure) return <CatalogueFailure {...{ category, failure }} />;
    if (category === null) return <PickerPage tiles={null} go={go} />;
    return <ProductsPage view={{ ...view, category }} go={go} products={null} categories={[category]} />;
  }
  return (
    <>
      {category === null ? (
        <PickerPage tiles={tiles} go={go} />
      ) : (
        <ProductsPage view={{ ...view, category }} go={go} products={products} categories={names} />
      )}
      <Details productId={view.product} products={products} />
    </>
  );
};

/** The details, from the first time a product is opened. */
const Details = ({ productId, products }: { productId: number | null; products: readonly Product[] }) => {
  const [wasOpened, setOpened] = useState(productId !== null);
  if (productId !== null && !wasOpened) setOpened(true);
  return wasOpened ? <DetailsDialog productId={productId} products={products} /> : null;
};

/** A category whose last product leaves while it is looked at stays where it is, empty. */
const useSeenCategories = (names: readonly string[] | undefined): ReadonlySet<string> => {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const fresh = names?.filter((name) => !seen.has(name)) ?? [];
  if (fresh.length === 0) return seen;
  const all = new Set([...seen, ...fresh]);
  setSeen(all);
  return all;
};

/** Products read ahead in one quiet moment: few enough that a key pressed in it does not wait on a slow device. */
const AT_ONCE = 50;

/** Reads the products' texts for searching while nothing else is to be done, so that the first keystroke does not wait. */
const usePreparedTraits = (products: readonly Product[] | undefined): void => {
  useEffect(() => {
    if (!products || typeof requestIdleCallback === 'undefined') return;
    let next = 0;
    let handle = 0;
    const goOn = () => {
      prepareTraits(products.slice(next, next + AT_ONCE));
      next += AT_ONCE;
      if (next < products.length) handle = requestIdleCallback(goOn);
    };
    handle = requestIdleCallback(goOn);
    return () => cancelIdleCallback(handle);
  }, [products]);
};

const noAnswer = (): string =>
  navigator.onLine
    ? 'The shop did not answer. Please try again.'
    : 'You are offline, and this device has kept no catalogue yet.';

/** The catalogue could not be had (specification §8). */
const CatalogueFailure = ({ category, failure }: { category: string | null; failure: Failure }) => {
  const { error } = failure;
  const message = messageOf(error, INVENTORY_FAILED);
  const needsGate = error instanceof ApiError && error.code === 'gate_needed';
  const backToGate = () => {
    forgetGate();
    window.location.reload();
  };
  return (
    <PlainPage title={category === null ? 'Select a Category' : headingOf(category)}>
      <div role="alert">
        <EmptyState
          icon={<PackageX />}
          title={INVENTORY_FAILED}
          text={message === INVENTORY_FAILED ? noAnswer() : message}
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

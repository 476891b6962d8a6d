import { startTransition, useEffect, useState } from 'react';
import type { Product } from '#domain/product.ts';
import type { Similar } from '#domain/similar-search.ts';

const load = () => import('#domain/similar-search.ts');

const NONE: Similar = { products: [], words: null };

/**
 * The products with a close spelling of a search that finds few (behavior 5.19). Null until they are known. The matcher is
 * loaded with the first letter.
 */
export const useSimilar = (products: readonly Product[], search: string, isNeeded: boolean): Similar | null => {
  const [found, setFound] = useState<{ of: readonly Product[]; search: string; similar: Similar } | null>(null);
  const isSearched = search.trim() !== '';

  useEffect(() => {
    // Offline there are no similar products.
    if (isSearched) load().catch(() => undefined);
  }, [isSearched]);

  useEffect(() => {
    if (!isNeeded) return;
    let isCurrent = true;
    const show = (similar: Similar) => startTransition(() => setFound({ of: products, search, similar }));
    load().then(
      ({ findSimilar }) => isCurrent && show(findSimilar(products, search)),
      () => isCurrent && show(NONE),
    );
    return () => {
      isCurrent = false;
    };
  }, [products, search, isNeeded]);

  if (!isNeeded) return NONE;
  return found?.of === products && found.search === search ? found.similar : null;
};

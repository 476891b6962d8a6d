import { queryOptions, useQuery } from '@tanstack/react-query';
import { catalogueVersion, getInventoryData } from '#contract/catalogue.ts';
import type { Product } from '#domain/product.ts';
import { type CatalogueSnapshot, keepUnchanged } from '../catalogue-snapshot.ts';
import { ApiError, failureOf } from '../client.ts';
import { FIVE_MINUTES, retryUpTo } from '../query-client.ts';

/** What a failed inventory call is headed with (specification §8). */
export const INVENTORY_FAILED = 'Failed to fetch inventory';

const catalogueKey = ['catalogue'] as const;

/**
 * The whole customer catalogue: fresh for 5 minutes, 1 retry (specification §9). Searching, filtering and grouping
 * happen on it in the browser. It is not parsed: the server's tests hold it to the contract, and 15,000 products would
 * keep a phone busy.
 */
export const catalogueQuery = queryOptions({
  queryKey: catalogueKey,
  queryFn: async ({ signal, client }): Promise<CatalogueSnapshot> =>
    keepUnchanged(client.getQueryData<CatalogueSnapshot>(catalogueKey), await fetchSnapshot(signal)),
  staleTime: FIVE_MINUTES,
  retry: retryUpTo(1),
  // keepUnchanged does this, product by product.
  structuralSharing: false,
});

/** Fetched by hand because the version stands in a header. */
async function fetchSnapshot(signal: AbortSignal): Promise<CatalogueSnapshot> {
  let answer: Response;
  try {
    answer = await fetch(getInventoryData.path, { headers: { accept: 'application/json' }, signal });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new ApiError(INVENTORY_FAILED, null);
  }
  const contentType = answer.headers.get('content-type') ?? '';
  if (!answer.ok || !contentType.includes('json')) {
    throw failureOf(getInventoryData.path, answer.status, contentType, await answer.text());
  }
  const { inventory } = (await answer.json()) as { inventory: Product[] };
  return { version: catalogueVersion(answer.headers.get('etag')), products: inventory };
}

export const useCatalogue = () => useQuery(catalogueQuery);

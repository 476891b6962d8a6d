import { queryOptions, useQuery } from '@tanstack/react-query';
import { catalogueVersion, getInventoryData } from '#contract/catalogue.ts';
import type { Product } from '#domain/product.ts';
import { type CatalogueSnapshot, keepUnchanged } from '../catalogue-snapshot.ts';
import { ApiError, failureOf, PATIENCE_MS } from '../client.ts';
import { heard, isUnreachable, lossNow, lost, useContact } from '../connection.ts';
import { useFailure } from '../failure.ts';
import { keepCatalogue, keptCatalogue } from '../offline/kept-catalogue.ts';
import { FIVE_MINUTES, retryUpTo } from '../query-client.ts';
import { patience } from '../timeout-signal.ts';

/** What a failed inventory call is headed with (specification §8). */
export const INVENTORY_FAILED = 'Failed to fetch inventory';

const catalogueKey = ['catalogue'] as const;

/**
 * The whole customer catalogue: fresh for 5 minutes, 1 retry (specification §9). Searching, filtering and grouping
 * happen on it in the browser. Where the shop cannot be reached, the one kept on this device is read. It is not parsed:
 * the server's tests hold it to the contract, and 15,000 products would keep a phone busy.
 */
export const catalogueQuery = queryOptions({
  queryKey: catalogueKey,
  queryFn: async ({ signal, client }): Promise<CatalogueSnapshot> => {
    const shown = client.getQueryData<CatalogueSnapshot>(catalogueKey);
    try {
      const fetched = await fetchSnapshot(signal);
      heard();
      return keepUnchanged(shown, fetched);
    } catch (error) {
      if (signal.aborted || !isUnreachable(error)) throw error;
      const kept = shown ? null : await keptCatalogue();
      lost(lossNow(), kept?.seenAt);
      if (!kept) throw error;
      return kept.snapshot;
    }
  },
  staleTime: FIVE_MINUTES,
  retry: retryUpTo(1),
  // keepUnchanged does this, product by product.
  structuralSharing: false,
});

/** Fetched by hand because the version stands in a header. */
const fetchSnapshot = async (signal: AbortSignal): Promise<CatalogueSnapshot> => {
  const waiting = patience(PATIENCE_MS, signal);
  try {
    const headers = { accept: 'application/json' };
    const answer = await fetch(getInventoryData.path, { headers, signal: waiting.signal });
    // The rest may take its time: on a slow line it is long.
    waiting.end();
    const contentType = answer.headers.get('content-type') ?? '';
    if (!answer.ok || !contentType.includes('json')) {
      throw failureOf(getInventoryData.path, answer.status, contentType, await answer.text());
    }
    const copy = answer.clone();
    const { inventory } = (await answer.json()) as { inventory: Product[] };
    const version = catalogueVersion(answer.headers.get('etag'));
    if (copy.body) void keepCatalogue(copy.body, version, Date.now());
    return { version, products: inventory };
  } catch (failure) {
    if (signal.aborted || failure instanceof ApiError) throw failure;
    // No answer, or one that broke off.
    throw new ApiError(INVENTORY_FAILED, null);
  } finally {
    waiting.end();
  }
};

/** How often it is tried again while the shop cannot be reached; a hidden page waits. */
const TRY_AGAIN_MS = 10_000;

/** The catalogue, and where there is none, why. */
export const useCatalogue = () => {
  const isLost = useContact(({ loss }) => loss !== null);
  const answer = useQuery({ ...catalogueQuery, refetchInterval: isLost && TRY_AGAIN_MS });
  const failure = useFailure(answer);
  return { data: answer.data, failure: answer.data ? null : failure };
};

import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { catalogueVersion, explainProduct, getInventoryData } from '#contract/catalogue.ts';
import type { Product } from '#domain/product.ts';
import { type CatalogueSnapshot, keepUnchanged } from '../catalogue-snapshot.ts';
import { call, request } from '../client.ts';
import { isUnreachable, markOffline, markOnline, useConnection } from '../connection.ts';
import { useFailure } from '../failure.ts';
import { FIVE_MINUTES, retryUpTo } from '../query-client.ts';
import { readStoredCatalogue, storeCatalogue } from '../stored-catalogue.ts';
import { useThemedCatalogue } from '../themed-products.ts';

/** The title of every failed inventory call. */
export const INVENTORY_FAILED = 'Failed to fetch inventory';

const catalogueKey = ['catalogue'] as const;

/**
 * The whole customer catalogue, fresh for 5 minutes, with 1 retry. The browser searches, filters and groups it. If the
 * shop cannot be reached, the catalogue stored on this device is used. The response is not parsed by the contract: the
 * server's tests check it, and parsing 15,000 products would keep a phone busy.
 */
export const catalogueQuery = queryOptions({
  queryKey: catalogueKey,
  queryFn: async ({ signal, client }): Promise<CatalogueSnapshot> => {
    const shown = () => client.getQueryData<CatalogueSnapshot>(catalogueKey);
    const isSlow = setTimeout(() => void showStored(client), SLOW_MS);
    try {
      const fetched = await fetchSnapshot(signal);
      markOnline();
      return keepUnchanged(shown(), fetched);
    } catch (error) {
      if (signal.aborted || !isUnreachable(error)) throw error;
      const isFromServer = useConnection.getState().knownAt !== null;
      const stored = isFromServer ? null : await readStoredCatalogue();
      markOffline(stored?.seenAt);
      if (!stored) throw error;
      return shown() ?? stored.snapshot;
    } finally {
      clearTimeout(isSlow);
    }
  },
  staleTime: FIVE_MINUTES,
  retry: retryUpTo(1),
  // keepUnchanged does this for each product.
  structuralSharing: false,
});

/** After this time the stored catalogue is shown. A faster response saves the work of reading it. */
const SLOW_MS = 200;

/** Shows the stored catalogue until the shop responds. */
const showStored = async (client: QueryClient): Promise<void> => {
  const stored = await readStoredCatalogue();
  const isLoading = client.getQueryState(catalogueKey)?.fetchStatus === 'fetching';
  if (!stored || !isLoading || client.getQueryData(catalogueKey)) return;
  client.setQueryData<CatalogueSnapshot>(catalogueKey, stored.snapshot, { updatedAt: 0 });
};

/** Does not use `call`, because the version is in a header and the body is stored for offline use. */
const fetchSnapshot = (signal: AbortSignal): Promise<CatalogueSnapshot> =>
  request(getInventoryData.path, {
    headers: { accept: 'application/json' },
    fallback: INVENTORY_FAILED,
    isLarge: true,
    signal,
    read: async (response) => {
      const copy = response.clone();
      const { inventory } = (await response.json()) as { inventory: Product[] };
      const version = catalogueVersion(response.headers.get('etag'));
      if (copy.body) void storeCatalogue(copy.body, version, Date.now());
      return { version, products: inventory };
    },
  });

/** How often to retry while the shop cannot be reached. A hidden page does not retry. */
const RETRY_MS = 10_000;

/** The catalogue, or the failure if there is none. */
export const useCatalogue = () => {
  const isOffline = useConnection(({ status }) => status !== 'online');
  const query = useQuery({ ...catalogueQuery, refetchInterval: isOffline && RETRY_MS });
  const failure = useFailure(query);
  const data = useThemedCatalogue(query.data);
  return { data, failure: data ? null : failure };
};

/** When price and quantity of a product were set. Asked again at each press, because both may have changed. */
export const productExplanationQuery = (id: number) =>
  queryOptions({
    queryKey: ['explanation', id],
    queryFn: ({ signal }) => call(explainProduct, { params: { id: String(id) }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

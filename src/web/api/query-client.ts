import {
  infiniteQueryOptions,
  keepPreviousData,
  QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query';
import type { Endpoint, GivenQueryOf, OutputOf } from '#contract/endpoint.ts';
import { QUERY_FRESH_MS } from '#domain/constants.ts';
import { ApiError, type CallOptions, call } from './client.ts';

/** How long the user and the inventory stay fresh, in milliseconds. */
export const FIVE_MINUTES = QUERY_FRESH_MS;

const FIRST_DELAY_MS = 1000;
const LONGEST_DELAY_MS = 30_000;

/** The delay before the next try, in milliseconds: doubles with every failure, up to 30 seconds. */
export const retryDelay = (failures: number): number => Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS);

/** Retries up to `times`, except what the server understood and refused: it would refuse it again. */
export const retryUpTo = (times: number) => (failures: number, error: Error) => {
  const isRefused = error instanceof ApiError && error.status !== null && error.status >= 400 && error.status < 500;
  return !isRefused && failures < times;
};

/** Defaults of all queries: 3 retries, and five minutes in the cache after the last use. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: retryUpTo(3),
        retryDelay,
        gcTime: FIVE_MINUTES,
        // Offline, a call must fail with its message or use stored data. By default it would wait in silence.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });

/** Of what a page shows: after about a second it says that it has failed, with a button that tries again. */
export const pageQueryDefaults = { retry: retryUpTo(1) } as const;

/** Additional defaults of admin queries: never fresh, one retry. */
export const adminQueryDefaults = { ...pageQueryDefaults, staleTime: 0 } as const;

/**
 * Defaults of filtered admin lists: the old rows stay until new ones are loaded, so that typing does not clear the
 * list.
 */
export const adminListDefaults = { ...adminQueryDefaults, placeholderData: keepPreviousData } as const;

/** An endpoint of a list that comes page by page. */
type PagedEndpoint = Endpoint & { output?: { _zod: { output: { nextCursor: string | null } } } };

type PagedOptions<E extends Endpoint> = Omit<CallOptions<E>, 'query' | 'signal'> & {
  /** The filters of the list. */
  query?: Omit<NonNullable<GivenQueryOf<E>>, 'cursor'>;
};

type Defaults = Partial<typeof adminListDefaults>;

/** An infinite query over a list that comes page by page. */
export const paginated = <Key extends QueryKey, E extends PagedEndpoint>(
  queryKey: Key,
  endpoint: E,
  { query, ...options }: PagedOptions<E>,
  defaults: Defaults = {},
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call<Endpoint>(endpoint, {
        ...options,
        query: { ...query, cursor: pageParam },
        signal,
      } as CallOptions<Endpoint>) as Promise<OutputOf<E> & { nextCursor: string | null }>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    ...defaults,
  });

/** Reloads queries. A first load that is under way may be older than the change, so another load follows it. */
export const reload = async (queryClient: QueryClient, filters: QueryFilters): Promise<void> => {
  const isFirst = queryClient
    .getQueryCache()
    .findAll(filters)
    .some(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined);
  await queryClient.invalidateQueries(filters);
  if (isFirst) await queryClient.invalidateQueries(filters);
};

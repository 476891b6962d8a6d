import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query';
import type { adminQueryDefaults } from './query-client.ts';

interface PaginatedOptions<Page> extends Partial<typeof adminQueryDefaults> {
  queryKey: QueryKey;
  /** Loads one page: the first without a cursor, the others with the `nextCursor` of the page before. */
  call: (cursor: string | undefined, signal: AbortSignal) => Promise<Page>;
  /** Keeps showing the previous result while another filter loads, so that the list does not jump while typing. */
  keepPrevious?: boolean;
}

/** An infinite query for a call that returns pages with `nextCursor` (behavior 2.6). */
export const paginated = <Page extends { nextCursor: string | null }>({
  queryKey,
  call,
  keepPrevious = false,
  ...options
}: PaginatedOptions<Page>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => call(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...options,
  });

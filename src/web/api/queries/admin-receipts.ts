import { infiniteQueryOptions } from '@tanstack/react-query';
import * as contract from '#contract/admin.ts';
import type { GivenQueryOf } from '#contract/endpoint.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';

export const RECEIPTS_FAILED = 'Failed to load receipts';

/** The order book; the live event "receipts" makes it old. */
const orderBookKey = ['admin', 'receipts'] as const;

export type ReceiptFilter = Omit<NonNullable<GivenQueryOf<typeof contract.listAllReceipts>>, 'cursor' | 'limit'>;

/** Receipts, newest first, a page at a time. */
export const orderBookQuery = (filter: ReceiptFilter) =>
  infiniteQueryOptions({
    queryKey: [...orderBookKey, 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(contract.listAllReceipts, { query: { ...filter, cursor: pageParam }, signal, fallback: RECEIPTS_FAILED }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    ...adminQueryDefaults,
  });

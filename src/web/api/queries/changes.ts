import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Change, getChange, listChanges, revertChange } from '#contract/changes.ts';
import { call } from '../client.ts';
import { adminQueryDefaults } from '../query-client.ts';
import { changesKey } from './inventory.ts';

/** The history, newest first, a page at a time; of one item where `item` says which. */
export const changesQuery = ({ item, kind }: { item: number | null; kind: Change['kind'] | null }) =>
  infiniteQueryOptions({
    queryKey: [...changesKey, { item, kind }],
    queryFn: ({ pageParam, signal }) =>
      call(listChanges, {
        query: { cursor: pageParam, ...(item !== null && { item: String(item) }), ...(kind !== null && { kind }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    ...adminQueryDefaults,
  });

/** One change-set with its rows, a page at a time. */
export const changeQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...changesKey, id],
    queryFn: ({ pageParam, signal }) =>
      call(getChange, { params: { id: String(id) }, query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    ...adminQueryDefaults,
  });

export const revert = (id: number) => call(revertChange, { params: { id: String(id) }, body: {} });

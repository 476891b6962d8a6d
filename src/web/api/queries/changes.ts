import { type Change, getChange, listChanges, revertChange } from '#contract/changes.ts';
import { call } from '../client.ts';
import { paginated } from '../paginated.ts';
import { adminQueryDefaults } from '../query-client.ts';

/** The history of the inventory. Every change of an item adds to it. */
export const changesKey = ['admin', 'changes'] as const;

/** The change-sets of all items or of one, of all kinds or of one, newest first. */
export const changesQuery = ({ item, kind }: { item: number | null; kind: Change['kind'] | null }) =>
  paginated({
    queryKey: [...changesKey, 'list', { item, kind }],
    call: (cursor, signal) =>
      call(listChanges, {
        query: { cursor, ...(item !== null && { item: String(item) }), ...(kind !== null && { kind }) },
        signal,
      }),
    ...adminQueryDefaults,
  });

/** One change-set with its rows. */
export const changeQuery = (id: number) =>
  paginated({
    queryKey: [...changesKey, 'one', id],
    call: (cursor, signal) => call(getChange, { params: { id: String(id) }, query: { cursor }, signal }),
    ...adminQueryDefaults,
  });

/** Reverts a whole change-set, except what has changed since (behavior 9.13). */
export const revert = (id: number) => call(revertChange, { params: { id: String(id) }, body: {} });

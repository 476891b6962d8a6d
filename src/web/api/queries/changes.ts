import { type Change, getChange, listChanges, revertChange } from '#contract/changes.ts';
import { UPLOAD_TIMEOUT_MS } from '#domain/constants.ts';
import { call } from '../client.ts';
import { adminListDefaults, adminQueryDefaults, paginated } from '../query-client.ts';

/** The history of the inventory. Every change of an item adds to it. */
export const changesKey = ['admin', 'changes'] as const;

/** Which change-sets the history shows: of all items or of one, of all kinds or of one, with syncs or without. */
export interface ChangesShown {
  item: number | null;
  kind: Change['kind'] | null;
  syncs: boolean;
}

/** The change-sets, newest first. */
export const changesQuery = ({ item, kind, syncs }: ChangesShown) =>
  paginated(
    [...changesKey, 'list', { item, kind, syncs }],
    listChanges,
    {
      query: {
        ...(item !== null && { item: String(item) }),
        ...(kind !== null && { kind }),
        ...(!syncs && { syncs: 'false' as const }),
      },
    },
    adminListDefaults,
  );

/** One change-set with its rows. */
export const changeQuery = (id: number) =>
  paginated([...changesKey, 'one', id], getChange, { params: { id: String(id) } }, adminQueryDefaults);

/** Reverts a change-set, or its rows of some items, except what has changed since (behavior 9.13). */
export const revert = (id: number, itemIds?: number[]) =>
  call(revertChange, {
    params: { id: String(id) },
    body: itemIds ? { itemIds } : {},
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });

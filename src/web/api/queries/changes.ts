import { type Change, getChange, listChanges, revertChange } from '#contract/changes.ts';
import { call } from '../client.ts';
import { adminQueryDefaults, paginated } from '../query-client.ts';

/** The history of the inventory. Every change of an item adds to it. */
export const changesKey = ['admin', 'changes'] as const;

/** The change-sets of all items or of one, of all kinds or of one, newest first. */
export const changesQuery = ({ item, kind }: { item: number | null; kind: Change['kind'] | null }) =>
  paginated(
    [...changesKey, 'list', { item, kind }],
    listChanges,
    { query: { ...(item !== null && { item: String(item) }), ...(kind !== null && { kind }) } },
    adminQueryDefaults,
  );

/** One change-set with its rows. */
export const changeQuery = (id: number) =>
  paginated([...changesKey, 'one', id], getChange, { params: { id: String(id) } }, adminQueryDefaults);

/** Reverts a whole change-set, except what has changed since (behavior 9.13). */
export const revert = (id: number) => call(revertChange, { params: { id: String(id) }, body: {} });

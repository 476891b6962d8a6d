import { sameValue } from '#domain/inventory-plan.ts';
import { MOST_PICTURES } from '#domain/item-pictures.ts';
import { lockInventory, lockItems } from '../../db/locks.ts';
import type { Touch, Tx } from '../../db/types.ts';
import { addImagesToRow, findChange, findChangeRows, type StoredRow } from '../changes/changes.queries.ts';
import { byId } from '../inventory/draft-plan.ts';
import { findItems, type StoredItem } from '../inventory/inventory.queries.ts';
import type { KeptPicture } from '../inventory/item-pictures.service.ts';
import { updateItems } from '../inventory/item-writes.queries.ts';
import { insertPictures } from '../pictures/pictures.queries.ts';
import {
  dropWaiting,
  findWaitingItems,
  listImportPictures,
  type PictureTask,
  settlePicture,
} from './import-pictures.queries.ts';

/** The result for a picture: its content, or the reason why there is none. */
export type FetchedPicture = { address: string } & ({ picture: KeptPicture } | { problem: string });

/**
 * Gives items the pictures that were fetched for them. They are part of the import: its own change-set gets them, so that
 * Undo takes them back with everything else. An item whose pictures somebody has changed since keeps those, and so does one
 * whose import was undone.
 */
export const addFetchedPictures = async (
  tx: Tx,
  touch: Touch,
  { taskId, changeId, fetched, now }: PictureTask & { fetched: readonly FetchedPicture[]; now: number },
): Promise<void> => {
  await lockInventory(tx);
  const change = await findChange(tx, { id: changeId });
  if (!change || change.reverted_by !== null) return dropWaiting(tx, { taskId });
  const results = new Map(fetched.map((each) => [each.address, each]));
  const itemIds = await findWaitingItems(tx, { taskId, addresses: [...results.keys()] });
  await lockItems(tx, itemIds);
  const items = byId(await findItems(tx, { ids: itemIds }));
  const rows = new Map((await findChangeRows(tx, { changeId, itemIds })).map((row) => [row.itemId, row]));
  const wanted = await listImportPictures(tx, { taskId, itemIds });
  const stored = new Map<string, KeptPicture>();
  const changed: StoredItem[] = [];
  for (const itemId of itemIds) {
    const item = items.get(itemId);
    const isOurs = item !== undefined && isUntouched(item, rows.get(itemId));
    const paths: string[] = [];
    for (const { id, address, state, path } of wanted.filter((each) => each.item_id === itemId)) {
      const result = state === 'waiting' ? results.get(address) : undefined;
      if (path !== null) paths.push(path);
      if (result === undefined) continue;
      if ('problem' in result) {
        await settlePicture(tx, { id, state: 'failed', path: null, problem: result.problem });
        continue;
      }
      const { picture } = result;
      if (isOurs && new Set([...item.images, ...paths, picture.path]).size <= MOST_PICTURES) {
        paths.push(picture.path);
        stored.set(picture.path, picture);
        await settlePicture(tx, { id, state: 'fetched', path: picture.path, problem: null });
      } else await settlePicture(tx, { id, state: 'dropped', path: null, problem: null });
    }
    if (!isOurs) continue;
    const images = [...new Set([...paths, ...item.images])];
    if (!sameValue(images, item.images)) changed.push({ ...item, images });
  }
  await insertPictures(tx, { pictures: [...stored.values()], now });
  if (changed.length === 0) return;
  await updateItems(tx, {
    items: changed.map((item) => ({ ...item, setsStock: false })),
    fields: ['images'],
    ...{ syncedAt: null, returnedAt: null, isHidden: () => false, onWritten: () => {} },
  });
  for (const { id, images } of changed) await addImagesToRow(tx, { row: rows.get(id)!, images });
  const ids = changed.map(({ id }) => id);
  touch('catalogue', ids);
  touch('inventory', ids);
};

/** Returns whether an item has what the import gave it, and nobody has changed its pictures or undone the import for it. */
const isUntouched = (item: StoredItem, row: StoredRow | undefined): boolean => {
  if (!item.listed || !row || row.revertedBy !== null) return false;
  const owned = row.after.shopOwned ?? row.before.shopOwned ?? [];
  return sameValue(item.images, row.after.images) && owned.includes('images') === item.shopOwned.includes('images');
};

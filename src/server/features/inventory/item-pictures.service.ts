import { ShopError } from '#contract/errors.ts';
import type { AdminItem } from '#contract/inventory.ts';
import type { InventoryItem } from '#domain/inventory-item.ts';
import { type ItemEdit, planEdit } from '#domain/inventory-plan-edits.ts';
import { MOST_PICTURES, withFirst } from '#domain/item-pictures.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { AuditActor } from '../audit/audit.queries.ts';
import { oncePerKey } from '../idempotency/idempotency.queries.ts';
import { type Once, onceWith } from '../idempotency/once.ts';
import { isPdf } from '../pictures/picture-content.ts';
import type { PictureProcesses } from '../pictures/picture-processes.ts';
import { insertPictures } from '../pictures/pictures.queries.ts';
import { imageAddress } from '../pictures/shop-addresses.ts';
import { pathOfContent } from '../pictures/uploaded-pictures.ts';
import { applyPlan } from './apply-plan.ts';
import { byId } from './draft-plan.ts';
import { presentItem, type ShownTerms } from './inventory.present.ts';
import { findItems } from './inventory.queries.ts';
import { findLockedItem, itemGone } from './item-edit.service.ts';

/** Pixels. The pages show at most 950 of a product, on any screen (behavior 4.9). */
const KEPT_WIDTH = 1600;

/** A picture as the shop stores it. */
export interface KeptPicture {
  path: string;
  bytes: Buffer;
}

/**
 * Converts an uploaded picture into the one that is stored: upright, not too wide, and without anything that is no
 * picture, such as the place where it was taken. Equal pictures get one path.
 * @throws ShopError picture_refused (400)
 */
export const toKeptPicture = async (
  processes: PictureProcesses,
  uploaded: Buffer,
  width = KEPT_WIDTH,
): Promise<KeptPicture> => {
  if (uploaded.length === 0) throw new ShopError('picture_refused', { message: 'This file is empty.' });
  const conversion = { source: uploaded, width, type: 'kept', drawn: false } as const;
  try {
    const bytes = await processes.convert(conversion, () => {});
    return { path: pathOfContent(bytes), bytes };
  } catch (error) {
    if (error instanceof ShopError && error.code === 'image_refused') throw new ShopError('picture_refused');
    throw error;
  }
};

/**
 * Takes an uploaded lab result: a PDF as it is, and a picture converted like all others.
 * @throws ShopError picture_refused (400)
 */
export const toLabFile = async (processes: PictureProcesses, uploaded: Buffer): Promise<KeptPicture> => {
  if (isPdf(uploaded)) return { path: pathOfContent(uploaded), bytes: uploaded };
  try {
    return await toKeptPicture(processes, uploaded);
  } catch (error) {
    if (!(error instanceof ShopError && error.code === 'picture_refused') || uploaded.length === 0) throw error;
    throw new ShopError('picture_refused', {
      message: 'This file is neither a PDF nor a picture that the shop can use.',
    });
  }
};

interface AddRequest {
  id: number;
  picture: KeptPicture;
  /** The Idempotency-Key. */
  key: string | null;
  terms: ShownTerms;
  actor: AuditActor;
  now: number;
}

/**
 * Makes an uploaded picture the first one of an item (behavior 9.19). Its bytes are stored in the same transaction, so no
 * item names a picture that the shop does not have. Of several uploads at once each adds its picture.
 * @throws ShopError not_found for an item that is no longer listed, too_many_pictures (409)
 */
export const addPicture = (
  database: ShopDatabase,
  request: AddRequest,
): Promise<Once<{ item: AdminItem; changeId: number | null }>> =>
  addFile(database, request, 'inventory.picture', (item, path) => {
    const images = withFirst(item.images, path);
    if (images.length > MOST_PICTURES) throw new ShopError('too_many_pictures');
    return { images };
  });

/**
 * Makes an uploaded file the one of an item's lab result (behavior 9.19).
 * @throws ShopError not_found for an item that is no longer listed, lab_needed (409) for one without a lab result
 */
export const setLabFile = (
  database: ShopDatabase,
  request: AddRequest,
): Promise<Once<{ item: AdminItem; changeId: number | null }>> =>
  addFile(database, request, 'inventory.lab-file', ({ lab }, path) => {
    if (lab === null) throw new ShopError('lab_needed');
    return { lab: { ...lab, path } };
  });

const addFile = (
  database: ShopDatabase,
  { id, picture, key, terms, actor, now }: AddRequest,
  call: 'inventory.picture' | 'inventory.lab-file',
  edit: (item: InventoryItem, path: string) => ItemEdit,
): Promise<Once<{ item: AdminItem; changeId: number | null }>> => {
  const keyed = { call, scope: `${actor.id}:${id}`, key, userId: actor.id, now } as const;
  return database.write(async (tx, touch) => {
    const { made } = await oncePerKey(tx, keyed, async () => {
      const item = await findLockedItem(tx, id);
      const edited = edit(item, picture.path);
      await insertPictures(tx, { pictures: [picture], now });
      const plan = planEdit(item, edited);
      return { changeId: await applyPlan(tx, touch, { plan, items: byId([item]), kind: 'edit', actor, now }) };
    });
    const [item] = await findItems(tx, { ids: [id] });
    if (!item?.listed) throw itemGone();
    return onceWith(made, { item: presentItem(item, terms), changeId: made.changeId });
  });
};

/**
 * Returns the paths of these addresses. They must be pictures that the item has, or that the feed has for it.
 * @throws ShopError invalid_input for any other address
 */
export const ownPaths = (item: InventoryItem, addresses: readonly string[]): string[] => {
  const pathOf = new Map([...(item.feedValues.images ?? []), ...item.images].map((path) => [imageAddress(path), path]));
  const paths = [...new Set(addresses)].map((address) => pathOf.get(address));
  if (paths.includes(undefined)) throw new ShopError('invalid_input', { message: 'This item has no such picture.' });
  return paths as string[];
};

import { sql } from 'kysely';
import type { Db } from '../../db/types.ts';

/** The columns of an item that both the panel and the catalogue show. */
export const SHOWN_COLUMNS = [
  'id',
  'external_id',
  'name',
  'description',
  'brand',
  'category',
  'tags',
  'images',
  'size',
  'quantity',
  'reserved',
  'price_cents',
  'markup_cents',
  'weight_label',
  'tiers',
  'batch',
  'lab',
  'last_synced_at',
] as const;

const COLUMNS = [...SHOWN_COLUMNS, 'listed_at', 'back_at'] as const;

/** The items that members see: listed and active. Those that are sold out stay (behavior 4.1). */
export const visible = (db: Db) =>
  db.selectFrom('items').select(COLUMNS).where('listed', '=', 1).where('is_active', '=', 1);

/**
 * When the shop listed its first item: long ago if it has items from before it kept that time, and null if it has none.
 */
export const opening = (db: Db) =>
  db.selectFrom('items').select(sql<number | null>`min(coalesce(listed_at, 0))`.as('opened'));

export const findOpening = async (db: Db): Promise<number | null> =>
  (await opening(db).executeTakeFirstOrThrow()).opened;

export type VisibleRow = Awaited<ReturnType<ReturnType<typeof visible>['execute']>>[number];

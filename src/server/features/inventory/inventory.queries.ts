import { type Selectable, sql } from 'kysely';
import type { InventoryItem, OwnableField } from '#domain/inventory-item.ts';
import type { ItemValues } from '#domain/inventory-plan.ts';
import type { LabResult } from '#domain/lab-result.ts';
import type { Tier } from '#domain/tiers.ts';
import type { WeightLabel } from '#domain/weight-labels.ts';
import type { Schema } from '../../db/schema.ts';
import { chunks } from '../../db/sql.ts';
import type { Db, Tx } from '../../db/types.ts';
import { nextBackAt } from '../catalogue/back-in-stock.queries.ts';

const ITEM_COLUMNS = [
  'id',
  'external_id',
  'listed',
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
  'is_active',
  'weight_label',
  'tiers',
  'batch',
  'lab',
  'low_stock',
  'by_hand',
  'shop_owned',
  'feed_description',
  'feed_weight_label',
  'feed_tiers',
  'feed_images',
  'last_synced_at',
] as const;

export type ItemRow = Pick<Selectable<Schema['items']>, (typeof ITEM_COLUMNS)[number]>;

/** An item with the values that plans do not change. */
export interface StoredItem extends InventoryItem {
  /** Pieces promised to open receipts. */
  reserved: number;
  /** When a sync last changed it, epoch milliseconds. */
  lastSyncedAt: number | null;
}

/** Every item of the shop, or only the listed ones, by id. */
export const listItems = async (db: Db | Tx, { listedOnly }: { listedOnly: boolean }): Promise<StoredItem[]> => {
  const rows = await db
    .selectFrom('items')
    .select(ITEM_COLUMNS)
    .$if(listedOnly, (query) => query.where('listed', '=', 1))
    .orderBy('id')
    .execute();
  return rows.map(toItem);
};

/** The existing items with these ids, by id. */
export const findItems = async (db: Db | Tx, { ids }: { ids: readonly number[] }): Promise<StoredItem[]> => {
  const items: StoredItem[] = [];
  for (const chunk of chunks([...new Set(ids)].sort((a, b) => a - b))) {
    const rows = await db.selectFrom('items').select(ITEM_COLUMNS).where('id', 'in', chunk).orderBy('id').execute();
    items.push(...rows.map(toItem));
  }
  return items;
};

/** The item with this id of a feed or file, listed or not. */
export const findItemByExternalId = async (
  tx: Tx,
  { externalId }: { externalId: string },
): Promise<StoredItem | undefined> => {
  const row = await tx
    .selectFrom('items')
    .select(ITEM_COLUMNS)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return row && toItem(row);
};

/** Returns whether the shop has any item, listed or not. */
export const hasItems = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('items').select('id').limit(1).executeTakeFirst()) !== undefined;

/** The items that members can order, by id. */
export const listStock = (db: Db) =>
  db
    .selectFrom('items')
    .select(['id', 'quantity', 'category'])
    .where('listed', '=', 1)
    .where('is_active', '=', 1)
    .where('quantity', '>', 0)
    .orderBy('id')
    .execute();

/** How many items are listed. */
export const countListed = async (db: Db | Tx): Promise<number> => {
  const row = await db
    .selectFrom('items')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('listed', '=', 1)
    .executeTakeFirstOrThrow();
  return row.count;
};

/**
 * Changes with everything that changes an item: plans touch the inventory, and orders touch the catalogue. Neither
 * happens without one of the two.
 */
export const findItemVersions = async (db: Db | Tx): Promise<string> => {
  const rows = await db
    .selectFrom('versions')
    .select(['topic', 'version'])
    .where('topic', 'in', ['catalogue', 'inventory'])
    .orderBy('topic')
    .execute();
  return rows.map(({ topic, version }) => `${topic} ${version}`).join(', ');
};

/** Counts the plans that were applied. */
export const findInventoryVersion = async (db: Db | Tx): Promise<number> => {
  const row = await db.selectFrom('versions').select('version').where('topic', '=', 'inventory').executeTakeFirst();
  return row?.version ?? 0;
};

/** Adds new items, first listed now. Returns their ids in the same order. `onWritten` counts the rows on the way. */
export const insertItems = async (
  tx: Tx,
  {
    items,
    syncedAt,
    now,
    onWritten,
  }: {
    items: readonly { externalId: string; values: ItemValues }[];
    syncedAt: number | null;
    now: number;
    onWritten: (rows: number) => void;
  },
): Promise<number[]> => {
  const ids = new Map<string, number>();
  for (const chunk of chunks(items)) {
    const rows = await tx
      .insertInto('items')
      .values(
        chunk.map(({ externalId, values }) => ({
          external_id: externalId,
          ...toColumns(values),
          last_synced_at: syncedAt,
          listed_at: now,
        })),
      )
      .returning(['id', 'external_id'])
      .execute();
    for (const row of rows) ids.set(row.external_id, row.id);
    onWritten(chunk.length);
  }
  return items.map((item) => ids.get(item.externalId)!);
};

/** Leaving the lists sets the stock too: the feed has none. */
const NEXT_STOCK_VERSION = sql<number>`case
  when excluded.quantity <> items.quantity or excluded.listed <> items.listed then items.stock_version + 1
  else items.stock_version end`;

/**
 * Overwrites stored items by id. The caller has locked the inventory, so nothing is lost. Reservations are not
 * touched. Items that come back to stock by this do so at `returnedAt`; null if it is no return. `onWritten` counts the
 * rows on the way.
 */
export const updateItems = async (
  tx: Tx,
  {
    items,
    returnedAt,
    onWritten,
  }: { items: readonly StoredItem[]; returnedAt: number | null; onWritten: (rows: number) => void },
): Promise<void> => {
  for (const chunk of chunks(items)) {
    await tx
      .insertInto('items')
      .values(
        chunk.map((item) => ({
          id: item.id,
          external_id: item.externalId,
          ...toColumns(item),
          last_synced_at: item.lastSyncedAt,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((set) => ({
          listed: set.ref('excluded.listed'),
          name: set.ref('excluded.name'),
          description: set.ref('excluded.description'),
          brand: set.ref('excluded.brand'),
          category: set.ref('excluded.category'),
          tags: set.ref('excluded.tags'),
          images: set.ref('excluded.images'),
          size: set.ref('excluded.size'),
          quantity: set.ref('excluded.quantity'),
          stock_version: NEXT_STOCK_VERSION,
          price_cents: set.ref('excluded.price_cents'),
          markup_cents: set.ref('excluded.markup_cents'),
          is_active: set.ref('excluded.is_active'),
          weight_label: set.ref('excluded.weight_label'),
          tiers: set.ref('excluded.tiers'),
          batch: set.ref('excluded.batch'),
          lab: set.ref('excluded.lab'),
          low_stock: set.ref('excluded.low_stock'),
          by_hand: set.ref('excluded.by_hand'),
          shop_owned: set.ref('excluded.shop_owned'),
          feed_description: set.ref('excluded.feed_description'),
          feed_weight_label: set.ref('excluded.feed_weight_label'),
          feed_tiers: set.ref('excluded.feed_tiers'),
          feed_images: set.ref('excluded.feed_images'),
          last_synced_at: set.ref('excluded.last_synced_at'),
          ...(returnedAt !== null && {
            back_at: nextBackAt(
              { quantity: set.ref('excluded.quantity'), listed: set.ref('excluded.listed') },
              returnedAt,
            ),
          }),
        })),
      )
      .execute();
    onWritten(chunk.length);
  }
};

const toItem = (row: ItemRow): StoredItem => ({
  id: row.id,
  externalId: row.external_id,
  listed: row.listed === 1,
  name: row.name,
  description: row.description,
  brand: row.brand,
  category: row.category,
  tags: listOf<string>(row.tags),
  images: listOf<string>(row.images),
  size: row.size,
  quantity: row.quantity,
  reserved: row.reserved,
  priceCents: row.price_cents,
  markupCents: row.markup_cents,
  isActive: row.is_active === 1,
  weightLabel: row.weight_label as WeightLabel | null,
  tiers: listOf<Tier>(row.tiers),
  batch: row.batch,
  lab: row.lab === null ? null : (JSON.parse(row.lab) as LabResult),
  lowStock: row.low_stock,
  byHand: row.by_hand === 1,
  shopOwned: listOf<OwnableField>(row.shop_owned),
  feedDescription: row.feed_description,
  feedWeightLabel: row.feed_weight_label as WeightLabel | null,
  feedTiers: listOf<Tier>(row.feed_tiers),
  feedImages: listOf<string>(row.feed_images),
  lastSyncedAt: row.last_synced_at,
});

/** Most lists are empty, and need no parsing. */
const listOf = <Entry>(json: string): Entry[] => (json === '[]' ? [] : JSON.parse(json));

const toColumns = (values: ItemValues) => ({
  listed: values.listed ? (1 as const) : (0 as const),
  name: values.name,
  description: values.description,
  brand: values.brand,
  category: values.category,
  tags: JSON.stringify(values.tags),
  images: JSON.stringify(values.images),
  size: values.size,
  quantity: values.quantity,
  price_cents: values.priceCents,
  markup_cents: values.markupCents,
  is_active: values.isActive ? (1 as const) : (0 as const),
  weight_label: values.weightLabel,
  tiers: JSON.stringify(values.tiers),
  batch: values.batch,
  lab: values.lab && JSON.stringify(values.lab),
  low_stock: values.lowStock ?? null,
  by_hand: values.byHand ? (1 as const) : (0 as const),
  shop_owned: JSON.stringify(values.shopOwned),
  feed_description: values.feedDescription,
  feed_weight_label: values.feedWeightLabel,
  feed_tiers: JSON.stringify(values.feedTiers),
  feed_images: JSON.stringify(values.feedImages),
});

/** The lines of open receipts that reserve pieces of these items, by receipt number. */
export const findOpenReservations = async (db: Db | Tx, { itemIds }: { itemIds: readonly number[] }) => {
  const lines = [];
  for (const ids of chunks(itemIds)) {
    lines.push(
      ...(await db
        .selectFrom('receipt_lines')
        .innerJoin('receipts', 'receipts.id', 'receipt_lines.receipt_id')
        .select(['receipts.number', 'receipt_lines.item_id', 'receipt_lines.product_name', 'receipt_lines.quantity'])
        .where('receipts.status', 'in', ['awaiting_payment', 'paid'])
        .where('receipt_lines.item_id', 'in', ids)
        .orderBy('receipts.number')
        .orderBy('receipt_lines.position')
        .execute()),
    );
  }
  return lines;
};

import { type Selectable, sql } from 'kysely';
import type { InventoryItem } from '#domain/inventory-item.ts';
import type { ItemValues } from '#domain/inventory-plan.ts';
import type { WeightLabel } from '#domain/weight-labels.ts';
import type { Schema } from '../../db/schema.ts';
import type { Db, ShopDatabase, Tx } from '../../db/shop-database.ts';

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
  'shop_owned',
  'feed_description',
  'feed_weight_label',
  'last_synced_at',
] as const;

export type ItemRow = Pick<Selectable<Schema['items']>, (typeof ITEM_COLUMNS)[number]>;

/** An item with the counters that plans leave alone. */
export interface StoredItem extends InventoryItem {
  /** Pieces promised to open receipts. */
  reserved: number;
  /** When a sync last changed it, epoch milliseconds. */
  lastSyncedAt: number | null;
}

/** So many ids or rows a statement: below every limit of parameters, and few forms of statement to keep. */
const CHUNK = 500;

/** Every item the shop knows, by id; of the lists only, where asked. */
export const listItems = async (db: Db | Tx, { listedOnly }: { listedOnly: boolean }): Promise<StoredItem[]> => {
  const rows = await db
    .selectFrom('items')
    .select(ITEM_COLUMNS)
    .$if(listedOnly, (query) => query.where('listed', '=', 1))
    .orderBy('id')
    .execute();
  return rows.map(toItem);
};

/** The items of these ids that exist, by id. */
export const findItems = async (db: Db | Tx, { ids }: { ids: readonly number[] }): Promise<StoredItem[]> => {
  const items: StoredItem[] = [];
  for (const chunk of chunks([...new Set(ids)].sort((a, b) => a - b))) {
    const rows = await db.selectFrom('items').select(ITEM_COLUMNS).where('id', 'in', chunk).orderBy('id').execute();
    items.push(...rows.map(toItem));
  }
  return items;
};

/** How many items are in the lists. */
export const countListed = async (db: Db | Tx): Promise<number> => {
  const row = await db
    .selectFrom('items')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('listed', '=', 1)
    .executeTakeFirstOrThrow();
  return row.count;
};

/** How often the inventory has moved: every plan that is applied moves it. */
export const findInventoryVersion = async (db: Db | Tx): Promise<number> => {
  const row = await db.selectFrom('versions').select('version').where('topic', '=', 'inventory').executeTakeFirst();
  return row?.version ?? 0;
};

/**
 * Makes this transaction the only one that applies plans, over all processes: on PostgreSQL by one row, on SQLite a
 * transaction that writes is the only one anyway.
 */
export const lockInventory = async (tx: Tx, { kind }: { kind: ShopDatabase['kind'] }): Promise<void> => {
  if (kind === 'sqlite') return;
  await sql`insert into counters (name, value) values ('inventory', 1)
    on conflict (name) do update set value = counters.value + 1`.execute(tx);
};

/** Keeps orders from moving the stock of these items, or of all; taken in the order in which orders take them. */
export const lockItems = async (
  tx: Tx,
  { kind, ids }: { kind: ShopDatabase['kind']; ids?: readonly number[] },
): Promise<void> => {
  if (kind === 'sqlite') return;
  if (ids === undefined) await sql`select id from items order by id for update`.execute(tx);
  else {
    for (const chunk of chunks([...new Set(ids)].sort((a, b) => a - b))) {
      await tx.selectFrom('items').select('id').where('id', 'in', chunk).orderBy('id').forUpdate().execute();
    }
  }
};

/** Adds items that were never here; answers their ids in the same order. */
export const insertItems = async (
  tx: Tx,
  { items, syncedAt }: { items: readonly { externalId: string; values: ItemValues }[]; syncedAt: number | null },
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
        })),
      )
      .returning(['id', 'external_id'])
      .execute();
    for (const row of rows) ids.set(row.external_id, row.id);
  }
  return items.map((item) => ids.get(item.externalId)!);
};

/**
 * Writes whole items over the stored ones, by id. The caller holds the inventory (lockInventory), so nothing is
 * overwritten unseen; reservations are not touched.
 */
export const updateItems = async (tx: Tx, { items }: { items: readonly StoredItem[] }): Promise<void> => {
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
          price_cents: set.ref('excluded.price_cents'),
          markup_cents: set.ref('excluded.markup_cents'),
          is_active: set.ref('excluded.is_active'),
          weight_label: set.ref('excluded.weight_label'),
          shop_owned: set.ref('excluded.shop_owned'),
          feed_description: set.ref('excluded.feed_description'),
          feed_weight_label: set.ref('excluded.feed_weight_label'),
          last_synced_at: set.ref('excluded.last_synced_at'),
        })),
      )
      .execute();
  }
};

/** Cuts a list into pieces that one statement can take. */
export const chunks = <Entry>(entries: readonly Entry[], size = CHUNK): Entry[][] => {
  const pieces: Entry[][] = [];
  for (let start = 0; start < entries.length; start += size) pieces.push(entries.slice(start, start + size));
  return pieces;
};

const toItem = (row: ItemRow): StoredItem => ({
  id: row.id,
  externalId: row.external_id,
  listed: row.listed === 1,
  name: row.name,
  description: row.description,
  brand: row.brand,
  category: row.category,
  tags: listOf(row.tags),
  images: listOf(row.images),
  size: row.size,
  quantity: row.quantity,
  reserved: row.reserved,
  priceCents: row.price_cents,
  markupCents: row.markup_cents,
  isActive: row.is_active === 1,
  weightLabel: row.weight_label as WeightLabel | null,
  shopOwned: listOf(row.shop_owned) as StoredItem['shopOwned'],
  feedDescription: row.feed_description,
  feedWeightLabel: row.feed_weight_label as WeightLabel | null,
  lastSyncedAt: row.last_synced_at,
});

/** Most lists are empty: no need to parse those. */
const listOf = (json: string): string[] => (json === '[]' ? [] : JSON.parse(json));

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
  shop_owned: JSON.stringify(values.shopOwned),
  feed_description: values.feedDescription,
  feed_weight_label: values.feedWeightLabel,
});

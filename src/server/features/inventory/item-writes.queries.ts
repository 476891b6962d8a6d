import { sql } from 'kysely';
import type { ItemField, ItemValues } from '#domain/inventory-plan.ts';
import { type ColumnType, jsonTable } from '../../db/json.ts';
import type { Schema } from '../../db/schema.ts';
import { asWhole, chunks } from '../../db/sql.ts';
import type { Tx } from '../../db/types.ts';
import { nextBackAt } from '../catalogue/back-in-stock.queries.ts';
import type { StoredItem } from './inventory.queries.ts';

type StoredValue = string | number | null;

interface StoredField<Value> {
  column: keyof Schema['items'];
  type: ColumnType;
  store: (value: Value) => StoredValue;
}

const asIs = (value: StoredValue | undefined): StoredValue => value ?? null;
const asFlag = (value: boolean | undefined): StoredValue => (value ? 1 : 0);
const asJson = (value: unknown): StoredValue => JSON.stringify(value);

/** How each field that plans change is stored. */
const STORED: { readonly [Field in ItemField]: StoredField<ItemValues[Field]> } = {
  listed: { column: 'listed', type: 'bigint', store: asFlag },
  name: { column: 'name', type: 'text', store: asIs },
  description: { column: 'description', type: 'text', store: asIs },
  brand: { column: 'brand', type: 'text', store: asIs },
  category: { column: 'category', type: 'text', store: asIs },
  tags: { column: 'tags', type: 'text', store: asJson },
  images: { column: 'images', type: 'text', store: asJson },
  size: { column: 'size', type: 'text', store: asIs },
  quantity: { column: 'quantity', type: 'bigint', store: asIs },
  priceCents: { column: 'price_cents', type: 'bigint', store: asIs },
  markupCents: { column: 'markup_cents', type: 'bigint', store: asIs },
  isActive: { column: 'is_active', type: 'bigint', store: asFlag },
  weightLabel: { column: 'weight_label', type: 'text', store: asIs },
  tiers: { column: 'tiers', type: 'text', store: asJson },
  batch: { column: 'batch', type: 'text', store: asIs },
  lab: { column: 'lab', type: 'text', store: (lab) => lab && asJson(lab) },
  lowStock: { column: 'low_stock', type: 'bigint', store: asIs },
  byHand: { column: 'by_hand', type: 'bigint', store: asFlag },
  shopOwned: { column: 'shop_owned', type: 'text', store: asJson },
  feedValues: { column: 'feed_values', type: 'text', store: asJson },
  correction: { column: 'stock_correction', type: 'text', store: (correction) => correction && asJson(correction) },
};
const FIELDS = Object.keys(STORED) as ItemField[];

/** The fields that decide whether members may see an item: a hidden category holds active items back. */
export const DECIDING = ['isActive', 'category', 'brand'] as const satisfies readonly ItemField[];
type IsHidden = (item: ItemValues) => boolean;

const activity = (item: ItemValues, isHidden: IsHidden) => ({
  is_active: asFlag(item.isActive && !isHidden(item)),
  held_back: asFlag(item.isActive && isHidden(item)),
});
const ACTIVITY = { is_active: 'bigint', held_back: 'bigint' } as const;

const columnsOf = (fields: readonly ItemField[]): Record<string, ColumnType> =>
  Object.fromEntries(fields.map((field) => [STORED[field].column, STORED[field].type]));

const storedValues = (values: ItemValues, fields: readonly ItemField[]): Record<string, StoredValue> =>
  Object.fromEntries(
    fields.map((field) => [STORED[field].column, (STORED[field] as StoredField<unknown>).store(values[field])]),
  );

/** Adds new items, first listed now. Returns their ids in the same order. `onWritten` counts the rows on the way. */
export const insertItems = async (
  tx: Tx,
  {
    items,
    syncedAt,
    now,
    isHidden,
    onWritten,
  }: {
    items: readonly { externalId: string; values: ItemValues }[];
    syncedAt: number | null;
    now: number;
    isHidden: IsHidden;
    onWritten: (rows: number) => void;
  },
): Promise<number[]> => {
  const columns = {
    external_id: 'text',
    ...columnsOf(FIELDS),
    ...ACTIVITY,
    last_synced_at: 'bigint',
    listed_at: 'bigint',
  } as const;
  const names = sql.join(Object.keys(columns).map((column) => sql.ref(column)));
  const ids = new Map<string, number>();
  for (const chunk of chunks(items)) {
    const given = chunk.map(({ externalId, values }) => ({
      external_id: externalId,
      ...storedValues(values, FIELDS),
      ...activity(values, isHidden),
      last_synced_at: syncedAt,
      listed_at: now,
    }));
    const { rows } = await sql<{ id: number; external_id: string }>`
      insert into items (${names}) select ${names} from ${jsonTable(tx, JSON.stringify(given), columns)} as given
      returning id, external_id`.execute(tx);
    for (const row of rows) ids.set(row.external_id, row.id);
    onWritten(chunk.length);
  }
  return items.map((item) => ids.get(item.externalId)!);
};

/**
 * Overwrites some fields of stored items, by id. The caller has locked the inventory, so nothing is lost. Reservations
 * are not touched. A sync sets when the items were last synced; `syncedAt` is null for anything else. Items that come back
 * to stock by this do so at `returnedAt`; null if it is no return. `onWritten` counts the rows on the way.
 */
export const updateItems = async (
  tx: Tx,
  {
    items,
    fields,
    syncedAt,
    returnedAt,
    isHidden,
    onWritten,
  }: {
    /** Each with whether its stock is set, instead of moved by a number of pieces. */
    items: readonly (StoredItem & { setsStock: boolean })[];
    fields: readonly ItemField[];
    syncedAt: number | null;
    returnedAt: number | null;
    /** True if an item's category is hidden. It is called only if a field changes that decides it. */
    isHidden: IsHidden;
    onWritten: (rows: number) => void;
  },
): Promise<void> => {
  const decides = DECIDING.some((field) => fields.includes(field));
  const columns = { ...columnsOf(fields), ...(decides && ACTIVITY) };
  const stock = {
    ...(fields.includes('quantity') && { quantity: sql.ref('given.quantity') }),
    ...(fields.includes('listed') && { listed: sql.ref('given.listed') }),
  };
  const changes = [
    ...Object.keys(columns).map((column) => sql`${sql.ref(column)} = ${sql.ref(`given.${column}`)}`),
    sql`stock_version = items.stock_version + given.sets_stock`,
    ...(returnedAt === null ? [] : [sql`back_at = ${nextBackAt(stock, returnedAt)}`]),
    ...(syncedAt === null ? [] : [sql`last_synced_at = ${asWhole(syncedAt)}`]),
  ];
  for (const chunk of chunks(items)) {
    const given = chunk.map((item) => ({
      id: item.id,
      sets_stock: item.setsStock ? 1 : 0,
      ...storedValues(item, fields),
      ...(decides && activity(item, isHidden)),
    }));
    await sql`
      update items set ${sql.join(changes)}
      from ${jsonTable(tx, JSON.stringify(given), { id: 'bigint', sets_stock: 'bigint', ...columns })} as given where items.id = given.id`.execute(
      tx,
    );
    onWritten(chunk.length);
  }
};

/** Somebody has counted as many pieces as there are. */
export const confirmStock = async (tx: Tx, { id }: { id: number }): Promise<void> => {
  await tx.updateTable('items').set({ stock_version: sql`stock_version + 1` }).where('id', '=', id).execute();
};

import { type InferResult, type QueryCreator, sql } from 'kysely';
import { jsonRows } from '../../db/json.ts';
import type { Schema } from '../../db/schema.ts';
import type { StateKey } from '../../db/shop-state.ts';
import type { Db } from '../../db/types.ts';

const KEY = 'purchase_limits' satisfies StateKey;

/** The limits that were set in the panel, as a column of a larger statement; null if there are none. */
export const limitsOfPanel = (db: Db) =>
  sql<string | null>`(${db.selectFrom('shop_state').select('value').where('key', '=', KEY)})`;

/** Returns the measures and texts that say how much each active item contains. */
export const listMeasuredItems = (db: Db) =>
  db
    .selectFrom('items')
    .select(['id', 'name', 'tags', 'size', 'category', 'weight_label'])
    .where('listed', '=', 1)
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute();

const purchased = (db: QueryCreator<Schema>, since: number) =>
  db
    .selectFrom('receipts')
    .innerJoin('receipt_lines', 'receipt_lines.receipt_id', 'receipts.id')
    .innerJoin('items', 'items.id', 'receipt_lines.item_id')
    .select([
      'receipts.created_at as at',
      'receipt_lines.product_name',
      'receipt_lines.quantity',
      'receipt_lines.amounts',
      'items.category',
      'items.tags',
      'items.size',
      'items.weight_label',
    ])
    .where('receipts.user_id', '=', sql.ref<string>('session.userId'))
    .where('receipts.created_at', '>', since)
    .where('receipts.status', 'not in', ['cancelled', 'expired']);

/**
 * The lines of a member's receipts since a time that are neither cancelled nor expired, as a column of a statement that
 * has the table `session`.
 */
export const purchasedLines = (db: Db, since: number) => jsonRows(db, purchased(db, since)).as('purchased');

/** Such a line. `amounts` is null on receipts of older versions, and then the item of today says what it counts. */
export type PurchasedRow = InferResult<ReturnType<typeof purchased>>[number];

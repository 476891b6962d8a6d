import * as z from 'zod/mini';
import { STOCK_REASONS } from '#domain/inventory-plan-stock.ts';
import { endpoint } from './endpoint.ts';
import { active, adminItem, editedItem, lowStock, markupDollars } from './inventory.ts';
import { idParam, moment, trimmedText } from './values.ts';

/** A field of the inventory file. The rules of the file check it, so that a file and a form refuse the same values. */
const fileField = z.optional(z.unknown());

/**
 * Adds an item by hand (behavior 9.15): the fields of the file (behavior 9.6). Without an id the shop makes one. One 400
 * `invalid_input` names every bad field in `errors`.
 */
export const addItem = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/items',
  access: 'inventory.write',
  takesIdempotencyKey: true,
  summary: 'Add an item by hand',
  input: z.object({
    id: fileField,
    name: fileField,
    qty: fileField,
    price: fileField,
    brand: fileField,
    category: fileField,
    description: fileField,
    tags: fileField,
    images: fileField,
    size: fileField,
    weightLabel: fileField,
    tiers: fileField,
    batch: fileField,
    lab: fileField,
    /** Otherwise the markup of new items. */
    markupDollars: z.optional(markupDollars),
    isActive: z.optional(active),
    lowStock: z.optional(lowStock),
  }),
  status: 201,
  output: z.object({
    message: z.string(),
    item: adminItem,
    /** The change-set for Undo. */
    changeId: z.number(),
    /** Values that were left out, such as an unknown weight label. */
    warnings: z.array(z.string()),
  }),
  errors: ['item_exists'],
});

const EDITABLE = {
  name: fileField,
  brand: fileField,
  category: fileField,
  description: fileField,
  price: fileField,
  size: fileField,
  tags: fileField,
  weightLabel: fileField,
  markupDollars: z.optional(markupDollars),
  isActive: z.optional(active),
  tiers: fileField,
  batch: fileField,
  lab: fileField,
  lowStock: z.optional(lowStock),
};
export type EditableField = keyof typeof EDITABLE;

const EXPECTED = Object.fromEntries(Object.keys(EDITABLE).map((field) => [field, fileField])) as Record<
  EditableField,
  typeof fileField
>;

const cannotBeEdited = ({ keys }: { keys?: readonly string[] }) =>
  keys && `${keys[0]} is not one of the fields that this call edits`;

/**
 * Edits any fields of one item in one change-set (behavior 9.20). Null empties a field. The item as it would be has to keep
 * the rules of the file. `expected` has old values; the first field with another one gives 409 `value_moved` with both.
 */
export const editItem = endpoint({
  method: 'PATCH',
  path: '/api/admin/inventory/:id',
  access: 'inventory.write',
  summary: 'Edit any fields of one item',
  params: idParam,
  input: z.strictObject(
    { ...EDITABLE, expected: z.optional(z.strictObject(EXPECTED, { error: cannotBeEdited as never })) },
    { error: cannotBeEdited as never },
  ),
  output: editedItem,
  errors: ['not_found', 'value_moved'],
});

const DELTA = 'delta must be a whole number';
const QUANTITY = 'quantity must be a whole number';
const REASON = `reason must be one of ${STOCK_REASONS.join(', ')}`;

/**
 * Changes the stock of one item by `delta` pieces, or to `quantity` pieces (behavior 9.22). `changeId` is null if as many
 * were there.
 */
export const changeStock = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/:id/stock',
  access: 'inventory.write',
  takesIdempotencyKey: true,
  summary: 'Change the stock of one item',
  params: idParam,
  input: z
    .object({
      delta: z.optional(z.number(DELTA).check(z.int(DELTA))),
      quantity: z.optional(z.number(QUANTITY).check(z.int(QUANTITY))),
      reason: z.enum(STOCK_REASONS, REASON),
      note: z.optional(z.nullable(trimmedText(500, 'note must be a text'))),
    })
    .check(
      z.refine(
        ({ delta, quantity }) => (delta === undefined) !== (quantity === undefined),
        'Give either delta or quantity',
      ),
    ),
  output: editedItem,
  errors: ['not_found'],
});

/** Takes an item off the list (behavior 9.21). It keeps its id, and Undo brings it back. */
export const takeOffItem = endpoint({
  method: 'DELETE',
  path: '/api/admin/inventory/:id',
  access: 'inventory.write',
  summary: 'Take one item off the list',
  params: idParam,
  output: z.object({ message: z.string(), item: z.null(), changeId: z.number() }),
  errors: ['not_found', 'feed_item'],
});

/** Adds 12 sample products, which one Undo removes (behavior 10.24). Only to a shop without orders and other products. */
export const addSamples = endpoint({
  method: 'POST',
  path: '/api/admin/inventory/samples',
  access: 'inventory.write',
  takesIdempotencyKey: true,
  summary: 'Add 12 sample products to an empty shop',
  output: z.object({ message: z.string(), changeId: z.number() }),
  errors: ['not_empty'],
});

/** How many days the sales of an item look back. */
export const SALES_DAYS = 90;

/** An item's part in orders. `sales` are dollars as text, without points discounts. */
export const getItemOrders = endpoint({
  method: 'GET',
  path: '/api/admin/inventory/:id/orders',
  access: 'orders.read',
  summary: 'Who reserved an item, and how much of it was sold',
  params: idParam,
  output: z.object({
    /** The open receipts, oldest first. */
    reservedBy: z.array(
      z.object({ receiptId: z.string(), number: z.number(), username: z.string(), quantity: z.number() }),
    ),
    sales: z.object({
      pieces: z.number(),
      sales: z.string(),
      days: z.number(),
      /** When a receipt with the item was last paid. */
      lastSoldAt: z.nullable(moment),
    }),
  }),
  errors: ['not_found'],
});
export type ItemOrders = z.infer<NonNullable<(typeof getItemOrders)['output']>>;

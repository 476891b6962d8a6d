import { sql } from 'kysely';
import { type ColumnsOf, counted, fixed, flag, orNull, table, text, whole, withDefault } from '../../db/table.ts';

const columns = {
  id: counted,
  external_id: text,
  /** 0 if the item left the feed or file. The row stays for receipts, and for the item's return. */
  listed: flag,
  name: text,
  description: orNull(text),
  brand: orNull(text),
  category: orNull(text),
  /** JSON list of texts. */
  tags: text,
  /** JSON list of paths. */
  images: text,
  size: orNull(text),
  /** Stock on hand. */
  quantity: whole,
  /** The part of the stock promised to open receipts. */
  reserved: withDefault(whole),
  /** How often a plan has set the stock. Orders do not count, nor does what moves it by a number of pieces. */
  stock_version: withDefault(whole),
  price_cents: whole,
  markup_cents: whole,
  /** 1 if members may see it. */
  is_active: flag,
  /** 1 if the seller has it active, but its category is hidden. `is_active` is 0 then, so that no member sees it anywhere. */
  held_back: withDefault(flag),
  /** At this stock or below it is low. Null for the shop's own threshold. */
  low_stock: orNull(whole),
  /** 1 if an admin added it. Such an item belongs to the shop, and no sync changes it. */
  by_hand: withDefault(flag),
  weight_label: orNull(text),
  /** JSON list of Tier, and JSON of a LabResult. */
  tiers: withDefault(text),
  batch: orNull(text),
  lab: orNull(text),
  /** JSON list of the fields that the shop owns. */
  shop_owned: text,
  /** JSON of the feed's last values for these fields. */
  feed_values: withDefault(text),
  /** JSON of a StockCorrection. */
  stock_correction: orNull(text),
  /** The time of the last sync that changed it. */
  last_synced_at: orNull(whole),
  /** When it was first listed. Null if it was added before the shop kept this time. */
  listed_at: fixed(orNull(whole)),
  /** When it last came back to stock. Null if it never did. */
  back_at: orNull(whole),
};

declare module '../../db/schema.ts' {
  interface Schema {
    items: ColumnsOf<typeof columns>;
  }
}

export const items = table('items', columns, {
  checks: {
    'No item is both shown and held back': sql`select name as what from items where is_active = 1 and held_back = 1`,
    'Every reservation belongs to an open receipt': sql`
      select items.name || ': reserved ' || items.reserved || ', promised ' || coalesce(promised.quantity, 0) as what
      from items left join (
        select receipt_lines.item_id, sum(receipt_lines.quantity) as quantity
        from receipt_lines join receipts on receipts.id = receipt_lines.receipt_id
        where receipts.status in ('awaiting_payment', 'paid')
        group by receipt_lines.item_id
      ) as promised on promised.item_id = items.id
      where items.reserved <> coalesce(promised.quantity, 0)`,
  },
});

import type { Generated } from 'kysely';
import type { ChangeKind, PlanRow } from '#domain/inventory-plan.ts';
import type { Fixed, Flag } from './schema-orders.ts';

/* The tables of the inventory: items, their pictures and changes, syncs and views. schema.ts lists all tables. */

export interface ItemsTable {
  id: Generated<number>;
  external_id: string;
  /** 0 if the item left the feed or file. The row stays for receipts, and for the item's return. */
  listed: Flag;
  name: string;
  description: string | null;
  brand: string | null;
  category: string | null;
  /** JSON list of texts. */
  tags: string;
  /** JSON list of paths. */
  images: string;
  size: string | null;
  /** Stock on hand. */
  quantity: number;
  /** The part of the stock promised to open receipts. */
  reserved: Generated<number>;
  /** How often a plan has set the stock. Orders do not count. */
  stock_version: Generated<number>;
  price_cents: number;
  markup_cents: number;
  is_active: Flag;
  /** At this stock or below it is low. Null for the shop's own threshold. */
  low_stock: Generated<number | null>;
  /** 1 if an admin added it. Such an item belongs to the shop, and no sync changes it. */
  by_hand: Generated<Flag>;
  weight_label: string | null;
  /** JSON list of Tier, and JSON of a LabResult. */
  tiers: Generated<string>;
  batch: string | null;
  lab: string | null;
  /** JSON list of the fields that the shop owns. */
  shop_owned: string;
  feed_description: string | null;
  feed_weight_label: string | null;
  feed_tiers: Generated<string>;
  feed_images: Generated<string>;
  /** The time of the last sync that changed it. */
  last_synced_at: number | null;
  /** When it was first listed. Null if it was added before the shop kept this time. */
  listed_at: Fixed<number | null>;
  /** When it last came back to stock. Null if it never did. */
  back_at: Generated<number | null>;
}

/** Uploaded pictures. The history may bring one back, so none is deleted. */
export interface PicturesTable {
  /** As items name it. */
  path: Fixed<string>;
  /** Base64. */
  bytes: Fixed<string>;
  created_at: Fixed<number>;
}

export interface ChangeSetsTable {
  id: Generated<number>;
  kind: Fixed<ChangeKind>;
  actor: Fixed<string>;
  summary: Fixed<string>;
  added: Fixed<number>;
  changed: Fixed<number>;
  removed: Fixed<number>;
  unchanged: Fixed<number>;
  /** Switches that the change also set, such as auto sync: JSON {name: [before, after]}. */
  switches: Fixed<string | null>;
  created_at: Fixed<number>;
  reverted_by: number | null;
}

export interface ChangeRowsTable {
  id: Generated<number>;
  change_id: Fixed<number>;
  item_id: Fixed<number>;
  kind: Fixed<PlanRow['kind']>;
  /** JSON with the changed fields only. */
  before: Fixed<string>;
  after: Fixed<string>;
  /** The change-set that undid this row alone or with some others. Null also if all rows were undone together. */
  reverted_by: Generated<number | null>;
}

export interface SyncRunsTable {
  id: Generated<number>;
  started_at: Fixed<number>;
  finished_at: number | null;
  actor: Fixed<string>;
  outcome: 'running' | 'changed' | 'unchanged' | 'failed' | 'waiting' | 'refused';
  error: string | null;
  added: Generated<number>;
  changed: Generated<number>;
  removed: Generated<number>;
  unchanged: Generated<number>;
  /** JSON list of texts. */
  warnings: Generated<string>;
  change_id: number | null;
}

/** The sync that waits for an admin's decision, because it would move prices too far. At most one. */
export interface PendingSyncsTable {
  id: Fixed<string>;
  /** The feed as it was read, and where its next read starts. */
  feed: Fixed<string>;
  feed_cursor: string | null;
  /** The base prices that it changes, JSON {external id: cents}. A refused sync comes back only if they change. */
  prices: string;
  /** Why it waits, for people. */
  reason: string;
  actor: string;
  /** The plan that the panel shows. */
  plan_hash: string;
  created_at: number;
}

/** A named view of the inventory list. */
export interface ViewsTable {
  id: Fixed<string>;
  user_id: Fixed<string>;
  name: string;
  /** The part of the address after "?". */
  query: string;
  shared: Flag;
  updated_at: number;
}

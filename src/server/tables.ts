import { counters, leases, shopState, versions } from './db/db.table.ts';
import type { TableName } from './db/schema.ts';
import type { Table } from './db/table.ts';
import { addresses, deliveries } from './features/addresses/addresses.table.ts';
import { alerts } from './features/alerts/alerts.table.ts';
import { audit, auditTexts } from './features/audit/audit.table.ts';
import { repeatedActs } from './features/audit/repeated-acts.table.ts';
import { cartItems, carts } from './features/cart/cart.table.ts';
import { categories } from './features/categories/categories.table.ts';
import { changeRows, changeSets } from './features/changes/changes.table.ts';
import { exportFiles } from './features/exports/exports.table.ts';
import { favorites } from './features/favorites/favorites.table.ts';
import { pendingSyncs, syncRuns } from './features/feed/feed.table.ts';
import { idempotencyKeys } from './features/idempotency/idempotency.table.ts';
import { importMappings, importPictures, imports } from './features/imports/imports.table.ts';
import { items } from './features/inventory/items.table.ts';
import { invites } from './features/invites/invites.table.ts';
import { callCounts, throttles } from './features/limits/limits.table.ts';
import { notices } from './features/notices/notices.table.ts';
import { accountKeys, orderAddresses } from './features/order-addresses/order-addresses.table.ts';
import { challenges, passkeys } from './features/passkeys/passkeys.table.ts';
import { pictures } from './features/pictures/pictures.table.ts';
import { pointsEntries } from './features/points/points.table.ts';
import { payments, paymentTexts } from './features/receipts/payments.table.ts';
import { receiptEvents, receiptLines, receipts } from './features/receipts/receipts.table.ts';
import { settings, waitingSettings } from './features/settings/settings.table.ts';
import { tasks } from './features/tasks/tasks.table.ts';
import { memberNotes } from './features/users/member-notes.table.ts';
import { resetLinks, sessions } from './features/users/sessions.table.ts';
import { userEvents, users } from './features/users/users.table.ts';
import { views } from './features/views/views.table.ts';
import { watchedOutputs } from './features/watching/watching.table.ts';

/** All tables. The compiler refuses a table that is missing here. Tables come after those they refer to. */
export const TABLES: { readonly [Name in TableName]: Table<Name> } = {
  shop_state: shopState,
  versions,
  counters,
  leases,
  settings,
  waiting_settings: waitingSettings,
  users,
  sessions,
  reset_links: resetLinks,
  idempotency_keys: idempotencyKeys,
  user_events: userEvents,
  member_notes: memberNotes,
  addresses,
  passkeys,
  challenges,
  invites,
  throttles,
  call_counts: callCounts,
  audit,
  audit_texts: auditTexts,
  repeated_acts: repeatedActs,
  categories,
  items,
  pictures,
  imports,
  import_mappings: importMappings,
  change_sets: changeSets,
  change_rows: changeRows,
  import_pictures: importPictures,
  sync_runs: syncRuns,
  pending_syncs: pendingSyncs,
  views,
  tasks,
  export_files: exportFiles,
  carts,
  cart_items: cartItems,
  favorites,
  alerts,
  receipts,
  receipt_lines: receiptLines,
  receipt_events: receiptEvents,
  deliveries,
  account_keys: accountKeys,
  order_addresses: orderAddresses,
  payments,
  payment_texts: paymentTexts,
  watched_outputs: watchedOutputs,
  points_entries: pointsEntries,
  notices,
};

/** The same, in their order. */
export const ALL_TABLES = Object.values(TABLES) as readonly Table[];

export const TABLE_NAMES = Object.keys(TABLES) as TableName[];

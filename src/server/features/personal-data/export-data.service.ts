import { ShopError } from '#contract/errors.ts';
import type { PersonalTable } from '../../db/schema.ts';
import type { Shop } from '../../shop.ts';
import { listAlerts } from '../alerts/alerts.queries.ts';
import { presentAlert } from '../alerts/alerts.service.ts';
import { listOwnEvidence } from '../audit/audit-list.queries.ts';
import { readCart } from '../cart/cart.service.ts';
import { listFavorites } from '../favorites/favorites.queries.ts';
import { presentPasskey } from '../passkeys/passkeys.present.ts';
import { listPasskeys } from '../passkeys/passkeys.queries.ts';
import { presentTransaction } from '../points/points.present.ts';
import { listEntries } from '../points/points.queries.ts';
import { listReceipts } from '../receipts/receipt-reads.queries.ts';
import { presentReceipt } from '../receipts/receipts.present.ts';
import { listOwnTasks } from '../tasks/tasks.queries.ts';
import { listOpenSessions, type SessionKey } from '../users/sessions.queries.ts';
import { listUserEvents } from '../users/users.admin.queries.ts';
import { presentSession, presentUser } from '../users/users.present.ts';
import { findUserById } from '../users/users.queries.ts';
import { listOwnViews } from '../views/views.queries.ts';

const EVERYTHING = 1_000_000_000;
const ALL = { before: null, limit: EVERYTHING };

/** The part of the export that shows a table's rows; null for a table with nothing to show. */
type Part = (shop: Shop, userId: string, session: SessionKey) => Promise<Record<string, unknown>>;

/** How each table's rows are exported. The compiler refuses a table that is missing here. */
const PARTS: Record<PersonalTable, Part | null> = {
  carts: (shop, _userId, session) => readCart(shop, session),
  // Part of the cart.
  cart_items: null,
  favorites: async ({ database }, userId) => ({
    favorites: (await listFavorites(database.read, { userId })).map(({ item_id, name, created_at }) => ({
      productId: item_id,
      productName: name,
      createdAt: new Date(created_at).toISOString(),
    })),
  }),
  alerts: async ({ database }, userId) => ({
    alerts: (await listAlerts(database.read, { userId })).map((row) => ({
      ...presentAlert(row),
      productName: row.name,
    })),
  }),
  receipts: async ({ database }, userId) => ({
    receipts: (await listReceipts(database.read, { userId, sort: 'newest', after: null, limit: EVERYTHING })).map(
      presentReceipt,
    ),
  }),
  points_entries: async ({ database }, userId) => ({
    points: (await listEntries(database.read, { userId, ...ALL })).map(presentTransaction),
  }),
  sessions: async ({ database, clock }, userId) => ({
    sessions: (await listOpenSessions(database.read, { userId, now: clock() })).map(presentSession),
  }),
  user_events: async ({ database }, userId) => ({
    history: (await listUserEvents(database.read, { userId, limit: EVERYTHING })).events,
  }),
  passkeys: async ({ database }, userId) => ({
    passkeys: (await listPasskeys(database.read, { userId })).map(presentPasskey),
  }),
  views: async ({ database }, userId) => ({
    views: (await listOwnViews(database.read, { userId })).map(({ name, query, shared }) => ({
      name,
      query,
      shared: shared === 1,
    })),
  }),
  tasks: async ({ database }, userId) => ({
    tasks: (await listOwnTasks(database.read, { userId })).map(({ label, started_at: at }) => ({
      label,
      startedAt: new Date(at).toISOString(),
    })),
  }),
  // Open for minutes only.
  challenges: null,
  audit_texts: async ({ database }, userId) => ({ evidence: await listOwnEvidence(database.read, { userId }) }),
  // Holds hashes only.
  reset_links: null,
  // Holds ids and numbers of calls that the other parts show, for 24 hours.
  idempotency_keys: null,
};

/**
 * Returns everything the shop holds about a user, except the password hash, in the terms of the other calls: amounts in
 * dollars, times in ISO 8601 (behavior 3.9).
 * @throws ShopError not_signed_in (401) if the account was deleted in between
 */
export const exportOwnData = async (
  shop: Shop,
  userId: string,
  session: SessionKey,
): Promise<Record<string, unknown>> => {
  const user = await findUserById(shop.database.read, userId);
  if (!user) throw new ShopError('not_signed_in');
  const exported: Record<string, unknown> = { user: presentUser(user) };
  for (const part of Object.values(PARTS)) Object.assign(exported, await part?.(shop, userId, session));
  return exported;
};

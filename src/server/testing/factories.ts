import { randomUUID } from 'node:crypto';
import type { Updateable } from 'kysely';
import type { LabResult } from '#domain/lab-result.ts';
import type { Role } from '#domain/permissions.ts';
import type { Tier } from '#domain/tiers.ts';
import type { Schema } from '../db/schema.ts';
import { recordAudit, SYSTEM } from '../features/audit/audit.queries.ts';
import { openSession } from '../features/users/sessions.queries.ts';
import { createUser, type UserRow } from '../features/users/users.queries.ts';
import { hashPassword } from '../lib/secrets.ts';
import type { Call } from './calls.ts';
import type { TestShop } from './test-shop.ts';

export const MEMBER_PASSWORD = 'member-password';
/** Hashing is slow by design, so all test members share one hash. */
const hashedOnce = hashPassword(MEMBER_PASSWORD);

/** A signed-in member or admin of a test. */
export interface TestUser extends UserRow {
  /** The bearer token of the session. */
  token: string;
  /** Makes calls with that token. */
  call: Call;
}

/** Creates a member with a session. */
export const buildMember = async (
  shop: TestShop,
  overrides: { username?: string; role?: Role; verified?: boolean } = {},
): Promise<TestUser> => {
  const username = overrides.username ?? `member-${randomUUID().slice(0, 8)}`;
  const passwordHash = await hashedOnce;
  const now = shop.clock();
  return shop.database.write(async (tx) => {
    const user = await createUser(tx, {
      username,
      email: `${username}@example.test`,
      signalUsername: '',
      passwordHash,
      role: overrides.role ?? 'member',
      ageConfirmedAt: now,
      verifiedAt: (overrides.verified ?? true) ? now : null,
      now,
    });
    if (user.role !== 'member') {
      await recordAudit(tx, { actor: SYSTEM, kind: 'role', subject: user.id, after: user.role, now });
    }
    const token = await openSession(tx, {
      userId: user.id,
      role: user.role,
      method: 'password',
      userAgent: 'test',
      now,
    });
    return { ...user, token, call: shop.as(token) };
  });
};

/** Creates a user of the panel, by default an owner, who may do everything. */
export const buildAdmin = (shop: TestShop, role: Role = 'owner'): Promise<TestUser> => buildMember(shop, { role });

/** Creates an item of the inventory, in stock and active by default, amounts in cents. The catalogue is notified. */
export const buildItem = async (
  shop: TestShop,
  overrides: Partial<{
    externalId: string;
    name: string;
    description: string | null;
    brand: string | null;
    category: string | null;
    tags: string[];
    images: string[];
    size: string | null;
    quantity: number;
    priceCents: number;
    markupCents: number;
    isActive: boolean;
    weightLabel: string | null;
    listed: boolean;
    tiers: Tier[];
    batch: string | null;
    lab: LabResult | null;
  }> = {},
): Promise<{ id: number; externalId: string; name: string }> => {
  const externalId = overrides.externalId ?? randomUUID();
  const name = overrides.name ?? `Item ${externalId.slice(0, 8)}`;
  return shop.database.write(async (tx, touch) => {
    const { id } = await tx
      .insertInto('items')
      .values({
        external_id: externalId,
        listed: (overrides.listed ?? true) ? 1 : 0,
        name,
        description: overrides.description ?? null,
        brand: overrides.brand ?? null,
        category: overrides.category ?? null,
        tags: JSON.stringify(overrides.tags ?? []),
        images: JSON.stringify(overrides.images ?? []),
        size: overrides.size ?? null,
        quantity: overrides.quantity ?? 10,
        price_cents: overrides.priceCents ?? 1000,
        markup_cents: overrides.markupCents ?? 500,
        is_active: (overrides.isActive ?? true) ? 1 : 0,
        weight_label: overrides.weightLabel ?? null,
        tiers: JSON.stringify(overrides.tiers ?? []),
        batch: overrides.batch ?? null,
        lab: overrides.lab ? JSON.stringify(overrides.lab) : null,
        shop_owned: '[]',
        last_synced_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    touch('catalogue', [id]);
    return { id, externalId, name };
  });
};

/** Changes columns of items in the database directly, as a sync or an order would. The catalogue is notified. */
export const updateItems = (
  shop: TestShop,
  ids: readonly number[],
  values: Updateable<Schema['items']>,
): Promise<unknown> =>
  shop.database.write(async (tx, touch) => {
    await tx.updateTable('items').set(values).where('id', 'in', ids).execute();
    touch('catalogue', ids);
  });

/** Changes columns of a user in the database directly. Listeners are notified. */
export const updateUserRow = (shop: TestShop, id: string, values: Updateable<Schema['users']>): Promise<unknown> =>
  shop.database.write(async (tx, touch) => {
    await tx.updateTable('users').set(values).where('id', '=', id).execute();
    touch('users', [id]);
  });

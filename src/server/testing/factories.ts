import { randomUUID } from 'node:crypto';
import { openSession } from '../features/users/sessions.queries.ts';
import { createUser, type UserRow } from '../features/users/users.queries.ts';
import { hashPassword } from '../lib/secrets.ts';
import type { TestShop } from './test-shop.ts';

export const MEMBER_PASSWORD = 'member-password';
/** Hashing is slow by design, so all test members share one hash. */
const hashedOnce = hashPassword(MEMBER_PASSWORD);

/** A member or admin with a session. `token` is its bearer token. */
export const buildMember = async (
  shop: TestShop,
  overrides: { username?: string; isAdmin?: boolean; verified?: boolean } = {},
): Promise<UserRow & { token: string }> => {
  const username = overrides.username ?? `member-${randomUUID().slice(0, 8)}`;
  const passwordHash = await hashedOnce;
  const now = shop.clock();
  return shop.database.write(async (tx) => {
    const user = await createUser(tx, {
      username,
      email: `${username}@example.test`,
      signalUsername: '',
      passwordHash,
      isAdmin: overrides.isAdmin ?? false,
      ageConfirmedAt: now,
      verifiedAt: (overrides.verified ?? true) ? now : null,
      now,
    });
    return { ...user, token: await openSession(tx, { userId: user.id, userAgent: 'test', now }) };
  });
};

export const buildAdmin = (shop: TestShop) => buildMember(shop, { isAdmin: true });

/** An item of the inventory, in stock and active by default, amounts in cents. The catalogue is notified. */
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
        shop_owned: '[]',
        feed_description: null,
        feed_weight_label: null,
        last_synced_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    touch('catalogue', [id]);
    return { id, externalId, name };
  });
};

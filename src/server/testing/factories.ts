import { randomUUID } from 'node:crypto';
import { createUser, type UserRow } from '../features/accounts/accounts.queries.ts';
import { openSession } from '../http/sessions.ts';
import { hashPassword } from '../passwords.ts';
import type { TestShop } from './test-shop.ts';

export const MEMBER_PASSWORD = 'member-password';
/** Hashing is slow on purpose: once is enough for all test members. */
const hashedOnce = hashPassword(MEMBER_PASSWORD);

/** A member (or admin) with a session: `token` signs in. */
export const buildMember = async (
  { deps }: TestShop,
  overrides: { username?: string; isAdmin?: boolean; verified?: boolean } = {},
): Promise<UserRow & { token: string }> => {
  const username = overrides.username ?? `member-${randomUUID().slice(0, 8)}`;
  const passwordHash = await hashedOnce;
  const now = deps.clock();
  return deps.database.write(async (tx) => {
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

/** An item of the inventory, in stock and active unless told otherwise; amounts in cents. Tells the catalogue. */
export const buildItem = async (
  { deps }: TestShop,
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
  return deps.database.write(async (tx, touch) => {
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

import { bigint, pgTable, smallint, text } from 'drizzle-orm/pg-core';

/** The shop's tables as far as the plain server uses them (src/server/db/migrations). */

const id = () => bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity();
const whole = () => bigint({ mode: 'number' });

export const users = pgTable('users', {
  id: text().primaryKey(),
  status: text().notNull(),
  deletedAt: bigint('deleted_at', { mode: 'number' }),
});

export const sessions = pgTable('sessions', {
  id: text().primaryKey(),
  tokenHash: text('token_hash').notNull().unique(),
  userId: text('user_id').notNull(),
  expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
});

export const items = pgTable('items', {
  id: id(),
  listed: smallint().notNull(),
  name: text().notNull(),
  brand: text(),
  category: text(),
  images: text().notNull(),
  quantity: whole().notNull(),
  reserved: whole().notNull(),
  priceCents: bigint('price_cents', { mode: 'number' }).notNull(),
  markupCents: bigint('markup_cents', { mode: 'number' }).notNull(),
  isActive: smallint('is_active').notNull(),
});

export const cartItems = pgTable('cart_items', {
  id: id(),
  userId: text('user_id').notNull(),
  itemId: bigint('item_id', { mode: 'number' }).notNull(),
  quantity: whole().notNull(),
  addedPriceCents: bigint('added_price_cents', { mode: 'number' }).notNull(),
  createdAt: bigint('created_at', { mode: 'number' }).notNull(),
});

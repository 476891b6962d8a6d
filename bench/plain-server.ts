import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import express from 'express';
import pg from 'pg';
import * as z from 'zod';
import { finalPriceCents } from '../src/domain/pricing.ts';
import { hashToken } from '../src/server/lib/secrets.ts';
import { cartItems, items, sessions, users } from './plain-tables.ts';

/**
 * What one would write: adding to the cart with Express, Drizzle and node-postgres, on the shop's own database in
 * DATABASE_URL. It looks for the session, finds the item, adds the line and reads the cart, like the shop.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
pool.on('error', (error) => console.error(error.message));
const db = drizzle(pool);

const newLine = z.object({ productId: z.int(), quantity: z.int().min(1).max(100_000).default(1) });

const app = express();
app.use(express.json());

app.post('/api/cart/add', async (request, response) => {
  const userId = await findUser(request.headers.authorization);
  if (userId === undefined) return response.status(401).json({ message: 'Please log in again.' });
  const parsed = newLine.safeParse(request.body);
  if (!parsed.success) return response.status(400).json({ message: 'The request is not valid.' });

  const cart = await db.transaction(async (tx) => {
    const added = await addLine(tx, { userId, ...parsed.data });
    return added ? readCart(tx, userId) : null;
  });
  if (!cart) return response.status(409).json({ message: 'There is not enough in stock.' });
  return response.json(cart);
});

/** The id of the user with this bearer token, if the session is still open. */
const findUser = async (authorization = ''): Promise<string | undefined> => {
  const token = /^Bearer (\S+)$/.exec(authorization)?.[1];
  if (!token) return undefined;
  const [found] = await db
    .select({ userId: users.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, hashToken(token)),
        gt(sessions.expiresAt, Date.now()),
        eq(users.status, 'active'),
        isNull(users.deletedAt),
      ),
    );
  return found?.userId;
};

type Tx = Pick<NodePgDatabase, 'select' | 'insert'>;

/** Adds pieces to the line of a product. Returns whether there were enough. */
const addLine = async (
  tx: Tx,
  { userId, productId, quantity }: { userId: string; productId: number; quantity: number },
): Promise<boolean> => {
  const [item] = await tx
    .select()
    .from(items)
    .where(and(eq(items.id, productId), eq(items.listed, 1), eq(items.isActive, 1)));
  if (!item) return false;
  const available = item.quantity - item.reserved;
  if (quantity > available) return false;
  const together = sql<number>`${cartItems.quantity} + excluded.quantity`;
  const added = await tx
    .insert(cartItems)
    .values({
      userId,
      itemId: item.id,
      quantity,
      addedPriceCents: finalPriceCents(item.priceCents, item.markupCents),
      createdAt: Date.now(),
    })
    .onConflictDoUpdate({
      target: [cartItems.userId, cartItems.itemId],
      set: { quantity: together },
      setWhere: lte(together, available),
    })
    .returning({ id: cartItems.id });
  return added.length === 1;
};

const readCart = async (tx: Tx, userId: string) => {
  const lines = await tx
    .select({ line: cartItems, item: items })
    .from(cartItems)
    .innerJoin(items, eq(items.id, cartItems.itemId))
    .where(eq(cartItems.userId, userId))
    .orderBy(cartItems.id);
  const priced = lines.map(({ line, item }) => ({
    line,
    item,
    unitCents: finalPriceCents(item.priceCents, item.markupCents),
  }));
  const subtotal = priced.reduce((sum, { line, unitCents }) => sum + line.quantity * unitCents, 0);
  return {
    cart: { subtotal: dollars(subtotal) },
    items: priced.map(({ line, item, unitCents }) => ({
      id: line.id,
      productId: item.id,
      productName: item.name,
      productBrand: item.brand,
      productCategory: item.category,
      productImage: (JSON.parse(item.images) as string[])[0] ?? null,
      unitPrice: dollars(unitCents),
      unitPriceWhenAdded: dollars(line.addedPriceCents),
      quantity: line.quantity,
      totalPrice: dollars(line.quantity * unitCents),
      available: item.quantity - item.reserved,
    })),
  };
};

const dollars = (cents: number): string => (cents / 100).toFixed(2);

app.listen(Number(process.env.PORT), '127.0.0.1');

process.on('SIGTERM', () => process.exit(0));

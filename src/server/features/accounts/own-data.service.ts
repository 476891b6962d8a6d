import { randomUUID } from 'node:crypto';
import { ShopError } from '#contract/errors.ts';
import type { Db } from '../../db/shop-database.ts';
import type { Deps } from '../../deps.ts';
import type { SignedIn } from '../../http/request-context.ts';
import { verifyPassword } from '../../passwords.ts';
import { refuseLosingLastAdmin } from '../members/last-admin.ts';
import { deleteNoticesOf } from '../notices/notices.queries.ts';
import { presentUser } from './accounts.present.ts';
import { endSessions, findUserById } from './accounts.queries.ts';
import { recordUserEvent } from './user-events.queries.ts';

/** All the shop holds about a user, but for the password's hash (issue: members). Amounts in cents, times ISO 8601. */
export const exportOwnData = async (db: Db, userId: string): Promise<Record<string, unknown>> => {
  const user = await findUserById(db, userId);
  if (!user) throw new ShopError('not_signed_in');
  const of = { userId };
  return {
    user: presentUser(user),
    cart: await cartLines(db, of),
    receipts: await receiptsWithLines(db, of),
    points: await db
      .selectFrom('points_entries')
      .select(['points', 'kind', 'reason', 'created_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
      .then(withDates),
    sessions: await db
      .selectFrom('sessions')
      .select(['user_agent', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .execute()
      .then(withDates),
    history: await db
      .selectFrom('user_events')
      .select(['what', 'actor', 'at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
      .then(withDates),
  };
};

const cartLines = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('cart_items')
    .innerJoin('items', 'items.id', 'cart_items.item_id')
    .select(['items.name', 'cart_items.quantity', 'cart_items.created_at'])
    .where('cart_items.user_id', '=', userId)
    .execute()
    .then(withDates);

const receiptsWithLines = async (db: Db, { userId }: { userId: string }) => {
  const receipts = await db
    .selectFrom('receipts')
    .select([
      'id',
      'number',
      'status',
      'subtotal_cents',
      'shipping_option',
      'shipping_cents',
      'total_cents',
      'notes',
      'created_at',
    ])
    .where('user_id', '=', userId)
    .orderBy('number')
    .execute();
  const lines = await db
    .selectFrom('receipt_lines')
    .innerJoin('receipts', 'receipts.id', 'receipt_lines.receipt_id')
    .select(['receipt_id', 'product_name', 'product_brand', 'quantity', 'unit_price_cents'])
    .where('receipts.user_id', '=', userId)
    .orderBy('position')
    .execute();
  return withDates(receipts).map((receipt) => ({
    ...receipt,
    lines: lines.filter((line) => line.receipt_id === receipt.id).map(({ receipt_id: _, ...line }) => line),
  }));
};

/** Epoch milliseconds of every column that names a moment, as ISO 8601. */
const withDates = <Row extends Record<string, unknown>>(rows: Row[]): Row[] =>
  rows.map(
    (row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          (name === 'at' || name.endsWith('_at')) && typeof value === 'number' ? new Date(value).toISOString() : value,
        ]),
      ) as Row,
  );

/**
 * Deletes an account: nothing that names the person stays. Receipts and points stay, as those of an anonymous row.
 * @throws ShopError wrong_current_password (400), last_admin (409)
 */
export const deleteOwnAccount = async (
  { database, clock }: Deps,
  signedIn: SignedIn,
  { password }: { password: string },
): Promise<void> => {
  const user = await findUserById(database.read, signedIn.userId);
  if (!user || !(await verifyPassword(user.password_hash, password))) throw new ShopError('wrong_current_password');
  const now = clock();
  await database.write(async (tx, touch) => {
    await refuseLosingLastAdmin(tx, user.id);
    const nobody = `deleted-${randomUUID().slice(0, 13)}`;
    await tx
      .updateTable('users')
      .set({
        username: nobody,
        email: `${nobody}@localhost`,
        signal_username: '',
        password_hash: '',
        is_admin: 0,
        age_confirmed_at: null,
        last_seen_at: null,
        deleted_at: now,
      })
      .where('id', '=', user.id)
      .execute();
    await endSessions(tx, { userId: user.id });
    await tx.deleteFrom('reset_links').where('user_id', '=', user.id).execute();
    await tx.deleteFrom('cart_items').where('user_id', '=', user.id).execute();
    await tx.deleteFrom('carts').where('user_id', '=', user.id).execute();
    await tx.deleteFrom('user_events').where('user_id', '=', user.id).execute();
    await deleteNoticesOf(tx, { userId: user.id });
    await tx.updateTable('receipts').set({ notes: '' }).where('user_id', '=', user.id).execute();
    await tx
      .updateTable('receipt_events')
      .set({ actor: nobody })
      .where('actor', '=', user.username)
      .where('receipt_id', 'in', tx.selectFrom('receipts').select('id').where('user_id', '=', user.id))
      .execute();
    await recordUserEvent(tx, { userId: user.id, what: 'Account deleted', actor: nobody, now });
    touch('users', [user.id]);
    touch('receipts');
  });
};

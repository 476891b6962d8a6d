import type { ReadRows } from '../../../tests/faults/saved.ts';
import { cartKey, type Snapshot, type StoredReceipt } from '../checker/history.ts';
import type { Entry } from '../checker/models.ts';
import { earnedBy } from './answers.ts';

/** A whole number as an engine returns it. */
type Whole = number | string;

/** Reads everything that the checker compares. Nobody may call the shop meanwhile. */
export const readSnapshot = async (readRows: ReadRows): Promise<Snapshot> => {
  const items = await readRows<
    Record<'id' | 'quantity' | 'reserved' | 'stock_version' | 'price_cents' | 'markup_cents', Whole>
  >('select id, quantity, reserved, stock_version, price_cents, markup_cents from items');
  const users = await readRows<{ username: string; points_balance: Whole }>(
    'select username, points_balance from users',
  );
  const carts = await readRows<{ username: string; item_id: Whole; quantity: Whole }>(
    'select users.username, item_id, quantity from cart_items join users on users.id = cart_items.user_id',
  );
  const keys = await readRows<{ id: string }>('select id from idempotency_keys');
  return {
    items: new Map(
      items.map((row) => [
        Number(row.id),
        {
          stock: Number(row.quantity),
          reserved: Number(row.reserved),
          version: Number(row.stock_version),
          price: Number(row.price_cents) / 100,
          markup: Number(row.markup_cents) / 100,
        },
      ]),
    ),
    balances: new Map(users.map((row) => [row.username, Number(row.points_balance)])),
    cartLines: new Map(carts.map((row) => [cartKey(row.username, Number(row.item_id)), Number(row.quantity)])),
    receipts: await readReceipts(readRows),
    // The key is the last word of a row's id.
    keys: new Set(keys.map(({ id }) => id.slice(id.lastIndexOf(' ') + 1))),
    at: performance.now(),
  };
};

const readReceipts = async (readRows: ReadRows): Promise<Map<string, StoredReceipt>> => {
  const receipts = await readRows<{
    id: string;
    number: Whole;
    username: string;
    idempotency_key: string | null;
    points: Whole;
    paid: Whole;
  }>(`
    select receipts.id, number, username, idempotency_key, points, subtotal_cents - points_discount_cents as paid
    from receipts join users on users.id = receipts.user_id`);
  const lines = await readRows<
    { receipt_id: string; taken: Whole | null } & Record<
      'item_id' | 'quantity' | 'unit_price_cents' | 'stock_version',
      Whole
    >
  >('select receipt_id, item_id, quantity, unit_price_cents, taken, stock_version from receipt_lines');
  const events = await readRows<{ receipt_id: string; kind: string; status: string }>(
    "select receipt_id, kind, status from receipt_events where kind in ('step', 'undo') order by id",
  );
  const linesOf = byReceipt(lines);
  const eventsOf = byReceipt(events);
  return new Map(
    receipts.map((row) => {
      const own = linesOf.get(row.id) ?? [];
      return [
        row.id,
        {
          id: row.id,
          number: Number(row.number),
          member: row.username,
          key: row.idempotency_key,
          spent: Number(row.points),
          earns: earnedBy(Number(row.paid)),
          lines: own.map((line) => ({
            productId: Number(line.item_id),
            quantity: Number(line.quantity),
            unitPrice: Number(line.unit_price_cents) / 100,
          })),
          taken: new Map(
            own
              .filter(({ taken }) => taken !== null)
              .map((line) => [Number(line.item_id), [Number(line.taken), Number(line.stock_version)] as const]),
          ),
          entries: (eventsOf.get(row.id) ?? []).map(({ kind, status }) => `${kind} ${status}` as Entry),
        },
      ];
    }),
  );
};

const byReceipt = <Row extends { receipt_id: string }>(rows: readonly Row[]): Map<string, Row[]> => {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const own = found.get(row.receipt_id);
    if (own) own.push(row);
    else found.set(row.receipt_id, [row]);
  }
  return found;
};

import { SqliteDatabase } from '../../src/server/db/sqlite-driver.ts';
import type { MemberRecord } from './load.ts';

/** Runs a query on the shop's database, not through the shop. */
export type ReadRows = <Row extends object>(query: string) => Promise<Row[]>;

/** One member's pieces and receipts in the database. */
export interface SavedOrders {
  /** In the cart and in receipts. */
  pieces: number;
  receipts: ReadonlySet<string>;
}

/** The differences between the responses to members and the database. */
export interface Differences {
  /** Acknowledged, but not in the database. */
  lost: number;
  /** In the database, although the response said that it was not saved. */
  extra: number;
}

/** Reads the SQLite file of a shop that does not run. */
export const sqliteReader =
  (file: string): ReadRows =>
  async <Row extends object>(query: string) => {
    const database = new SqliteDatabase(file, { readonly: true });
    try {
      return database.prepare(query).all() as Row[];
    } finally {
      database.close();
    }
  };

/** Reads carts and receipts of all members, by user name. */
export const readSavedOrders = async (readRows: ReadRows): Promise<Map<string, SavedOrders>> => {
  const carts = await readRows<{ username: string; pieces: number | string }>(`
    select users.username, coalesce(sum(cart_items.quantity), 0) as pieces
    from users left join cart_items on cart_items.user_id = users.id group by users.username`);
  const receipts = await readRows<{ username: string; id: string; pieces: number | string }>(`
    select users.username, receipts.id, sum(receipt_lines.quantity) as pieces
    from receipts join users on users.id = receipts.user_id
    join receipt_lines on receipt_lines.receipt_id = receipts.id group by users.username, receipts.id`);
  return new Map(
    carts.map(({ username, pieces }) => {
      const own = receipts.filter((receipt) => receipt.username === username);
      const ordered = own.reduce((sum, receipt) => sum + Number(receipt.pieces), 0);
      return [username, { pieces: Number(pieces) + ordered, receipts: new Set(own.map(({ id }) => id)) }];
    }),
  );
};

/** Compares the responses since `before` with what the database holds now. Pieces and receipts are counted. */
export const compareOrders = (
  told: readonly MemberRecord[],
  before: ReadonlyMap<string, SavedOrders>,
  after: ReadonlyMap<string, SavedOrders>,
): Differences => {
  const nothing: SavedOrders = { pieces: 0, receipts: new Set() };
  let lost = 0;
  let extra = 0;
  for (const { username, pieces, receipts, unsettled } of told) {
    const saved = after.get(username) ?? nothing;
    const known = before.get(username) ?? nothing;
    const savedPieces = saved.pieces - known.pieces;
    const savedReceipts = [...saved.receipts].filter((id) => !known.receipts.has(id));
    const untold = savedReceipts.filter((id) => !receipts.has(id)).length;
    lost += Math.max(0, pieces - savedPieces) + [...receipts].filter((id) => !saved.receipts.has(id)).length;
    extra += Math.max(0, savedPieces - pieces - unsettled.pieces) + Math.max(0, untold - unsettled.receipts);
  }
  return { lost, extra };
};

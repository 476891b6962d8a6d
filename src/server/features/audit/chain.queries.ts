import { createHash } from 'node:crypto';
import { type InferResult, sql } from 'kysely';
import type { Json } from '#domain/audit.ts';
import { type ChainEnd, type ChainEntry, NO_ENTRIES, type Sha256 } from '#domain/audit-chain.ts';
import { jsonTable } from '../../db/json.ts';
import { forUpdate } from '../../db/locks.ts';
import { setState } from '../../db/shop-state.ts';
import type { Db, Tx } from '../../db/types.ts';

export const sha256: Sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** The columns that the chain covers. The place comes with the hash. */
const ENTRY_COLUMNS = [
  'audit.id',
  'audit.at',
  'audit.actor_id',
  'audit.actor_name',
  'audit.role',
  'audit.kind',
  'audit.subject',
  'audit.before',
  'audit.after',
  'audit.address',
] as const;

const entries = (db: Db | Tx) => db.selectFrom('audit').select(ENTRY_COLUMNS);

type EntryRow = InferResult<ReturnType<typeof entries>>[number];

/** A row as the entry that is chained. A row that was spoiled by hand becomes an entry that does not fit. */
export const entryOf = (row: EntryRow, seq: number): ChainEntry => ({
  id: row.id,
  seq,
  at: isoTime(row.at),
  actorId: row.actor_id,
  actorName: row.actor_name,
  role: row.role,
  kind: row.kind,
  subject: row.subject,
  before: parsed(row.before),
  after: parsed(row.after),
  address: row.address,
});

/** The last time that a date can have. */
const LATEST_TIME = 8.64e15;

export const isoTime = (milliseconds: number): string =>
  Math.abs(milliseconds) <= LATEST_TIME ? new Date(milliseconds).toISOString() : String(milliseconds);

/** Reads a stored JSON value. */
export const parsed = (text: string | null): Json => {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return { notJson: text };
  }
};

const unchained = (db: Db | Tx) => db.selectFrom('audit').where('hash', 'is', null);

/** True if entries wait to be chained. */
export const hasWaiting = async (db: Db): Promise<boolean> =>
  (await unchained(db).select('id').limit(1).executeTakeFirst()) !== undefined;

/** How many entries wait, and the time of the oldest of them. */
export const findWaiting = (db: Db | Tx) =>
  unchained(db)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('at').as('oldest')])
    .executeTakeFirstOrThrow();

/** Entries that wait, in the order in which they are chained. */
export const readWaiting = (tx: Tx, limit: number): Promise<EntryRow[]> =>
  entries(tx).where('audit.hash', 'is', null).orderBy('audit.id').limit(limit).execute();

/** The end of the chain as its rows say. */
export const findLastChained = async (db: Db | Tx): Promise<ChainEnd> => {
  const last = await db
    .selectFrom('audit')
    .select(['seq', 'hash'])
    .where('seq', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? { entries: last.seq!, lastHash: last.hash ?? '' } : NO_ENTRIES;
};

/** The end of the chain as the one who chained last stored it; null if nothing was ever chained. */
export const findStoredEnd = async (db: Db | Tx): Promise<ChainEnd | null> => {
  const row = await db.selectFrom('shop_state').select('value').where('key', '=', 'audit_end').executeTakeFirst();
  return readEnd(row?.value);
};

/** The longer one of two ends. */
export const laterEnd = (one: ChainEnd, other: ChainEnd | null): ChainEnd =>
  other !== null && other.entries > one.entries ? other : one;

const readEnd = (value: string | undefined): ChainEnd | null => {
  try {
    const { entries: count, lastHash } = JSON.parse(value ?? 'null') ?? {};
    return Number.isSafeInteger(count) && typeof lastHash === 'string' ? { entries: count, lastHash } : null;
  } catch {
    return null;
  }
};

/**
 * Makes this transaction the only one that chains, over all processes, until it ends. Returns the end of the chain. If
 * the last entries were deleted, that is the end before, so that the gap shows.
 */
export const lockChain = async (tx: Tx): Promise<ChainEnd> => {
  await tx
    .insertInto('shop_state')
    .values({ key: 'audit_end', value: JSON.stringify(NO_ENTRIES) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const stored = await tx
    .selectFrom('shop_state')
    .select('value')
    .where('key', '=', 'audit_end')
    .modifyEnd(forUpdate(tx))
    .executeTakeFirst();
  return laterEnd(await findLastChained(tx), readEnd(stored?.value));
};

const PLACE = { id: 'bigint', seq: 'bigint', hash: 'text' } as const;

/** Stores the places of newly chained entries, and the new end. */
export const storeChained = async (
  tx: Tx,
  { chained, end }: { chained: readonly { id: number; seq: number; hash: string }[]; end: ChainEnd },
): Promise<void> => {
  await sql`
    update audit set seq = chained.seq, hash = chained.hash
    from ${jsonTable(tx, JSON.stringify(chained), PLACE)} as chained
    where audit.id = chained.id and audit.hash is null`.execute(tx);
  await setState(tx, 'audit_end', JSON.stringify(end));
};

/** Chained entries after a place, in the order of the chain, with their personal texts and whether their actor is deleted. */
export const readChain = (db: Db | Tx, { after, limit }: { after: number; limit: number }) =>
  entries(db)
    .leftJoin('audit_texts', 'audit_texts.entry_id', 'audit.id')
    .leftJoin('users', 'users.id', 'audit.actor_id')
    .select([
      'audit.seq',
      'audit.hash',
      'audit_texts.salt',
      'audit_texts.actor_name as actor_text',
      'audit_texts.subject as subject_text',
      'audit_texts.address as address_text',
      'users.deleted_at as actor_deleted_at',
    ])
    .where('audit.seq', '>', after)
    .orderBy('audit.seq')
    .limit(limit)
    .execute();

export type ChainRow = Awaited<ReturnType<typeof readChain>>[number];

const CHAIN_PAGE = 1000;

/** The whole chain, page by page. */
export const readWholeChain = async function* (db: Db): AsyncGenerator<ChainRow[]> {
  let after = 0;
  for (;;) {
    const rows = await readChain(db, { after, limit: CHAIN_PAGE });
    if (rows.length > 0) yield rows;
    if (rows.length < CHAIN_PAGE) return;
    after = rows.at(-1)!.seq!;
  }
};

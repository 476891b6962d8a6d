import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Tx } from '../../db/types.ts';
import { markMade, type Once } from './once.ts';

/** A call that adds something, as its row names it. The same key means nothing to another call or in another scope. */
export interface KeyedCall {
  call:
    | 'addresses.add'
    | 'backups.create'
    | 'exports.start'
    | 'imports.apply'
    | 'inventory.price-rule'
    | 'inventory.add'
    | 'inventory.picture'
    | 'inventory.lab-file'
    | 'inventory.samples'
    | 'inventory.stock'
    | 'invites.create'
    | 'passkeys.add'
    | 'points.grant'
    | 'points.issue'
    | 'receipts.move'
    | 'receipts.payment'
    | 'receipts.payment-undo'
    | 'receipts.undo'
    | 'users.note'
    | 'users.register'
    | 'users.reset-link';
  /** Whose keys they are: a user id, or what else the call names. Without spaces. */
  scope: string;
  /** The request's Idempotency-Key. Without one, every call is a new one. */
  key: string | null;
}

const idOf = ({ call, scope, key }: KeyedCall): string => `${call} ${scope} ${key}`;

/** The thing that a call made, and whether this request made it. */
interface Answer<Made> {
  made: Once<Made>;
  isFirst: boolean;
}

/**
 * Runs `work` once per key (behavior 2.10). `work` returns what it made: ids and numbers, never a secret. It is stored in
 * the same transaction, so a failed call leaves its key unused. A repeated call does not run `work`. If two run at the
 * same time, the second waits for the first.
 */
export const oncePerKey = async <Made extends object>(
  tx: Tx,
  // The row is deleted with the account of `userId`.
  { userId, now, ...keyed }: KeyedCall & { userId: string; now: number },
  work: () => Promise<Made>,
): Promise<Answer<Made>> => {
  if (keyed.key === null) return { made: markMade(await work()), isFirst: true };
  const id = idOf(keyed);
  // The update changes nothing. It waits for a transaction that holds the row, and returns what that stored.
  const { answer } = await tx
    .insertInto('idempotency_keys')
    .values({ id, user_id: userId, answer: '', created_at: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({ answer: ref('idempotency_keys.answer') })),
    )
    .returning('answer')
    .executeTakeFirstOrThrow();
  if (answer !== '') return { made: markMade(JSON.parse(answer) as Made), isFirst: false };
  const made = await work();
  await tx
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(made) })
    .where('id', '=', id)
    .execute();
  return { made: markMade(made), isFirst: true };
};

/**
 * Returns the thing that an earlier call with this key made, or null.
 * @throws OutcomeUnknownError if nobody knows whether it is durable
 */
export const findMade = async <Made extends object>(
  database: ShopDatabase,
  keyed: KeyedCall,
): Promise<Once<Made> | null> => {
  if (keyed.key === null) return null;
  const { read } = database;
  const row = await read
    .selectFrom('idempotency_keys')
    .select('answer')
    .where('id', '=', idOf(keyed))
    .executeTakeFirst();
  if (!row) return null;
  await database.waitUntilDurable();
  return markMade(JSON.parse(row.answer) as Made);
};

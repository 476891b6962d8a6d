import type { AdminReceipt } from '#contract/receipts.admin.ts';
import { CLOCK_TOLERANCE_MS } from '#domain/stored-times.ts';
import type { Db, Touch, Tx } from '../../db/types.ts';

/** The events about receipts that the seller's webhook receives (behavior 7.6). */
export type NoticeEvent = 'receipt.confirmed' | 'receipt.paid' | 'receipt.cancelled' | 'receipt.undone';

/** A receipt as the webhook receives it. */
export type NoticedReceipt = Omit<
  AdminReceipt,
  'panelNote' | 'signalUsername' | 'delivery' | 'payments' | 'addresses' | 'payment' | 'due'
>;

/** The address of a wallet before and after a start with other settings. */
export interface WalletChange {
  setting: string;
  before: string;
  after: string;
}

/** Another wallet or seller that an owner has set in the panel, before it comes into force. */
export interface WaitingWallet {
  setting: string;
  /** Null for a removal. */
  after: string | null;
  /** When it comes into force, ISO 8601. */
  from: string;
  /** The user name of the owner. */
  by: string;
}

/** A product that members waited for, as the webhook receives it. */
export interface ReturnedProduct {
  id: number;
  externalId: string;
  name: string;
  brand: string | null;
  /** How many pieces can be ordered. */
  quantity: number;
  /** How many members asked to hear about it. */
  waiting: number;
}

type Subject =
  | { event: NoticeEvent; receipt: NoticedReceipt }
  | { event: 'product.back'; product: ReturnedProduct }
  | { event: 'settings.wallet_changed'; wallets: readonly WalletChange[] }
  | { event: 'settings.wallet_pending'; wallets: readonly WaitingWallet[] };

type NewNotice = Subject & {
  /** Epoch milliseconds. */
  now: number;
};

/** A notice of a receipt that the database has yet to number. A mark takes the place of the number. */
interface UnnumberedNotice {
  event: 'receipt.confirmed';
  receipt: Omit<NoticedReceipt, 'number'> & { number: string };
  now: number;
}

/** The JSON body that the webhook receives. */
export const noticePayload = ({ event, now, ...subject }: NewNotice | UnnumberedNotice): string =>
  JSON.stringify({ event, at: new Date(now).toISOString(), ...subject });

/** Stores a notice in the transaction of the event it reports: both happen or neither. */
export const recordNotice = async (tx: Tx, touch: Touch, notice: NewNotice): Promise<void> => {
  const { event, now } = notice;
  await tx
    .insertInto('notices')
    .values({
      event,
      receipt_id: 'receipt' in notice ? notice.receipt.id : null,
      payload: noticePayload(notice),
      next_attempt_at: now,
      delivered_at: null,
      last_error: null,
      created_at: now,
    })
    .execute();
  touch('notices');
};

/** The longest pause between two attempts. */
export const LONGEST_PAUSE_MS = 3_600_000;

/** Notices that are due, the longest due first. None waits longer than an hour, unless the clock was ahead. */
export const findDueNotices = (db: Db, { now, limit }: { now: number; limit: number }) =>
  db
    .selectFrom('notices')
    .select(['id', 'event', 'payload', 'attempts'])
    .where(({ or, eb }) =>
      or([eb('next_attempt_at', '<=', now), eb('next_attempt_at', '>', now + LONGEST_PAUSE_MS + CLOCK_TOLERANCE_MS)]),
    )
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** How many notices were not delivered yet and are still tried. */
export const countWaitingNotices = async (db: Db): Promise<number> => {
  const count = db.selectFrom('notices').select(({ fn }) => fn.countAll<number>().as('count'));
  return (await count.where('next_attempt_at', 'is not', null).executeTakeFirstOrThrow()).count;
};

export type DueNotice = Awaited<ReturnType<typeof findDueNotices>>[number];

/**
 * Claims a notice for delivery until `until`. Returns false if another process was faster. If the process dies, the
 * notice can be claimed again after that time.
 */
export const claimNotice = async (
  tx: Tx,
  notice: { id: number; attempts: number; until: number },
): Promise<boolean> => {
  const claimed = await tx
    .updateTable('notices')
    .set({ attempts: notice.attempts + 1, next_attempt_at: notice.until })
    .where('id', '=', notice.id)
    .where('attempts', '=', notice.attempts)
    .where('delivered_at', 'is', null)
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
};

/** Stores the outcome of an attempt: delivered, to be retried at `next`, or failed for good if `next` is null. */
export const recordDelivery = async (
  tx: Tx,
  outcome: { id: number; error: string | null; next: number | null; now: number },
): Promise<void> => {
  await tx
    .updateTable('notices')
    .set(
      outcome.error === null
        ? { delivered_at: outcome.now, next_attempt_at: null, last_error: null }
        : { next_attempt_at: outcome.next, last_error: outcome.error },
    )
    .where('id', '=', outcome.id)
    .execute();
};

/** Deletes all notices about a member's receipts. */
export const deleteNoticesOf = async (tx: Tx, { userId }: { userId: string }): Promise<void> => {
  await tx
    .deleteFrom('notices')
    .where('receipt_id', 'in', (receipts) =>
      receipts.selectFrom('receipts').select('receipts.id').where('receipts.user_id', '=', userId),
    )
    .execute();
};

/** Notices with an id below `before`, newest first. */
export const listNotices = (db: Db, { before, limit }: { before: number | null; limit: number }) =>
  db
    .selectFrom('notices')
    .leftJoin('receipts', 'receipts.id', 'notices.receipt_id')
    .select([
      'notices.id',
      'notices.event',
      'notices.attempts',
      'notices.next_attempt_at',
      'notices.delivered_at',
      'notices.last_error',
      'notices.created_at',
      'receipts.number as receipt_number',
    ])
    .$if(before !== null, (query) => query.where('notices.id', '<', before!))
    .orderBy('notices.id', 'desc')
    .limit(limit)
    .execute();

export type NoticeRow = Awaited<ReturnType<typeof listNotices>>[number];

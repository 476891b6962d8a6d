import { ShopError } from '#contract/errors.ts';
import { pointsEarned } from '#domain/points.ts';
import { canMove, manualSteps, type ReceiptStatus, stockEffect } from '#domain/receipt-state.ts';
import type { Touch, Tx } from '../../db/types.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Settings } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { type AuditActor, recordAudit, SYSTEM } from '../audit/audit.queries.ts';
import { type NoticeEvent, recordNotice } from '../notices/notices.queries.ts';
import { addPoints } from '../points/points.queries.ts';
import { findReceipt } from './receipt-reads.queries.ts';
import { presentAdminReceipt } from './receipts.present.ts';
import {
  findOverdue,
  findReceiptLines,
  insertReceiptEvent,
  keepShippedBatches,
  moveStatus,
} from './receipts.queries.ts';
import { piecesByItem, releaseStock, shipStock } from './stock.queries.ts';

interface Step {
  id: string;
  from: ReceiptStatus;
  to: ReceiptStatus;
  actor: AuditActor;
  note: string | null;
  now: number;
}

/**
 * Moves a receipt to its next state, as an admin does it.
 * @throws ShopError not_found (404), step_not_allowed (409), also if somebody else was faster
 */
export const moveReceipt = (
  { database, settings, clock }: Shop,
  { id, to, actor, note }: { id: string; to: ReceiptStatus; actor: AuditActor; note: string | null },
): Promise<void> =>
  database.write(async (tx, touch) => {
    const receipt = await findReceipt(tx, { id });
    if (!receipt) throw new ShopError('not_found');
    const from = receipt.status;
    if (!manualSteps(from).includes(to)) throw new ShopError('step_not_allowed');
    const moved = await step(tx, touch, settings, { id, from, to, actor, note, now: clock() });
    if (!moved) throw new ShopError('step_not_allowed');
  });

/** How many overdue receipts are read at a time. */
const OVERDUE_BATCH = 100;

/**
 * Expires overdue receipts, each in a transaction of its own. A receipt that was paid or expired in between is left
 * alone. Returns how many expired here.
 */
export const expireReceipts = async ({ database, settings, clock }: Shop): Promise<number> => {
  const now = clock();
  let expired = 0;
  for (;;) {
    const overdue = await findOverdue(database.read, { now, limit: OVERDUE_BATCH });
    for (const { id } of overdue) {
      const moved = await database.write((tx, touch) =>
        step(tx, touch, settings, {
          id,
          from: 'awaiting_payment',
          to: 'expired',
          actor: SYSTEM,
          note: null,
          now,
        }),
      );
      if (moved) expired++;
    }
    if (overdue.length < OVERDUE_BATCH) return expired;
  }
};

/** One step with everything it causes: stock, history, points and notice. Returns false if the receipt had already moved. */
const step = async (tx: Tx, touch: Touch, settings: Settings, { id, from, to, actor, note, now }: Step) => {
  if (!canMove(from, to)) throw new ShopError('step_not_allowed');
  const receipt = await moveStatus(tx, { id, from, to });
  if (!receipt) return false;
  await insertReceiptEvent(tx, { receiptId: id, status: to, actor: actor.name, note, now });
  const after = { number: receipt.number, status: to };
  await recordAudit(tx, { actor, kind: 'receipt', subject: id, before: { status: from }, after, now });
  await moveStock(tx, touch, id, to);
  if (to === 'shipped') await keepShippedBatches(tx, { receiptId: id });
  if (to === 'completed') {
    await addPoints(tx, touch, {
      userId: receipt.user_id,
      points: pointsEarned(receipt.subtotal_cents, settings.POINTS_PER_DOLLAR),
      kind: 'earned',
      reason: `Receipt #${receipt.number}`,
      actor: null,
      receiptId: id,
      now,
    });
  }
  if (to === 'paid' || to === 'cancelled') {
    await notifySeller(tx, touch, settings, { event: `receipt.${to}`, receiptId: id, now });
  }
  touch('receipts', [id]);
  return true;
};

/** Stores a notice for the seller's webhook. Without a webhook nothing is stored, so a later one gets no old news. */
const notifySeller = async (
  tx: Tx,
  touch: Touch,
  settings: Settings,
  { event, receiptId, now }: { event: NoticeEvent; receiptId: string; now: number },
): Promise<void> => {
  if (!settings.ORDER_WEBHOOK_URL) return;
  const receipt = presentAdminReceipt((await findReceipt(tx, { id: receiptId }))!);
  await recordNotice(tx, touch, { event, receipt, now });
};

const moveStock = async (tx: Tx, touch: Touch, receiptId: string, entered: ReceiptStatus): Promise<void> => {
  const effect = stockEffect(entered);
  if (effect !== 'take' && effect !== 'release') return;
  const pieces = piecesByItem(await findReceiptLines(tx, [receiptId]));
  for (const promised of pieces) {
    if (effect === 'take') await shipStock(tx, promised);
    else await releaseStock(tx, promised);
  }
  touch(
    'catalogue',
    pieces.map(({ itemId }) => itemId),
  );
};

const HOUR_MS = 3_600_000;
const LONGEST_INTERVAL_MS = 30_000;
const SHORTEST_INTERVAL_MS = 100;

/** Expires overdue receipts soon after their time, even if RESERVATION_HOURS is a small fraction. */
export const startExpiry = (shop: Shop): BackgroundJob => {
  const tenth = (shop.settings.RESERVATION_HOURS * HOUR_MS) / 10;
  const interval = Math.min(LONGEST_INTERVAL_MS, Math.max(SHORTEST_INTERVAL_MS, tenth));
  return repeat(interval, shop.log, () => expireReceipts(shop));
};

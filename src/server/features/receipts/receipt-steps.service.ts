import { ShopError } from '#contract/errors.ts';
import { pointsEarned } from '#domain/points.ts';
import { canMove, manualSteps, type ReceiptStatus, stockEffect } from '#domain/receipt-state.ts';
import type { Touch, Tx } from '../../db/shop-database.ts';
import type { Deps } from '../../deps.ts';
import type { Settings } from '../../settings.ts';
import { recordNotice } from '../notices/notices.queries.ts';
import { addPoints } from '../points/points.queries.ts';
import { findOverdue, findReceipt, findReceiptLines, insertReceiptEvent, moveStatus } from './receipts.queries.ts';
import { piecesByItem, releaseStock, shipStock } from './stock.queries.ts';

interface Step {
  id: string;
  from: ReceiptStatus;
  to: ReceiptStatus;
  /** A user name, or "system". */
  actor: string;
  note: string | null;
  now: number;
}

/**
 * Moves a receipt to its next state by an admin's hand.
 * @throws ShopError not_found (404), step_not_allowed (409), the latter also where someone else was faster
 */
export const moveReceipt = (
  { database, settings, clock }: Deps,
  { id, to, actor, note }: { id: string; to: ReceiptStatus; actor: string; note: string | null },
): Promise<void> =>
  database.write(async (tx, touch) => {
    const receipt = await findReceipt(tx, { id });
    if (!receipt) throw new ShopError('not_found');
    const from = receipt.status;
    if (!manualSteps(from).includes(to)) throw new ShopError('step_not_allowed');
    const moved = await step(tx, touch, settings, { id, from, to, actor, note, now: clock() });
    if (!moved) throw new ShopError('step_not_allowed');
  });

/** How many overdue receipts are let go before looking again. */
const OVERDUE_AT_ONCE = 100;

/**
 * Lets the stock of overdue receipts go, each in a transaction of its own; a receipt paid or expired by another
 * process in between is left alone. Answers how many expired here.
 */
export const expireReceipts = async ({ database, settings, clock }: Deps): Promise<number> => {
  const now = clock();
  let expired = 0;
  for (;;) {
    const overdue = await findOverdue(database.read, { now, limit: OVERDUE_AT_ONCE });
    for (const { id } of overdue) {
      const moved = await database.write((tx, touch) =>
        step(tx, touch, settings, {
          id,
          from: 'awaiting_payment',
          to: 'expired',
          actor: 'system',
          note: null,
          now,
        }),
      );
      if (moved) expired++;
    }
    if (overdue.length < OVERDUE_AT_ONCE) return expired;
  }
};

/** One step with all it brings about: stock, history, points, notice. Answers whether the receipt was still there to move. */
const step = async (tx: Tx, touch: Touch, settings: Settings, { id, from, to, actor, note, now }: Step) => {
  if (!canMove(from, to)) throw new ShopError('step_not_allowed');
  const receipt = await moveStatus(tx, { id, from, to });
  if (!receipt) return false;
  await insertReceiptEvent(tx, { receiptId: id, status: to, actor, note, now });
  await moveStock(tx, touch, id, to);
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
    await recordNotice(tx, touch, settings, { event: `receipt.${to}`, receiptId: id, now });
  }
  touch('receipts', [id]);
  return true;
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

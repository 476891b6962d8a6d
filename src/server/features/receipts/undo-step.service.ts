import { ShopError } from '#contract/errors.ts';
import { undoRefusal } from '#contract/receipts.admin.ts';
import { type ReceiptStatus, stateBefore, undonePointsEffect, undoneStockEffect } from '#domain/receipt-state.ts';
import type { Touch, Tx } from '../../db/types.ts';
import type { Settings } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { type AuditActor, recordAudit } from '../audit/audit.queries.ts';
import { oncePerKey } from '../idempotency/idempotency.queries.ts';
import type { Once } from '../idempotency/once.ts';
import { findBooks } from './payments.service.ts';
import {
  findStates,
  forgetShippedBatches,
  insertReceiptEvent,
  type LockedReceipt,
  lockReceipt,
  moveStatus,
} from './receipts.queries.ts';
import { movePoints, moveStock, notifySeller, reservationEnd } from './step-effects.service.ts';

interface Undo {
  id: string;
  /** The state that the caller saw. If the receipt has moved since, nothing is undone. */
  from: ReceiptStatus | undefined;
  reason: string | null;
  actor: AuditActor;
  /** The request's Idempotency-Key. */
  key: string | null;
}

/**
 * Takes the last step of a receipt back, with everything it caused (behavior 7.7). Repeated with its key, the call undoes
 * nothing more.
 * @throws ShopError not_found (404), step_not_allowed, not_enough_stock, points_spent (409)
 */
export const undoStep = (
  { database, settings, clock }: Shop,
  { id, from, reason, actor, key }: Undo,
): Promise<Once<object>> =>
  database.write(async (tx, touch) => {
    const now = clock();
    const keyed = { call: 'receipts.undo', scope: `${actor.id}/${id}`, key, userId: actor.id, now } as const;
    const { made } = await oncePerKey(tx, keyed, async () => {
      const receipt = await lockReceipt(tx, { id });
      if (!receipt) throw new ShopError('not_found');
      if (from !== undefined && from !== receipt.status) {
        throw new ShopError('step_not_allowed', { message: undoRefusal(receipt, from) });
      }
      await goBack(tx, touch, settings, receipt, { reason, actor, now });
      return { id };
    });
    return made;
  });

const goBack = async (
  tx: Tx,
  touch: Touch,
  settings: Settings,
  receipt: LockedReceipt,
  { reason, actor, now }: { reason: string | null; actor: AuditActor; now: number },
): Promise<void> => {
  const { id, number, status: from } = receipt;
  const to = stateBefore(from, await findStates(tx, { receiptId: id }));
  if (to === null) throw new ShopError('step_not_allowed', { message: undoRefusal(receipt, from) });
  const isKept = to !== 'awaiting_payment' || (await findBooks(tx, receipt, receipt)).isConfirmed;
  const expiresAt = isKept ? null : reservationEnd(settings, now);
  if (!(await moveStatus(tx, { id, from, to, expiresAt }))) throw new ShopError('step_not_allowed');
  await insertReceiptEvent(tx, { receiptId: id, kind: 'undo', status: to, actor: actor.name, note: reason, now });
  await recordAudit(tx, {
    actor,
    kind: 'receipt',
    subject: id,
    before: { status: from },
    after: { number, status: to, undone: true },
    now,
  });
  await moveStock(tx, touch, undoneStockEffect(from), { receiptId: id, now });
  if (from === 'shipped') await forgetShippedBatches(tx, { receiptId: id });
  await movePoints(tx, touch, settings, undonePointsEffect(from), { ...receipt, actor: actor.name, now });
  // The seller's webhook has reported these two.
  if (from === 'paid' || from === 'cancelled') {
    await notifySeller(tx, touch, settings, { event: 'receipt.undone', receiptId: id, now });
  }
  touch('receipts', [id]);
};

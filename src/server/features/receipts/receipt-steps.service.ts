import { ShopError } from '#contract/errors.ts';
import { stepRefusal } from '#contract/receipts.admin.ts';
import { canMove, manualSteps, pointsEffect, type ReceiptStatus, stockEffect } from '#domain/receipt-state.ts';
import type { Touch, Tx } from '../../db/types.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Settings } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { deleteIfAccountIsDeleted } from '../addresses/addresses.queries.ts';
import { type AuditActor, recordAudit, SYSTEM } from '../audit/audit.queries.ts';
import { oncePerKey } from '../idempotency/idempotency.queries.ts';
import type { Once } from '../idempotency/once.ts';
import { hasSeen } from './payments.service.ts';
import { changeFacts, type Facts } from './receipt-edits.service.ts';
import { findOverdue, insertReceiptEvent, keepShippedBatches, lockReceipt, moveStatus } from './receipts.queries.ts';
import { movePoints, moveStock, notifySeller } from './step-effects.service.ts';

interface Step {
  id: string;
  from: ReceiptStatus;
  to: ReceiptStatus;
  actor: AuditActor;
  note: string | null;
  now: number;
}

interface Update {
  id: string;
  /** The next state; absent if only facts change. */
  to: ReceiptStatus | undefined;
  /** The state that the caller saw. If the receipt has moved since, nothing happens. */
  from?: ReceiptStatus | undefined;
  note: string | null;
  facts?: Facts;
  actor: AuditActor;
  /** The request's Idempotency-Key. */
  key?: string | null;
}

/**
 * Writes down facts about a receipt and moves it to its next state, as an admin does it (behavior 7.1, 7.10). Repeated with
 * its key, the call moves nothing again.
 * @throws ShopError not_found (404), step_not_allowed (409), also if somebody else was faster
 */
export const updateReceipt = (
  { database, settings, clock }: Shop,
  { id, to, from: seen, note, facts = {}, actor, key = null }: Update,
): Promise<Once<object>> =>
  database.write(async (tx, touch) => {
    const now = clock();
    const keyed = { call: 'receipts.move', scope: `${actor.id}/${id}`, key, userId: actor.id, now } as const;
    const { made } = await oncePerKey(tx, keyed, async () => {
      const receipt = await lockReceipt(tx, { id });
      if (!receipt) throw new ShopError('not_found');
      const refusal = () => new ShopError('step_not_allowed', to && { message: stepRefusal(receipt, to) });
      if (seen !== undefined && seen !== receipt.status) throw refusal();
      await changeFacts(tx, touch, settings, receipt, { facts, actor, now });
      if (to === undefined) return { id };
      const from = receipt.status;
      if (!manualSteps(from).includes(to)) throw refusal();
      const moved = await takeStep(tx, touch, settings, { id, from, to, actor, note, now });
      if (!moved) throw refusal();
      return { id };
    });
    return made;
  });

/**
 * Cancels a receipt for its member (behavior 7.9).
 * @throws ShopError not_found (404), step_not_allowed (409) if it no longer awaits payment, or the shop has seen a payment
 */
export const cancelForMember = (
  { database, settings, clock }: Shop,
  { id, userId, actor }: { id: string; userId: string; actor: AuditActor },
): Promise<void> =>
  database.write(async (tx, touch) => {
    const receipt = await lockReceipt(tx, { id, userId });
    if (!receipt) throw new ShopError('not_found');
    if (await hasSeen(tx, receipt)) {
      throw new ShopError('step_not_allowed', {
        message: 'Your payment was seen. To cancel, please message the seller.',
      });
    }
    const cancelling: Step = { id, from: 'awaiting_payment', to: 'cancelled', actor, note: null, now: clock() };
    if (!(await takeStep(tx, touch, settings, cancelling))) throw new ShopError('step_not_allowed');
  });

/** How many overdue receipts are read at a time. */
const OVERDUE_BATCH = 100;

/**
 * Expires overdue receipts, each in a transaction of its own. A receipt that was paid or expired in between, or
 * whose member has said "I've paid", is left alone. Returns how many expired here.
 */
export const expireReceipts = async ({ database, settings, clock }: Shop): Promise<number> => {
  const now = clock();
  let expired = 0;
  for (;;) {
    const overdue = await findOverdue(database.read, { now, limit: OVERDUE_BATCH });
    for (const { id } of overdue) {
      const moved = await database.write((tx, touch) =>
        takeStep(tx, touch, settings, {
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

/** Expires overdue receipts, unless the clock by which they are overdue is wrong. */
export const expireIfClockIsRight = async (shop: Shop): Promise<void> => {
  if (await shop.trustedClock.mayExpire()) await expireReceipts(shop);
};

/** One step with everything it causes: stock, history, points and notice. Returns false if the receipt had already moved. */
export const takeStep = async (tx: Tx, touch: Touch, settings: Settings, { id, from, to, actor, note, now }: Step) => {
  if (!canMove(from, to)) throw new ShopError('step_not_allowed');
  const receipt = await moveStatus(tx, {
    id,
    from,
    to,
    expiresAt: null,
    paidAt: to === 'paid' ? now : undefined,
    overdueAt: to === 'expired' ? now : undefined,
  });
  if (!receipt) return false;
  await insertReceiptEvent(tx, { receiptId: id, kind: 'step', status: to, actor: actor.name, note, now });
  const after = { number: receipt.number, status: to };
  await recordAudit(tx, { actor, kind: 'receipt', subject: id, before: { status: from }, after, now });
  await moveStock(tx, touch, stockEffect(to), { receiptId: id, now });
  if (to === 'shipped') await keepShippedBatches(tx, { receiptId: id });
  // It was kept for the parcel only (behavior 6.14).
  if (from === 'paid') await deleteIfAccountIsDeleted(tx, { receiptId: id });
  await movePoints(tx, touch, settings, pointsEffect(to), { ...receipt, id, actor: actor.name, now });
  if (to === 'paid' || to === 'cancelled') {
    await notifySeller(tx, touch, settings, { event: `receipt.${to}`, receiptId: id, now });
  }
  touch('receipts', [id]);
  return true;
};

const HOUR_MS = 3_600_000;
const LONGEST_INTERVAL_MS = 30_000;
const SHORTEST_INTERVAL_MS = 100;

/**
 * Expires overdue receipts soon after their time, even if RESERVATION_HOURS is a small fraction. None expires by a clock
 * that is wrong (behavior 7.2).
 */
export const startExpiry = (shop: Shop): BackgroundJob => {
  const every = () => {
    const tenth = (shop.settings.RESERVATION_HOURS * HOUR_MS) / 10;
    return Math.min(LONGEST_INTERVAL_MS, Math.max(SHORTEST_INTERVAL_MS, tenth));
  };
  return repeat({ name: 'expiry', every, log: shop.log }, () => expireIfClockIsRight(shop));
};

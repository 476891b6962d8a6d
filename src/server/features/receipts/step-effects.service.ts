import { errorText, ShopError } from '#contract/errors.ts';
import { isEnough, isTenth } from '#domain/payments.ts';
import { pointsEarned } from '#domain/points.ts';
import type { PointsEffect, StockEffect } from '#domain/receipt-state.ts';
import { reservationAfterPayment, reservationAfterReceived } from '#domain/reservation.ts';
import { lockItems } from '../../db/locks.ts';
import type { Touch, Tx } from '../../db/types.ts';
import type { Settings } from '../../settings.ts';
import { type NoticeEvent, recordNotice } from '../notices/notices.queries.ts';
import { addPoints, returnPoints, reverseEarnedPoints, spendPointsAgain } from '../points/points.queries.ts';
import { findReceipt } from './receipt-reads.queries.ts';
import { presentForWebhook } from './receipts.present.ts';
import { findReceiptLines, type LockedReceipt } from './receipts.queries.ts';
import {
  piecesByItem,
  recordTakenPieces,
  releaseStock,
  reserveStock,
  returnStock,
  shipStock,
} from './stock.queries.ts';

/*
 * The effects of steps and their undo: stock, points and notices. The domain decides which effects each of them has.
 */

const HOUR_MS = 3_600_000;

const ofHours = (hours: number): number => Math.ceil(hours * HOUR_MS);

/** When a reservation that begins now ends, epoch milliseconds. */
export const reservationEnd = ({ RESERVATION_HOURS }: Settings, now: number): number =>
  now + ofHours(RESERVATION_HOURS);

/** When the reservation of a receipt ends whose member has just said that it is paid. */
export const extendedReservation = (
  settings: Settings,
  receipt: { until: number; isKnown: boolean; now: number },
): number =>
  reservationAfterPayment({
    ...receipt,
    reservationMs: ofHours(settings.RESERVATION_HOURS),
    checkMs: ofHours(settings.PAYMENT_CHECK_HOURS),
  });

/** The sum of a receipt's entries, in cents, and whether the confirmed ones are enough. */
export interface Books {
  receivedCents: number | null;
  isConfirmed: boolean;
}

type Kept = Pick<LockedReceipt, 'expires_at' | 'part_kept_at' | 'seen_kept_at'>;

/**
 * The columns of a receipt that say how long its stock is kept, after what it received or its total has changed (behavior
 * 7.26).
 */
export const keptAfterReceived = (
  settings: Settings,
  before: Kept & Pick<LockedReceipt, 'status' | 'received_cents' | 'total_cents'>,
  { total_cents: totalCents }: Pick<LockedReceipt, 'total_cents'>,
  { receivedCents, isConfirmed, now }: Books & { now: number },
): Partial<Kept> => {
  if (before.status !== 'awaiting_payment') return {};
  const enough = isEnough(totalCents, receivedCents);
  const isFirstPart = !enough && before.part_kept_at === null && isTenth(totalCents, receivedCents);
  return {
    expires_at: reservationAfterReceived({
      until: before.expires_at,
      wasEnough: isEnough(before.total_cents, before.received_cents),
      isEnough: enough,
      isConfirmed,
      isFirstPart,
      seenAt: before.seen_kept_at,
      now,
      reservationMs: ofHours(settings.RESERVATION_HOURS),
      checkMs: ofHours(settings.PAYMENT_CHECK_HOURS),
    }),
    ...(isFirstPart && { part_kept_at: now }),
    ...(enough && !isConfirmed && { seen_kept_at: before.seen_kept_at ?? now }),
  };
};

/**
 * Applies the effect of a step, or of its undo, to the stock of the receipt's lines (behavior 7.2, 7.7).
 * @throws ShopError not_enough_stock (409) if pieces that are to be reserved again are gone
 */
export const moveStock = async (
  tx: Tx,
  touch: Touch,
  effect: StockEffect,
  { receiptId, now }: { receiptId: string; now: number },
): Promise<void> => {
  if (effect === 'keep') return;
  const lines = await findReceiptLines(tx, [receiptId]);
  const pieces = piecesByItem(lines);
  if (effect === 'take') {
    await lockItems(
      tx,
      pieces.map(({ itemId }) => itemId),
    );
    await recordTakenPieces(tx, { receiptId });
    for (const shipped of pieces) await shipStock(tx, shipped);
  } else if (effect === 'release') {
    for (const promised of pieces) await releaseStock(tx, { ...promised, now });
  } else if (effect === 'return') {
    for (const line of lines.toSorted((a, b) => a.item_id - b.item_id)) await returnStock(tx, line);
  } else {
    const missing: { name: string; left: number }[] = [];
    for (const wanted of pieces) {
      const short = await reserveStock(tx, wanted);
      if (short) missing.push({ name: lines.find(({ item_id }) => item_id === wanted.itemId)!.product_name, ...short });
    }
    refuseMissing(missing);
  }
  touch(
    'catalogue',
    pieces.map(({ itemId }) => itemId),
  );
};

/** @throws ShopError not_enough_stock (409) that names every product that is short */
const refuseMissing = (missing: readonly { name: string; left: number }[]): void => {
  const [first] = missing;
  if (!first) return;
  throw new ShopError('not_enough_stock', {
    left: first.left,
    errors: missing.map(({ name, left }) => `${name}: ${errorText('not_enough_stock', { left })}`),
  });
};

/** The parts of a receipt that its points depend on. */
type PaidReceipt = Pick<
  LockedReceipt,
  'id' | 'number' | 'user_id' | 'subtotal_cents' | 'points' | 'points_discount_cents'
>;

/**
 * Applies the effect of a step, or of its undo, to the points of the receipt's member (behavior 8.2, 8.6). `actor` is who
 * undoes it.
 * @throws ShopError points_spent (409) if the balance is too low to take them back
 */
export const movePoints = async (
  tx: Tx,
  touch: Touch,
  settings: Settings,
  effect: PointsEffect,
  { actor, now, ...receipt }: PaidReceipt & { actor: string; now: number },
): Promise<void> => {
  if (effect === 'keep') return;
  const reason = `Receipt #${receipt.number}`;
  const entry = { receiptId: receipt.id, userId: receipt.user_id, reason, actor: null, now };
  const undone = { ...entry, reason: `${reason}, undone`, actor };
  if (effect === 'earn') {
    const { subtotal_cents: subtotalCents, points_discount_cents: pointsDiscountCents } = receipt;
    const points = pointsEarned({ subtotalCents, pointsDiscountCents }, settings.POINTS_PER_DOLLAR);
    await addPoints(tx, touch, { ...entry, points, kind: 'earned' });
  } else if (effect === 'reverse') {
    await reverseEarnedPoints(tx, touch, undone);
  } else if (effect === 'return') {
    await returnPoints(tx, touch, {
      ...entry,
      reason: `Returned from receipt #${receipt.number}`,
      points: receipt.points,
    });
  } else {
    await spendPointsAgain(tx, touch, { ...undone, points: receipt.points });
  }
};

/** Stores a notice for the seller's webhook. Without a webhook nothing is stored, so a later one gets no old news. */
export const notifySeller = async (
  tx: Tx,
  touch: Touch,
  settings: Settings,
  { event, receiptId, now }: { event: NoticeEvent; receiptId: string; now: number },
): Promise<void> => {
  if (!settings.ORDER_WEBHOOK_URL) return;
  const receipt = presentForWebhook((await findReceipt(tx, { id: receiptId }))!);
  await recordNotice(tx, touch, { event, receipt, now });
};

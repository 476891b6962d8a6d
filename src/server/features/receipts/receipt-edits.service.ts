import { ShopError } from '#contract/errors.ts';
import { linesRefusal } from '#contract/receipts.admin.ts';
import type { ReceiptEvent } from '#contract/receipts.ts';
import { lineName } from '#domain/line-name.ts';
import { centsToAmount, toCents } from '#domain/money.ts';
import { type Quote, requote } from '#domain/quotes.ts';
import { reducedAmounts } from '#domain/receipt-amounts.ts';
import { canChangeLines } from '#domain/receipt-state.ts';
import type { Touch, Tx } from '../../db/types.ts';
import type { Settings } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { type AuditActor, recordAudit } from '../audit/audit.queries.ts';
import { hasBought } from '../cart/cart.queries.ts';
import { returnPoints } from '../points/points.queries.ts';
import { bookFigure, findBooks, hasAnswer, hasSeen } from './payments.service.ts';
import {
  deleteLine,
  findReceiptLines,
  insertReceiptEvent,
  type LockedReceipt,
  lockReceipt,
  setAmounts,
  setFacts,
  setLineQuantity,
} from './receipts.queries.ts';
import { type Books, extendedReservation, keptAfterReceived } from './step-effects.service.ts';
import { piecesByItem, releaseStock } from './stock.queries.ts';

type Changes = ReceiptEvent['changes'];

/** The facts about a receipt, as they were sent. Absent fields stay as they are; null or "" removes one. */
export interface Facts {
  /** Dollars. */
  received?: string | null | undefined;
  coin?: string | null | undefined;
  txid?: string | null | undefined;
  tracking?: string | null | undefined;
  panelNote?: string | null | undefined;
}

interface Edit {
  facts: Facts;
  actor: AuditActor;
  now: number;
}

/**
 * Stores facts about a receipt that the caller has locked. Each change is in the history and in the evidence (behavior
 * 7.10).
 */
export const changeFacts = async (
  tx: Tx,
  touch: Touch,
  settings: Settings,
  receipt: LockedReceipt,
  { facts, actor, now }: Edit,
): Promise<void> => {
  const books = await bookedFigure(tx, receipt, { facts, actor, now });
  const stored = { ...(books && { received_cents: books.receivedCents }), ...storedFacts(facts) };
  const changes = changesOf(receipt, stored);
  if (changes.length === 0) return;
  const kept = books && keptAfterReceived(settings, receipt, receipt, { ...books, now });
  await setFacts(tx, { id: receipt.id, ...stored, ...kept });
  const entry = { receiptId: receipt.id, status: receipt.status, actor: actor.name, now };
  // Members see the history without the private note.
  const isPrivate = ({ what }: Changes[number]) => what === 'panelNote';
  for (const [kind, of] of [
    ['facts', changes.filter((change) => !isPrivate(change))],
    ['panel_note', changes.filter(isPrivate)],
  ] as const) {
    if (of.length > 0) await insertReceiptEvent(tx, { ...entry, kind, changes: of });
  }
  await recordFacts(tx, receipt, changes, { actor, now });
  touch('receipts', [receipt.id]);
};

/** The evidence has the amount. Of the other facts it only has their names, because it is kept for good. */
const recordFacts = (tx: Tx, { id, number }: LockedReceipt, changes: Changes, who: Omit<Edit, 'facts'>) => {
  const received = changes.find(({ what }) => what === 'received');
  return recordAudit(tx, {
    ...who,
    kind: 'receipt',
    subject: id,
    before: received ? { received: received.before } : {},
    after: { number, changed: changes.map(({ what }) => what), ...(received && { received: received.after }) },
  });
};

/** Books the figure of an edit, with the coin and transaction that it names. Null without one. */
const bookedFigure = async (
  tx: Tx,
  receipt: LockedReceipt,
  { facts: { received, ...facts }, actor, now }: Edit,
): Promise<Books | null> => {
  if (received === undefined) return null;
  const { coin, txid } = { ...receipt, ...storedFacts(facts) };
  return bookFigure(tx, receipt, received ? toCents(received) : null, { coin, txid, actor, now });
};

type StoredFacts = Partial<Pick<LockedReceipt, 'received_cents' | 'coin' | 'txid' | 'tracking' | 'panel_note'>>;

const storedFacts = ({ coin, txid, tracking, panelNote }: Facts): StoredFacts => ({
  ...(coin !== undefined && { coin: coin || null }),
  ...(txid !== undefined && { txid: txid || null }),
  ...(tracking !== undefined && { tracking: tracking || null }),
  ...(panelNote !== undefined && { panel_note: panelNote || null }),
});

const NAMES = {
  received_cents: 'received',
  coin: 'coin',
  txid: 'txid',
  tracking: 'tracking',
  panel_note: 'panelNote',
} as const;

const changesOf = (receipt: LockedReceipt, stored: StoredFacts): Changes =>
  (Object.keys(stored) as (keyof typeof NAMES)[])
    .filter((column) => stored[column] !== receipt[column])
    .map((column) => ({
      what: NAMES[column],
      before: asText(receipt[column]),
      after: asText(stored[column] ?? null),
    }));

const asText = (value: string | number | null): string | null =>
  typeof value === 'number' ? centsToAmount(value) : value;

/**
 * Notes that the member says the receipt is paid (behavior 7.8). The first time counts, and keeps the stock longer. Once a
 * payment has answered it, the member can say it again for the rest.
 * @throws ShopError not_found (404), step_not_allowed (409) if it does not await payment
 */
export const recordPaymentSent = (
  { database, settings, clock }: Shop,
  { id, userId, actor, ...facts }: { id: string; userId: string; actor: AuditActor } & Pick<Facts, 'coin' | 'txid'>,
): Promise<void> =>
  database.write(async (tx, touch) => {
    const receipt = await lockReceipt(tx, { id, userId });
    if (!receipt) throw new ShopError('not_found');
    if (receipt.status !== 'awaiting_payment') throw new ShopError('step_not_allowed');
    const now = clock();
    const stored = storedFacts(facts);
    const changes = changesOf(receipt, stored);
    const isFirst = receipt.payment_sent_at === null;
    const isAgain = await hasAnswer(tx, receipt);
    if (!isFirst && !isAgain && changes.length === 0) return;
    const { expires_at: until } = receipt;
    const keeping = isFirst && {
      // Without an end, enough was received.
      expires_at:
        until &&
        extendedReservation(settings, {
          until,
          isKnown: (await hasBought(tx, { userId })) || (await hasSeen(tx, receipt)),
          now,
        }),
    };
    await setFacts(tx, { id, ...stored, ...((isFirst || isAgain) && { payment_sent_at: now }), ...keeping });
    await insertReceiptEvent(tx, {
      receiptId: id,
      kind: 'payment_sent',
      status: receipt.status,
      actor: actor.name,
      changes,
      now,
    });
    const after = { number: receipt.number, paymentSent: true };
    await recordAudit(tx, { actor, kind: 'receipt', subject: id, before: {}, after, now });
    touch('receipts', [id]);
  });

interface LineChange {
  productId: number;
  /** 0 removes the line. */
  quantity: number;
}

/**
 * Reduces or removes lines of a receipt until it is shipped (behavior 7.11). Stock, total and history follow, and the
 * points that it will earn do so by themselves.
 * @throws ShopError not_found (404), step_not_allowed (409), invalid_input (400)
 */
export const changeLines = (
  { database, settings, clock }: Shop,
  { id, lines: wanted, actor }: { id: string; lines: readonly LineChange[]; actor: AuditActor },
): Promise<void> =>
  database.write(async (tx, touch) => {
    const receipt = await lockReceipt(tx, { id });
    if (!receipt) throw new ShopError('not_found');
    if (!canChangeLines(receipt.status)) {
      throw new ShopError('step_not_allowed', { message: linesRefusal(receipt) });
    }
    const lines = await findReceiptLines(tx, [id]);
    const reduced = reducedLines(lines, wanted);
    if (reduced.length === 0) return;
    const left = lines.flatMap((line) => reduced.find(({ id }) => id === line.id) ?? line);
    if (left.every(({ quantity }) => quantity === 0)) throw invalid('Cancel the order to remove every line.');

    for (const { id: lineId, quantity } of reduced) {
      await (quantity === 0 ? deleteLine(tx, { lineId }) : setLineQuantity(tx, { lineId, quantity }));
    }
    const freed = reduced.map(({ item_id, before, quantity }) => ({ item_id, quantity: before - quantity }));
    const now = clock();
    for (const pieces of piecesByItem(freed)) await releaseStock(tx, { ...pieces, now });
    const amounts = reducedAmounts({
      lines: left.map(({ quantity, unit_price_cents }) => ({ quantity, unitPriceCents: unit_price_cents })),
      points: receipt.points,
      pointsDiscountCents: receipt.points_discount_cents,
      shippingCents: receipt.shipping_cents,
    });
    const quotes = requote(JSON.parse(receipt.quotes) as Quote[], amounts.totalCents);
    const total_cents = amounts.totalCents;
    const books = receipt.received_cents === null ? null : await findBooks(tx, receipt, { total_cents });
    await setAmounts(tx, {
      ...{ id, ...amounts, quotes: JSON.stringify(quotes) },
      ...(books && {
        received_cents: books.receivedCents,
        ...keptAfterReceived(settings, receipt, { total_cents }, { ...books, now }),
      }),
    });
    await returnPoints(tx, touch, {
      receiptId: id,
      userId: receipt.user_id,
      points: receipt.points - amounts.points,
      reason: `Returned from receipt #${receipt.number}`,
      actor: actor.name,
      now,
    });

    const total = { before: centsToAmount(receipt.total_cents), after: centsToAmount(amounts.totalCents) };
    await insertReceiptEvent(tx, {
      receiptId: id,
      kind: 'lines',
      status: receipt.status,
      actor: actor.name,
      changes: [
        ...reduced.map((line) => ({
          what: lineName({ productName: line.product_name, size: line.size }),
          before: String(line.before),
          after: line.quantity === 0 ? null : String(line.quantity),
        })),
        { what: 'total', ...total },
      ],
      now,
    });
    await recordAudit(tx, {
      actor,
      kind: 'receipt',
      subject: id,
      before: { total: total.before },
      after: { number: receipt.number, changed: ['lines'], total: total.after },
      now,
    });
    touch(
      'catalogue',
      reduced.map(({ item_id }) => item_id),
    );
    touch('receipts', [id]);
  });

type Line = Awaited<ReturnType<typeof findReceiptLines>>[number];

/** The lines that get smaller, with their quantity before. @throws ShopError invalid_input (400) */
const reducedLines = (lines: readonly Line[], wanted: readonly LineChange[]): (Line & { before: number })[] => {
  if (new Set(wanted.map(({ productId }) => productId)).size < wanted.length) throw invalid('Name each product once.');
  return wanted.flatMap(({ productId, quantity }) => {
    const line = lines.find(({ item_id }) => item_id === productId);
    if (!line) throw invalid('This product is not on the receipt.');
    if (quantity > line.quantity)
      throw invalid(`${lineName({ productName: line.product_name, size: line.size })}: a line can only get smaller.`);
    return quantity === line.quantity ? [] : [{ ...line, before: line.quantity, quantity }];
  });
};

const invalid = (message: string) => new ShopError('invalid_input', { message });

import { ShopError } from '#contract/errors.ts';
import type { ReceiptEvent } from '#contract/receipts.ts';
import { centsToAmount } from '#domain/money.ts';
import {
  hasSeenPayment,
  mayBecome,
  type PaymentKind,
  paymentState,
  receivedCents,
  refundsMoreCoins,
  withoutUndone,
} from '#domain/payments.ts';
import { isAnswered } from '#domain/unpaid-orders.ts';
import type { Touch, Tx } from '../../db/types.ts';
import type { Settings } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { type AuditActor, recordAudit } from '../audit/audit.queries.ts';
import { oncePerKey } from '../idempotency/idempotency.queries.ts';
import type { Once } from '../idempotency/once.ts';
import { entryOf, findEntries, insertPayment, type PaymentRow } from './payments.queries.ts';
import { insertReceiptEvent, type LockedReceipt, lockReceipt, setFacts } from './receipts.queries.ts';
import { type Books, keptAfterReceived } from './step-effects.service.ts';

interface Who {
  actor: AuditActor;
  now: number;
}

interface Act {
  /** The receipt. */
  id: string;
  actor: AuditActor;
  /** The request's Idempotency-Key. */
  key: string | null;
}

/** A payment as a person enters it. */
interface GivenPayment {
  kind: PaymentKind;
  coin: string | null;
  coinAmount: string | null;
  cents: number;
  txid: string | null;
  note: string | null;
}

/**
 * Adds a payment or a refund to the books of a receipt (behavior 7.26). Repeated with its key, the call adds nothing more.
 * @throws ShopError not_found (404), refund_too_large (409)
 */
export const addPayment = (
  { database, settings, clock }: Shop,
  { id, actor, key, ...payment }: Act & GivenPayment,
): Promise<Once<object>> =>
  database.write(async (tx, touch) => {
    const now = clock();
    const keyed = { call: 'receipts.payment', scope: `${actor.id}/${id}`, key, userId: actor.id, now } as const;
    const { made } = await oncePerKey(tx, keyed, async () => {
      const receipt = await lockReceipt(tx, { id });
      if (!receipt) throw new ShopError('not_found');
      const added = await insertPayment(tx, { receiptId: id, actor: actor.name, now, ...payment });
      const entry = { payment: payment.kind, dollars: centsToAmount(payment.cents) };
      await bookAct(tx, touch, settings, receipt, { ...entry, coin: payment.coin }, { actor, now });
      return added;
    });
    return made;
  });

/**
 * Takes an entry of the books back (behavior 7.26). Repeated with its key, the call takes nothing more back.
 * @throws ShopError not_found (404), already_reverted, refund_too_large (409)
 */
export const undoPayment = (
  { database, settings, clock }: Shop,
  { id, paymentId, actor, key }: Act & { paymentId: number },
): Promise<Once<object>> =>
  database.write(async (tx, touch) => {
    const now = clock();
    const scope = `${actor.id}/${id}/${paymentId}`;
    const keyed = { call: 'receipts.payment-undo', scope, key, userId: actor.id, now } as const;
    const { made } = await oncePerKey(tx, keyed, async () => {
      const receipt = await lockReceipt(tx, { id });
      const entries = receipt ? await findEntries(tx, { receiptId: id }) : [];
      const undone = entries.find((entry) => entry.id === paymentId);
      if (!receipt || !undone) throw new ShopError('not_found');
      if (!withoutUndone(entries).includes(undone)) throw new ShopError('already_reverted');
      const undo = await insertUndo(tx, undone, { receiptId: id, actor: actor.name, now });
      const entry = { payment: undone.kind, dollars: amountOf(undone.cents), undone: true };
      await bookAct(tx, touch, settings, receipt, { ...entry, coin: undone.coin }, { actor, now });
      return undo;
    });
    return made;
  });

/**
 * Brings what a receipt received to a figure, as the seller writes it down (behavior 7.10): an entry has the difference, and
 * null undoes all entries by hand.
 */
export const bookFigure = async (
  tx: Tx,
  receipt: LockedReceipt,
  figure: number | null,
  { actor, now, ...payment }: Who & Pick<GivenPayment, 'coin' | 'txid'>,
): Promise<Books> => {
  const { id, received_cents: before } = receipt;
  const by = { receiptId: id, actor: actor.name, now };
  if (figure === null) {
    const entries = await findEntries(tx, { receiptId: id });
    const byHand = withoutUndone(entries).filter(({ output }) => output === null);
    for (const entry of byHand) await insertUndo(tx, entry, by);
  } else if (figure !== before) {
    await insertPayment(tx, { ...by, ...payment, kind: 'received', cents: figure - (before ?? 0), coinAmount: null });
  }
  return findBooks(tx, receipt, receipt);
};

/** Returns whether the shop has seen a payment of a receipt, which the caller has locked. */
export const hasSeen = async (tx: Tx, { id, received_cents }: LockedReceipt): Promise<boolean> =>
  received_cents !== null && hasSeenPayment((await findEntries(tx, { receiptId: id })).map(entryOf));

/** Returns whether a payment has answered what its member said of a receipt, which the caller has locked (behavior 7.8). */
export const hasAnswer = async (tx: Tx, { id, payment_sent_at: saidAt }: LockedReceipt): Promise<boolean> => {
  if (saidAt === null) return false;
  const entries = withoutUndone(await findEntries(tx, { receiptId: id }));
  return isAnswered(
    saidAt,
    entries.map(({ at }) => at),
  );
};

/** Returns whether a receipt, which the caller has locked, gave more of a coin back than came in it. */
const hasRefundedMore = async (tx: Tx, { id }: LockedReceipt, coin: string): Promise<boolean> => {
  const rows = await findEntries(tx, { receiptId: id });
  const entries = rows.map((row) => ({ ...entryOf(row), coin: row.coin, coinAmount: row.coin_amount }));
  return refundsMoreCoins(entries, coin);
};

/** Returns the sums of a receipt's entries, also for another total. The caller has locked the receipt. */
export const findBooks = async (
  tx: Tx,
  { id }: LockedReceipt,
  { total_cents: totalCents }: Pick<LockedReceipt, 'total_cents'>,
): Promise<Books> => {
  const entries = (await findEntries(tx, { receiptId: id })).map(entryOf);
  const { confirmed } = paymentState({ totalCents, endedAt: null }, entries);
  return { receivedCents: receivedCents(totalCents, entries), isConfirmed: confirmed };
};

/** Takes an entry back: with one of its kind that has the opposite amounts. */
const insertUndo = (
  tx: Tx,
  { id, kind, coin, coin_amount, cents }: PaymentRow,
  by: { receiptId: string; actor: string; now: number },
): Promise<{ id: number }> =>
  insertPayment(tx, {
    ...by,
    kind,
    coin,
    coinAmount: coin_amount === null ? null : `-${coin_amount}`,
    cents: cents === null ? null : -cents,
    reverses: id,
  });

/** Books the entry that a person added. @throws ShopError refund_too_large (409) */
const bookAct = async (
  tx: Tx,
  touch: Touch,
  settings: Settings,
  receipt: LockedReceipt,
  { coin, ...entry }: BookedEntry & { coin: string | null },
  { actor, now }: Who,
): Promise<void> => {
  const books = await findBooks(tx, receipt, receipt);
  const isLess = (entry.payment === 'refunded') !== (entry.undone ?? false);
  const isTooMuch =
    !mayBecome(receipt.received_cents, books.receivedCents) ||
    (isLess && coin !== null && (await hasRefundedMore(tx, receipt, coin)));
  if (isTooMuch) throw new ShopError('refund_too_large');
  await bookReceived(tx, touch, settings, receipt, books, [entry], { actor, now });
};

/** An event of an entry, for the evidence. */
export interface BookedEntry {
  payment: PaymentKind;
  dollars: string | null;
  undone?: boolean;
  /** The chain no longer has it. */
  gone?: boolean;
}

/** Stores what a receipt has received now. The amount is in its history, and what happened in the evidence. */
export const bookReceived = async (
  tx: Tx,
  touch: Touch,
  settings: Settings,
  receipt: LockedReceipt,
  books: Books,
  entries: readonly BookedEntry[],
  { actor, now, note = null }: Who & { note?: string | null },
): Promise<void> => {
  const { id, number, status } = receipt;
  const change = { before: amountOf(receipt.received_cents), after: amountOf(books.receivedCents) };
  const kept = keptAfterReceived(settings, receipt, receipt, { ...books, now });
  await setFacts(tx, { id, received_cents: books.receivedCents, ...kept });
  if (entries.length > 0) {
    const changes = [{ what: 'received', ...change }, ...entries.flatMap(actOf)];
    await insertReceiptEvent(tx, { receiptId: id, kind: 'facts', status, actor: actor.name, note, changes, now });
  }
  for (const entry of entries) {
    await recordAudit(tx, {
      actor,
      kind: 'payment',
      subject: id,
      before: { received: change.before },
      after: { number, ...entry, received: change.after },
      now,
    });
  }
  touch('receipts', [id]);
};

/** What the history says of an entry besides the amount, unless it is a payment that came or went. */
const actOf = ({ payment, undone }: BookedEntry): ReceiptEvent['changes'] => {
  if (undone) return [{ what: 'undone', before: payment, after: null }];
  return payment === 'refunded' ? [{ what: 'refunded', before: null, after: payment }] : [];
};

const amountOf = (cents: number | null): string | null => (cents === null ? null : centsToAmount(cents));

import { isDeepStrictEqual } from 'node:util';
import { centsToAmount } from '#domain/money.ts';
import { counting, type PaymentEntry, paymentState } from '#domain/payments.ts';
import { coinCents, type Rates, unitsText } from '#domain/quotes.ts';
import {
  firstKnown,
  type KnownOutput,
  MOST_OUTPUTS,
  nextKnown,
  outputRate,
  type Shown,
  type ShownOutput,
} from '#domain/watching.ts';
import type { Touch, Tx } from '../../db/types.ts';
import type { Shop } from '../../shop.ts';
import { SYSTEM } from '../audit/audit.queries.ts';
import { findRates } from '../rates/rates.queries.ts';
import { entryOf, findEntries, insertPayment } from '../receipts/payments.queries.ts';
import { type BookedEntry, bookReceived, findBooks } from '../receipts/payments.service.ts';
import { allQuotes } from '../receipts/quotes.service.ts';
import { takeStep } from '../receipts/receipt-steps.service.ts';
import { insertReceiptEvent, type LockedReceipt, lockReceipt } from '../receipts/receipts.queries.ts';
import {
  findOutputs,
  hasNote,
  insertOutput,
  knownOf,
  type OutputRow,
  skipUsed,
  updateOutput,
  type Watched,
} from './watching.queries.ts';

const GONE = 'A payment disappeared from the chain.';
const TOO_MANY = `More than ${MOST_OUTPUTS} payments were seen. The others are not counted.`;

/** The changes of a round at an address. */
interface Plan {
  added: { output: ShownOutput; known: KnownOutput }[];
  changed: { row: OutputRow; known: KnownOutput }[];
  /** There is more than becomes entries. */
  isFull: boolean;
}

const planRound = (
  rows: readonly OutputRow[],
  shown: Shown,
  { confirmed_at: confirmedAt }: Watched,
  needed: number,
): Plan => {
  const keyOf = ({ txid, output, units }: Pick<OutputRow, 'txid' | 'output' | 'units'>) => `${txid}:${output}:${units}`;
  const outputs = new Map(shown.outputs.map((output) => [keyOf(output), output]));
  const changed = rows
    .map((row) => ({ row, known: nextKnown(knownOf(row), outputs.get(keyOf(row)), shown, confirmedAt) }))
    .filter(({ row, known }) => row.needed !== needed || !isDeepStrictEqual(known, knownOf(row)));
  // An output that replaces another is stored once that one is gone, so that the two are never added.
  const isReplacing = changed.some(({ known }) => known.counts && known.missing > 0);
  const taken = new Set(rows.map(({ txid, output }) => `${txid}:${output}`));
  const wanted = shown.outputs.flatMap((output) => {
    const known = taken.has(`${output.txid}:${output.output}`) ? null : firstKnown(output, shown, confirmedAt);
    return known ? [{ output, known }] : [];
  });
  const room = MOST_OUTPUTS - rows.length;
  return { added: isReplacing ? [] : wanted.slice(0, room), changed, isFull: wanted.length > room };
};

/**
 * Stores the servers' results about an address, in one transaction (behavior 7.28). Results that are stored already
 * change nothing, so it may happen any number of times, in any number of processes.
 */
export const applyRound = async (shop: Shop, watched: Watched, shown: Shown): Promise<void> => {
  const { database, settings } = shop;
  const { address, receipt_id: id } = watched;
  if (id === null && watched.skipped === null) {
    if (shown.outputs.some(({ byAll }) => byAll)) await database.write((tx) => skipUsed(tx, { address }));
    return;
  }
  const { PAYMENT_CONFIRMATIONS: needed, PAYMENT_AUTO: isAuto } = settings;
  const rows = await findOutputs(database.read, { address });
  const { added, changed, isFull } = planRound(rows, shown, watched, needed);
  const mayBePaid = isAuto && rows.some(({ confirmations }) => confirmations >= needed);
  if (added.length === 0 && changed.length === 0 && !isFull && !mayBePaid) return;
  await database.write(async (tx, touch) => {
    const receipt = id === null ? null : await lockReceipt(tx, { id });
    if (receipt === undefined) return;
    const plan = planRound(await findOutputs(tx, { address }), shown, watched, needed);
    const now = shop.clock();
    const booked = await storePlan(tx, shop, watched, plan, { receipt, now });
    if (!receipt && booked.length > 0) touch('receipts', []);
    if (receipt) await bookRound(tx, touch, shop, receipt, plan, { booked, now });
  });
};

/** Stores the outputs, and new ones as entries of the receipt. Returns what that means for the books. */
const storePlan = async (
  tx: Tx,
  { settings }: Shop,
  { coin, address }: Watched,
  { added, changed }: Plan,
  { receipt, now }: { receipt: LockedReceipt | null; now: number },
): Promise<BookedEntry[]> => {
  const needed = settings.PAYMENT_CONFIRMATIONS;
  const booked: BookedEntry[] = [];
  const rates: Rates | null = added.length === 0 ? null : await findRates(tx, { settings, now });
  for (const { output, known } of added) {
    const { txid, units } = output;
    const dated = { coin, seenAt: now, blockAt: known.blockAt };
    const counted = outputRate(dated, receipt ? allQuotes(receipt) : [], rates?.[coin] ?? null);
    const cents = counted && coinCents(units, counted.rate);
    const entry = receipt && {
      ...{ receiptId: receipt.id, kind: 'received' as const, coin, coinAmount: unitsText(units), cents },
      ...{ txid, output: output.output, actor: SYSTEM.name, now },
    };
    const paymentId = entry && (await insertPayment(tx, entry)).id;
    const { rate = null, quotedAt = null } = counted ?? {};
    await insertOutput(tx, {
      txid,
      output: output.output,
      address,
      paymentId,
      units,
      rate,
      quotedAt,
      known,
      needed,
      now,
    });
    booked.push(bookedEntry(cents));
  }
  for (const { row, known } of changed) {
    const isGone = row.counts === 1 && !known.counts;
    await updateOutput(tx, { id: row.id, known, needed, goneAt: isGone ? now : undefined });
    if (isGone) booked.push({ ...bookedEntry(row.cents), gone: true });
    else if (row.counts === 0 && known.counts) booked.push(bookedEntry(row.cents));
  }
  return booked;
};

const bookedEntry = (cents: number | null): BookedEntry => ({
  payment: 'received',
  dollars: cents === null ? null : centsToAmount(cents),
});

/** Brings a receipt to what its outputs are now: what was received, how long its stock is kept, and its state. */
const bookRound = async (
  tx: Tx,
  touch: Touch,
  { settings }: Shop,
  receipt: LockedReceipt,
  { added, changed, isFull }: Plan,
  { booked, now }: { booked: readonly BookedEntry[]; now: number },
): Promise<void> => {
  const { id, status } = receipt;
  if (added.length + changed.length > 0) {
    const books = await findBooks(tx, receipt, receipt);
    const note = booked.some(({ gone }) => gone) ? GONE : null;
    await bookReceived(tx, touch, settings, receipt, books, booked, { actor: SYSTEM, now, note });
  }
  if (isFull && !(await hasNote(tx, { receiptId: id, note: TOO_MANY }))) {
    await insertReceiptEvent(tx, { receiptId: id, kind: 'facts', status, actor: SYSTEM.name, note: TOO_MANY, now });
    touch('receipts', [id]);
  }
  if (settings.PAYMENT_AUTO && status === 'awaiting_payment' && (await isSurelyPaid(tx, receipt))) {
    await takeStep(tx, touch, settings, { id, from: status, to: 'paid', actor: SYSTEM, note: null, now });
  }
};

/** Returns whether enough is confirmed by two servers, or by hand. */
const isSurelyPaid = async (tx: Tx, { id, total_cents: totalCents }: LockedReceipt): Promise<boolean> => {
  const entries = (await findEntries(tx, { receiptId: id })).map((row): PaymentEntry => {
    const entry = entryOf(row);
    const isSure = row.servers === null || row.servers >= 2;
    return entry.chain && !isSure ? { ...entry, chain: { ...entry.chain, confirmed: false } } : entry;
  });
  return (
    counting(entries).some(({ chain }) => chain !== null) &&
    paymentState({ totalCents, endedAt: null }, entries).confirmed
  );
};

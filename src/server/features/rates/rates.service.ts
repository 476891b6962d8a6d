import { ShopError } from '#contract/errors.ts';
import { COINS, type Rates } from '#domain/quotes.ts';
import { NO_GUARD, ratesJump, startAnew, takeRates, waitingRates } from '#domain/rate-guard.ts';
import type { Touch, Tx } from '../../db/types.ts';
import { type AuditActor, recordAudit, SYSTEM } from '../audit/audit.queries.ts';
import { findStoredRates, lockRateGuard, type StoredGuard, storeRateGuard, storeRates } from './rates.queries.ts';

const HOUR_MS = 3_600_000;
const NONE: Rates = { BTC: null, LTC: null };

interface Change {
  actor: AuditActor;
  rates: Rates;
  now: number;
}

/** Sets rates by hand. Later rates of RATE_URL are compared with them (behavior 7.15). */
export const setRatesByHand = async (tx: Tx, touch: Touch, { actor, rates, now }: Change): Promise<void> => {
  const before = await findStoredRates(tx, 'manual');
  await storeRates(tx, 'manual', { ...rates, at: now });
  await storeRateGuard(tx, startAnew(NO_GUARD, rates, now));
  await recordChange(tx, { actor, subject: 'rates', before, after: rates, now });
  touch('receipts', []);
};

/** Stores rates that were just read from RATE_URL. Those that jump wait instead. Returns what waits. */
export const storeReadRates = async (
  tx: Tx,
  touch: Touch,
  { rates, now, limitPercent }: { rates: Rates; now: number; limitPercent: number },
): Promise<Rates | null> => {
  const guard = await lockRateGuard(tx);
  const before = await findStoredRates(tx, 'url');
  const next = takeRates({ stored: before, guard }, { rates, now, limitPercent });
  await storeRates(tx, 'url', next.stored);
  const waiting = waitingRates(next.guard);
  const last = guard.recorded ?? { inUse: coinsOf(before), waiting: NONE, at: 0 };
  const seen = { inUse: next.stored, waiting: waiting ?? NONE };
  const recorded = await recordRead(tx, { last, seen, now, limitPercent });
  await storeRateGuard(tx, { ...next.guard, recorded });
  if (asText(waitingRates(guard) ?? NONE) !== asText(seen.waiting)) touch('receipts', []);
  return waiting;
};

type Recorded = NonNullable<StoredGuard['recorded']>;

/** Records what moved since the last entry, at most once an hour. A jump is recorded at once. */
const recordRead = async (
  tx: Tx,
  { last, seen, now, limitPercent }: { last: Recorded; seen: Omit<Recorded, 'at'>; now: number; limitPercent: number },
): Promise<Recorded> => {
  const beginsToWait = COINS.some((coin) => last.waiting[coin] === null && seen.waiting[coin] !== null);
  const jumps = beginsToWait || ratesJump(last.waiting, seen.waiting, limitPercent);
  const isHourOver = now - last.at >= HOUR_MS || now < last.at;
  const change = { actor: SYSTEM, now };
  const moves =
    isHourOver && (await recordChange(tx, { ...change, subject: 'rates', before: last.inUse, after: seen.inUse }));
  const waits =
    (isHourOver || jumps) &&
    (await recordChange(tx, { ...change, subject: 'rates that wait', before: last.waiting, after: seen.waiting }));
  return {
    inUse: moves ? coinsOf(seen.inUse) : last.inUse,
    waiting: waits ? seen.waiting : last.waiting,
    at: moves || (waits && isHourOver) ? now : last.at,
  };
};

const coinsOf = ({ BTC, LTC }: Rates): Rates => ({ BTC, LTC });

/**
 * Uses the rates that wait, by the decision of a person after seeing them.
 * @throws ShopError value_moved if others wait, or none
 */
export const acceptWaitingRates = async (tx: Tx, touch: Touch, { actor, rates: seen, now }: Change): Promise<void> => {
  const guard = await lockRateGuard(tx);
  const waiting = waitingRates(guard);
  if (waiting === null || asText(waiting) !== asText(seen)) throw new ShopError('value_moved');
  const before = await findStoredRates(tx, 'url');
  const accepted = COINS.filter((coin) => waiting[coin] !== null);
  const times = { ...before.times, ...Object.fromEntries(accepted.map((coin) => [coin, now])) };
  const after = { ...before, ...Object.fromEntries(accepted.map((coin) => [coin, waiting[coin]])), times };
  await storeRates(tx, 'url', after);
  const recorded = { inUse: coinsOf(after), waiting: NONE, at: now };
  await storeRateGuard(tx, { ...startAnew(guard, waiting, now), recorded });
  await recordChange(tx, { actor, subject: 'rates', before, after, now });
  touch('receipts', []);
};

/** Records a change of rates in the evidence. Returns whether there was one. */
const recordChange = async (
  tx: Tx,
  { before, after, ...act }: { actor: AuditActor; subject: string; before: Rates; after: Rates; now: number },
): Promise<boolean> => {
  const [from, to] = [asText(before), asText(after)];
  if (from === to) return false;
  await recordAudit(tx, { ...act, kind: 'settings', before: from, after: to });
  return true;
};

/** Rates as the evidence shows them: "BTC $65000, LTC none". */
const asText = (rates: Rates): string =>
  COINS.map((coin) => `${coin} ${rates[coin] === null ? 'none' : `$${rates[coin]}`}`).join(', ');

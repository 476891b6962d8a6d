import type { InventoryItem } from './inventory-item.ts';
import type { Plan, PlanRow } from './inventory-plan.ts';
import { isJump, jumpsFrom } from './jump-guard.ts';
import { centsToDollars, formatPrice } from './money.ts';
import { counted } from './text.ts';

/** Above this percentage, a change of the median base price is a jump (behavior 9.17). */
const MEDIAN_JUMP_PERCENT = 15;

/** A base price before and after a sync, in cents. */
interface PriceMove {
  name: string;
  before: number;
  after: number;
}

/**
 * Returns why a sync has to wait for a decision, as a text, or null (behavior 9.17). It waits if a base price would
 * move by more than `limitPercent`, or if one that is 0 would rise. It also waits if the median of all base prices
 * would move by more than 15 percent. Only items count that the last and this feed have, and whose base price follows
 * it. A limit of 0 switches all of this off.
 */
export const priceJump = (
  { plan, items }: { plan: Pick<Plan, 'rows'>; items: Iterable<InventoryItem> },
  limitPercent: number,
): string | null => {
  if (limitPercent === 0) return null;
  const moves = priceMoves(plan, items);
  const jumps = moves.filter(({ before, after }) => jumpsFrom(after, [before], limitPercent) !== null);
  const reasons = [describeJumps(jumps, limitPercent), describeMedian(moves)];
  return reasons.filter((reason) => reason !== null).join(' ') || null;
};

/**
 * Returns why a sync has to wait although none of its prices jumps: a base price that it changes would be more than
 * `limitPercent` from the one of a day ago. So a feed cannot move a price in small steps (behavior 9.17). Null if it need
 * not wait. `dayAgo` has these prices in cents by the item's id.
 */
export const slowPriceJump = (
  { rows }: Pick<Plan, 'rows'>,
  dayAgo: ReadonlyMap<number, number>,
  limitPercent: number,
): string | null => {
  const moves: PriceMove[] = [];
  for (const { itemId, kind, name, after } of rows) {
    const before = itemId === null ? undefined : dayAgo.get(itemId);
    if (kind !== 'changed' || before === undefined || after.priceCents === undefined) continue;
    moves.push({ name, before, after: after.priceCents });
  }
  const reason = describeJumps(
    moves.filter(({ before, after }) => jumpsFrom(after, [before], limitPercent) !== null),
    limitPercent,
  );
  return reason && `Within a day: ${reason}`;
};

/** The ids of the items whose base price a plan changes. */
export const itemsThatMove = ({ rows }: Pick<Plan, 'rows'>): number[] =>
  rows.flatMap(({ itemId, kind, after }) =>
    kind === 'changed' && itemId !== null && after.priceCents !== undefined ? [itemId] : [],
  );

/** The base prices of the items that stay in the lists, also of those that keep theirs. */
const priceMoves = ({ rows }: Pick<Plan, 'rows'>, items: Iterable<InventoryItem>): PriceMove[] => {
  const rowOf = new Map(rows.map((row) => [row.itemId, row]));
  const moves: PriceMove[] = [];
  for (const { id, name, listed, byHand, priceCents, shopOwned } of items) {
    const row = rowOf.get(id);
    if (!listed || byHand || row?.kind === 'removed' || shopOwned.includes('priceCents')) continue;
    moves.push({ name, before: priceCents, after: row?.after.priceCents ?? priceCents });
  }
  return moves;
};

/** How far a price moves. One that was 0 moves furthest: by infinity. */
const shareOf = ({ before, after }: Pick<PriceMove, 'before' | 'after'>): number => Math.abs(after - before) / before;

const describeJumps = (jumps: readonly PriceMove[], limitPercent: number): string | null => {
  const [first, ...others] = jumps;
  if (first === undefined) return null;
  const furthest = others.reduce((most, move) => (shareOf(move) > shareOf(most) ? move : most), first);
  const example = `"${furthest.name}" from ${dollars(furthest.before)} to ${dollars(furthest.after)}`;
  return others.length === 0
    ? `The base price of ${example} would move by more than ${limitPercent}%.`
    : `${counted(jumps.length, 'base price')} would move by more than ${limitPercent}%. The largest move is ${example}.`;
};

const describeMedian = (moves: readonly PriceMove[]): string | null => {
  const [before, after] = [moves.map((move) => move.before), moves.map((move) => move.after)].map(twiceTheMedian);
  if (!isJump(before!, after!, MEDIAN_JUMP_PERCENT)) return null;
  const [was, is] = [before!, after!].map((twice) => dollars(Math.round(twice / 2)));
  return `The median base price would move from ${was} to ${is}, by more than ${MEDIAN_JUMP_PERCENT}%.`;
};

/** Twice, so that the middle of an even number of prices is a whole number too. */
const twiceTheMedian = (cents: readonly number[]): number => {
  const sorted = [...cents].sort((a, b) => a - b);
  const last = sorted.length - 1;
  return (sorted[Math.floor(last / 2)] ?? 0) + (sorted[Math.ceil(last / 2)] ?? 0);
};

const dollars = (cents: number): string => formatPrice(centsToDollars(cents));

/** How far a row moves a base price, as a share of the price before; 0 if it does not. */
export const sharePriceMoves = ({ kind, before, after }: PlanRow): number =>
  kind !== 'changed' || before.priceCents === undefined || after.priceCents === undefined
    ? 0
    : shareOf({ before: before.priceCents, after: after.priceCents });

/** The base prices that a plan changes: the new price in cents by the feed's id. */
export type MovedPrices = Readonly<Record<string, number>>;

export const movedPrices = ({ rows }: Pick<Plan, 'rows'>): MovedPrices =>
  Object.fromEntries(
    rows
      .filter((row) => row.kind === 'changed' && row.after.priceCents !== undefined)
      .map((row) => [row.externalId, row.after.priceCents!]),
  );

/**
 * Returns whether a sync asks for nothing but prices that were refused: every base price that it changes was refused at
 * this value. New, missing or sold-out products do not bring a refused sync back (behavior 9.17).
 */
export const wasRefused = (moved: MovedPrices, refused: MovedPrices): boolean =>
  Object.entries(moved).every(
    ([externalId, cents]) => Object.hasOwn(refused, externalId) && refused[externalId] === cents,
  );

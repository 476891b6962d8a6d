import type { OffsetSpan } from '#domain/local-days.ts';
import { addDays, addItems, type DaySales, discountsByItem, type ItemSales } from '#domain/overview.ts';
import type { Db } from '../../db/types.ts';
import { Semaphore } from '../../lib/concurrency.ts';
import { readSalesCounters, readSalesDays, type SalesRows, utcDayOf } from './sales-days.queries.ts';

/** The sums of one UTC day: per day of the shop, and per item of each. Amounts in cents, discounts taken off. */
interface SalesDay {
  /** The counter of the day before it was read. The sums are at least that new. */
  counter: number;
  days: { day: number; orders: number; cents: number }[];
  items: { day: number; itemId: number; pieces: number; cents: number }[];
}

/** How many days are read by one statement. */
const DAYS_AT_ONCE = 16;

/**
 * Keeps the sums of each UTC day for as long as its counter stays the same, so that an overview reads only the days that
 * have changed. It never returns older sums than the database has (behavior 10.17): every call reads the counters.
 */
export class KeptSales {
  readonly #db: Db;
  readonly #days = new Map<number, SalesDay>();
  /** Sums over several days, until one of the days changes. */
  readonly #sales = new Map<string, Sales>();
  /** Calls at the same time wait for each other, and the second one finds the days of the first. */
  readonly #turn = new Semaphore(1);

  constructor(db: Db) {
    this.#db = db;
  }

  /** The sums of all UTC days between two moments, epoch milliseconds. `spans` are those of the shop's time zone. */
  read({ from, to, spans }: { from: number; to: number; spans: readonly OffsetSpan[] }): Promise<Sales> {
    const [first, last] = [utcDayOf(from), utcDayOf(to)];
    return this.#turn.run(async () => {
      const counters = await readSalesCounters(this.#db, { first, last });
      const stale = daysFrom(first, last).filter((day) => this.#days.get(day)?.counter !== (counters.get(day) ?? 0));
      for (const [start, end] of rangesOf(stale)) {
        const rows = await readSalesDays(this.#db, { first: start, last: end, spans });
        for (const [day, sums] of sumByDay(rows, start, end)) {
          this.#days.set(day, { ...sums, counter: counters.get(day) ?? 0 });
        }
      }
      if (stale.length > 0) this.#sales.clear();
      for (const day of this.#days.keys()) if (day < last - MOST_DAYS) this.#days.delete(day);
      const key = `${first} ${last}`;
      const sales = this.#sales.get(key) ?? new Sales(daysFrom(first, last).map((day) => this.#days.get(day)!));
      this.#sales.set(key, sales);
      return sales;
    });
  }
}

/** The sales of many days. Each sum is computed once. */
class Sales {
  readonly #parts: readonly SalesDay[];
  readonly #items = new Map<string, ReadonlyMap<number, ItemSales>>();
  #days: DaySales[] | null = null;

  constructor(parts: readonly SalesDay[]) {
    this.#parts = parts;
  }

  /** Per day of the shop. */
  days(): readonly DaySales[] {
    this.#days ??= addDays(this.#parts.flatMap(({ days }) => days));
    return this.#days;
  }

  /** Per item, from one day of the shop to another. */
  items(first: number, last: number): ReadonlyMap<number, ItemSales> {
    const key = `${first} ${last}`;
    let sums = this.#items.get(key);
    if (!sums) {
      sums = addItems(
        this.#parts.map(({ items }) => items),
        { first, last },
      );
      this.#items.set(key, sums);
    }
    return sums;
  }
}

/** Older days are in no overview any more. */
const MOST_DAYS = 190;

const daysFrom = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Joins days that follow each other. */
const rangesOf = (days: readonly number[]): [first: number, last: number][] => {
  const ranges: [number, number][] = [];
  for (const day of days) {
    const range = ranges.at(-1);
    if (range && range[1] === day - 1 && day - range[0] < DAYS_AT_ONCE) range[1] = day;
    else ranges.push([day, day]);
  }
  return ranges;
};

const sumByDay = ({ days, items, discounted }: SalesRows, first: number, last: number) => {
  const sums = new Map<number, Omit<SalesDay, 'counter'>>(
    daysFrom(first, last).map((day) => [day, { days: [], items: [] }]),
  );
  for (const { utcDay, ...day } of days) sums.get(utcDay)!.days.push(day);
  const discounts = new Map<string, ReadonlyMap<number, number>>();
  for (const [key, lines] of groupsOf(discounted)) discounts.set(key, discountsByItem(lines));
  for (const { utcDay, ...item } of items) {
    const off = discounts.get(keyOf({ utcDay, day: item.day }))?.get(item.itemId) ?? 0;
    sums.get(utcDay)!.items.push({ ...item, cents: item.cents - off });
  }
  return sums;
};

const keyOf = ({ utcDay, day }: { utcDay: number; day: number }): string => `${utcDay} ${day}`;

const groupsOf = (lines: SalesRows['discounted']) => {
  const groups = new Map<string, SalesRows['discounted'][number][]>();
  for (const line of lines) {
    const group = groups.get(keyOf(line));
    if (group) group.push(line);
    else groups.set(keyOf(line), [line]);
  }
  return groups;
};

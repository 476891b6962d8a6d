import type { Overview } from '#contract/overview.ts';
import { formatPrice, toCents } from '#domain/money.ts';
import { counted, formatCount } from '#domain/text.ts';

type Day = Overview['perDay'][number];

/** The first and the last day of a period, ISO dates. */
export const periodOf = (perDay: readonly Day[]): { from: string; to: string } => ({
  from: perDay[0]?.date ?? '',
  to: perDay.at(-1)?.date ?? '',
});

/** A change in whole percent, or null if there is nothing to compare with. */
export const changePercent = (now: string | number, before: string | number): number | null => {
  const [to, from] = [toCents(now) ?? 0, toCents(before) ?? 0];
  return from === 0 ? null : Math.round(((to - from) / from) * 100);
};

/** From this percentage up a change is given in times: "up 623%" means nothing to a reader. */
const DOUBLED = 100;

/** A change in words: "up 12%", "down 5%", "the same", "more than double", "about 7 times". */
export const changeText = (percent: number): string => {
  if (percent === 0) return 'the same';
  if (percent <= DOUBLED) return `${percent > 0 ? 'up' : 'down'} ${Math.abs(percent)}%`;
  const times = Math.round(1 + percent / 100);
  return times < 3 ? 'more than double' : `about ${formatCount(times)} times`;
};

/** The same with what it is compared with: "up 12% from last Sunday", "about 7 times as much as last Sunday". */
export const comparedText = (percent: number, before: string): string => {
  const change = changeText(percent);
  const link = percent === 0 ? 'as' : percent <= DOUBLED ? 'from' : change.startsWith('about') && 'as much as';
  return [change, link, before].filter(Boolean).join(' ');
};

/** An ISO date at noon, which is the same day in every zone that a browser may be in. */
const noon = (date: string): Date => new Date(`${date}T12:00`);

/** "Sunday". */
const weekdayOf = (date: string): string => new Intl.DateTimeFormat('en-US', { weekday: 'long' }).format(noon(date));

/** "Sun, Nov 22". */
export const dayLabel = (date: string): string =>
  new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' }).format(noon(date));

/** "Nov 22". */
export const shortDay = (date: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }).format(noon(date));

/** "$1,204.00 from 7 orders on Sun, Nov 22". */
export const dayText = ({ date, sales, orders }: Day): string =>
  `${dayLabel(date)}: ${formatPrice(sales)} from ${counted(orders, 'order')}`;

/**
 * The sentence of the day: "7 orders, $1,204.00, up 12% from last Sunday". `perDay` ends with today and has more than a
 * week.
 */
export const todaySentence = (perDay: readonly Day[]): string => {
  const today = perDay.at(-1);
  if (!today) return '';
  const lastWeek = perDay.at(-8);
  const weekday = `last ${weekdayOf(today.date)}`;
  if (today.orders === 0) {
    const then = lastWeek && lastWeek.orders > 0;
    return then
      ? `No sales yet today. ${capitalized(weekday)} it was ${counted(lastWeek.orders, 'order')}, ${formatPrice(lastWeek.sales)}.`
      : 'No sales yet today.';
  }
  const sold = `${counted(today.orders, 'order')}, ${formatPrice(today.sales)}`;
  const change = lastWeek ? changePercent(today.sales, lastWeek.sales) : null;
  if (change === null) return `${sold} today.`;
  return `${sold} today, ${comparedText(change, weekday)}.`;
};

/** How long the stock of an item lasts in words: "3 days", "all reserved". */
export const stockText = (days: number, { available, reserved }: { available: number; reserved: number }): string => {
  if (available === 0) return reserved > 0 ? 'all reserved' : 'sold out';
  return days === 0 ? 'less than a day' : counted(days, 'day');
};

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

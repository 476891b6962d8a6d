import { ceilToDollarCents, toCents } from './money.ts';

/** Returns the final price in cents: base price plus markup, rounded up to a whole dollar (behavior 4.2). */
export const finalPriceCents = (priceCents: number, markupCents: number): number =>
  ceilToDollarCents(priceCents + markupCents);

/** Returns the markup typed into an input field, in cents. An invalid value counts as 0 (behavior 10.7). */
export const typedMarkupCents = (typed: string): number => toCents(typed) ?? 0;

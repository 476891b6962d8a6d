import { ceilToDollarCents, toCents } from './money.ts';

/** What a member pays for one: price plus markup, rounded up to a whole dollar (specification §3, §9). In cents. */
export const finalPriceCents = (priceCents: number, markupCents: number): number =>
  ceilToDollarCents(priceCents + markupCents);

/** The markup typed into the input field, in cents: parsed as a number, an invalid value counts as 0 (specification §5). */
export const typedMarkupCents = (typed: string): number => toCents(typed) ?? 0;

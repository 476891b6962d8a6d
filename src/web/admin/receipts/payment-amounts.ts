import { centsToAmount, toCents } from '#domain/money.ts';
import { plainNumber } from '#domain/number-rules.ts';
import { coinAmount as amountOfCents, coinsCents } from '#domain/quotes.ts';

/** The amounts of a payment as its form has them. */
export interface PaymentAmounts {
  dollars: string;
  coinAmount: string;
}
export type AmountField = keyof PaymentAmounts;

/** What so many coins are worth at a rate, in dollars; null if either is missing or no amount. */
export const dollarsOf = (coinAmount: string, rate: string | undefined): string | null => {
  const cents = rate === undefined ? null : coinsCents(plainNumber(coinAmount), rate);
  return cents === null ? null : centsToAmount(cents);
};

/**
 * Fills the amount that nobody has typed from the other one, at the rate of the order. Coins without a rate have no dollars
 * yet. `due` stands for the dollars as long as no amount of coins is typed.
 */
export const linkedAmounts = (
  { dollars, coinAmount }: PaymentAmounts,
  { typed, rate, due }: { typed: ReadonlySet<AmountField>; rate: string | undefined; due: string },
): PaymentAmounts => {
  if (typed.has('coinAmount')) {
    if (typed.has('dollars')) return { dollars, coinAmount };
    return { coinAmount, dollars: coinAmount.trim() === '' ? due : (dollarsOf(coinAmount, rate) ?? '') };
  }
  const cents = toCents(plainNumber(dollars));
  return { dollars, coinAmount: rate === undefined || !cents ? '' : amountOfCents(cents, rate) };
};

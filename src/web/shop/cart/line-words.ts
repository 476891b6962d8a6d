import { type CartItem, lineProblemText } from '#contract/cart.ts';
import { priceMove } from '#domain/cart.ts';
import { formatPrice, toCents } from '#domain/money.ts';

export interface LineWord {
  text: string;
  /** Stands in the way of confirming; moved since the line was put in; or only good to know. */
  kind: 'problem' | 'moved' | 'hint';
}

/** What has moved since the line was put in, and what stands in its way, in words (decisions §6, §8 "words"). */
export const lineWords = (item: CartItem): LineWord[] => {
  const problem = lineProblemText(item);
  const words: LineWord[] = problem ? [{ text: problem, kind: 'problem' }] : [];
  const move = priceMove({
    unitPriceCents: toCents(item.unitPrice) ?? 0,
    unitPriceWhenAddedCents: toCents(item.unitPriceWhenAdded) ?? 0,
    problem: item.problem,
  });
  if (move) {
    words.push({
      text: `The price went ${move} from ${formatPrice(item.unitPriceWhenAdded)} to ${formatPrice(item.unitPrice)}.`,
      kind: 'moved',
    });
  }
  // Says why the stepper goes no further.
  if (!problem && item.quantity >= item.available) words.push({ text: 'No more in stock', kind: 'hint' });
  return words;
};

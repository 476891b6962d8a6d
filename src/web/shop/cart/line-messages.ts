import { type CartItem, lineProblemText } from '#contract/cart.ts';
import { priceMove } from '#domain/cart.ts';
import { formatPrice, toCents } from '#domain/money.ts';
import { nextTierText } from './line-prices.ts';

export interface LineMessage {
  text: string;
  /** A problem blocks confirming. A price rose or fell since the line was added. A hint is only good to know. */
  kind: 'problem' | 'rise' | 'fall' | 'hint';
}

/** Returns brand and strain, without what the name already says. They are often part of it. */
export const lineDetails = ({ productName, productBrand, productStrain }: CartItem): string => {
  const name = productName.toLowerCase();
  const isNew = (text: string | null): text is string => Boolean(text) && !name.includes(text!.toLowerCase());
  return [productBrand, productStrain].filter(isNew).join(' · ');
};

/** The messages of a cart line (behavior 6.3). */
export const lineMessages = (item: CartItem): LineMessage[] => {
  const problem = lineProblemText(item);
  const messages: LineMessage[] = problem ? [{ text: problem, kind: 'problem' }] : [];
  const move = priceMove({
    // Of one piece: reaching a tier is no change of the price.
    unitPriceCents: toCents(item.singlePrice ?? item.unitPrice) ?? 0,
    unitPriceWhenAddedCents: toCents(item.unitPriceWhenAdded) ?? 0,
    problem: item.problem,
  });
  if (move) {
    messages.push({
      text: `The price went ${move} from ${formatPrice(item.unitPriceWhenAdded)} to ${formatPrice(item.singlePrice ?? item.unitPrice)}.`,
      kind: move === 'up' ? 'rise' : 'fall',
    });
  }
  const next = nextTierText(item);
  if (next) messages.push({ text: next, kind: 'hint' });
  // Explains why the stepper stops.
  if (!problem && item.quantity >= item.available) messages.push({ text: "That's all we have", kind: 'hint' });
  return messages;
};

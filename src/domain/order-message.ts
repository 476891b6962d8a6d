import { CHAT_LINK_MAX_LENGTH, chatLink, encodeForChat, shortenForChat } from './chat-link.ts';
import { SHIPPING_DAYS, type ShippingOption } from './constants.ts';
import { lineName, type NamedLine } from './line-name.ts';
import { centsToAmount } from './money.ts';
import { formatPoints } from './points.ts';
import { counted } from './text.ts';

/** The part of an order that the seller's message contains, amounts in cents. */
export interface OrderForChat {
  number: number;
  lines: readonly (NamedLine & { quantity: number; totalCents: number })[];
  shippingOption: ShippingOption;
  /** The points spent on it, and their discount. */
  points: number;
  pointsDiscountCents: number;
  shippingCents: number;
  totalCents: number;
  notes: string;
}

/** The most encoded characters that notes may take if the whole message is too long for a link. */
const NOTES_SHARE = 1000;

/** Returns the whole message: number, lines, discount, shipping, total and notes (behavior 6.7). Its length has no limit. */
export const orderMessage = (order: OrderForChat): string => compose(order, order.lines.map(lineText), order.notes);

/**
 * Returns the address that opens the seller's chat with the message filled in (behavior 6.7). `seller` is the Telegram
 * name without "@". If the address would be too long, the notes are cut, and a reference to the receipt replaces the last
 * lines.
 */
export const orderChatLink = (seller: string, order: OrderForChat): string =>
  chatLink(seller, fittingMessage(order, CHAT_LINK_MAX_LENGTH - `${chatLink(seller)}?text=`.length));

const fittingMessage = (order: OrderForChat, maxEncodedLength: number): string => {
  const whole = orderMessage(order);
  if (encodeForChat(whole).length <= maxEncodedLength) return whole;
  const notes = shortenForChat(order.notes, NOTES_SHARE);
  const shown: string[] = [];
  let left =
    maxEncodedLength -
    encodeForChat(compose(order, [referenceToReceipt(order.lines.length, order.number)], notes)).length;
  for (const line of order.lines) {
    const text = lineText(line);
    left -= encodeForChat(`${text}\n`).length;
    if (left < 0) break;
    shown.push(text);
  }
  const hidden = order.lines.length - shown.length;
  return compose(order, hidden === 0 ? shown : [...shown, referenceToReceipt(hidden, order.number)], notes);
};

const compose = (order: OrderForChat, lines: readonly string[], notes: string): string =>
  [
    `Order #${order.number}`,
    ...lines,
    ...(order.points === 0
      ? []
      : [`Discount: -$${centsToAmount(order.pointsDiscountCents)} (${formatPoints(order.points)})`]),
    `Shipping: ${order.shippingOption} (${SHIPPING_DAYS[order.shippingOption]}), $${centsToAmount(order.shippingCents)}`,
    `Total: $${centsToAmount(order.totalCents)}`,
    ...(notes.trim() === '' ? [] : [`Notes: ${notes.trim()}`]),
  ].join('\n');

const lineText = ({ quantity, totalCents, ...line }: OrderForChat['lines'][number]): string =>
  `${quantity} x ${lineName(line).replace(/\s+/g, ' ').trim()}, $${centsToAmount(totalCents)}`;

const referenceToReceipt = (hidden: number, number: number): string =>
  `... and ${counted(hidden, 'more line')}, see receipt #${number}`;

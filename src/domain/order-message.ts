import { SHIPPING_DAYS, type ShippingOption } from './constants.ts';
import { centsToAmount } from './money.ts';
import { counted } from './text.ts';

/** What the seller is told of an order, amounts in cents. */
export interface OrderForChat {
  number: number;
  lines: readonly { productName: string; quantity: number; totalCents: number }[];
  shippingOption: ShippingOption;
  shippingCents: number;
  totalCents: number;
  notes: string;
}

/** Longer addresses are cut or refused by browsers' and phones' hand-over to the chat app. */
export const CHAT_LINK_MAX_LENGTH = 4096;

/** When an order is too long for a link, its notes take at most this much of it, encoded. */
const NOTES_SHARE = 1000;

/** The whole message: number, lines, shipping, total, notes (decisions §6). For copying, so of any length. */
export const orderMessage = (order: OrderForChat): string => compose(order, order.lines.map(lineText), order.notes);

/**
 * The address that opens the chat with the seller, given by the Telegram name without "@", the message filled in
 * (decisions §6). A message that makes it longer
 * than the limit is shortened: the end of the notes and the last lines give way to a pointer to the receipt.
 */
export const chatLink = (seller: string, order: OrderForChat): string => {
  const address = `https://t.me/${encodeURIComponent(seller)}?text=`;
  return address + encode(fittingMessage(order, CHAT_LINK_MAX_LENGTH - address.length));
};

const fittingMessage = (order: OrderForChat, maxEncodedLength: number): string => {
  const whole = orderMessage(order);
  if (encode(whole).length <= maxEncodedLength) return whole;
  const notes = shorten(order.notes, NOTES_SHARE);
  const shown: string[] = [];
  let left = maxEncodedLength - encode(compose(order, [pointer(order.lines.length, order.number)], notes)).length;
  for (const line of order.lines) {
    const text = lineText(line);
    left -= encode(`${text}\n`).length;
    if (left < 0) break;
    shown.push(text);
  }
  const hidden = order.lines.length - shown.length;
  return compose(order, hidden === 0 ? shown : [...shown, pointer(hidden, order.number)], notes);
};

const compose = (order: OrderForChat, lines: readonly string[], notes: string): string =>
  [
    `Order #${order.number}`,
    ...lines,
    `Shipping: ${order.shippingOption} (${SHIPPING_DAYS[order.shippingOption]}), $${centsToAmount(order.shippingCents)}`,
    `Total: $${centsToAmount(order.totalCents)}`,
    ...(notes.trim() === '' ? [] : [`Notes: ${notes.trim()}`]),
  ].join('\n');

const lineText = ({ productName, quantity, totalCents }: OrderForChat['lines'][number]): string =>
  `${quantity} x ${productName.replace(/\s+/g, ' ').trim()}, $${centsToAmount(totalCents)}`;

const pointer = (hidden: number, number: number): string =>
  `... and ${counted(hidden, 'more line')}, see receipt #${number}`;

/** The beginning of a text that takes at most so much encoded, whole characters only, with an ellipsis if cut. */
const shorten = (text: string, maxEncodedLength: number): string => {
  if (encode(text).length <= maxEncodedLength) return text;
  const ellipsis = '...';
  let length = ellipsis.length;
  let kept = '';
  for (const character of text) {
    length += encode(character).length;
    if (length > maxEncodedLength) break;
    kept += character;
  }
  return kept.trimEnd() + ellipsis;
};

/** Half of a surrogate pair cannot be encoded: it becomes the replacement character. */
const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

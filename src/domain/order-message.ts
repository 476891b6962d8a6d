import { SHIPPING_DAYS, type ShippingOption } from './constants.ts';
import { centsToAmount } from './money.ts';
import { formatPoints } from './points.ts';
import { counted } from './text.ts';

/** The part of an order that the seller's message contains, amounts in cents. */
export interface OrderForChat {
  number: number;
  lines: readonly { productName: string; quantity: number; totalCents: number }[];
  shippingOption: ShippingOption;
  /** The points spent on it, and their discount. */
  points: number;
  pointsDiscountCents: number;
  shippingCents: number;
  totalCents: number;
  notes: string;
}

/** Browsers and phones cut or refuse longer addresses when they open the chat app. */
export const CHAT_LINK_MAX_LENGTH = 4096;

/** The most encoded characters that notes may take if the whole message is too long for a link. */
const NOTES_SHARE = 1000;

/** Returns the whole message: number, lines, discount, shipping, total and notes (behavior 6.7). Its length has no limit. */
export const orderMessage = (order: OrderForChat): string => compose(order, order.lines.map(lineText), order.notes);

/**
 * Returns the address that opens the seller's chat with the message filled in (behavior 6.7). `seller` is the Telegram
 * name without "@". If the address would be too long, the notes are cut, and a reference to the receipt replaces the last
 * lines.
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
  let left =
    maxEncodedLength - encode(compose(order, [referenceToReceipt(order.lines.length, order.number)], notes)).length;
  for (const line of order.lines) {
    const text = lineText(line);
    left -= encode(`${text}\n`).length;
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

const lineText = ({ productName, quantity, totalCents }: OrderForChat['lines'][number]): string =>
  `${quantity} x ${productName.replace(/\s+/g, ' ').trim()}, $${centsToAmount(totalCents)}`;

const referenceToReceipt = (hidden: number, number: number): string =>
  `... and ${counted(hidden, 'more line')}, see receipt #${number}`;

/** Cuts a text so that it has at most `maxEncodedLength` characters when encoded, including the ellipsis at its end. */
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

/** Encodes a text for a link. Half of a surrogate pair cannot be encoded, so it becomes the replacement character. */
const encode = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

/** The prefix of a Telegram name that is typed as a link or a mention. */
const BEFORE_NAME = /^(?:(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.me\/|@)/i;
const TELEGRAM_NAME = /^\w{3,32}$/;

/**
 * Returns the address that opens the chat with a member. `typed` is the Telegram name as the member typed it: a name,
 * "@name" or a link. Returns null if it is none of these.
 */
export const memberChatLink = (typed: string): string | null => {
  const name = typed.trim().replace(BEFORE_NAME, '').replace(/\/$/, '');
  return TELEGRAM_NAME.test(name) ? `https://t.me/${name}` : null;
};

/** Returns the same address, with a message begun with the number of the order (behavior 7.12). */
export const buyerChatLink = (typed: string, receiptNumber: number): string | null => {
  const chat = memberChatLink(typed);
  return chat && `${chat}?text=${encodeURIComponent(`About order #${receiptNumber}: `)}`;
};

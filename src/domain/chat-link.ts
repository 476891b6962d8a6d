import { telegramName } from './typed-text.ts';

/** Browsers and phones cut or refuse longer addresses when they open the chat app. */
export const CHAT_LINK_MAX_LENGTH = 4096;

/** The address that opens the chat with somebody, with a text filled in. `name` is the Telegram name without "@". */
export const chatLink = (name: string, text = ''): string =>
  `https://t.me/${encodeURIComponent(name)}${text === '' ? '' : `?text=${encodeForChat(text)}`}`;

/** How a question about an order begins (behavior 7.12). */
export const aboutOrder = (number: number): string => `About order #${number}: `;

/** What a member tells the seller whose order has an old address. The new one is only on the account page (behavior 7.12). */
export const aboutAddress = (number: number): string =>
  `${aboutOrder(number)}the delivery address is wrong. Please ask me for the right one before you ship it.`;

/** The most encoded characters that the name of a product may take. */
const NAME_SHARE = 1000;

/** How a question about a product begins: with its name, and the address of its details (behavior 7.12). */
export const aboutProduct = ({ name, url }: { name: string; url: string }): string =>
  `About ${shortenForChat(name.replace(/\s+/g, ' ').trim(), NAME_SHARE)}\n${url}\n`;

/** Cuts a text so that it has at most `maxEncodedLength` characters when encoded, including the ellipsis at its end. */
export const shortenForChat = (text: string, maxEncodedLength: number): string => {
  if (encodeForChat(text).length <= maxEncodedLength) return text;
  const ellipsis = '...';
  let length = ellipsis.length;
  let kept = '';
  for (const character of text) {
    length += encodeForChat(character).length;
    if (length > maxEncodedLength) break;
    kept += character;
  }
  return kept.trimEnd() + ellipsis;
};

/** Encodes a text for a link. Half of a surrogate pair cannot be encoded, so it becomes the replacement character. */
export const encodeForChat = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

const TELEGRAM_NAME = /^\w{3,32}$/;

/**
 * Returns the address that opens the chat with a member, with a text filled in. `typed` is the Telegram name as the member typed it: a name,
 * "@name" or a link. Returns null if it is none of these.
 */
export const memberChatLink = (typed: string, text = ''): string | null => {
  const name = telegramName(typed);
  return TELEGRAM_NAME.test(name) ? chatLink(name, text) : null;
};

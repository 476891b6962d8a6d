/** The prefix of a Telegram name that is typed as a link or a mention. */
const BEFORE_NAME = /^(?:(?:https?:\/\/)?(?:www\.)?(?:t|telegram)\.me\/|@)/i;
const TELEGRAM_NAME = /^\w{3,32}$/;

/**
 * Returns the address that opens the chat with a buyer, begun with the number of the order (behavior 7.12). `typed` is the
 * Telegram name as the member typed it: a name, "@name" or a link. Returns null if it is none of these.
 */
export const buyerChatLink = (typed: string, receiptNumber: number): string | null => {
  const name = typed.trim().replace(BEFORE_NAME, '').replace(/\/$/, '');
  if (!TELEGRAM_NAME.test(name)) return null;
  return `https://t.me/${name}?text=${encodeURIComponent(`About order #${receiptNumber}: `)}`;
};

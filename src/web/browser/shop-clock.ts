/** A difference that says nothing: the header counts whole seconds, and a response may be late. */
const TOLERANCE_MS = 5000;
const SECOND_MS = 1000;

/** How far the clock of this device is ahead of the shop's, in milliseconds. */
let aheadMs = 0;

/** The time of the shop, in epoch milliseconds. Whatever ends at a time of the shop ends by this clock (behavior 11.15). */
export const shopNow = (): number => Date.now() - aheadMs;

/**
 * Learns the shop's time from a response: the device sent the call at `sentAt`, and has the response now.
 *
 * @param date the header `Date`
 */
export const learnShopTime = (date: string | null, sentAt: number, now = Date.now()): void => {
  const shopTime = Date.parse(date ?? '');
  if (Number.isNaN(shopTime)) return;
  const [least, most] = [sentAt - (shopTime + SECOND_MS), now - shopTime];
  const isRight = least <= TOLERANCE_MS && most >= -TOLERANCE_MS;
  aheadMs = isRight ? 0 : (least + most) / 2;
};

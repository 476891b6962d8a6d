import { create } from 'zustand';
import { isTrouble, OFFLINE } from '../../api/client.ts';
import { type CartChange, subjectOf } from './cart-changes.ts';
import { type CartState, useCart } from './cart-store.ts';

/** A change that could not be saved. The open cart says so where the member made it. */
export interface LostChange {
  change: CartChange;
  message: string;
  /** The shop did not refuse it, so it may succeed the next time. */
  canTryAgain: boolean;
  /** What the cart showed then. Once it shows something else, the change no longer matters. */
  shown: unknown;
}

const useLost = create<readonly LostChange[]>(() => []);

export const useHasLost = (): boolean => useLost((lost) => lost.length > 0);

/** The last change of this subject, if it was lost. */
export const useLostChange = (subject: string): LostChange | undefined =>
  useLost((lost) => lost.find(({ change }) => subjectOf(change) === subject));

const shownOf = (change: CartChange, { cart, items, unsentNotes }: CartState): unknown => {
  if (change.kind === 'shipping') return cart?.shippingOption;
  if (change.kind === 'points') return cart?.points;
  if (change.kind === 'notes') return unsentNotes;
  if (change.kind === 'clear') return items.length > 0;
  const productId = 'product' in change ? change.product.id : change.productId;
  return items.find((item) => item.productId === productId)?.quantity;
};

/** The words of the shop are about the first change. The others were not sent. The foot of the cart says "offline". */
const messageFor = ({ kind }: CartChange, { changes, message }: NonNullable<CartState['failed']>): string =>
  kind === changes[0]!.kind ? message.replace(OFFLINE, '').trim() : 'Not saved.';

const follow = (now: CartState, failed: CartState['failed']): void => {
  const before = useLost.getState();
  if (!now.isOpen) {
    if (before.length > 0) useLost.setState([], true);
    return;
  }
  let lost = before.filter(({ change, shown }) => shownOf(change, now) === shown);
  for (const change of failed?.changes ?? []) {
    lost = lost.filter((other) => subjectOf(other.change) !== subjectOf(change));
    lost.push({
      change,
      message: messageFor(change, failed!),
      canTryAgain: isTrouble(failed!.error),
      shown: shownOf(change, now),
    });
  }
  if (failed || lost.length < before.length) useLost.setState(lost, true);
};

follow(useCart.getState(), useCart.getState().failed);
useCart.subscribe((now, before) => follow(now, now.failed === before.failed ? null : now.failed));

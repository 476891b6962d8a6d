import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import { ApiError } from '../../api/client.ts';
import { confirmCart } from '../../api/queries/cart.ts';
import { receiptsKey } from '../../api/queries/receipts.ts';
import { useShop } from '../../api/queries/settings.ts';
import { toast } from '../../ui/toast.ts';
import {
  cartSettled,
  closeCart,
  forgetOrderKey,
  orderTaken,
  refreshCart,
  sendUnsentNotes,
  useCart,
} from './cart-store.ts';
import { openChatWindow } from './chat-window.ts';
import { keyFor, randomKey } from './order-key.ts';

/** An order the shop has taken while no chat could be opened: the member gets a link instead. */
export interface TakenOrder {
  receipt: Receipt;
  chatUrl: string | null;
  message: string;
}

const NO_ANSWER = 'Your order could not be confirmed. Please try again.';
const NOTES_MISSING = 'Your notes could not be saved, so nothing was ordered. Please try again.';
const OFFLINE = 'You are offline. Your cart is kept: confirm when the connection is back.';

/** Confirms the order and opens the chat with the seller (specification §2 "Cart drawer", decisions §6). */
export const useConfirmOrder = () => {
  const queryClient = useQueryClient();
  const { telegramSeller } = useShop();
  const [isConfirming, setConfirming] = useState(false);
  const [taken, setTaken] = useState<TakenOrder | null>(null);

  const confirm = async () => {
    const { isLoaded, failure, cart } = useCart.getState();
    // Nothing is sent: a chat that opens to an order nobody has taken would mislead.
    if (!navigator.onLine || !isLoaded) {
      // What else fails meanwhile, such as notes left a moment ago, must not cover the reason.
      if (!navigator.onLine) await cartSettled();
      const description = navigator.onLine ? failure?.message : OFFLINE;
      toast({ title: 'Error', description: description ?? NO_ANSWER, kind: 'error' });
      refreshCart();
      return;
    }
    const chat = telegramSeller ? openChatWindow() : null;
    setConfirming(true);
    try {
      // What was changed a moment ago belongs to the order, and so do notes that did not get through when they were written.
      await cartSettled();
      sendUnsentNotes();
      await cartSettled();
      if (useCart.getState().unsentNotes !== null) {
        chat?.close();
        toast({ title: 'Error', description: NOTES_MISSING, kind: 'error' });
        return;
      }
      const order = await sendOrder(cart?.total);
      orderTaken();
      void queryClient.invalidateQueries({ queryKey: receiptsKey });
      closeCart();
      if (order.chatUrl && chat?.show(order.chatUrl)) {
        toast({
          title: 'Redirecting to Telegram',
          description: 'Please message the seller with your order details',
          kind: 'success',
        });
      } else {
        chat?.close();
        setTaken(order);
      }
    } catch (error) {
      chat?.close();
      // Understood and refused: there is no order under this key. Anything else may have ended either way.
      if (error instanceof ApiError && error.status !== null && error.status < 500) forgetOrderKey();
      const isEmpty = error instanceof ApiError && error.code === 'cart_empty';
      const message = error instanceof ApiError && error.status !== null ? error.message : NO_ANSWER;
      toast({ title: isEmpty ? 'Cart Empty' : 'Error', description: message, kind: 'error' });
      refreshCart();
    } finally {
      setConfirming(false);
    }
  };

  return { confirm, isConfirming, taken, dismissTaken: () => setTaken(null) };
};

/** Sends the order under its key, with the total that was shown. After a lost answer once more: the key makes it safe. */
const sendOrder = async (expectedTotal: string | undefined) => {
  const { cart, items, orderKey } = useCart.getState();
  const kept = cart ? keyFor({ cart, items }, orderKey, randomKey) : null;
  useCart.setState({ orderKey: kept });
  const key = kept?.key ?? randomKey();
  try {
    return await confirmCart(key, expectedTotal);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== null) throw error;
    return confirmCart(key, expectedTotal);
  }
};

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ApiError } from '../../api/client.ts';
import { addressesKey } from '../../api/queries/addresses.ts';
import { confirmCart } from '../../api/queries/cart.ts';
import { pointsKey } from '../../api/queries/points.ts';
import { receiptQuery, receiptsKey } from '../../api/queries/receipts.ts';
import { reloadShop, useShop } from '../../api/queries/settings.ts';
import { paths } from '../../browser/paths.ts';
import { randomKey } from '../../browser/random-key.ts';
import { toast } from '../../ui/toast.ts';
import { chooseAddress, findChosenAddress } from '../addresses/chosen-address.ts';
import { showAddAddress } from '../addresses/delivery-choice.tsx';
import {
  cartSettled,
  changeCart,
  clearOrderKey,
  closeCart,
  refreshCart,
  sendUnsentNotes,
  startNewOrder,
  useCart,
} from './cart-store.ts';
import { keyFor } from './order-key.ts';
import { blockedTexts } from './over-limit.ts';

const NO_RESPONSE = 'Your order could not be confirmed. Please try again.';
const NOTES_MISSING = 'Your notes could not be saved, so nothing was ordered. Please try again.';
const OFFLINE = "You're offline. Your cart is saved; you can confirm once you're back online.";

const MESSAGE_THE_SELLER = 'Please message the seller with your order details';

const errorToast = (description: string, title = 'Error'): void => toast({ title, description, kind: 'error' });

/**
 * Confirms the order, opens the chat with the seller, and shows the order's page (behavior 6.5, 6.7, 7.13). Calls
 * `onReturn` when somebody has logged in again whose order was refused for that.
 */
export const useConfirmOrder = ({ onReturn }: { onReturn: () => void }) => {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const { telegramSeller, deliveryAddresses } = useShop();
  const [isConfirming, setConfirming] = useState(false);

  const confirm = async () => {
    const { isLoaded, failure, cart, items, limits, blocked } = useCart.getState();
    // Opens no chat if there will be no order.
    if (!navigator.onLine || !isLoaded) {
      // Pending changes fail too. Their toasts must not replace this one.
      if (!navigator.onLine) await cartSettled();
      errorToast((navigator.onLine ? failure?.message : OFFLINE) ?? NO_RESPONSE);
      refreshCart();
      return;
    }
    const reason = items.length > 0 ? blockedTexts({ blocked, limits }) : null;
    if (reason) {
      errorToast(reason.message);
      // The next press spends what is left.
      if (blocked?.code === 'points_short') changeCart({ kind: 'points', points: cart?.points ?? 0 });
      // The block may have ended.
      else refreshCart();
      if (blocked?.code === 'address_needed') showAddAddress();
      return;
    }
    const chat = telegramSeller ? openChatWindow() : null;
    setConfirming(true);
    try {
      // Pending changes are part of the order, and so are notes that could not be sent before.
      await cartSettled();
      sendUnsentNotes();
      await cartSettled();
      if (useCart.getState().unsentNotes !== null) {
        chat?.close();
        errorToast(NOTES_MISSING);
        return;
      }
      const addressId = await findChosenAddress(queryClient, deliveryAddresses);
      const order = await sendOrder(cart?.total, addressId);
      startNewOrder();
      // The next order has this one first.
      chooseAddress(null);
      void queryClient.invalidateQueries({ queryKey: addressesKey });
      void queryClient.invalidateQueries({ queryKey: receiptsKey });
      void queryClient.invalidateQueries({ queryKey: pointsKey });
      // The page shows the order at once.
      queryClient.setQueryData(receiptQuery(order.receipt.id).queryKey, order);
      closeCart();
      navigate(paths.receipt(order.receipt.id));
      const isOpened = order.chatUrl !== null && chat?.show(order.chatUrl);
      if (!isOpened) chat?.close();
      toast({
        title: isOpened ? 'Redirecting to Telegram' : `Order #${order.receipt.number} placed`,
        description: order.chatUrl ? MESSAGE_THE_SELLER : 'Please contact the seller with your order number',
        kind: 'success',
      });
    } catch (error) {
      chat?.close();
      const status = error instanceof ApiError ? error.status : null;
      // The server refused the order, so the key has no receipt. After any other failure there may be one, and the
      // member looks for it.
      if (status !== null && status < 500) clearOrderKey();
      else void queryClient.invalidateQueries({ queryKey: receiptsKey });
      const isEmpty = error instanceof ApiError && error.code === 'cart_empty';
      const message = error instanceof ApiError && status !== null ? error.message : NO_RESPONSE;
      errorToast(message, isEmpty ? 'Cart Empty' : 'Error');
      if (error instanceof ApiError) void error.afterLogin?.then(onReturn);
      // The page's data is older than the refusal.
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'shop_closed' || code === 'address_needed') reloadShop(queryClient);
      if (code === 'address_needed') void queryClient.invalidateQueries({ queryKey: addressesKey });
      void queryClient.invalidateQueries({ queryKey: pointsKey });
      refreshCart();
    } finally {
      setConfirming(false);
    }
  };

  return { confirm, isConfirming };
};

/** Sends the order with what was shown. Without a response it tries once more, which the key makes safe. */
const sendOrder = async (expectedTotal: string | undefined, addressId: string | null) => {
  const { cart, items, orderKey } = useCart.getState();
  const current = cart ? keyFor({ cart, items, addressId }, orderKey, randomKey) : null;
  useCart.setState({ orderKey: current });
  const key = current?.key ?? randomKey();
  try {
    return await confirmCart(key, { expectedTotal, addressId });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== null) throw error;
    return confirmCart(key, { expectedTotal, addressId });
  }
};

interface ChatWindow {
  /** Opens the chat in the window. Returns false if the member has closed the window. */
  show: (address: string) => boolean;
  close: () => void;
}

/**
 * Opens an empty window for the chat, or returns null if the browser does not allow it. Must be called in the click
 * itself: browsers block windows that open after a response.
 */
const openChatWindow = (): ChatWindow | null => {
  const opened = window.open('', '_blank');
  if (!opened) return null;
  // The chat must not be able to navigate this page.
  opened.opener = null;
  opened.document.title = 'Opening the chat…';
  opened.document.body.append('Opening the chat…');
  return {
    show(address) {
      if (opened.closed) return false;
      opened.location.replace(address);
      return true;
    },
    close: () => opened.close(),
  };
};

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ORDER_REFUSALS, type OrderRefusalCode } from '#contract/cart.ts';
import { ApiError } from '../../api/client.ts';
import { useConnection } from '../../api/connection.ts';
import { addressesKey } from '../../api/queries/addresses.ts';
import { confirmCart, fetchCart } from '../../api/queries/cart.ts';
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
import { holdShownCart } from './open-cart.ts';
import { keyFor } from './order-key.ts';
import { blockedTexts, OFFLINE } from './over-limit.ts';

const NO_RESPONSE = 'The shop could not be reached. Please try again: your order is never placed twice.';
const NOT_ORDERED = 'Nothing was ordered. ';
const UNKNOWN = 'Your order may have been placed. Confirming it again never places it twice. ';
const NOTES_MISSING = 'Your notes could not be saved, so nothing was ordered. Please try again.';

const MESSAGE_THE_SELLER = 'Please message the seller with your order details';

/** A press that made no order. `text` is null if the drawer itself says why. */
export interface Refused {
  text: string | null;
  /** Distinguishes a press from an earlier one. */
  at: number;
}

interface ConfirmOptions {
  /** Loads the page that is shown next. */
  loadOrderPage: () => Promise<unknown>;
  onReturn: () => void;
}

/** So long an order waits for its page, so that no empty page comes between them. */
const PAGE_WAIT_MS = 2000;

/**
 * Confirms the order, opens the chat with the seller, and shows the order's page (behavior 6.5, 6.7, 7.13). Why it was
 * refused is said in the drawer, next to the button. Calls `onReturn` when somebody has logged in again whose order was
 * refused for that.
 */
export const useConfirmOrder = ({ loadOrderPage, onReturn }: ConfirmOptions) => {
  const queryClient = useQueryClient();
  const [, navigate] = useLocation();
  const { telegramSeller, deliveryAddresses } = useShop();
  const [isConfirming, setConfirming] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);

  /** Says it in the drawer, or as a message if that was closed meanwhile. */
  const refuse = (text: string, isShown = false): void => {
    if (useCart.getState().isOpen) setRefused({ text: isShown ? null : text, at: Date.now() });
    else toast({ title: 'Error', description: text, kind: 'error' });
  };
  const isOpen = useCart((cart) => cart.isOpen);
  const isOffline = useConnection(({ status }) => status === 'offline');
  useEffect(() => {
    // Without a network only that counts.
    if (!isOpen || isOffline) setRefused(null);
  }, [isOpen, isOffline]);

  const confirm = async () => {
    const { isLoaded, failure, cart, items, limits, blocked } = useCart.getState();
    setRefused(null);
    // Opens no chat if there will be no order.
    if (!navigator.onLine) {
      refuse(OFFLINE, true);
      return;
    }
    if (!isLoaded) {
      refuse(failure?.message ?? NO_RESPONSE, failure !== null);
      refreshCart();
      return;
    }
    const reason = items.length > 0 ? blockedTexts({ blocked, limits }) : null;
    if (reason) {
      refuse(reason.message, true);
      // The next press spends what is left.
      if (blocked?.code === 'points_short') changeCart({ kind: 'points', points: cart?.points ?? 0 });
      // The block may have ended.
      else refreshCart();
      if (blocked?.code === 'address_needed') showAddAddress();
      return;
    }
    const chat = telegramSeller ? openChatWindow() : null;
    setConfirming(true);
    holdShownCart(true);
    try {
      // Pending changes are part of the order, and so are notes that could not be sent before.
      await cartSettled();
      sendUnsentNotes();
      await cartSettled();
      if (useCart.getState().unsentNotes !== null) {
        chat?.close();
        refuse(NOTES_MISSING);
        return;
      }
      const addressId = await findChosenAddress(queryClient, deliveryAddresses);
      const order = await sendOrder(cart?.total, addressId);
      await Promise.race([loadOrderPage().catch(() => undefined), wait(PAGE_WAIT_MS)]);
      // Before it is emptied: the drawer closes with what was ordered.
      closeCart();
      startNewOrder();
      // The next order has this one first.
      chooseAddress(null);
      void queryClient.invalidateQueries({ queryKey: addressesKey });
      void queryClient.invalidateQueries({ queryKey: receiptsKey });
      void queryClient.invalidateQueries({ queryKey: pointsKey });
      // The page shows the order at once.
      queryClient.setQueryData(receiptQuery(order.receipt.id).queryKey, order);
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
      const code = error instanceof ApiError ? error.code : undefined;
      const outcome = status !== null && status >= 500 && code !== 'outcome_unknown' ? await readOutcome() : '';
      const message = error instanceof ApiError && status !== null ? outcome + error.message : NO_RESPONSE;
      if (code === 'cart_empty') toast({ title: 'Cart Empty', description: message, kind: 'error' });
      else if (isBlock(code)) {
        // What the cart will say when it is read again.
        useCart.setState({ blocked: { code, message } });
        refuse(message, true);
      } else refuse(message);
      if (error instanceof ApiError) void error.afterLogin?.then(onReturn);
      // The page's data is older than the refusal.
      if (code === 'shop_closed' || code === 'address_needed') reloadShop(queryClient);
      if (code === 'address_needed') void queryClient.invalidateQueries({ queryKey: addressesKey });
      void queryClient.invalidateQueries({ queryKey: pointsKey });
      refreshCart();
    } finally {
      holdShownCart(false);
      setConfirming(false);
    }
  };

  return { confirm, isConfirming, refused };
};

/** Whether there is an order after all: the shop empties the cart with it, which the drawer says. */
const readOutcome = async (): Promise<string> => {
  const cart = await fetchCart().catch(() => null);
  if (!cart) return UNKNOWN;
  return cart.items.length > 0 ? NOT_ORDERED : '';
};

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const isBlock = (code: string | undefined): code is OrderRefusalCode =>
  ORDER_REFUSALS.some((refusal) => refusal === code);

/** Sends the order with what was shown. Without a word of the shop it tries once more, which the key makes safe. */
const sendOrder = async (expectedTotal: string | undefined, addressId: string | null) => {
  const { cart, items, orderKey } = useCart.getState();
  const current = cart ? keyFor({ cart, items, addressId }, orderKey, randomKey) : null;
  useCart.setState({ orderKey: current });
  const key = current?.key ?? randomKey();
  try {
    return await confirmCart(key, { expectedTotal, addressId });
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== null && error.hasMessage)) throw error;
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

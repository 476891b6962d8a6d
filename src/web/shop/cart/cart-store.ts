import { create } from 'zustand';
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import type { CartItem, CartResponse } from '#contract/cart.ts';
import { ApiError, isSignedOut, messageOf } from '../../api/client.ts';
import {
  addCartItem,
  chooseShipping,
  deleteCartItem,
  emptyWholeCart,
  fetchCart,
  setCartQuantity,
  writeNotes,
} from '../../api/queries/cart.ts';
import { CART_STORAGE, storedToken } from '../../browser/storage.ts';
import { localStore } from '../../browser/stores.ts';
import { dismissToast, toast } from '../../ui/toast.ts';
import { type CartChange, emptyCart, type ShippingPrices, withChanges } from './cart-changes.ts';
import { createCartQueue } from './cart-queue.ts';
import type { OrderKey } from './order-key.ts';

interface CartState {
  isOpen: boolean;
  /** What the member sees: the server's cart with the changes it has not answered yet. Null while nothing is known. */
  cart: CartResponse['cart'] | null;
  items: CartItem[];
  /** The server has told the cart since this page was opened. */
  isLoaded: boolean;
  /** Why the cart could not be fetched; where nobody is signed in any more, only a refresh of the page helps. */
  failure: { message: string; needsRefresh: boolean } | null;
  /** Notes that the shop does not have yet: kept until it does, whatever becomes of the change that carries them. */
  unsentNotes: string | null;
  /** Kept from the first attempt to confirm until the shop has the order. */
  orderKey: OrderKey | null;
}

/** A logged-out browser keeps nothing: a late answer must not write the cart back. */
const whileSignedIn: StateStorage = {
  getItem: (name) => localStore.getItem(name),
  setItem: (name, value) => {
    if (storedToken()) localStore.setItem(name, value);
  },
  removeItem: (name) => localStore.removeItem(name),
};

/**
 * The member's cart in this browser. The server is the truth; what is stored under "cart-storage" (specification §4)
 * only bridges the time until it has answered.
 */
export const useCart = create<CartState>()(
  persist(
    (): CartState => ({
      isOpen: false,
      cart: null,
      items: [],
      isLoaded: false,
      failure: null,
      unsentNotes: null,
      orderKey: null,
    }),
    {
      name: CART_STORAGE,
      storage: createJSONStorage(() => whileSignedIn),
      partialize: ({ isOpen, cart, items, unsentNotes, orderKey }) => ({ isOpen, cart, items, unsentNotes, orderKey }),
    },
  ),
);

let shippingPrices: ShippingPrices | undefined;

/** Tells what shipping costs in this shop, so that a choice shows its sum at once. */
export const knowShippingPrices = (prices: ShippingPrices): void => {
  shippingPrices = prices;
};

const rememberedCart = (): CartResponse | null => {
  const { cart, items } = useCart.getState();
  return cart && { cart, items };
};

/** The cart as last told: before the first answer of this page as stored, null where this browser never knew it. */
let lastKnown: CartResponse | null = rememberedCart();

/** An unknown cart is not an empty one: only what the member is just putting in is shown of it. */
const shownCart = (pending: readonly CartChange[]): CartResponse | null => {
  if (lastKnown === null && pending.length === 0) return null;
  return withChanges(lastKnown ?? emptyCart(shippingPrices), pending, shippingPrices);
};

/** What was unsent when the cart was cleared: gone with it once it is, unlike what is written afterwards. */
let clearedNotes: string | null = null;

const sendChange = async (change: CartChange, stored: CartResponse | null): Promise<CartResponse | null> => {
  switch (change.kind) {
    case 'add':
    case 'restore':
      return addCartItem(change.product.id, change.quantity);
    case 'clear':
      return emptyWholeCart();
    case 'shipping':
      return chooseShipping(change.option);
    case 'notes':
      return writeNotes(change.notes);
    case 'quantity':
    case 'remove': {
      // A line put in a moment ago got its id with the answer to that; one that went in another tab has none.
      const known = stored ?? (await fetchCart());
      const line = known.items.find(({ productId }) => productId === change.productId);
      if (!line) return null;
      return change.kind === 'remove' ? deleteCartItem(line.id) : setCartQuantity(line.id, change.quantity);
    }
  }
};

const queue = createCartQueue({
  send: sendChange,
  fetchCart,
  endsAll: (error) => isSignedOut(error) || (error instanceof ApiError && error.status === null),
  onMove: ({ stored, pending, refreshed }) => {
    const isFirstAnswer = refreshed && !useCart.getState().isLoaded;
    lastKnown = stored ?? lastKnown;
    const shown = shownCart(pending);
    useCart.setState({
      cart: shown?.cart ?? null,
      items: shown?.items ?? [],
      ...(stored && { isLoaded: true }),
      ...(refreshed && { failure: null }),
    });
    if (isFirstAnswer) sendUnsentNotes();
  },
  onDone: (change) => {
    // A cart that the member changed is another order, even where it comes to look as it did.
    forgetOrderKey();
    const { unsentNotes } = useCart.getState();
    const has = change.kind === 'notes' ? change.notes : change.kind === 'clear' ? clearedNotes : null;
    if (unsentNotes === has) useCart.setState({ unsentNotes: null });
    if (change.kind === 'add') {
      toast({
        title: 'Added to cart',
        description: `${change.product.name} has been added to your cart`,
        kind: 'success',
      });
    }
  },
  onFailure: (change, error) => {
    // The words of specification §8 come with the calls (api/queries/cart.ts).
    const message = messageOf(error, 'Something went wrong');
    if (change === null) useCart.setState({ failure: { message, needsRefresh: isSignedOut(error) } });
    else toast({ title: 'Error', description: message, kind: 'error' });
  },
});

/** Does something to the cart: shown at once, sent in order, taken back if refused. */
export const changeCart = (change: CartChange): void => {
  if (change.kind === 'notes') useCart.setState({ unsentNotes: change.notes });
  if (change.kind === 'clear') clearedNotes = useCart.getState().unsentNotes;
  queue.push(change);
};

/** Sends the notes that could not be sent before. */
export const sendUnsentNotes = (): void => {
  const { unsentNotes } = useCart.getState();
  if (unsentNotes !== null) queue.push({ kind: 'notes', notes: unsentNotes });
};

/** Fetches the cart anew, once no write is under way. */
export const refreshCart = queue.refresh;
/** What became of the order whose answer was lost is known, or matters no more. */
export const forgetOrderKey = (): void => {
  if (useCart.getState().orderKey) useCart.setState({ orderKey: null });
};

/** The shop has taken the order: the cart is empty, and the next one is another order. */
export const orderTaken = (): void => {
  queue.reset(emptyCart(shippingPrices));
  useCart.setState({ unsentNotes: null });
  forgetOrderKey();
  queue.refresh();
};

/** Settles when the server has answered every change. */
export const cartSettled = queue.idle;

export const openCart = (): void => {
  // "Added to cart" has said its part: the cart shows it.
  dismissToast();
  useCart.setState({ isOpen: true });
};

export const closeCart = (): void => {
  useCart.setState({ isOpen: false });
};

/** Pieces in the cart: the number on the badge (decisions §8 "counts"). */
export const usePieces = (): number =>
  useCart(({ items }) => items.reduce((pieces, { quantity }) => pieces + quantity, 0));

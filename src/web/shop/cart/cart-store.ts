import { create } from 'zustand';
import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import type { CartItem, CartLimit, CartResponse, WholeCart } from '#contract/cart.ts';
import type { Product } from '#domain/product.ts';
import { createActionKey } from '../../api/action-key.ts';
import { ApiError, isSignedOut, messageOf } from '../../api/client.ts';
import {
  addCartItem,
  chooseShipping,
  deleteCartItem,
  emptyWholeCart,
  fetchCart,
  QUANTITY_FAILED,
  REMOVAL_FAILED,
  setCartQuantity,
  spendCartPoints,
  writeNotes,
} from '../../api/queries/cart.ts';
import { localStore } from '../../browser/safe-storage.ts';
import { CART_STORAGE, storedToken } from '../../browser/storage.ts';
import { dismissToast, pressMoment, toast } from '../../ui/toast.ts';
import { alerts } from '../marks/product-marks.ts';
import { type CartChange, emptyCart, type ShopTerms, withChanges } from './cart-changes.ts';
import { createCartQueue } from './cart-queue.ts';
import type { OrderKey } from './order-key.ts';

export interface CartState {
  isOpen: boolean;
  /** The cart with the changes that the server has not confirmed. Null while the cart is unknown. */
  cart: CartResponse['cart'] | null;
  items: CartItem[];
  /** How much of the purchase limits the server's cart uses. */
  limits: CartLimit[];
  /** Why the server's cart could not be confirmed; null if it could, or nobody knows. */
  blocked: WholeCart['blocked'];
  /** The server has sent the cart since this page was opened. */
  isLoaded: boolean;
  /** Why the cart could not be fetched. If nobody is signed in, only a refresh of the page helps. */
  failure: { message: string; needsRefresh: boolean } | null;
  /** Changes that the open cart could not save. It says so itself (lost-changes.ts). */
  failed: { changes: readonly CartChange[]; message: string; error: unknown } | null;
  /** Notes that the server does not have yet. They stay until it does, even if sending them fails. */
  unsentNotes: string | null;
  /** Set from the first attempt to confirm until the server has the order. */
  orderKey: OrderKey | null;
}

/** Storage for signed-in members only: a late response must not store the cart after logging out. */
const whileSignedIn: StateStorage = {
  getItem: (name) => localStore.getItem(name),
  setItem: (name, value) => {
    if (storedToken()) localStore.setItem(name, value);
  },
  removeItem: (name) => localStore.removeItem(name),
};

/** An open cart comes back after a reload, but does not cover a page that was opened by its address. */
const wasOpenedAnew = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'navigate');

/**
 * The member's cart in this browser. The server's cart counts; the stored copy is shown until the server has responded.
 */
export const useCart = create<CartState>()(
  persist(
    (): CartState => ({
      isOpen: false,
      cart: null,
      items: [],
      limits: [],
      blocked: null,
      isLoaded: false,
      failure: null,
      failed: null,
      unsentNotes: null,
      orderKey: null,
    }),
    {
      name: CART_STORAGE,
      storage: createJSONStorage(() => whileSignedIn),
      merge: (stored, start) => ({
        ...start,
        ...(stored as Partial<CartState>),
        ...(wasOpenedAnew() && { isOpen: false }),
      }),
      partialize: ({ isOpen, cart, items, unsentNotes, orderKey }) => ({
        isOpen,
        cart,
        items,
        unsentNotes,
        orderKey,
      }),
    },
  ),
);

let terms: ShopTerms | undefined;

/** Sets the terms of this shop, so that a choice shows its total at once. */
export const setShopTerms = (ofShop: ShopTerms): void => {
  terms = ofShop;
};

const storedCart = (): CartResponse | null => {
  const { cart, items } = useCart.getState();
  // An earlier version of the page stored fewer fields.
  return cart && { cart: { ...emptyCart(terms).cart, ...cart }, items };
};

/** The last known cart: from the server, or stored by an earlier page. Null if this browser never had it. */
let lastKnown: CartResponse | null = storedCart();

/** The cart to show. An unknown cart is not shown as empty: it shows only the pending changes. */
const shownCart = (pending: readonly CartChange[]): CartResponse | null => {
  if (lastKnown === null && pending.length === 0) return null;
  return withChanges(lastKnown ?? emptyCart(terms), pending, terms);
};

/** The unsent notes at the time of clearing. Clearing removes them, but not notes written afterwards. */
let clearedNotes: string | null = null;

const addition = createActionKey();

const sendAddition = ({ product: { id }, quantity, ...change }: Extract<CartChange, { kind: 'add' | 'restore' }>) => {
  const addedAt = change.kind === 'restore' ? change.addedAt : undefined;
  return addition.send(`${id} ${quantity}`, (key) => addCartItem({ productId: id, quantity, addedAt }, key));
};

const sendChange = async (change: CartChange, stored: CartResponse | null): Promise<CartResponse | null> => {
  switch (change.kind) {
    case 'add':
    case 'restore':
      return sendAddition(change);
    case 'clear':
      return emptyWholeCart();
    case 'shipping':
      return chooseShipping(change.option);
    case 'points':
      return spendCartPoints(change.points);
    case 'notes':
      return writeNotes(change.notes);
    case 'quantity':
    case 'remove': {
      // The line of a product that was just added got its id with that response. Another tab may have removed the line.
      const known = stored ?? (await fetchCart(change.kind === 'remove' ? REMOVAL_FAILED : QUANTITY_FAILED));
      const line = known.items.find(({ productId }) => productId === change.productId);
      if (!line) return null;
      return change.kind === 'remove' ? deleteCartItem(line.id) : setCartQuantity(line.id, change.quantity);
    }
  }
};

/** Applies a change that the server has made. */
const settle = (change: CartChange): void => {
  // A changed cart is another order, even if it looks the same again later.
  clearOrderKey();
  const { unsentNotes } = useCart.getState();
  const settled = change.kind === 'notes' ? change.notes : change.kind === 'clear' ? clearedNotes : null;
  if (unsentNotes === settled) useCart.setState({ unsentNotes: null });
  // Adding a product ends the alert on it (behavior 5.23).
  if (change.kind === 'add' || change.kind === 'restore') alerts.forget(change.product.id);
  if (change.kind === 'add') {
    const description = `${change.product.name} has been added to your cart`;
    toast({ title: 'Added to cart', description, kind: 'success' }, change.pressedAt);
  }
};

const queue = createCartQueue({
  send: sendChange,
  fetchCart: async () => {
    const fetched = await fetchCart();
    // The member sees whether a product was added. Adding it again is another action.
    addition.forget();
    return fetched;
  },
  endsAll: (error) => isSignedOut(error) || (error instanceof ApiError && error.status === null),
  onUpdate: ({ stored, pending, isFresh }) => {
    const isFirst = isFresh && !useCart.getState().isLoaded;
    lastKnown = stored ?? lastKnown;
    const shown = shownCart(pending);
    useCart.setState({
      cart: shown?.cart ?? null,
      limits: stored?.limits ?? [],
      blocked: stored?.blocked ?? null,
      items: shown?.items ?? [],
      ...(stored && { isLoaded: true }),
      ...(isFresh && { failure: null }),
    });
    if (isFirst) sendUnsentNotes();
  },
  onDone: settle,
  onFailure: (change, error, dropped) => {
    const message = messageOf(error, 'Something went wrong');
    if (change === null) {
      useCart.setState({ failure: { message, needsRefresh: isSignedOut(error) } });
      return;
    }
    if (useCart.getState().isOpen && change.kind !== 'add' && !isSignedOut(error)) {
      useCart.setState({ failed: { changes: [change, ...dropped], message, error } });
    } else toast({ title: 'Error', description: message, kind: 'error' }, change.pressedAt);
    // The cart is read again after a login.
    if (error instanceof ApiError) void error.afterLogin?.then(() => settle({ ...change, pressedAt: pressMoment() }));
  },
});
/** Changes the cart. A change is shown at once, sent in order, and undone if it is refused. */
export const changeCart = (change: CartChange): void => {
  if (change.kind === 'notes') useCart.setState({ unsentNotes: change.notes });
  if (change.kind === 'clear') clearedNotes = useCart.getState().unsentNotes;
  queue.push({ ...change, pressedAt: pressMoment() });
};

/** Brings a removed line back to its place (behavior 6.3). */
export const putBack = ({ quantity, addedAt }: CartItem, product: Product): void =>
  changeCart({ kind: 'restore', product, quantity, addedAt });

/** Sends notes that could not be sent before. */
export const sendUnsentNotes = (): void => {
  const { unsentNotes } = useCart.getState();
  if (unsentNotes !== null) queue.push({ kind: 'notes', notes: unsentNotes });
};

/** Fetches the cart once no change is under way. */
export const refreshCart = queue.refresh;

/** Called when the result of an order without a response is known, or no longer matters. */
export const clearOrderKey = (): void => {
  if (useCart.getState().orderKey) useCart.setState({ orderKey: null });
};

/** Called when the server has confirmed the order: the cart is empty, and the next one is another order. */
export const startNewOrder = (): void => {
  queue.reset({ ...emptyCart(terms), limits: useCart.getState().limits });
  useCart.setState({ unsentNotes: null });
  clearOrderKey();
  queue.refresh();
};

/** Resolves when all changes are sent. */
export const cartSettled = queue.idle;

export const openCart = (): void => {
  // The toast "Added to cart" is no longer needed: the cart shows the product.
  dismissToast();
  useCart.setState({ isOpen: true });
  // An order may have ended, or a limit may have opened, since the cart was read.
  queue.refresh();
};

export const closeCart = (): void => {
  useCart.setState({ isOpen: false });
};

/** The line of a product as it is now. */
export const lineOf = (productId: number): CartItem | undefined =>
  useCart.getState().items.find((item) => item.productId === productId);

/** How many pieces of a product are in the cart. */
export const usePiecesOf = (productId: number): number =>
  useCart(({ items }) => items.find((item) => item.productId === productId)?.quantity ?? 0);

/** The number of pieces in the cart, shown on the badge. */
export const usePieces = (): number =>
  useCart(({ items }) => items.reduce((pieces, { quantity }) => pieces + quantity, 0));

import { afterEach, expect, test, vi } from 'vitest';
import { addToCart } from '#contract/cart.ts';
import { errorText } from '#contract/errors.ts';
import { localStore } from '../../browser/safe-storage.ts';
import { CART_STORAGE, clearSignIn } from '../../browser/storage.ts';
import { buildProduct } from '../../testing/products.ts';
import { dismissToast, toast, useToasts } from '../../ui/toast.ts';
import { emptyCart } from './cart-changes.ts';
import { cartSettled, changeCart, closeCart, openCart, useCart } from './cart-store.ts';

afterEach(() => {
  closeCart();
  clearSignIn();
  vi.unstubAllGlobals();
});

test('the cart is stored in this browser while a member is signed in, and not written again afterwards', () => {
  localStore.setItem('authToken', 'a token');
  openCart();
  expect(JSON.parse(localStore.getItem(CART_STORAGE) ?? '')).toMatchObject({ state: { isOpen: true } });
  clearSignIn();
  closeCart();
  expect(localStore.getItem(CART_STORAGE)).toBeNull();
});

const unknownOutcome = () =>
  Response.json({ code: 'outcome_unknown', message: errorText('outcome_unknown') }, { status: 503 });

/** A shop whose answers to additions are lost. Returns the keys of the additions. */
const loseAdditions = ({ readsCart }: { readsCart: boolean }): (string | null)[] => {
  const keys: (string | null)[] = [];
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: HeadersInit }) => {
    if (address !== addToCart.path) return readsCart ? Response.json(emptyCart()) : new Response('', { status: 502 });
    keys.push(new Headers(headers).get('idempotency-key'));
    return unknownOutcome();
  });
  return keys;
};

const addTwice = async (quantities: [number, number]): Promise<void> => {
  for (const quantity of quantities) {
    changeCart({ kind: 'add', product: buildProduct({ id: 2 }), quantity });
    await cartSettled();
  }
};

test('after an addition whose outcome is unknown the member reads so, and the cart is read again', async () => {
  const keys = loseAdditions({ readsCart: true });
  await addTwice([1, 1]);
  expect(useToasts.getState().shown?.description).toBe(
    "We can't tell whether this was saved. Please check before you try again.",
  );
  expect(useCart.getState()).toMatchObject({ isLoaded: true, failure: null });
  // The member has seen the cart, so the second press is another addition.
  expect(new Set(keys).size).toBe(2);
});

test('as long as the cart cannot be read again, the same addition takes the same key', async () => {
  const keys = loseAdditions({ readsCart: false });
  await addTwice([1, 1]);
  await addTwice([3, 3]);
  expect(keys).toHaveLength(4);
  expect([keys[1], keys[3]]).toEqual([keys[0], keys[2]]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('the response to an addition does not replace what a later press said', async () => {
  vi.stubGlobal('navigator', { onLine: true });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal('fetch', async () => {
    await answered;
    return Response.json(emptyCart());
  });
  const add = () => changeCart({ kind: 'add', product: buildProduct({ id: 2, name: 'Blue Hour' }), quantity: 1 });
  const shown = () => useToasts.getState().shown?.title;
  dismissToast();
  add();
  await Promise.resolve();
  toast({ title: "That's all we have" });
  answer();
  await cartSettled();
  expect(shown()).toBe("That's all we have");
  add();
  await cartSettled();
  expect(shown()).toBe('Added to cart');
});

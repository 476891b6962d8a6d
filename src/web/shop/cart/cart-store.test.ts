import { afterEach, expect, test } from 'vitest';
import { CART_STORAGE, forgetSignIn } from '../../browser/storage.ts';
import { localStore } from '../../browser/stores.ts';
import { closeCart, openCart } from './cart-store.ts';

afterEach(() => {
  closeCart();
  forgetSignIn();
});

test('the cart is kept in this browser while somebody is signed in, and not written back afterwards', () => {
  localStore.setItem('authToken', 'a token');
  openCart();
  expect(JSON.parse(localStore.getItem(CART_STORAGE) ?? '')).toMatchObject({ state: { isOpen: true } });
  forgetSignIn();
  closeCart();
  expect(localStore.getItem(CART_STORAGE)).toBeNull();
});

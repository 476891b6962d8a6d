import { afterEach, expect, test } from 'vitest';
import { localStore } from '../../browser/safe-storage.ts';
import { CART_STORAGE, clearSignIn } from '../../browser/storage.ts';
import { closeCart, openCart } from './cart-store.ts';

afterEach(() => {
  closeCart();
  clearSignIn();
});

test('the cart is stored in this browser while a member is signed in, and not written again afterwards', () => {
  localStore.setItem('authToken', 'a token');
  openCart();
  expect(JSON.parse(localStore.getItem(CART_STORAGE) ?? '')).toMatchObject({ state: { isOpen: true } });
  clearSignIn();
  closeCart();
  expect(localStore.getItem(CART_STORAGE)).toBeNull();
});

import {
  addToCart,
  clearCart,
  getCart,
  removeCartItem,
  setCartNotes,
  setCartShipping,
  updateCartItem,
} from '#contract/cart.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import * as service from './cart.service.ts';

/** The member's cart. Every call returns the whole cart (behavior 6.1). */
export const registerCart: Feature = (serve, shop) => {
  serve(getCart, ({ user }) => service.readCart(shop.database.read, shop.settings, user.userId));

  serve(addToCart, ({ user: { userId }, input }) => service.addToCart(shop, { userId, ...input }));

  serve(updateCartItem, ({ user: { userId }, params, input }) =>
    service.updateLine(shop, { userId, lineId: Number(params.id), quantity: input.quantity }),
  );

  serve(removeCartItem, ({ user: { userId }, params }) =>
    service.removeLine(shop, { userId, lineId: Number(params.id) }),
  );

  serve(clearCart, ({ user: { userId } }) => service.clearCart(shop, { userId }));

  serve(setCartShipping, ({ user: { userId }, input }) => service.chooseForCart(shop, { userId, ...input }));

  serve(setCartNotes, ({ user: { userId }, input }) => service.chooseForCart(shop, { userId, ...input }));
};

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

/** The member's cart (specification §7, decisions §6); every call answers the whole cart. */
export const registerCart: Feature = (serve, deps) => {
  serve(getCart, ({ user }) => service.readCart(deps.database.read, deps.settings, user.userId));

  serve(addToCart, ({ user: { userId }, input }) => service.addToCart(deps, { userId, ...input }));

  serve(updateCartItem, ({ user: { userId }, params, input }) =>
    service.updateLine(deps, { userId, lineId: Number(params.id), quantity: input.quantity }),
  );

  serve(removeCartItem, ({ user: { userId }, params }) =>
    service.removeLine(deps, { userId, lineId: Number(params.id) }),
  );

  serve(clearCart, ({ user: { userId } }) => service.clearCart(deps, { userId }));

  serve(setCartShipping, ({ user: { userId }, input }) => service.chooseForCart(deps, { userId, ...input }));

  serve(setCartNotes, ({ user: { userId }, input }) => service.chooseForCart(deps, { userId, ...input }));
};

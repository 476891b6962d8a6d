import {
  addToCart,
  clearCart,
  getCart,
  removeCartItem,
  setCartNotes,
  setCartPoints,
  setCartShipping,
  updateCartItem,
} from '#contract/cart.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import * as service from './cart.service.ts';

/** The member's cart. Every call returns the whole cart (behavior 6.1). */
export const registerCart: Feature = (serve, shop) => {
  serve.inOneStatement(getCart, ({ session }) => service.readCart(shop, session));

  serve.inOneStatement(addToCart, ({ session, input: { addedAt, ...line }, key }) =>
    service.addToCart(shop, session, {
      ...line,
      key,
      addedAt: addedAt === undefined ? null : Date.parse(addedAt),
    }),
  );

  serve.inOneStatement(updateCartItem, ({ session, params, input }) =>
    service.updateLine(shop, session, { lineId: Number(params.id), quantity: input.quantity }),
  );

  serve.inOneStatement(removeCartItem, ({ session, params }) =>
    service.removeLine(shop, session, { lineId: Number(params.id) }),
  );

  serve.inOneStatement(clearCart, ({ session }) => service.clearCart(shop, session));

  serve.inOneStatement(setCartShipping, ({ session, input }) => service.chooseForCart(shop, session, input));

  serve.inOneStatement(setCartNotes, ({ session, input }) => service.chooseForCart(shop, session, input));

  serve.inOneStatement(setCartPoints, ({ session, input }) => service.spendPoints(shop, session, input));
};

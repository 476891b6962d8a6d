import { addToCart } from '#contract/cart.ts';
import { confirmOrder, type Receipt } from '#contract/receipts.ts';
import type { BodyOf, Response } from './calls.ts';
import { buildItem, buildMember, type TestUser } from './factories.ts';
import type { TestShop } from './test-shop.ts';

/** A member with the calls of an order. */
export interface Buyer extends TestUser {
  /** Puts pieces of a product in the cart; one piece if no quantity is given. */
  add(productId: number | string, quantity?: number): Promise<Response<BodyOf<typeof addToCart>>>;
  /** Confirms the cart, with an idempotency key and the total that the page showed if they are given. */
  confirm(key?: string, expectedTotal?: string): Promise<Response<BodyOf<typeof confirmOrder>>>;
}

export const buildBuyer = async (shop: TestShop, overrides: Parameters<typeof buildMember>[1] = {}): Promise<Buyer> => {
  const member = await buildMember(shop, overrides);
  return {
    ...member,
    add: (productId, quantity) => member.call(addToCart, { body: { productId, quantity } }),
    confirm: (key, expectedTotal) =>
      member.call(confirmOrder, {
        body: { expectedTotal },
        ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      }),
  };
};

/** Confirms an order of one new item by a new buyer: one piece by default. */
export const buildOrder = async (
  shop: TestShop,
  options: {
    buyer?: Parameters<typeof buildMember>[1];
    item?: Parameters<typeof buildItem>[1];
    quantity?: number;
  } = {},
): Promise<{ buyer: Buyer; itemId: number; receipt: Receipt }> => {
  const buyer = await buildBuyer(shop, options.buyer);
  const { id: itemId } = await buildItem(shop, options.item);
  await buyer.add(itemId, options.quantity);
  const { status, body, text } = await buyer.confirm();
  if (status !== 201) throw new Error(`The order was refused: ${text}`);
  return { buyer, itemId, receipt: body.receipt };
};

/** Reads the stock on hand of an item, and how much of it open receipts reserve. */
export const stockOf = (shop: TestShop, itemId: number) =>
  shop.database.read
    .selectFrom('items')
    .select(['quantity', 'reserved'])
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();

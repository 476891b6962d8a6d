import { buildMember } from '../../../testing/factories.ts';
import type { Response, TestShop } from '../../../testing/test-shop.ts';

/** A signed-in member with the calls an order needs. */
export const orderingMember = async (shop: TestShop, overrides: Parameters<typeof buildMember>[1] = {}) => {
  const { token, ...member } = await buildMember(shop, overrides);
  const call = (method: string, path: string, body?: unknown): Promise<Response> =>
    shop.call(method, path, { token, body });
  return {
    member,
    token,
    call,
    add: (productId: number, quantity = 1) => call('POST', '/api/cart/add', { productId, quantity }),
    confirm: (key?: string, expectedTotal?: string) =>
      shop.call('POST', '/api/receipts', {
        token,
        body: { expectedTotal },
        ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      }),
  };
};

export type OrderingMember = Awaited<ReturnType<typeof orderingMember>>;

/** Stock on hand of an item, and how much of it is promised to open receipts. */
export const stockOf = (shop: TestShop, itemId: number) =>
  shop.database.read
    .selectFrom('items')
    .select(['quantity', 'reserved'])
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow();

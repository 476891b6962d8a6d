import { durableCommits } from './commit-loop.ts';
import { load, ROUNDS, SECONDS } from './load.ts';
import { productIds, registerMembers, withStockedShop } from './members.ts';
import type { Part } from './part.ts';
import type { Running } from './processes.ts';
import { compare } from './rounds.ts';

const PRODUCTS = 2000;
const MEMBERS = 16;

/** Adding to the cart, beside a bare loop of durable commits. */
export const cart: Part = {
  name: 'cart',
  measure: () =>
    withStockedShop(PRODUCTS, async (shop) => {
      const tokens = await registerMembers(shop, MEMBERS);
      const ids = await productIds(shop, 5);
      return {
        comparisons: [
          await compare(
            { name: `Add to cart, ${MEMBERS} members`, unit: 'durable commits a second', bar: 0.5, rounds: ROUNDS },
            { shop: () => adding(shop, tokens, ids), limit: async () => durableCommits(SECONDS * 1000) },
          ),
        ],
      };
    }),
};

/** One member a connection, five products in turn. */
const adding = ({ url }: Running, tokens: readonly string[], ids: readonly number[]): Promise<number> => {
  let next = 0;
  return load(
    {
      url: `${url}/api/cart/add`,
      method: 'POST',
      connections: tokens.length,
      setupClient: (client) => {
        const authorization = `Bearer ${tokens[next++ % tokens.length]}`;
        client.setRequests(
          ids.map((productId) => ({
            method: 'POST',
            path: '/api/cart/add',
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify({ productId, quantity: 1 }),
          })),
        );
      },
    },
    200,
  );
};

import { type Calls, loadCalls } from './load.ts';
import type { Running } from './processes.ts';

/**
 * Adds products to the carts of members for one round. Each connection is one member, who takes the products in turn.
 * With `newKey`, each call has an Idempotency-Key of its own, as from the browser.
 */
export const addToCarts = (
  { url }: Running,
  { tokens, ids, newKey }: { tokens: readonly string[]; ids: readonly number[]; newKey?: () => string },
): Promise<Calls> => {
  let next = 0;
  return loadCalls(
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
            // For every server, so that the client has the same work.
            setupRequest: (request) => ({
              ...request,
              headers: { ...request.headers, ...(newKey && { 'idempotency-key': newKey() }) },
            }),
          })),
        );
      },
    },
    200,
  );
};

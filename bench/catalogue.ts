import { withStockedShop } from './fixtures.ts';
import { load, ROUNDS } from './load.ts';
import type { Part } from './part.ts';
import { startScript } from './processes.ts';
import { compare } from './rounds.ts';

const PRODUCTS = 2000;

/** The whole catalogue and its 304, compared with a bare server that sends the same bytes and headers. */
export const catalogue: Part = {
  name: 'catalogue',
  measure: () =>
    withStockedShop(PRODUCTS, async (shop) => {
      const url = `${shop.url}/api/inventory-data`;
      const bare = await startScript('bare-server.ts', { FETCH_URL: url });
      const brotli = { 'accept-encoding': 'br' };
      const { etag } = Object.fromEntries((await fetch(url, { headers: brotli })).headers);
      const known = { ...brotli, 'if-none-match': etag! };
      const unit = 'requests a second';
      try {
        return {
          comparisons: [
            ...(await compare(
              { name: `Whole catalogue, ${PRODUCTS} products`, unit, rounds: ROUNDS },
              () => load({ url, connections: 16, headers: brotli }, 200),
              [
                {
                  name: 'bare server',
                  bar: 0.9,
                  measure: () => load({ url: bare.url, connections: 16, headers: brotli }, 200),
                },
              ],
            )),
            ...(await compare(
              { name: 'Catalogue not changed (304)', unit, rounds: ROUNDS },
              () => load({ url, connections: 16, headers: known }, 304),
              [
                {
                  name: 'bare server',
                  bar: 0.8,
                  measure: () => load({ url: bare.url, connections: 16, headers: known }, 304),
                },
              ],
            )),
          ],
        };
      } finally {
        await bare.stop();
      }
    }),
};

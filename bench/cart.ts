import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { productIds, registerMembers, withStockedShop } from './fixtures.ts';
import { load, ROUNDS, SECONDS } from './load.ts';
import type { Part } from './part.ts';
import type { Running } from './processes.ts';
import { compare } from './rounds.ts';

const PRODUCTS = 2000;
const MEMBERS = 16;

/** Adding to the cart, compared with a bare loop of durable commits. */
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
            { shop: () => addToCarts(shop, tokens, ids), limit: async () => durableCommits(SECONDS * 1000) },
          ),
        ],
      };
    }),
};

/** Adds products to the carts of members for one round. Each connection is one member, who takes the products in turn. */
const addToCarts = ({ url }: Running, tokens: readonly string[], ids: readonly number[]): Promise<number> => {
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

/** The machine's limit for writes: durable single-row commits per second in a bare loop. */
const durableCommits = (milliseconds: number): number => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-commits-'));
  const sqlite = new SqliteDatabase(join(folder, 'bare.db'));
  sqlite.pragma('journal_mode = WAL');
  sqlite.pragma('synchronous = FULL');
  sqlite.exec('create table line (id integer primary key, quantity integer not null)');
  const insert = sqlite.prepare('insert into line (quantity) values (?)');
  const started = performance.now();
  let commits = 0;
  while (performance.now() - started < milliseconds) {
    insert.run(1);
    commits++;
  }
  const seconds = (performance.now() - started) / 1000;
  sqlite.close();
  rmSync(folder, { recursive: true, force: true });
  return commits / seconds;
};

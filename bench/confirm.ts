import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type BareOrders, ORDER_SETTINGS } from './bare-orders.ts';
import { openPostgresOrders } from './bare-orders-postgres.ts';
import { openSqliteOrders } from './bare-orders-sqlite.ts';
import { plainProducts, registerMembers, signInAdmin, uploadProducts, withShop } from './fixtures.ts';
import { type Calls, loadCalls, roundOf } from './load.ts';
import { combine, type Measured, type Part, p99Figures } from './part.ts';
import { type Engine, onBothEngines } from './postgres.ts';
import type { Running } from './processes.ts';
import { compare, type Round } from './rounds.ts';
import { isShort, ROUNDS, scaled } from './scale.ts';

const PRODUCTS = scaled(2000);
/** The members who confirm at the same time. */
const AT_ONCE = 16;
/** The members with a full cart, enough for a steady load. A multiple of AT_ONCE. */
const MEMBERS = isShort ? 32 : 400;
/** The time spent confirming in one round. */
const ROUND_MS = isShort ? 1 : 2000;
/** The largest 99th percentile of confirming, in milliseconds. */
const P99_BAR = 40;

/**
 * Confirming orders of five lines at the price of a tier, paid in part with points, in a shop with a purchase limit. On
 * both engines. Only the confirming is measured: all carts are filled directly in
 * the database, then every member confirms once, 16 at a time, until all carts are empty. A round repeats this for
 * ROUND_MS of confirming. The shop does it over HTTP. The other side makes the same receipts in the same tables directly:
 * on SQLite in a bare loop of durable commits, on PostgreSQL with 16 connections and one statement for each order.
 */
export const confirm: Part = {
  name: 'confirm',
  measure: async () => combine(...(await onBothEngines(onEngine))),
};

const RIVALS = { SQLite: { rival: 'bare commits', bar: 0.5 }, PostgreSQL: { rival: 'bare client', bar: 0.4 } };

const onEngine = ({ name: engine, settings }: Engine): Promise<Measured> =>
  withShop(
    async (shop) => {
      const products = plainProducts(PRODUCTS, 0).map((product) => ({
        ...product,
        tiers: [{ from: 3, price: product.price - 1 }],
      }));
      await uploadProducts(shop, await signInAdmin(shop), products);
      const tokens = await registerMembers(shop, MEMBERS);
      const { DATABASE_URL } = settings;
      const bare = DATABASE_URL
        ? await openPostgresOrders(DATABASE_URL, AT_ONCE)
        : openSqliteOrders(join(shop.dataDir, 'shop.db'));
      return measureConfirming(shop, { tokens, bare, engine, ...RIVALS[engine] });
    },
    { ...settings, ...ORDER_SETTINGS },
  );

/** Compares the shop with the bare client, which is closed at the end. */
const measureConfirming = async (
  shop: Running,
  {
    tokens,
    bare,
    engine,
    rival,
    bar,
  }: { tokens: readonly string[]; bare: BareOrders; engine: string; rival: string; bar: number },
): Promise<Measured> => {
  try {
    const comparisons = await compare(
      { name: `Confirm 5 lines, ${AT_ONCE} members, ${engine}`, unit: 'orders a second', rounds: ROUNDS },
      () => measureRound(bare, () => confirmAll(shop, tokens)),
      [{ name: rival, bar, measure: () => measureRound(bare, bare.confirmAll) }],
    );
    return { comparisons, figures: p99Figures(comparisons, P99_BAR) };
  } finally {
    await bare.close();
  }
};

const measureRound = async (bare: BareOrders, confirmAllCarts: () => Promise<Calls>): Promise<Round> => {
  const latencies: number[] = [];
  let milliseconds = 0;
  while (milliseconds < ROUND_MS) {
    await bare.fillCarts();
    const calls = await confirmAllCarts();
    latencies.push(...calls.latencies);
    milliseconds += calls.milliseconds;
  }
  return roundOf({ milliseconds, latencies });
};

/** Confirms the cart of every member over HTTP, as the browser does. Each connection takes its share of the members. */
export const confirmAll = ({ url }: Running, tokens: readonly string[]): Promise<Calls> => {
  let next = 0;
  return loadCalls(
    {
      url: `${url}/api/receipts`,
      connections: AT_ONCE,
      amount: tokens.length,
      setupClient: (client) => {
        const connection = next++;
        client.setRequests(
          tokens
            .filter((_, index) => index % AT_ONCE === connection)
            .map((token) => ({
              method: 'POST',
              path: '/api/receipts',
              headers: {
                authorization: `Bearer ${token}`,
                'content-type': 'application/json',
                'idempotency-key': randomUUID(),
              },
              body: '{}',
            })),
        );
      },
    },
    201,
  );
};

import autocannon from 'autocannon';
import { hashPassword, verifyPassword } from '../src/server/passwords.ts';
import { measureBigUploads } from './big-upload.ts';
import { durableCommits } from './commit-loop.ts';
import { MEMBER_PASSWORD, productIds, registerMembers, signInAdmin, upload } from './members.ts';
import { startScript, startShop } from './processes.ts';
import { type Timing, writeReport } from './report.ts';
import { type Comparison, compare } from './rounds.ts';

const SECONDS = 3;
const ROUNDS = 5;
const PRODUCTS = 2000;
const MANY_PRODUCTS = 20_000;

/** Requests a second of one bounded round on loopback; anything but the expected status makes the round worthless. */
const load = async (options: autocannon.Options, expected: number): Promise<number> => {
  const result = await autocannon({ duration: SECONDS, ...options });
  const right = result.statusCodeStats?.[`${expected}`]?.count ?? 0;
  const answered = Object.values(result.statusCodeStats ?? {}).reduce((sum, { count = 0 }) => sum + count, 0);
  if (right === 0 || right !== answered || result.errors > 0) {
    throw new Error(
      `Not all answers were ${expected}: ${JSON.stringify(result.statusCodeStats)}, errors ${result.errors}`,
    );
  }
  return right / result.duration;
};

const results: Comparison[] = [];
const measured = (result: Comparison): void => {
  results.push(result);
  console.log(
    `${result.name}: ${Math.round(result.shop)} beside ${Math.round(result.limit)} ${result.unit}, ratio ${result.ratio.toFixed(2)} (bar ${result.bar})`,
  );
};

const shop = await startShop();
try {
  await upload(shop, await signInAdmin(shop), PRODUCTS, 0);
  const catalogue = `${shop.url}/api/inventory-data`;
  const bare = await startScript('bare-server.ts', { FETCH_URL: catalogue });
  const brotli = { 'accept-encoding': 'br' };
  const { etag } = Object.fromEntries((await fetch(catalogue, { headers: brotli })).headers);
  const known = { ...brotli, 'if-none-match': etag! };
  measured(
    await compare(
      { name: `Whole catalogue, ${PRODUCTS} products`, unit: 'requests a second', bar: 0.9, rounds: ROUNDS },
      {
        shop: () => load({ url: catalogue, connections: 16, headers: brotli }, 200),
        limit: () => load({ url: bare.url, connections: 16, headers: brotli }, 200),
      },
    ),
  );
  measured(
    await compare(
      { name: 'Catalogue not changed (304)', unit: 'requests a second', bar: 0.8, rounds: ROUNDS },
      {
        shop: () => load({ url: catalogue, connections: 16, headers: known }, 304),
        limit: () => load({ url: bare.url, connections: 16, headers: known }, 304),
      },
    ),
  );
  await bare.stop();

  const tokens = await registerMembers(shop, 16);
  const ids = await productIds(shop, 5);
  const adding = async () => {
    let next = 0;
    return load(
      {
        url: `${shop.url}/api/cart/add`,
        method: 'POST',
        connections: tokens.length,
        // One member a connection, five products in turn.
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
  measured(
    await compare(
      { name: 'Add to cart, 16 members', unit: 'durable commits a second', bar: 0.5, rounds: ROUNDS },
      { shop: adding, limit: async () => durableCommits(SECONDS * 1000) },
    ),
  );

  const stored = await hashPassword(MEMBER_PASSWORD);
  const checking = async () => {
    const begun = performance.now();
    let checks = 0;
    const lane = async () => {
      while (performance.now() - begun < SECONDS * 1000) {
        await verifyPassword(stored, MEMBER_PASSWORD);
        checks++;
      }
    };
    await Promise.all(Array.from({ length: 4 }, lane));
    return (checks * 1000) / (performance.now() - begun);
  };
  const signingIn = () =>
    load(
      {
        url: `${shop.url}/api/login`,
        method: 'POST',
        connections: 4,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'bench_0', password: MEMBER_PASSWORD }),
      },
      200,
    );
  measured(
    await compare(
      { name: 'Log in, 4 at once', unit: 'logins a second', bar: 0.8, rounds: ROUNDS },
      { shop: signingIn, limit: checking },
    ),
  );
} finally {
  await shop.stop();
}

const timings: Timing[] = [];
const big = await startShop();
try {
  const { milliseconds, catalogueP99 } = await measureBigUploads(big, MANY_PRODUCTS, ROUNDS);
  const upload = `Replace ${MANY_PRODUCTS.toLocaleString('en-US')} products, all changed`;
  timings.push({ name: upload, milliseconds, bar: 3000 });
  timings.push({ name: 'The catalogue meanwhile, p99', milliseconds: catalogueP99, bar: 100 });
} finally {
  await big.stop();
}
for (const { name, milliseconds, bar } of timings) {
  console.log(`${name}: ${Math.round(milliseconds)} ms (bar ${bar})`);
}

await writeReport(results, timings);
const short = results.filter(({ ratio, bar }) => ratio < bar);
for (const { name, ratio, bar } of short) console.error(`Below its bar: ${name}, ${ratio.toFixed(2)} of ${bar}`);
const slow = timings.filter(({ milliseconds, bar }) => milliseconds > bar);
for (const { name, milliseconds, bar } of slow) {
  console.error(`Above its bar: ${name}, ${Math.round(milliseconds)} of ${bar} ms`);
}
process.exit(short.length + slow.length > 0 ? 1 : 0);

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteDatabase } from '../src/server/db/sqlite-driver.ts';
import { addToCarts } from './add-to-carts.ts';
import { productIds, registerMembers, withStockedShop } from './fixtures.ts';
import { roundOf, SECONDS } from './load.ts';
import { combine, type Measured, type Part, p99Figures } from './part.ts';
import { withPostgres } from './postgres.ts';
import { startScript } from './processes.ts';
import { compare, type Round } from './rounds.ts';
import { ROUNDS, scaled } from './scale.ts';

const PRODUCTS = scaled(2000);
const MEMBERS = 16;
/** The largest 99th percentiles of adding to the cart, in milliseconds. */
const P99_BARS = { sqlite: 10, postgres: 15 };

/** Adding to the cart, on both engines. */
export const cart: Part = {
  name: 'cart',
  measure: async () => combine(await onSqlite(), await onPostgres()),
};

/** Compared with a bare loop of durable commits. */
const onSqlite = (): Promise<Measured> =>
  withStockedShop(PRODUCTS, async (shop) => {
    const tokens = await registerMembers(shop, MEMBERS);
    const ids = await productIds(shop, 5);
    const comparisons = await compare(
      { name: `Add to cart, ${MEMBERS} members, SQLite`, unit: 'durable commits a second', rounds: ROUNDS },
      () => fillCarts(shop, { tokens, ids, newKey: randomUUID }),
      [{ name: 'bare commits', bar: 0.9, measure: async () => durableCommits(SECONDS * 1000) }],
    );
    return { comparisons, figures: p99Figures(comparisons, P99_BARS.sqlite) };
  });

/** Compared with two other servers on the same database: a plain one, and one that does nothing it need not do. */
const onPostgres = (): Promise<Measured> =>
  withPostgres((databaseUrl) =>
    withStockedShop(
      PRODUCTS,
      async (shop) => {
        const tokens = await registerMembers(shop, MEMBERS);
        const ids = await productIds(shop, 5);
        const environment = { DATABASE_URL: databaseUrl, NODE_ENV: 'production' };
        const plain = await startScript('plain-server.ts', environment);
        const oneStatement = await startScript('one-statement-server.ts', environment);
        const unit = 'requests a second';
        try {
          const together = await compare(
            { name: `Add to cart, ${MEMBERS} members, PostgreSQL`, unit, rounds: ROUNDS },
            () => fillCarts(shop, { tokens, ids, newKey: randomUUID }),
            [
              { name: 'plain server', bar: 3, measure: () => fillCarts(plain, { tokens, ids }) },
              {
                name: 'one-statement server',
                bar: 0.7,
                measure: () => fillCarts(oneStatement, { tokens, ids }),
              },
            ],
          );
          const [token] = tokens;
          const alone = await compare(
            { name: 'Add to cart, a single member, PostgreSQL', unit, rounds: ROUNDS },
            () => fillCarts(shop, { tokens: [token!], ids, newKey: randomUUID }),
            [
              {
                name: 'plain server',
                bar: 2.5,
                measure: () => fillCarts(plain, { tokens: [token!], ids }),
              },
            ],
          );
          return { comparisons: [...together, ...alone], figures: p99Figures(together, P99_BARS.postgres) };
        } finally {
          await plain.stop();
          await oneStatement.stop();
        }
      },
      { DATABASE_URL: databaseUrl },
    ),
  );

const fillCarts = async (...load: Parameters<typeof addToCarts>): Promise<Round> => roundOf(await addToCarts(...load));

/** The machine's limit for writes: durable single-row commits per second in a bare loop. */
const durableCommits = (milliseconds: number): Round => {
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
  return { rate: commits / seconds };
};

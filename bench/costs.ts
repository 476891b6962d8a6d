import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { addToCarts } from './add-to-carts.ts';
import { type BareOrders, ORDER_SETTINGS } from './bare-orders.ts';
import { openPostgresOrders } from './bare-orders-postgres.ts';
import { openSqliteOrders } from './bare-orders-sqlite.ts';
import { confirmAll } from './confirm.ts';
import {
  openGate,
  plainProducts,
  productIds,
  registerMembers,
  signInAdmin,
  uploadProducts,
  withShop,
} from './fixtures.ts';
import { loadCalls } from './load.ts';
import { logIn } from './login.ts';
import { type Figure, type Part, timed } from './part.ts';
import { type Engine, onBothEngines } from './postgres.ts';
import { cpuTime, familyTime, mainThreadTime, parentOf, type Running } from './processes.ts';
import { median } from './rounds.ts';
import { isShort, ROUNDS, scaled } from './scale.ts';
import { readCarts } from './two-processes.ts';

const PRODUCTS = scaled(2000);
const AT_ONCE = 16;
/** The members with a cart to confirm. A multiple of AT_ONCE. */
const MEMBERS = isShort ? 32 : 400;
const PICTURE = 'leaf.png';

const CALL_KINDS = ['catalogue', 'unchanged', 'picture', 'cart', 'add', 'confirm', 'login'] as const;
type CallKind = (typeof CALL_KINDS)[number];

/** The calls that the shop answers from memory and disk. */
const WITHOUT_DATABASE: readonly CallKind[] = ['catalogue', 'unchanged', 'picture'];

/** What one call takes, in milliseconds. */
interface Cost {
  /** Of the shop's main thread, which does one thing at a time. */
  main: number;
  /** Of a core, for the shop's other threads: password hashes. */
  threads: number;
  /** Of a core, for PostgreSQL. On SQLite the database is part of `main`. */
  database: number;
}

type Costs = Record<CallKind, Cost>;

/** What each kind of call takes of the shop and its database. */
export const costs: Part = {
  name: 'costs',
  measure: async () => ({ figures: (await onBothEngines(onEngine)).flat() }),
};

const onEngine = ({ name: engine, settings }: Engine): Promise<Figure[]> =>
  withShop(
    async (shop) => {
      const { DATABASE_URL } = settings;
      await mkdir(join(shop.dataDir, 'pictures'), { recursive: true });
      const leaf = sharp({ create: { width: 900, height: 900, channels: 3, background: '#2f6b3a' } });
      await writeFile(join(shop.dataDir, 'pictures', PICTURE), await leaf.png().toBuffer());
      const products = plainProducts(PRODUCTS, 0).map((product) => ({ ...product, images: [PICTURE] }));
      await uploadProducts(shop, await signInAdmin(shop), products);
      const tokens = await registerMembers(shop, MEMBERS);
      const bare = DATABASE_URL
        ? await openPostgresOrders(DATABASE_URL, AT_ONCE)
        : openSqliteOrders(join(shop.dataDir, 'shop.db'));
      const server = DATABASE_URL ? await findServer(DATABASE_URL) : null;
      try {
        const found = {} as Costs;
        for (const load of await callsOf(shop, { tokens, bare })) found[load.kind] = await costOf(shop, server, load);
        return figuresOf(engine, found, DATABASE_URL ? await commitTime(DATABASE_URL) : null);
      } finally {
        await bare.close();
      }
    },
    { ...settings, ...ORDER_SETTINGS },
  );

/** Makes calls of one kind for one round. Returns how many. */
interface Load {
  kind: CallKind;
  /** Not measured. */
  prepare?: () => Promise<unknown>;
  run: () => Promise<number>;
  /** Each call is a commit, for which the main thread waits on SQLite. That takes time, but no CPU time. */
  commits?: boolean;
}

const callsOf = async (
  shop: Running,
  { tokens, bare }: { tokens: readonly string[]; bare: BareOrders },
): Promise<Load[]> => {
  const some = tokens.slice(0, AT_ONCE);
  const ids = await productIds(shop, 5);
  const catalogue = `${shop.url}/api/inventory-data`;
  const brotli = { 'accept-encoding': 'br' };
  const etag = (await fetch(catalogue, { headers: brotli })).headers.get('etag')!;
  const cookie = await openGate(shop.url);
  const picture = `${shop.url}/api/proxy-image/${PICTURE}`;
  // The first request converts it.
  await (await fetch(picture, { headers: { cookie } })).arrayBuffer();
  const count = async (calls: Promise<{ latencies: readonly number[] }>) => (await calls).latencies.length;
  const read = (url: string, headers: Record<string, string>, expected = 200) =>
    count(loadCalls({ url, headers, connections: AT_ONCE }, expected));
  return [
    { kind: 'catalogue', run: () => read(catalogue, brotli) },
    { kind: 'unchanged', run: () => read(catalogue, { ...brotli, 'if-none-match': etag }, 304) },
    { kind: 'picture', run: () => read(picture, { cookie }) },
    { kind: 'cart', run: () => count(readCarts(shop, some)) },
    // Before the next one fills these carts.
    { kind: 'confirm', prepare: bare.fillCarts, run: () => count(confirmAll(shop, tokens)), commits: true },
    { kind: 'add', run: () => count(addToCarts(shop, { tokens: some, ids, newKey: randomUUID })), commits: true },
    { kind: 'login', run: () => count(logIn(shop)) },
  ];
};

/** The median of some rounds, after one that only warms up. */
const costOf = async (shop: Running, server: number | null, load: Load): Promise<Cost> => {
  const rounds: Cost[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    await load.prepare?.();
    const before = timesOf(shop, server);
    const started = performance.now();
    const calls = await load.run();
    const elapsed = performance.now() - started;
    const after = timesOf(shop, server);
    const [all, main, database] = after.map((time, at) => (time - before[at]!) / calls) as [number, number, number];
    const waits = load.commits && server === null;
    rounds.push({
      main: waits ? elapsed / calls : main,
      threads: Math.max(0, all - main),
      // What the database does meanwhile is not for them.
      database: WITHOUT_DATABASE.includes(load.kind) ? 0 : database,
    });
  }
  const middle = (part: keyof Cost) => median(rounds.slice(1).map((round) => round[part]));
  return { main: middle('main'), threads: middle('threads'), database: middle('database') };
};

/** The CPU times so far, in milliseconds: of the whole shop, of its main thread, and of PostgreSQL. */
const timesOf = ({ pid }: Running, server: number | null): number[] => [
  cpuTime(pid),
  mainThreadTime(pid),
  server === null ? 0 : familyTime(server),
];

/** Runs the work with a connection of its own. */
const withClient = async <Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** The first process of a PostgreSQL server on this machine. */
const findServer = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return parentOf(rows[0]!.pid);
  });

const COMMITS = scaled(1000);

/** How long a commit takes that changes one row, in milliseconds, with its round trip. */
const commitTime = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    await client.query('create table commits (value bigint); insert into commits values (0)');
    const took = await timed(async () => {
      for (let done = 0; done < COMMITS; done++) await client.query('update commits set value = value + 1');
    });
    await client.query('drop table commits');
    return took / COMMITS;
  });

const NAMES: Record<CallKind, string> = {
  catalogue: 'the whole catalogue',
  unchanged: 'a catalogue not changed (304)',
  picture: 'a picture',
  cart: 'a cart',
  add: 'adding to the cart',
  confirm: 'confirming an order',
  login: 'a login',
};

const figuresOf = (engine: string, found: Costs, commit: number | null): Figure[] => {
  const figure = (name: string, value: number): Figure => ({ name: `${name}, ${engine}`, value, unit: 'ms a call' });
  return [
    ...CALL_KINDS.flatMap((kind) => {
      const { main, threads, database } = found[kind];
      return [
        figure(`Main thread for ${NAMES[kind]}`, main),
        ...(kind === 'login' ? [figure(`Other threads for ${NAMES[kind]}`, threads)] : []),
        ...(database > 0 ? [figure(`Database for ${NAMES[kind]}`, database)] : []),
      ];
    }),
    ...(commit !== null ? [figure('A commit of one row', commit)] : []),
  ];
};

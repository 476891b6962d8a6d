import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FileProduct } from '../../../tests/e2e/products.ts';
import { readInventory } from '../../../tests/e2e/shop-api.ts';
import type { ShopEnv } from '../../../tests/e2e/shop-process.ts';
import { type FaultShop, openFaultShop, PICTURE } from '../../../tests/faults/fault-shop.ts';
import { type PostgresServer, startPostgresServer } from '../../../tests/faults/postgres-server.ts';
import { type NetworkProxy, startProxy } from '../../../tests/faults/proxy.ts';
import { type ReadRows, sqliteReader } from '../../../tests/faults/saved.ts';
import type { Engine } from '../../../tests/faults/shop-on-engine.ts';
import { makeSmallDisk } from '../../../tests/faults/small-disk.ts';
import { copyReader, refusingFiles, refusingSpace, type Space } from '../../../tests/faults/space.ts';

/** A product of these rounds. */
export interface RoundProduct {
  id: number;
  /** As files and the feed have it; each sets its own quantity and price. */
  file: FileProduct;
  /** The most pieces that a file sets. */
  mostStock: number;
}

/** A shop for rounds of faults, with everything around it that a fault can hit. */
export interface Place {
  engine: Engine;
  shop: FaultShop;
  products: readonly RoundProduct[];
  /** Reads the database directly. */
  readRows: ReadRows;
  /** PostgreSQL, and the network before it. null on SQLite. */
  server: PostgresServer | null;
  proxy: NetworkProxy | null;
  /** The space for the database. */
  space: Space | null;
  feed: Feed;
  close(): Promise<void>;
}

/** The most pieces of the limited product in the orders of a member. */
export const MOST_LIMITED = 60;

/** What an upload adds to each price, in dollars. */
export const DEFAULT_MARKUP = 2;

const product = (id: string, name: string, category: string, mostStock: number) => ({
  file: { id, name, category, brand: 'Northlight', qty: mostStock, price: 20, images: [PICTURE] },
  mostStock,
});

/** Products that never run out, one that a limit counts, and some that run out. */
const PRODUCTS = [
  product('plenty-1', 'Plenty Cart', 'Carts', 100_000),
  product('plenty-2', 'Plenty Salve', 'Topical', 100_000),
  product('limited', 'Limited Gummies', 'Edibles', 400),
  product('scarce-1', 'Scarce Orchard', 'Carts', 12),
  product('scarce-2', 'Scarce Meadow', 'Carts', 30),
];

export const isLimited = ({ file }: RoundProduct): boolean => file.category === 'Edibles';

const SETTINGS: ShopEnv = {
  POINTS_VALUE: '1',
  PURCHASE_LIMITS: `edible=${MOST_LIMITED}pcs/1d`,
  DEFAULT_MARKUP: String(DEFAULT_MARKUP),
  // Only admins of the rounds sync. A sync that was killed keeps others from syncing for this time.
  AUTO_SYNC: 'off',
  SYNC_INTERVAL_SECONDS: '2',
  PRICE_JUMP: '0',
};

interface PlaceOptions {
  /** True for a database on a small disk. */
  smallDisk?: boolean;
  /** See `FaultShop`. */
  isMeasured?: boolean;
}

/** Opens a shop. The caller closes it. */
export const openPlace = async (
  engine: Engine,
  { smallDisk = false, isMeasured = false }: PlaceOptions = {},
): Promise<Place> => {
  const feed = await startFeed();
  const opened = await (engine === 'sqlite' ? openOnSqlite : openOnPostgres)(feed, { smallDisk, isMeasured });
  const inventory = await readInventory(opened.shop);
  const idOf = (externalId: string) => inventory.find((item) => item.externalId === externalId)!.id;
  const products = PRODUCTS.map(({ file, mostStock }) => ({ id: idOf(file.id), file, mostStock }));
  return {
    ...opened,
    engine,
    products,
    feed,
    close: async () => {
      await opened.close();
      await feed.close();
    },
  };
};

type Opened = Pick<Place, 'shop' | 'readRows' | 'server' | 'proxy' | 'space' | 'close'>;

const shopOptions = (feed: Feed, env: ShopEnv = {}) => ({
  env: { ...SETTINGS, INVENTORY_FEED_URL: feed.url, ...env },
  products: PRODUCTS.map(({ file }) => file),
});

/** Megabytes in which a shop works, and that it fills soon. */
const SMALL_DISK = { sqlite: 24, postgres: 48 };

const openOnSqlite = async (feed: Feed, { smallDisk, isMeasured }: Required<PlaceOptions>): Promise<Opened> => {
  const disk = smallDisk ? await makeSmallDisk(SMALL_DISK.sqlite) : null;
  const shop = await openFaultShop({
    ...shopOptions(feed),
    isMeasured,
    ...(disk && { dataDir: disk, through: disk.through }),
  });
  return {
    shop,
    readRows: disk ? copyReader(join(disk.outside, 'shop.db')) : sqliteReader(join(shop.dataDir, 'shop.db')),
    server: null,
    proxy: null,
    space: disk ?? refusingFiles(shop),
    close: async () => {
      await shop.close();
      await disk?.close();
    },
  };
};

const openOnPostgres = async (feed: Feed, { smallDisk, isMeasured }: Required<PlaceOptions>): Promise<Opened> => {
  const server = await startPostgresServer();
  const disk = smallDisk ? await makeSmallDisk(SMALL_DISK.postgres, server.owner) : null;
  if (disk) await server.query(`create tablespace small location '${disk.outside}'`);
  await server.query(`create database shop ${disk ? 'tablespace small' : ''}`);
  const proxy = await startProxy(server.port);
  const address = new URL(server.url('shop'));
  address.port = String(proxy.port);
  const shop = await openFaultShop({ ...shopOptions(feed, { DATABASE_URL: address.href }), isMeasured });
  return {
    shop,
    readRows: (query) => server.query(query, 'shop'),
    server,
    proxy,
    space: disk ?? (smallDisk ? await refusingSpace(server) : null),
    close: async () => {
      await shop.close();
      await proxy.close();
      await server.close();
      await disk?.close();
    },
  };
};

/** The seller's supplier: a real server. */
interface Feed {
  url: string;
  /** Sets what it has from now on. */
  set(products: readonly FileProduct[]): void;
  close(): Promise<void>;
}

const startFeed = async (): Promise<Feed> => {
  let body = '';
  const server = createServer((_request, response) => response.writeHead(200).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (products) => {
      body = JSON.stringify({ data: products });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

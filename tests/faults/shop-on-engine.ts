import { join } from 'node:path';
import { Client } from 'pg';
import { SqliteDatabase } from '../../src/server/db/sqlite-driver.ts';
import type { ShopEnv } from '../e2e/shop-process.ts';
import { type FaultShop, openFaultShop } from './fault-shop.ts';
import { startPostgresServer } from './postgres-server.ts';
import { type ReadRows, sqliteReader } from './saved.ts';

/** The engines on which the shop runs (behavior 1.4). */
export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

/** A shop on one of the engines, with a way to read its database directly. */
export interface ShopOnEngine {
  shop: FaultShop;
  readRows: ReadRows;
  /** Changes the database directly. */
  change(statement: string): Promise<void>;
  /** Keeps all changes of the inventory waiting. Returns how to let them go on. */
  holdWrites(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

/** Starts a shop on a SQLite file or on a PostgreSQL server of its own. The caller closes it. */
export const openShopOn = async (engine: Engine, env: ShopEnv = {}): Promise<ShopOnEngine> => {
  if (engine === 'sqlite') {
    const shop = await openFaultShop({ env });
    const file = join(shop.dataDir, 'shop.db');
    const holdWrites = async () => {
      const database = new SqliteDatabase(file);
      database.exec('begin immediate');
      return async () => void database.close();
    };
    const change = async (statement: string) => {
      const database = new SqliteDatabase(file);
      database.exec(statement);
      database.close();
    };
    return { shop, readRows: sqliteReader(file), change, holdWrites, close: shop.close };
  }
  const server = await startPostgresServer();
  await server.query('create database shop');
  const shop = await openFaultShop({ env: { DATABASE_URL: server.url('shop'), ...env } });
  return {
    shop,
    readRows: (query) => server.query(query, 'shop'),
    change: async (statement) => void (await server.query(statement, 'shop')),
    holdWrites: async () => {
      const client = new Client(server.url('shop'));
      await client.connect();
      await client.query('begin');
      await client.query('lock table items in exclusive mode');
      return () => client.end();
    },
    close: async () => {
      await shop.close();
      await server.close();
    },
  };
};

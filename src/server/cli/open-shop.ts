import { pino } from 'pino';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { ShopDatabase } from '../db/shop-database.ts';
import type { Deps } from '../deps.ts';
import { readSettings } from '../settings.ts';

/** Runs one command on the shop of the environment's settings; a server may run beside it (decisions §8). */
export const withShop = async <Result>(work: (deps: Deps) => Promise<Result>): Promise<Result> => {
  const settings = readSettings(process.env);
  const open = openDatabase({ databaseUrl: settings.DATABASE_URL, dataDir: settings.DATA_DIR });
  const database = new ShopDatabase(open);
  try {
    await migrate(open);
    return await work({ settings, database, clock: Date.now, log: pino({ level: settings.LOG_LEVEL }) });
  } finally {
    await database.close();
  }
};

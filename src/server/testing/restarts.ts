import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { EngineKind } from '../db/types.ts';
import { createBareDatabase, createTestDatabase } from './both-databases.ts';
import { putMigrated } from './migrated-databases.ts';
import { startTestShop, type TestShop, type TestShopOptions } from './test-shop.ts';

/** Starts a shop on data of its own. Each further call is a restart on the same data, with other settings if it names any. */
export type Restart = (options?: Pick<TestShopOptions, 'settings' | 'now'>) => Promise<TestShop>;

export interface Place {
  dataDir: string;
  databaseUrl: string | undefined;
}

/**
 * Prepares a data folder and a database, which are removed when the test is over.
 *
 * @param fill puts data there before the first start
 */
export const prepareRestarts = async (kind: EngineKind, fill?: (place: Place) => Promise<void>): Promise<Restart> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-restart-'));
  const server = kind === 'postgres' ? await (fill ? createBareDatabase : createTestDatabase)() : undefined;
  let running: TestShop | undefined;
  onTestFinished(async () => {
    await running?.close();
    await server?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  if (fill) await fill({ dataDir, databaseUrl: server?.url });
  else if (!server) await putMigrated(dataDir);
  return async (options) => {
    await running?.close();
    running = undefined;
    running = await startTestShop({ ...options, dataDir, databaseUrl: server?.url });
    return running;
  };
};

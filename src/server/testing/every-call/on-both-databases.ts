import { afterAll, beforeAll, describe } from 'vitest';
import type { EngineKind } from '../../db/types.ts';
import { createTestDatabase, type TestDatabase } from '../both-databases.ts';
import type { TestShopOptions } from '../test-shop.ts';
import { type EveryCall, startForEveryCall } from './every-call.ts';

/** Like `bothDatabases`, with a shop in which every call can succeed. */
export const everyCallOnBothDatabases = (
  tests: (calls: () => EveryCall, kind: EngineKind) => void,
  options?: TestShopOptions,
): void => {
  for (const kind of ['sqlite', 'postgres'] as const) {
    describe(`[${kind}]`, () => {
      let calls: EveryCall | undefined;
      let server: TestDatabase | undefined;
      beforeAll(async () => {
        server = kind === 'postgres' ? await createTestDatabase() : undefined;
        calls = await startForEveryCall({ ...options, databaseUrl: server?.url });
      });
      afterAll(async () => {
        await calls?.close();
        await server?.drop();
      });
      tests(() => calls!, kind);
    });
  }
};

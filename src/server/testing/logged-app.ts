import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import { buildApp } from '../app.ts';
import { createLog } from '../lib/log.ts';
import type { Settings } from '../settings.ts';
import type { TestShop } from './test-shop.ts';

/** A second app of a shop whose log is kept. It serves on a real port and is closed after the test. */
export interface LoggedApp {
  app: FastifyInstance;
  url: string;
  /** Everything that was logged so far, as one text. */
  log(): string;
}

/** A log that is kept, and everything that was logged so far, as one text. */
export const keptLog = (level: Settings['LOG_LEVEL']) => {
  let logged = '';
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      logged += String(chunk);
      done();
    },
  });
  return { log: createLog(level, stream), lines: () => logged };
};

export const startLoggedApp = async (
  shop: TestShop,
  { level }: { level: Settings['LOG_LEVEL'] },
): Promise<LoggedApp> => {
  const { log, lines } = keptLog(level);
  const app = await buildApp({ ...shop, log });
  onTestFinished(() => app.close());
  return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }), log: lines };
};

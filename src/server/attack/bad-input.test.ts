import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { STREAMS } from '#contract/events.ts';
import { healthz } from '#contract/health.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { createTestDatabase, type TestDatabase } from '../testing/both-databases.ts';
import { nameOf } from '../testing/calls.ts';
import { type EveryCall, startForEveryCall } from '../testing/every-call/every-call.ts';
import { buildMember } from '../testing/factories.ts';
import { badCallsOf, spoil } from './testing/bad-calls.ts';
import { attack, plantVictim, prototypesAreUntouched, tally } from './testing/watched-shop.ts';

/*
 * Bad calls of every endpoint, generated from the contract, on the same shop on both engines. http/odd-inputs.test.ts
 * tries each odd value in each place. Here are random ones, several at a time, in headers and bodies too.
 */

/** Random cases of each endpoint, each of which is two calls. `npm run stress` sets more. */
const RUNS = process.env.PROPERTY_RUNS ? Number(process.env.PROPERTY_RUNS) / 5 : 10;

vi.setConfig({ testTimeout: 300_000 });

describe('the same shop on both engines', () => {
  let database: TestDatabase;
  let shops: EveryCall[];
  beforeAll(async () => {
    database = await createTestDatabase();
    const settings = { TRUST_PROXY: 'on' };
    shops = [await startForEveryCall({ settings }), await startForEveryCall({ settings, databaseUrl: database.url })];
    await Promise.all(shops.map(plantVictim));
  });
  afterAll(async () => {
    for (const shop of shops) await shop.close();
    await database.drop();
    const { calls, accepted, serverErrors, slowest } = tally;
    console.info(`${calls} bad calls, ${accepted} accepted, ${serverErrors} with a 5xx, the slowest ${slowest}`);
  });

  test.each(ENDPOINTS.filter((endpoint) => !STREAMS.includes(endpoint)).map((each) => [nameOf(each), each] as const))(
    '%s refuses bad input quickly, says nothing internal, and shows nobody the data of others',
    async (_name, endpoint) => {
      let valid = await Promise.all(shops.map((each) => each.prepare(endpoint)));
      // Of a member who owns nothing, and whose session may end.
      const strangers = await Promise.all(shops.map(({ shop }) => buildMember(shop)));
      const attackAll = fc.asyncProperty(badCallsOf(endpoint), async (bad) => {
        const results = await Promise.all(
          shops.map((each, index) => attack(each, spoil(endpoint, valid[index]!, bad, strangers[index]!.token))),
        );
        expect(results.flatMap(({ faults }) => faults)).toEqual([]);
        // A call that succeeded used up what was prepared for it.
        if (endpoint.method !== 'GET' && results.some(({ status }) => status < 300)) {
          valid = await Promise.all(shops.map((each) => each.prepare(endpoint)));
        }
      });
      await fc.assert(attackAll, { numRuns: RUNS });
      expect(prototypesAreUntouched()).toBe(true);
      for (const { shop } of shops) expect((await shop.call(healthz)).status).toBe(200);
    },
  );
});

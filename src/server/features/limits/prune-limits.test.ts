import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { login } from '#contract/users.ts';
import { prune } from '../../jobs/prune.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { insertRow } from '../../testing/rows.ts';

const MINUTE_MS = 60_000;

bothDatabases(
  (shop) => {
    test('counts go after their minute or hour, and failures an hour after the last one', async () => {
      const keys = async (): Promise<string[]> => {
        const { read } = shop().database;
        const counts = await read.selectFrom('call_counts').select('key').execute();
        const throttles = await read.selectFrom('throttles').select('key').execute();
        return [...counts, ...throttles].map(({ key }) => key.split(' ')[0]!).sort();
      };
      const pruneNow = () => prune(shop().database, { now: shop().clock() });
      await shop().call(login, { body: { username: 'nobody', password: 'guess' } });
      expect(await keys()).toEqual(['/api/login', 'name', 'sign-in']);
      await pruneNow();
      expect(await keys()).toHaveLength(3);
      shop().advance(MINUTE_MS);
      await pruneNow();
      expect(await keys()).toEqual(['name', 'sign-in']);
      shop().advance(59 * MINUTE_MS);
      await pruneNow();
      expect(await keys()).toEqual([]);
    });

    test('a table that cannot be pruned does not keep the others from it', async () => {
      const { database, clock } = shop();
      await insertRow(shop(), 'throttles');
      // It comes before the throttles.
      await database.write((tx) => sql`drop table call_counts`.execute(tx));
      await expect(prune(database, { now: clock() })).rejects.toThrow('call_counts');
      expect(await database.read.selectFrom('throttles').select('key').execute()).toEqual([]);
    });
  },
  { settings: { RATE_LIMITS: 'on' } },
);

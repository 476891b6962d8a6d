import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';
import { menuFile, product, upload } from '../../testing/uploads.ts';
import { syncOnce } from '../feed/sync.service.ts';
import { pruneHistory } from './prune-history.ts';

const DAY_MS = 86_400_000;
const feed = join(tmpdir(), `greenroom-feed-${process.pid}.txt`);

bothDatabases(
  (shop) => {
    test('history is kept for 90 days and that of syncs for 14; the inventory stays as it is', async () => {
      const { database, clock, call, advance } = shop();
      // A session lasts for 30 days only.
      const signIn = async () => (await buildAdmin(shop())).token;
      const menu = Array.from({ length: 1200 }, (_, index) => product({ id: index }));
      writeFileSync(feed, menuFile(menu));
      await upload(shop(), await signIn(), menuFile(menu.slice(0, 1100)));
      await syncOnce(shop(), { actor: 'system' });
      const { id } = await buildItem(shop());
      const kinds = async () => {
        await pruneHistory(database, { now: clock() });
        const { body } = await call('GET', '/api/admin/changes', { token: await signIn() });
        return body.changes.map((change: { kind: string }) => change.kind);
      };

      advance(14 * DAY_MS);
      expect(await kinds()).toEqual(['sync', 'upload']);
      advance(1);
      expect(await kinds()).toEqual(['upload']);
      advance(76 * DAY_MS - 1);
      expect(await kinds()).toEqual(['upload']);
      const token = await signIn();
      await call('PATCH', `/api/admin/inventory/${id}/markup`, { token, body: { markupDollars: 50 } });
      advance(1);
      expect(await kinds()).toEqual(['edit']);

      const rows = await database.read.selectFrom('change_rows').select('id').execute();
      expect(rows).toHaveLength(1);
      expect((await call('GET', '/api/admin/inventory', { token })).body.inventory).toHaveLength(1201);
      // The card still tells of the last run.
      const status = await call('GET', '/api/admin/inventory/sync-status', { token });
      expect(status.body.lastResult).toMatchObject({ added: 100 });
      rmSync(feed);
    }, 60_000);
  },
  { settings: { INVENTORY_FEED_URL: pathToFileURL(feed).href } },
);

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { listChanges } from '#contract/changes.ts';
import { getSyncStatus } from '#contract/feed.ts';
import { setMarkup } from '#contract/inventory.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';
import { buildFileProduct, inventoryFile, listInventory, upload } from '../../testing/inventory.ts';
import { SYSTEM } from '../audit/audit.queries.ts';
import { syncOnce } from '../feed/sync.service.ts';
import { pruneHistory } from './prune-history.ts';

const DAY_MS = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), 'greenroom-prune-'));
const feed = join(folder, 'feed.txt');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

bothDatabases(
  (shop) => {
    test('history is kept for 90 days, that of syncs for 14, and the inventory stays as it is', async () => {
      const { database, clock, advance } = shop();
      const menu = Array.from({ length: 1200 }, (_, index) => buildFileProduct({ id: index }));
      writeFileSync(feed, inventoryFile(menu));
      await upload(await buildAdmin(shop()), inventoryFile(menu.slice(0, 1100)));
      await syncOnce(shop(), { actor: SYSTEM });
      const { id } = await buildItem(shop());
      const kinds = async () => {
        await pruneHistory(database, { now: clock() });
        // A new admin each time, because a session ends after 30 days.
        const { call } = await buildAdmin(shop());
        return (await call(listChanges)).body.changes.map(({ kind }) => kind);
      };

      advance(14 * DAY_MS);
      expect(await kinds()).toEqual(['sync', 'upload']);
      advance(1);
      expect(await kinds()).toEqual(['upload']);
      advance(76 * DAY_MS - 1);
      expect(await kinds()).toEqual(['upload']);
      const admin = await buildAdmin(shop());
      await admin.call(setMarkup, { params: { id }, body: { markupDollars: 50 } });
      advance(1);
      expect(await kinds()).toEqual(['edit']);

      const rows = await database.read.selectFrom('change_rows').select('id').execute();
      expect(rows).toHaveLength(1);
      expect(await listInventory(admin)).toHaveLength(1201);
      // The last run is kept, because the panel's card shows it.
      expect((await admin.call(getSyncStatus)).body.lastResult).toMatchObject({ added: 100 });
      rmSync(feed);
    }, 60_000);
  },
  { settings: { INVENTORY_FEED_URL: pathToFileURL(feed).href } },
);

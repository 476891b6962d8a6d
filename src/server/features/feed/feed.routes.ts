import { ShopError } from '#contract/errors.ts';
import { getSyncStatus, setAutoSync, syncNow } from '#contract/feed.ts';
import { findState, setState } from '../../db/shop-state.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { actorOf, recordAudit } from '../audit/audit.queries.ts';
import { syncOnce } from './sync.service.ts';
import { readSyncStatus } from './sync-status.ts';

/** The sync controls of the panel (behavior 9.10 to 9.12). */
export const registerFeed: Feature = (serve, shop) => {
  serve(getSyncStatus, () => readSyncStatus(shop));

  serve(setAutoSync, async ({ input, user }) => {
    if (input.autoSyncEnabled && !shop.feed) throw new ShopError('no_feed');
    const after = input.autoSyncEnabled ? 'on' : 'off';
    await shop.database.write(async (tx, touch) => {
      const before = (await findState(tx, 'auto_sync')) ?? (shop.settings.AUTO_SYNC ? 'on' : 'off');
      await setState(tx, 'auto_sync', after);
      if (before !== after) {
        const act = { kind: 'switch', subject: 'auto_sync', before, after, now: shop.clock() } as const;
        await recordAudit(tx, { ...act, actor: actorOf(user) });
      }
      touch('sync');
    });
    return readSyncStatus(shop);
  });

  serve(syncNow, async ({ input, user }) => {
    const { counts, warnings, changeId } = await syncOnce(shop, {
      actor: actorOf(user),
      confirmLargeDrop: input.confirmLargeDrop ?? false,
    });
    const { added, changed, removed } = counts;
    const message =
      changeId === null
        ? 'Sync completed: nothing has changed'
        : `Sync completed: ${added} added, ${changed} changed, ${removed} removed`;
    return { message, result: { ...counts, at: new Date(shop.clock()).toISOString(), warnings }, changeId };
  });
};

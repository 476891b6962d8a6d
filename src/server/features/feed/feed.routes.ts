import { ShopError } from '#contract/errors.ts';
import { getSyncStatus, setAutoSync, syncNow } from '#contract/feed.ts';
import { setState } from '../../db/shop-state.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { syncOnce } from './sync.service.ts';
import { readSyncStatus } from './sync-status.ts';

/** The sync controls of the panel (behavior 9.10 to 9.12). */
export const registerFeed: Feature = (serve, shop) => {
  serve(getSyncStatus, () => readSyncStatus(shop));

  serve(setAutoSync, async ({ input }) => {
    if (input.autoSyncEnabled && !shop.feed) throw new ShopError('no_feed');
    await shop.database.write(async (tx, touch) => {
      await setState(tx, 'auto_sync', input.autoSyncEnabled ? 'on' : 'off');
      touch('sync');
    });
    return readSyncStatus(shop);
  });

  serve(syncNow, async ({ input, user }) => {
    const { counts, warnings, changeId } = await syncOnce(shop, {
      actor: user.username,
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

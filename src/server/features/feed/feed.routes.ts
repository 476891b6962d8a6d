import { ShopError } from '#contract/errors.ts';
import { getSyncStatus, setAutoSync, syncNow } from '#contract/feed.ts';
import { setState } from '../../db/shop-state.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { hasFeed } from './feed-source.ts';
import { syncOnce } from './sync.service.ts';
import { readSyncStatus } from './sync-status.ts';

/** The Sync Controls of the panel (specification §2, §7, decisions §5). */
export const registerFeed: Feature = (serve, deps) => {
  serve(getSyncStatus, () => readSyncStatus(deps));

  serve(setAutoSync, async ({ input }) => {
    if (input.autoSyncEnabled && !hasFeed(deps.settings)) throw new ShopError('no_feed');
    await deps.database.write(async (tx, touch) => {
      await setState(tx, 'auto_sync', input.autoSyncEnabled ? 'on' : 'off');
      touch('sync');
    });
    return readSyncStatus(deps);
  });

  serve(syncNow, async ({ input, user }) => {
    const { counts, warnings, changeId } = await syncOnce(deps, {
      actor: user.username,
      confirmLargeDrop: input.confirmLargeDrop ?? false,
    });
    const { added, changed, removed } = counts;
    const message =
      changeId === null
        ? 'Sync completed: nothing has changed'
        : `Sync completed: ${added} added, ${changed} changed, ${removed} removed`;
    return { message, result: { ...counts, at: new Date(deps.clock()).toISOString(), warnings }, changeId };
  });
};

import { ShopError } from '#contract/errors.ts';
import {
  applyPendingSync,
  getPendingSync,
  getSyncStatus,
  listSyncRuns,
  refusePendingSync,
  type SyncRun,
  setAutoSync,
  syncNow,
} from '#contract/feed.ts';
import { countsText } from '#domain/inventory-plan.ts';
import type { Role } from '#domain/permissions.ts';
import { afterSaving } from '../../db/failures.ts';
import { findState, setState } from '../../db/shop-state.ts';
import { cutPage, decodeIdCursor, encodeCursor } from '../../http/paging.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { actorOf, recordAudit } from '../audit/audit.queries.ts';
import { inventoryTerms } from '../inventory/inventory-terms.ts';
import { warningsFor } from '../inventory/plan-warnings.ts';
import type { FeedApplied } from './guarded-plan.ts';
import { refusePendingSync as refuseSync } from './pending-sync.service.ts';
import { findPendingSync } from './pending-syncs.queries.ts';
import { previewSync, syncOnce } from './sync.service.ts';
import { listRuns, type RunRow } from './sync-runs.queries.ts';
import { readSyncStatus } from './sync-status.ts';

/** The sync controls of the panel, its runs, and the sync that waits (behavior 9.10 to 9.12, 9.17). */
export const registerFeed: Feature = (serve, shop) => {
  const { database, jobs } = shop;

  serve(getSyncStatus, ({ user }) => readSyncStatus(shop, user));

  serve(setAutoSync, async ({ input, user }) => {
    if (input.autoSyncEnabled && !shop.feed.exists) throw new ShopError('no_feed');
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
    return afterSaving(() => readSyncStatus(shop, user));
  });

  serve(syncNow, async ({ input, query: { dryRun }, user }) => {
    if (dryRun) return previewSync(shop, user.role);
    const request = { actor: actorOf(user), confirmLargeDrop: input.confirmLargeDrop ?? false };
    const applied = await syncOnce(shop, request);
    if (applied.held?.outcome !== 'waiting') return presentApplied(applied, user);
    return { message: `The sync waits for a decision. ${applied.held.reason}`, pending: true };
  });

  serve(listSyncRuns, async ({ query: { limit, cursor } }) => {
    const rows = await listRuns(database.read, { beforeId: decodeIdCursor(cursor), limit: limit + 1 });
    const { page, nextCursor } = cutPage(rows, limit, (row) => encodeCursor([row.id]));
    return { runs: page.map(presentRun), nextCursor };
  });

  serve(getPendingSync, async ({ user: { role } }) => {
    const waiting = await findPendingSync(database.read);
    const pending = waiting
      ? await jobs.run('readPendingSync', { terms: inventoryTerms(shop), role }, { bytes: waiting.size })
      : null;
    return { pending };
  });

  serve(applyPendingSync, async ({ input, user }) => {
    const waiting = await findPendingSync(database.read);
    const request = { planHash: input.planHash, actor: actorOf(user), now: shop.clock(), terms: inventoryTerms(shop) };
    const applied = await jobs.change('applyPendingSync', request, { bytes: waiting?.size ?? 0 });
    return presentApplied(applied, user);
  });

  serve(refusePendingSync, async ({ user }) => {
    await refuseSync(database, { actor: actorOf(user), now: shop.clock() });
    return { message: 'Sync refused. Nothing was changed.' };
  });

  const presentApplied = ({ counts, changeId, held, ...applied }: FeedApplied, { role }: { role: Role }) => {
    const at = new Date(shop.clock()).toISOString();
    const warnings = warningsFor(role, applied.warnings);
    if (held) {
      const unchanged = counts.changed + counts.removed + counts.unchanged;
      return { message: REFUSED, result: { added: 0, changed: 0, removed: 0, unchanged, at, warnings }, changeId };
    }
    const message = changeId === null ? 'Sync completed: nothing has changed' : `Sync completed: ${countsText(counts)}`;
    return { message, result: { ...counts, at, warnings }, changeId };
  };
};

const REFUSED = 'Nothing was changed: these prices were refused. A sync goes on once the feed changes them.';

const RESULTS = {
  changed: 'applied',
  unchanged: 'empty',
  failed: 'failed',
  waiting: 'waiting',
  refused: 'refused',
} as const;

const presentRun = ({ finished_at, started_at, actor, outcome, error, ...row }: RunRow): SyncRun => ({
  at: new Date(finished_at ?? started_at).toISOString(),
  by: actor,
  // Runs are stored when they end.
  result: RESULTS[outcome as keyof typeof RESULTS],
  counts: { added: row.added, changed: row.changed, removed: row.removed, unchanged: row.unchanged },
  error,
});

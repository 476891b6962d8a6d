import '../admin.css';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { useFailure } from '../../api/failure.ts';
import { pendingSyncQuery, syncStatusQuery } from '../../api/queries/feed.ts';
import { inventoryQuery, LOAD_FAILED } from '../../api/queries/inventory.ts';
import { formatDateTime } from '../../browser/dates.ts';
import { cx } from '../../ui/cx.ts';
import { errorToast } from '../action-toasts.ts';
import { HistoryDrawer, type HistorySubject } from '../changes/history-drawer.tsx';
import { leftOutText } from '../feed/left-out-rows.tsx';
import { SyncCard } from '../feed/sync-card.tsx';
import { useAddressValues } from '../lists/use-address-values.ts';
import { useMay } from '../panel-role.ts';
import { BulkMarkup } from './bulk/bulk-markup.tsx';
import { ConflictDialog } from './edits/conflict-dialog.tsx';
import { TiersDialog } from './edits/tiers-dialog.tsx';
import { Fold } from './fold.tsx';
import { InventoryList } from './inventory-list.tsx';
import { UploadCard } from './upload/upload-card.tsx';

/**
 * The "Inventory" tab: sync, replacement, and the list of all items. A role without `inventory.write` reads the list, its
 * history and the state of the sync (behavior 3.10).
 */
export const InventoryTab = () => {
  const answer = useQuery(inventoryQuery);
  const { data: items, error } = answer;
  const failure = useFailure(answer);
  const mayWrite = useMay('inventory.write');
  const [{ runs, plan, rows }] = useAddressValues(['runs', 'plan', 'rows']);
  const [history, setHistory] = useState<HistorySubject | null>(null);
  const openHistory = useCallback((item: AdminItem | null) => setHistory({ item }), []);
  const openSyncHistory = useCallback(() => setHistory({ item: null, kind: 'sync' }), []);

  useEffect(() => {
    if (error) errorToast(LOAD_FAILED);
  }, [error]);

  return (
    <div className="flex flex-col gap-1">
      <div className={cx('grid gap-2 sm:gap-4', mayWrite && 'lg:grid-cols-[5fr_6fr]')}>
        <Fold
          name="Sync Controls"
          storedAs="sync"
          summary={<SyncSummary />}
          isNeeded={[runs, plan, rows].some((open) => open !== '')}
        >
          <SyncCard onHistory={openSyncHistory}>
            <BulkMarkup items={items} />
          </SyncCard>
        </Fold>
        {mayWrite && (
          <Fold name="Complete Inventory Replacement" storedAs="upload">
            <UploadCard />
          </Fold>
        )}
      </div>
      <InventoryList items={items} failure={failure} onHistory={openHistory} />
      <HistoryDrawer subject={history} onClose={() => setHistory(null)} />
      {mayWrite && (
        <>
          <ConflictDialog />
          <TiersDialog />
        </>
      )}
    </div>
  );
};

/** The state of the sync in a few words: a dot, and when the last one was, or what is wrong with it. */
const SyncSummary = () => {
  const { data, error } = useQuery(syncStatusQuery);
  const { data: pending } = useQuery(pendingSyncQuery);
  if (!data) return error && <span className="text-danger-text">Failed to load</span>;
  const { autoSyncEnabled, isRunning, lastSync, lastError, rows } = data;
  const [dot, text] = isRunning
    ? ['bg-accent breathe', 'Running']
    : pending
      ? ['bg-warning', 'Waiting for you']
      : lastError
        ? ['bg-danger', 'Failed']
        : rows.length > 0
          ? ['bg-warning', leftOutText(rows)]
          : [autoSyncEnabled ? 'bg-good' : 'bg-edge', lastSync === null ? 'Never' : formatDateTime(lastSync)];
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className={cx('size-2.5 rounded-full', dot)} />
      {text}
    </span>
  );
};

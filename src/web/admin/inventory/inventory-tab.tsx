import '../admin.css';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { useFailure } from '../../api/failure.ts';
import { inventoryQuery, LOAD_FAILED } from '../../api/queries/inventory.ts';
import { errorToast } from './admin-calls.ts';
import { ConflictDialog } from './edits/conflict-dialog.tsx';
import { HistoryDrawer, type HistorySubject } from './history/history-drawer.tsx';
import { InventoryList } from './list/inventory-list.tsx';
import { SyncCard } from './sync/sync-card.tsx';
import { UploadCard } from './upload/upload-card.tsx';

/** Sync, replacement and the list of all items (specification §2 "Inventory tab"). */
export const InventoryTab = () => {
  const answer = useQuery(inventoryQuery);
  const { data: items, error } = answer;
  const failure = useFailure(answer);
  const [history, setHistory] = useState<HistorySubject | null>(null);
  const openHistory = useCallback((item: AdminItem | null) => setHistory({ item }), []);
  const openSyncHistory = useCallback(() => setHistory({ item: null, kind: 'sync' }), []);

  useEffect(() => {
    if (error) errorToast(LOAD_FAILED);
  }, [error]);

  return (
    <div className="flex flex-col gap-1">
      <div className="grid gap-4 lg:grid-cols-[5fr_6fr]">
        <SyncCard items={items} onHistory={openSyncHistory} />
        <UploadCard />
      </div>
      <InventoryList items={items} failure={failure} onHistory={openHistory} />
      <HistoryDrawer subject={history} onClose={() => setHistory(null)} />
      <ConflictDialog />
    </div>
  );
};

import '../admin.css';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { itemName } from '#domain/panel-item.ts';
import { useFailure } from '../../api/failure.ts';
import { LOAD_FAILED } from '../../api/panel-list.ts';
import { inventoryQuery } from '../../api/queries/inventory.ts';
import { errorToast } from '../action-toasts.ts';
import { HistoryDrawer, type HistorySubject } from '../changes/history-drawer.tsx';
import { WaitingPlan } from '../feed/pending-sync.tsx';
import { SyncCard } from '../feed/sync-card.tsx';
import { useMay } from '../panel-role.ts';
import { BulkMarkup } from './bulk/bulk-markup.tsx';
import { CategoriesDialog } from './categories/categories-dialog.tsx';
import { ConflictDialog } from './edits/conflict-dialog.tsx';
import { TiersDialog } from './edits/tiers-dialog.tsx';
import { ImportProducts, openImport } from './import/import-products.tsx';
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
  const [history, setHistory] = useState<HistorySubject | null>(null);
  const openHistory = useCallback(
    (item: AdminItem | null) => setHistory({ item: item && { id: item.id, name: itemName(item) } }),
    [],
  );
  const openSyncHistory = useCallback(() => setHistory({ item: null, kind: 'sync' }), []);

  useEffect(() => {
    if (error) errorToast(LOAD_FAILED);
  }, [error]);

  return (
    <div className="flex flex-col gap-1">
      <WaitingPlan mayWrite={mayWrite} />
      <InventoryList
        items={items}
        failure={failure}
        onHistory={openHistory}
        sync={
          <SyncCard onHistory={openSyncHistory}>
            <BulkMarkup items={items} />
          </SyncCard>
        }
        replacement={mayWrite && <UploadCard onImport={openImport} />}
      />
      <CategoriesDialog />
      <HistoryDrawer subject={history} onClose={() => setHistory(null)} />
      {mayWrite && (
        <>
          <ConflictDialog />
          <TiersDialog />
          <ImportProducts />
        </>
      )}
    </div>
  );
};

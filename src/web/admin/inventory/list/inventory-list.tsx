import { History, SearchX } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useRef } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import type { Failure } from '../../../api/failure.ts';
import { LOAD_FAILED } from '../../../api/queries/inventory.ts';
import { saveFile } from '../../../browser/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { TryAgain } from '../../../ui/try-again.tsx';
import { useMedia } from '../../../ui/use-size.ts';
import { errorToast } from '../../action-toasts.ts';
import { useMay } from '../../panel-role.ts';
import { BulkBar } from '../bulk/bulk-bar.tsx';
import { EmptyInventory } from '../empty-inventory.tsx';
import { PriceRuleButton } from '../price-rule/price-rule-button.tsx';
import { filterItems, filterOptions } from './filter-items.ts';
import { InventoryCards } from './inventory-cards.tsx';
import { InventoryTable } from './inventory-table.tsx';
import { isNarrowed, useInventoryView, WHOLE_INVENTORY } from './inventory-view.ts';
import { itemsCsv } from './item-csv.ts';
import { LabelBanner } from './label-cell.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { useSelection } from './selection.ts';
import { Shortcuts } from './shortcuts.tsx';

interface InventoryListProps {
  items: readonly AdminItem[] | undefined;
  /** Why the items could not be loaded. */
  failure: Failure | null;
  /** Opens the history of one item, or of the whole inventory. */
  onHistory: (item: AdminItem | null) => void;
}

/** The toolbar, the rows, and the actions on selected rows. A role that only reads cannot select any (behavior 3.10). */
export const InventoryList = ({ items, failure, onHistory }: InventoryListProps) => {
  const { view, change, type } = useInventoryView();
  const mayWrite = useMay('inventory.write');
  const search = useRef<HTMLInputElement>(null);
  const isWide = useMedia('(min-width: 48rem)');
  // Typing stays fast with 20,000 rows.
  const deferredView = useDeferredValue(view);
  const shown = useMemo(() => filterItems(items ?? [], deferredView), [items, deferredView]);
  const { categories, brands } = useMemo(() => filterOptions(items ?? []), [items]);
  const doubtful = useMemo(() => (items ?? []).filter(({ labelCheck }) => labelCheck !== null).length, [items]);
  const { selection, selected, select, selectMany, clear } = useSelection(items ?? [], shown);

  const focusSearch = useCallback(() => {
    search.current?.focus();
    search.current?.select();
  }, []);
  const exportCsv = () =>
    itemsCsv(shown).then(
      (csv) => saveFile('inventory.csv', csv),
      () => errorToast('The export failed. Please reload the page and try again.'),
    );

  const List = isWide ? InventoryTable : InventoryCards;
  return (
    <section aria-label="Inventory items" className="flex flex-col">
      <ListToolbar
        {...{ view, change, type, categories, brands, doubtful, search }}
        shown={shown.length}
        total={items?.length}
        onExport={() => void exportCsv()}
      >
        {mayWrite && <PriceRuleButton items={shown} isHidden={selected.length > 0} />}
        <Button variant="ghost" onClick={() => onHistory(null)}>
          <History aria-hidden className="size-4.5" />
          History
        </Button>
        <Shortcuts onSearch={focusSearch} mayWrite={mayWrite} />
      </ListToolbar>
      {view.labels && items && <LabelBanner items={shown} mayWrite={mayWrite} className="mb-3" />}
      {items === undefined ? (
        failure ? (
          <LoadFailure {...failure} />
        ) : (
          <ListSkeleton mayWrite={mayWrite} />
        )
      ) : shown.length > 0 ? (
        <List
          items={shown}
          mayWrite={mayWrite}
          selection={selection}
          onSelect={select}
          onSelectMany={selectMany}
          onHistory={onHistory}
          onLeave={focusSearch}
        />
      ) : (
        <NothingShown
          hasItems={items.length > 0}
          mayWrite={mayWrite}
          narrowed={isNarrowed(view)}
          onClear={() => change(WHOLE_INVENTORY)}
        />
      )}
      {selected.length > 0 && (
        <BulkBar
          items={selected}
          matching={shown.length}
          onSelectMatching={() =>
            selectMany(
              shown.map(({ id }) => id),
              true,
            )
          }
          onClear={clear}
        />
      )}
    </section>
  );
};

const NothingShown = ({
  hasItems,
  mayWrite,
  narrowed,
  onClear,
}: {
  hasItems: boolean;
  mayWrite: boolean;
  narrowed: boolean;
  onClear: () => void;
}) => {
  if (!hasItems) return <EmptyInventory mayWrite={mayWrite} />;
  return (
    <EmptyState
      icon={<SearchX />}
      title="No items match the current filters"
      text="Try adjusting your category or brand selection"
      action={narrowed && <Button onClick={onClear}>Clear filters</Button>}
    />
  );
};

const LoadFailure = ({ tryAgain, isTrying }: Failure) => (
  <div role="alert">
    <EmptyState
      icon={<SearchX />}
      title={LOAD_FAILED}
      text="The shop did not respond as expected. Please try again."
      action={<TryAgain {...{ tryAgain, isTrying }} prominent />}
    />
  </div>
);

const SKELETON_ROWS = Array.from({ length: 12 }, (_, row) => row);

const ListSkeleton = ({ mayWrite }: { mayWrite: boolean }) => (
  <div aria-busy className="rounded-card border border-line bg-surface">
    <p className="sr-only">Loading inventory...</p>
    {SKELETON_ROWS.map((row) => (
      <div key={row} className="flex h-11 items-center gap-6 border-b border-line px-4 last:border-b-0">
        {mayWrite && <Skeleton className="size-5 rounded-small" />}
        <Skeleton className="h-4 w-56 max-w-1/2" />
        <Skeleton className="h-4 w-24 max-md:hidden" />
        <Skeleton className="h-6 w-24 rounded-full max-md:hidden" />
        <Skeleton className="h-4 flex-1 max-lg:hidden" />
        <Skeleton className="h-7 w-20 rounded-full max-sm:hidden" />
      </div>
    ))}
  </div>
);

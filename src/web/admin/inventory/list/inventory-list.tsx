import { History, PackageOpen, SearchX } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import type { Failure } from '../../../api/failure.ts';
import { LOAD_FAILED } from '../../../api/queries/inventory.ts';
import { saveFile } from '../../../browser/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TryAgain } from '../../../ui/try-again.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import { errorToast } from '../admin-calls.ts';
import { BulkBar } from './bulk-bar.tsx';
import { filterItems, filterOptions } from './filter-items.ts';
import { FixLabels } from './fix-labels.tsx';
import { InventoryCards } from './inventory-cards.tsx';
import { InventoryTable } from './inventory-table.tsx';
import { isNarrowed, WHOLE_INVENTORY } from './inventory-view.ts';
import { itemsCsv } from './item-csv.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { idsBetween, NOTHING, type Selection, selectedItems, withItems } from './selection.ts';
import { Shortcuts } from './shortcuts.tsx';
import { useInventoryView } from './use-inventory-view.ts';

interface InventoryListPartProps {
  items: readonly AdminItem[] | undefined;
  /** Why there are none. */
  failure: Failure | null;
  /** Opens the history: of one item, or of the whole inventory. */
  onHistory: (item: AdminItem | null) => void;
}

/** Toolbar, rows and what can be done with the selected ones. */
export const InventoryList = ({ items, failure, onHistory }: InventoryListPartProps) => {
  const { view, change, type } = useInventoryView();
  const search = useRef<HTMLInputElement>(null);
  const isWide = useMedia('(min-width: 48rem)');
  // Typing never waits for 20,000 rows.
  const deferredView = useDeferredValue(view);
  const shown = useMemo(() => filterItems(items ?? [], deferredView), [items, deferredView]);
  const { categories, brands } = useMemo(() => filterOptions(items ?? []), [items]);
  const doubtful = useMemo(() => (items ?? []).filter(({ labelCheck }) => labelCheck !== null).length, [items]);
  const { selection, selected, select, selectMany, clear } = useSelection(items ?? [], shown);

  const toSearch = useCallback(() => {
    search.current?.focus();
    search.current?.select();
  }, []);
  const exportCsv = () =>
    itemsCsv(shown).then(
      (csv) => saveFile('inventory.csv', csv),
      () => errorToast('The export could not be made. Please reload the page and try again.'),
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
        <Button variant="ghost" onClick={() => onHistory(null)}>
          <History aria-hidden className="size-4.5" />
          History
        </Button>
        <Shortcuts onSearch={toSearch} />
      </ListToolbar>
      {view.labels && items && <FixLabels items={shown} className="mb-3" />}
      {items === undefined ? (
        failure ? (
          <LoadFailure {...failure} />
        ) : (
          <ListSkeleton />
        )
      ) : shown.length > 0 ? (
        <List
          items={shown}
          selection={selection}
          onSelect={select}
          onSelectMany={selectMany}
          onHistory={onHistory}
          onLeave={toSearch}
        />
      ) : (
        <NothingShown hasItems={items.length > 0} narrowed={isNarrowed(view)} onClear={() => change(WHOLE_INVENTORY)} />
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

/** The ticked items. What leaves the inventory leaves the selection; filters leave it as it is. */
const useSelection = (items: readonly AdminItem[], shown: readonly AdminItem[]) => {
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const lastTicked = useRef<number | null>(null);
  const selected = useMemo(() => selectedItems(items, selection), [items, selection]);
  const list = useRef(shown);
  list.current = shown;

  // Both stay the same, so that a row is drawn again only for its own tick.
  const select = useCallback((id: number, on: boolean, upTo: boolean) => {
    const ids = upTo ? idsBetween(list.current, lastTicked.current, id) : [id];
    lastTicked.current = id;
    setSelection((before) => withItems(before, ids, on));
  }, []);
  const selectMany = useCallback(
    (ids: readonly number[], on: boolean) => setSelection((before) => withItems(before, ids, on)),
    [],
  );
  return { selection, selected, select, selectMany, clear: () => setSelection(NOTHING) };
};

/** The two empty states of the specification (§2). */
const NothingShown = ({
  hasItems,
  narrowed,
  onClear,
}: {
  hasItems: boolean;
  narrowed: boolean;
  onClear: () => void;
}) => {
  if (!hasItems) {
    return <EmptyState icon={<PackageOpen />} title="No inventory items found" text="Run a sync to import products" />;
  }
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
      text="The shop did not answer as it should. Please try again."
      action={<TryAgain {...{ tryAgain, isTrying }} prominent />}
    />
  </div>
);

const SKELETON_ROWS = Array.from({ length: 12 }, (_, row) => row);

const ListSkeleton = () => (
  <div aria-busy className="rounded-card border border-line bg-surface">
    <p className="sr-only">Loading inventory...</p>
    {SKELETON_ROWS.map((row) => (
      <div key={row} className="flex h-11 items-center gap-6 border-b border-line px-4 last:border-b-0">
        <Skeleton className="size-5 rounded-small" />
        <Skeleton className="h-4 w-56 max-w-1/2" />
        <Skeleton className="h-4 w-24 max-md:hidden" />
        <Skeleton className="h-6 w-24 rounded-full max-md:hidden" />
        <Skeleton className="h-4 flex-1 max-lg:hidden" />
        <Skeleton className="h-7 w-20 rounded-full max-sm:hidden" />
      </div>
    ))}
  </div>
);

import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck, Plus } from 'lucide-react';
import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { AdminItem } from '#contract/inventory.ts';
import { startNaturalOrder } from '#domain/natural-list.ts';
import { prepareItemSearch } from '#domain/panel-item.ts';
import { parseLimits } from '#domain/purchase-limits-parser.ts';
import type { Found } from '#domain/search-results.ts';
import { unorderable as unorderableAmong } from '#domain/unmeasured.ts';
import type { Failure } from '../../api/failure.ts';
import { wantedQuery } from '../../api/queries/attention.ts';
import { purchaseLimitsQuery, unmeasuredQuery } from '../../api/queries/settings.admin.ts';
import { localDay } from '../../browser/dates.ts';
import { saveFile } from '../../browser/save-file.ts';
import { shopNow } from '../../browser/shop-clock.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { forEachWhenIdle, workWhenIdle } from '../../ui/scheduler/idle-work.ts';
import { useMedia } from '../../ui/use-size.ts';
import { errorToast } from '../action-toasts.ts';
import { useAddressValues } from '../lists/use-address-values.ts';
import { useMay } from '../panel-role.ts';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { CountDialog } from './bulk/count-dialog.tsx';
import { ImportButton } from './import/import-products.tsx';
import { InventoryMenu } from './inventory-menu.tsx';
import { AddItemDrawer } from './item/add-item-drawer.tsx';
import { ItemDrawer } from './item/item-drawer.tsx';
import { useDroppedFiles } from './item/picture-file.ts';
import { QuickStock } from './item/quick-stock.tsx';
import type { NewItemStart } from './item/use-new-item.ts';
import { type Column, columnWords, type ShownColumn, shownColumns } from './list/columns.ts';
import { ColumnsButton } from './list/columns-dialog.tsx';
import { type FilterFacts, filterItems, filterOptions, searchItems } from './list/filter-items.ts';
import { InventoryRows } from './list/inventory-rows.tsx';
import { InventoryTable } from './list/inventory-table.tsx';
import {
  type InventoryView,
  isNarrowed,
  nextSort,
  type Sorting,
  viewQuery,
  WHOLE_INVENTORY,
} from './list/inventory-view.ts';
import { itemsCsv } from './list/item-csv.ts';
import { LabelBanner } from './list/label-cell.tsx';
import { FilterChips } from './list/list-filters.tsx';
import { ListHead } from './list/list-head.tsx';
import { ListSkeleton, LoadFailure, NothingShown } from './list/list-states.tsx';
import { ListToolbar } from './list/list-toolbar.tsx';
import { useSelection } from './list/selection.ts';
import { Shortcuts } from './list/shortcuts.tsx';
import { addedFirst, sortItems } from './list/sort-items.ts';
import { useInventoryView } from './list/use-inventory-view.ts';
import { PicturesDialog, picturesText } from './pictures/pictures-dialog.tsx';
import { usePictureFiles } from './pictures/use-picture-files.ts';
import { PriceRuleFor } from './price-rule/price-rule-dialog.tsx';
import { SaveView, SaveViewButton, ViewsBar } from './views/views-bar.tsx';

interface InventoryListProps {
  items: readonly AdminItem[] | undefined;
  /** Why the items could not be loaded. */
  failure: Failure | null;
  /** Opens the history of one item, or of the whole inventory. */
  onHistory: (item: AdminItem | null) => void;
  /** The line of the sync, beside the actions. */
  sync: ReactNode;
  /** The replacement from a file, below them while it is open. */
  replacement: ReactNode;
}

const NONE: readonly AdminItem[] = [];
const NOBODY_WAITS: ReadonlySet<number> = new Set();

/** The toolbar, the rows, and the actions on selected rows. A role that only reads cannot select any (behavior 3.10). */
export const InventoryList = ({ items, failure, onHistory, sync, replacement }: InventoryListProps) => {
  const { view, listView, change, type } = useInventoryView();
  const mayWrite = useMay('inventory.write');
  const search = useRef<HTMLInputElement>(null);
  const isWide = useMedia('(min-width: 48rem)');
  const [adding, setAdding] = useState<{ start: NewItemStart | null } | null>(null);
  const [counting, setCounting] = useState<readonly AdminItem[] | null>(null);
  const [ruleIds, setRuleIds] = useState<number[] | null>(null);
  const [added, setAdded] = useState<readonly number[]>([]);
  const [{ item: openId, count: countWord }, open] = useAddressValues(['item', 'count']);
  const openItem = useCallback((id: number | null) => open({ item: id === null ? '' : String(id) }), [open]);
  // Typing stays fast with 20,000 rows.
  const deferredView = useDeferredValue(listView);
  const inOrder = useSorted(items ?? NONE, deferredView.sort);
  const sorted = useMemo(
    () => (deferredView.sort ? inOrder : addedFirst(inOrder, added)),
    [inOrder, added, deferredView.sort],
  );
  const isWanted = view.stock === 'wanted';
  const { data: wanted = NOBODY_WAITS, isFetching: loadsWanted } = useQuery({ ...wantedQuery, enabled: isWanted });
  const unorderable = useUnorderable(view.limits !== null);
  const { counted: shown, more } = useFound(sorted, deferredView, { wanted, unorderable });
  const { categories, brands } = useMemo(() => filterOptions(items ?? NONE), [items]);
  const listed = useMemo(() => (more.length === 0 ? shown : [...shown, ...more]), [shown, more]);
  const { selection, selected, hidden, select, selectMany, clear } = useSelection(items, listed);

  // "Restock" in Needs you leads to what it is about, and to the delivery.
  const isReady = items !== undefined && deferredView === listView && !(isWanted && loadsWanted);
  useEffect(() => {
    if (countWord !== 'open' || !isReady) return;
    open({ count: '' });
    if (mayWrite && shown.length > 0) setCounting(shown);
  }, [countWord, isReady, mayWrite, shown, open]);

  // The same function while the order stays, so that the table does not render again.
  const { sort } = view;
  const latestChange = useRef(change);
  latestChange.current = change;
  const sortBy = useCallback((column: Column) => latestChange.current({ sort: nextSort(sort, column) }), [sort]);

  const { lab, label } = view;
  const columns = useMemo(() => shownColumns(view.columns, { lab, label }), [view.columns, lab, label]);
  const setColumns = useCallback(
    (wanted: readonly ShownColumn[]) => latestChange.current({ columns: columnWords(wanted) }),
    [],
  );

  const focusSearch = useCallback(() => {
    search.current?.focus();
    search.current?.select();
  }, []);
  const exportCsv = () =>
    itemsCsv(shown).then(
      (csv) => saveFile('inventory.csv', csv),
      () => errorToast('The export failed. Please reload the page and try again.'),
    );

  const [hasKeys, setKeys] = useState(false);
  const [savesView, setSavingView] = useState(false);
  const showKeys = useCallback(() => setKeys(true), []);
  const pictures = usePictureFiles(items);
  const [hasPictures, setPictures] = useState(false);
  const { isOver, drop } = useDroppedFiles((files) => {
    if (files.length === 0) return;
    if (!pictures.isBusy) void pictures.add(files);
    setPictures(true);
  });
  const chosen = selected.length > 0 ? selected : shown;
  const rows = { mayWrite, selection, onSelect: select, onOpen: openItem };
  const list = (items: readonly AdminItem[], label?: string) =>
    isWide ? (
      <InventoryTable
        {...rows}
        items={items}
        label={label}
        sort={deferredView.sort}
        onSort={sortBy}
        columns={columns}
        onColumns={setColumns}
        onSelectMany={selectMany}
        onHistory={onHistory}
        onLeave={focusSearch}
      />
    ) : (
      <InventoryRows {...rows} items={items} label={label} view={viewQuery(deferredView)} />
    );
  return (
    <section aria-label="Inventory items" className="flex flex-col">
      <ListHead shown={shown.length} total={items?.length} sync={sync}>
        <InventoryMenu
          isWide={isWide}
          isEmpty={shown.length === 0}
          onSaveView={isWide || viewQuery(view) === '' ? undefined : () => setSavingView(true)}
          picturesText={picturesText(pictures)}
          onPriceRule={() => setRuleIds(chosen.map(({ id }) => id))}
          onPictures={() => setPictures(true)}
          onKeys={showKeys}
          onExport={() => void exportCsv()}
          onHistory={() => onHistory(null)}
        />
        {mayWrite && (
          <Button size="sm" disabled={shown.length === 0} onClick={() => setCounting(chosen)}>
            <ClipboardCheck aria-hidden className="size-4.5" />
            {/* The narrowest phones, and a word about the sync, leave it only its icon. */}
            <span className="max-[24rem]:sr-only max-sm:group-has-data-word/top:sr-only">
              Count<span className="max-sm:sr-only"> stock</span>
            </span>
          </Button>
        )}
        {mayWrite && isWide && <ImportButton hasIcon />}
        {mayWrite && (
          <Button variant="primary" size="sm" onClick={() => setAdding({ start: null })}>
            <Plus aria-hidden className="size-4.5" />
            <span>
              Add<span className="max-sm:sr-only"> item</span>
            </span>
          </Button>
        )}
      </ListHead>
      <Shortcuts
        open={hasKeys}
        onOpen={showKeys}
        onClose={() => setKeys(false)}
        onSearch={focusSearch}
        {...{ mayWrite }}
      />
      {replacement}
      <ListToolbar {...{ view, change, type, categories, brands, search, isWide }} shown={shown.length}>
        {isWide && <SaveViewButton view={view} onPress={() => setSavingView(true)} />}
        {isWide && <ColumnsButton columns={columns} onChange={setColumns} />}
      </ListToolbar>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 pb-2 empty:hidden">
        <FilterChips view={view} change={change} isAll={!isWide} />
        <ViewsBar view={view} onView={change} hidesFailure={failure !== null} />
        <SaveView open={savesView} onClose={() => setSavingView(false)} view={view} />
      </div>
      {view.label === 'check' && items && <LabelBanner items={shown} mayWrite={mayWrite} className="mb-3" />}
      <div className={cx('flex flex-col rounded-card', isOver && 'outline-2 outline-accent')} {...(mayWrite && drop)}>
        {items === undefined ? (
          failure ? (
            <LoadFailure {...failure} />
          ) : (
            <ListSkeleton mayWrite={mayWrite} />
          )
        ) : shown.length === 0 ? (
          <NothingShown
            hasItems={items.length > 0}
            mayWrite={mayWrite}
            narrowed={isNarrowed(view)}
            onClear={() => change({ ...WHOLE_INVENTORY, columns: view.columns })}
            importButton={<ImportButton isMain />}
            onAdd={() => setAdding({ start: null })}
          />
        ) : (
          list(shown)
        )}
        {more.length > 0 && (
          <>
            <h2 className="mt-6 mb-2 px-1 text-base font-semibold text-text">{MORE_MATCHES}</h2>
            {list(more, MORE_MATCHES)}
          </>
        )}
      </div>
      {selected.length > 0 && (
        <BulkBar
          items={selected}
          hidden={hidden}
          matching={shown.length}
          hasAll={shown.every(({ id }) => selection.has(id))}
          onSelectMatching={() =>
            selectMany(
              shown.map(({ id }) => id),
              true,
            )
          }
          onClear={clear}
        />
      )}
      {mayWrite && (
        <PicturesDialog open={hasPictures} onClose={() => setPictures(false)} files={pictures} items={items ?? NONE} />
      )}
      {mayWrite && <PriceRuleFor ids={ruleIds} onClose={() => setRuleIds(null)} />}
      {mayWrite && <CountDialog items={counting} onClose={() => setCounting(null)} />}
      {mayWrite && <QuickStock items={items} isWide={isWide} onOpen={openItem} />}
      <ItemDrawer
        id={openId === '' ? null : Number(openId)}
        {...{ items, onHistory, categories, brands }}
        shown={listed}
        isAboutStock={view.stock !== null}
        isAboutLab={lab !== null}
        onOpen={openItem}
        onNew={(start) => setAdding({ start })}
      />
      {mayWrite && (
        <AddItemDrawer
          open={adding !== null}
          start={adding?.start}
          onClose={() => setAdding(null)}
          {...{ categories, brands }}
          onOpen={openItem}
          onShow={(id) => setAdded((before) => [id, ...before])}
          onNew={(start) => setAdding({ start })}
        />
      )}
    </section>
  );
};

/** The heading of items that have only the words of the search (behavior 5.3). */
const MORE_MATCHES = 'More matches';

/** The items that nobody can order, because a limit in force counts them and knows no amount (behavior 6.11). */
const useUnorderable = (isAsked: boolean): ReadonlySet<number> => {
  const enabled = useMay('orders.read') && isAsked;
  const { data: limits } = useQuery({ ...purchaseLimitsQuery, enabled });
  const { data: unmeasured } = useQuery({ ...unmeasuredQuery, enabled });
  return useMemo(() => {
    const rules = parseLimits(limits?.text ?? '').rules ?? [];
    return new Set(unorderableAmong(rules, unmeasured ?? []).flatMap(({ items }) => items.map(({ id }) => id)));
  }, [limits, unmeasured]);
};

/** The items that the view shows. A letter searches what passed the filters before. */
const useFound = (
  sorted: readonly AdminItem[],
  { search, ...filters }: InventoryView,
  { wanted, unorderable }: Omit<FilterFacts, 'today'>,
): Found<AdminItem> => {
  const key = JSON.stringify(filters);
  const filtered = useMemo(() => {
    const view = { ...WHOLE_INVENTORY, ...JSON.parse(key) };
    return filterItems(sorted, view, { today: localDay(shopNow()), wanted, unorderable });
  }, [sorted, key, wanted, unorderable]);
  const { sort } = filters;
  const found = useMemo(() => searchItems(filtered, { search, sort }), [filtered, search, sort]);
  useEffect(() => {
    if (sorted.length === 0) return;
    let stop = forEachWhenIdle(sorted, prepareItemSearch, () => {
      stop = workWhenIdle(startNaturalOrder(sorted));
    });
    return () => stop();
  }, [sorted]);
  return found;
};

/** The items in the order of a column. A changed list is sorted from the order that it had before. */
const useSorted = (items: readonly AdminItem[], sort: Sorting): readonly AdminItem[] => {
  const last = useRef<{ word: string; items: readonly AdminItem[] }>(undefined);
  return useMemo(() => {
    const word = JSON.stringify(sort);
    const before = last.current?.word === word ? last.current.items : [];
    const sorted = sortItems(items, sort, before);
    last.current = { word, items: sorted };
    return sorted;
  }, [items, sort]);
};

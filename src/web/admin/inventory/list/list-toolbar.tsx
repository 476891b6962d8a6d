import { Search, TriangleAlert, X } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useCallback, useRef } from 'react';
import { ALL_CATEGORIES } from '#domain/categories.ts';
import { ALL_BRANDS } from '#domain/search.ts';
import { Kbd } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { Select, type SelectOption } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { SEARCH_ROOM } from '../../lists/search-field.tsx';
import { type InventoryView, readSort, sortWord } from './inventory-view.ts';
import { FilterButton } from './list-filters.tsx';

const ORDERS = [
  { value: 'default', label: 'Default' },
  { value: 'low-high', label: 'Low to High' },
  { value: 'high-low', label: 'High to Low' },
] as const;

interface ListToolbarProps {
  view: InventoryView;
  change: (wanted: Partial<InventoryView>) => void;
  type: (text: string) => void;
  categories: readonly string[];
  brands: readonly string[];
  /** The button for doubtful labels. */
  labels: ReactNode;
  shown: number;
  /** False on a phone, where all filters are behind one button. */
  isWide: boolean;
  search: RefObject<HTMLInputElement | null>;
  /** A further button. */
  children?: ReactNode;
}

/** Search, filters and order of the list (behavior 10.4). It stays in view on a wide screen. */
export const ListToolbar = (props: ListToolbarProps) => {
  const { view, change, type, categories, brands, labels, shown, search, isWide } = props;
  const latestChange = useRef(change);
  latestChange.current = change;
  const onChoose = useCallback<NameFilterProps['onChoose']>(
    (field, name) => latestChange.current({ [field]: name }),
    [],
  );
  // The order of another column is none of these.
  const order = view.sort?.by === 'price' ? sortWord(view.sort) : 'default';
  const look = { isLabeled: !isWide, onChoose };
  const choices = (
    <>
      <NameFilter
        label="Category"
        field="category"
        all={ALL_CATEGORIES}
        allLabel="All Categories"
        {...{ names: categories, chosen: view.category, ...look }}
      />
      <NameFilter
        label="Brand"
        field="brand"
        all={ALL_BRANDS}
        allLabel="All Brands"
        {...{ names: brands, chosen: view.brand, ...look }}
      />
      <div className="relative">
        {isWide && (
          <span aria-hidden className="pointer-events-none absolute top-1/2 left-3 z-10 -translate-y-1/2 text-muted">
            Price:
          </span>
        )}
        <Select
          label="Sort by price"
          hideLabel={isWide}
          value={order}
          onChange={(event) => change({ sort: readSort(event.target.value) })}
          options={ORDERS}
          boxClassName={cx(isWide && 'pl-14', order !== 'default' && 'border-accent-text')}
          className="md:w-46"
        />
      </div>
    </>
  );
  return (
    <div className="z-30 flex flex-wrap items-center gap-2 bg-ground py-1.5 md:sticky md:top-0">
      <search className={cx(SEARCH_ROOM, 'md:min-w-56')}>
        <TextField
          ref={search}
          label="Search inventory"
          hideLabel
          placeholder="Search name, description, brand, label, id"
          icon={<Search />}
          value={view.search}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && view.search !== '') type('');
          }}
          trailing={
            view.search === '' ? (
              <span aria-hidden className="max-md:hidden">
                <Kbd>/</Kbd>
              </span>
            ) : (
              <button
                type="button"
                aria-label="Clear search"
                onClick={() => type('')}
                className="flex size-11 items-center justify-center rounded-control text-muted hover:text-text"
              >
                <X aria-hidden className="size-4.5" />
              </button>
            )
          }
        />
      </search>
      {isWide && choices}
      <FilterButton view={view} change={change} shown={shown} isAll={!isWide}>
        {!isWide && choices}
      </FilterButton>
      {props.children}
      {isWide && labels}
    </div>
  );
};

/** Narrows the list to items with a doubtful label. Absent if there are none. */
export const LabelsButton = ({
  view,
  change,
  doubtful,
}: Pick<ListToolbarProps, 'view' | 'change'> & {
  /** How many items have one. */
  doubtful: number;
}) => {
  const isChecking = view.label === 'check';
  if (doubtful === 0 && !isChecking) return null;
  return (
    <button
      type="button"
      aria-pressed={isChecking}
      onClick={() => change({ label: isChecking ? null : 'check' })}
      className={cx(
        // Without room for it, the filters and Needs you lead to the same.
        'inline-flex h-11 shrink-0 items-center justify-center gap-1.5 rounded-full border border-transparent bg-warning-wash px-4 text-sm font-semibold whitespace-nowrap text-warning-text max-[80rem]:hidden',
        'hover:border-warning aria-pressed:border-warning',
      )}
    >
      <TriangleAlert aria-hidden className="size-4" />
      Labels to check ({doubtful})
    </button>
  );
};

interface NameFilterProps {
  label: string;
  field: 'category' | 'brand';
  /** The value of no choice, and its label. */
  all: string;
  allLabel: string;
  names: readonly string[];
  chosen: string;
  isLabeled: boolean;
  onChoose: (field: NameFilterProps['field'], name: string) => void;
}

/** Hundreds of options, which do not render again with every letter that is typed next to them. */
const NameFilter = memo(function NameFilter(props: NameFilterProps) {
  const { label, field, all, allLabel, names, chosen, isLabeled, onChoose } = props;
  return (
    <Select
      label={label}
      hideLabel={!isLabeled}
      value={chosen}
      onChange={({ target }) => onChoose(field, target.value)}
      options={withAll(all, allLabel, names, chosen)}
      boxClassName={cx(chosen !== all && 'border-accent-text')}
      className="md:w-44"
    />
  );
});

/** The options of a filter. The chosen one stays an option even if no item has it now. */
const withAll = (all: string, label: string, names: readonly string[], chosen: string): SelectOption[] => {
  const offered = chosen === all || names.includes(chosen) ? names : [chosen, ...names];
  return [{ value: all, label }, ...offered.map((name) => ({ value: name, label: name }))];
};

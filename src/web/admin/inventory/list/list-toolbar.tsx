import { Search, X } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useCallback, useRef } from 'react';
import { ALL_CATEGORIES } from '#domain/categories.ts';
import { ALL_BRANDS } from '#domain/search.ts';
import { Kbd } from '../../../ui/badge.tsx';
import { cx } from '../../../ui/cx.ts';
import { Select, type SelectOption } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { SEARCH_ROOM } from '../../lists/search-field.tsx';
import { COLUMN_FACTS, type Column } from './columns.ts';
import { type InventoryView, readSort, sortWord } from './inventory-view.ts';
import { FilterButton } from './list-filters.tsx';

const ORDERS = [
  { value: 'default', label: 'Default' },
  { value: 'low-high', label: 'Low to High' },
  { value: 'high-low', label: 'High to Low' },
] as const;

type Words = readonly [up: string, down: string];
const TEXT: Words = ['A to Z', 'Z to A'];
const FIGURE: Words = ['Low to High', 'High to Low'];
const NUMBER_OF: Words = ['Fewest first', 'Most first'];
const WORDS: Readonly<Record<Exclude<Column, 'price'>, Words>> = {
  name: TEXT,
  brand: TEXT,
  category: TEXT,
  description: TEXT,
  label: TEXT,
  qty: FIGURE,
  markup: FIGURE,
  final: FIGURE,
  status: ['Active first', 'Inactive first'],
  tiers: NUMBER_OF,
  picture: NUMBER_OF,
  tags: TEXT,
  lab: ['Earliest first', 'Latest first'],
};
/** The orders that a press on the head of a column has on a wide page. */
const OTHER_ORDERS = [
  ORDERS[0],
  ...Object.entries(WORDS).flatMap(([by, words]) =>
    words.map((word, at) => ({
      value: sortWord({ by: by as Column, down: at === 1 }),
      label: `${COLUMN_FACTS[by as Column].title}: ${word}`,
    })),
  ),
];

interface ListToolbarProps {
  view: InventoryView;
  change: (wanted: Partial<InventoryView>) => void;
  type: (text: string) => void;
  categories: readonly string[];
  brands: readonly string[];
  shown: number;
  /** False on a phone, where all filters are behind one button. */
  isWide: boolean;
  search: RefObject<HTMLInputElement | null>;
  /** Further buttons. */
  children?: ReactNode;
}

/** Search, filters and order of the list (behavior 10.4). It stays in view while the list scrolls. */
export const ListToolbar = (props: ListToolbarProps) => {
  const { view, change, type, categories, brands, shown, search, isWide } = props;
  const latestChange = useRef(change);
  latestChange.current = change;
  const onChoose = useCallback<NameFilterProps['onChoose']>(
    (field, name) => latestChange.current({ [field]: name }),
    [],
  );
  // The order of another column is none of these.
  const order = view.sort?.by === 'price' ? sortWord(view.sort) : 'default';
  const otherOrder = view.sort?.by === 'price' ? 'default' : sortWord(view.sort);
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
          className="md:max-[70rem]:w-42 md:w-46"
        />
      </div>
      {!isWide && (
        <Select
          label="Or sort by"
          value={otherOrder}
          onChange={(event) => change({ sort: readSort(event.target.value) })}
          options={OTHER_ORDERS}
          boxClassName={cx(otherOrder !== 'default' && 'border-accent-text')}
        />
      )}
    </>
  );
  return (
    <div className="sticky top-0 z-30 flex flex-wrap items-center gap-2 bg-ground py-1.5">
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
    </div>
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
      // Small screens have all of the toolbar in one line.
      className="md:max-[70rem]:w-38 md:w-44"
    />
  );
});

/** The options of a filter. The chosen one stays an option even if no item has it now. */
const withAll = (all: string, label: string, names: readonly string[], chosen: string): SelectOption[] => {
  const offered = chosen === all || names.includes(chosen) ? names : [chosen, ...names];
  return [{ value: all, label }, ...offered.map((name) => ({ value: name, label: name }))];
};

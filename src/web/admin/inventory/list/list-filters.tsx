import { ListFilter, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Select } from '../../../ui/select.tsx';
import { activeFilters, FILTER_WORDS, namedFilters } from './filter-labels.ts';
import { FILTER_NAMES, FILTERS, type FilterName, type InventoryView, WHOLE_INVENTORY } from './inventory-view.ts';

interface ListFiltersProps {
  view: InventoryView;
  change: (wanted: Partial<InventoryView>) => void;
  /** How many items the view shows. */
  shown: number;
  /** On a phone category and brand are among these filters. */
  isAll: boolean;
  /** Further filters, first in the dialog. */
  children?: ReactNode;
}

const ANY = 'any-value';
/** Every filter of the dialog off. */
const NONE = Object.fromEntries(FILTER_NAMES.map((name) => [name, null])) as Partial<InventoryView>;
const NONE_AT_ALL = { ...NONE, category: WHOLE_INVENTORY.category, brand: WHOLE_INVENTORY.brand };

const filtersOf = (view: InventoryView, isAll: boolean) => [
  ...(isAll ? namedFilters(view) : []),
  ...activeFilters(view),
];

/** The button "Filters" and the filters behind it: a dialog, on a phone a sheet (behavior 10.4). */
export const FilterButton = ({ view, change, shown, isAll, children }: ListFiltersProps) => {
  const [open, setOpen] = useState(false);
  const count = filtersOf(view, isAll).length;
  return (
    <>
      <Button
        onClick={() => setOpen(true)}
        aria-haspopup="dialog"
        className={cx('max-md:px-3', count > 0 && 'border-accent-text')}
      >
        <ListFilter aria-hidden className="size-4.5" />
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Filters"
        phone="sheet"
        footer={
          <div className="flex justify-between gap-2">
            <Button variant="ghost" disabled={count === 0} onClick={() => change(isAll ? NONE_AT_ALL : NONE)}>
              Clear all
            </Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              Show {shown.toLocaleString('en-US')} items
            </Button>
          </div>
        }
      >
        <div className="grid grid-cols-2 gap-x-3 gap-y-4">
          {children}
          {FILTER_NAMES.map((name) => (
            <FilterSelect key={name} name={name} value={view[name]} change={change} />
          ))}
        </div>
      </Dialog>
    </>
  );
};

interface FilterSelectProps {
  name: FilterName;
  value: string | null;
  change: ListFiltersProps['change'];
}

const FilterSelect = ({ name, value, change }: FilterSelectProps) => {
  const { label, values } = FILTER_WORDS[name];
  return (
    <Select
      label={label}
      value={value ?? ANY}
      onChange={({ target }) => change({ [name]: target.value === ANY ? null : target.value })}
      options={[
        { value: ANY, label: 'All' },
        ...FILTERS[name].map((each) => ({ value: each, label: (values as Record<string, string>)[each]! })),
      ]}
      boxClassName={cx(value !== null && 'border-accent-text')}
    />
  );
};

/** The filters that are on, each with a button that takes it off. */
export const FilterChips = ({ view, change, isAll }: Omit<ListFiltersProps, 'shown' | 'children'>) => {
  const active = filtersOf(view, isAll);
  if (active.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex list-none flex-wrap gap-1.5">
      {active.map(({ text, without }) => (
        <li key={text}>
          <button
            type="button"
            onClick={() => change(without)}
            className="inline-flex h-9 items-center gap-1.5 rounded-full border border-accent bg-accent-wash pr-2.5 pl-3.5 text-sm text-accent-text hover:border-text pointer-coarse:h-11"
          >
            {text}
            <X aria-label="Remove" className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
};

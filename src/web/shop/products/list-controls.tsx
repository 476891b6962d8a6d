import { LayoutGrid, List, Search, SlidersHorizontal, X } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import { ALL_CATEGORIES } from '#domain/categories.ts';
import type { PriceSort } from '#domain/grouping.ts';
import { ALL_BRANDS } from '#domain/search.ts';
import { counted } from '#domain/text.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/choice.tsx';
import { cx } from '../../ui/cx.ts';
import { Sheet } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isFiltered, type Layout, MAX_SEARCH_LENGTH, NO_FILTERS, type ShopView } from '../view/shop-view.ts';
import type { GoToView } from '../view/use-shop-view.ts';
import { useTypedSearch } from '../view/use-typed-search.ts';

const SORTS: readonly { value: PriceSort; label: string }[] = [
  { value: 'none', label: 'No Sorting' },
  { value: 'high-low', label: 'Price: High → Low' },
  { value: 'low-high', label: 'Price: Low → High' },
];

interface SearchFieldProps {
  inAddress: string;
  /** Called with the typed text when the list can follow, and with null when the address is current again. */
  onTyped: (text: string | null) => void;
  className?: string;
}

/** Holds the typed text itself, so that a letter draws only this field. */
export const SearchField = memo(function SearchField({ inAddress, onTyped, className }: SearchFieldProps) {
  const { text, type, commit } = useTypedSearch(inAddress, onTyped);
  return (
    <search className={className}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          commit();
          // Closes a phone's keyboard, so that the results are visible.
          (document.activeElement as HTMLElement | null)?.blur();
        }}
      >
        <TextField
          label="Search Products"
          hideLabel
          placeholder="Search by name, brand, or description..."
          icon={<Search />}
          value={text}
          maxLength={MAX_SEARCH_LENGTH}
          enterKeyHint="search"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => type(event.target.value)}
          onBlur={commit}
          boxClassName="text-ellipsis"
          trailing={
            text && (
              <button
                type="button"
                aria-label="Clear search"
                onClick={(event) => {
                  type('');
                  // The button disappears together with the text.
                  event.currentTarget.form?.querySelector('input')?.focus();
                }}
                className="flex size-11 items-center justify-center rounded-control text-muted hover:text-text"
              >
                <X aria-hidden className="size-4.5" />
              </button>
            )
          }
        />
      </form>
    </search>
  );
});

interface FilterSelectsProps extends Pick<ShopView, 'category' | 'brand' | 'sort'> {
  go: GoToView;
  categories: readonly string[];
  brands: readonly string[];
  /** In the header the labels are for screen readers only. */
  hideLabels?: boolean;
  className?: string;
}

/** Category, brand and sort. Memoized, because there can be hundreds of brands. */
export const FilterSelects = memo(function FilterSelects({
  category,
  brand,
  sort,
  go,
  categories,
  brands,
  hideLabels,
  className,
}: FilterSelectsProps) {
  const offered = brand === ALL_BRANDS || brands.includes(brand) ? brands : [brand, ...brands];
  const classes = (isSet: boolean) => cx(hideLabels && isSet && 'border-accent-text');
  return (
    <div className={className}>
      <Select
        label="Category"
        hideLabel={hideLabels}
        value={category ?? ALL_CATEGORIES}
        onChange={(event) => go({ category: event.target.value })}
        options={[
          { value: ALL_CATEGORIES, label: 'All Categories' },
          ...categories.map((name) => ({ value: name, label: name })),
        ]}
      />
      <Select
        label="Brand"
        hideLabel={hideLabels}
        value={brand}
        onChange={(event) => go({ brand: event.target.value })}
        boxClassName={classes(brand !== ALL_BRANDS)}
        options={[{ value: ALL_BRANDS, label: 'All Brands' }, ...offered.map((name) => ({ value: name, label: name }))]}
      />
      <Select
        label="Sort by Price"
        hideLabel={hideLabels}
        value={sort}
        onChange={(event) => go({ sort: event.target.value as PriceSort })}
        boxClassName={classes(sort !== 'none')}
        options={SORTS}
      />
    </div>
  );
});

const LAYOUT_CHOICES: readonly { value: Layout; label: string; icon: React.ReactNode }[] = [
  { value: 'grid', label: 'Grid view', icon: <LayoutGrid aria-hidden /> },
  { value: 'list', label: 'List view', icon: <List aria-hidden /> },
];

/** Grid or list. Adds no history entry. */
export const LayoutChoice = ({ layout, go, className }: { layout: Layout; go: GoToView; className?: string }) => (
  <Segmented
    label="Layout"
    value={layout}
    onChange={(chosen) => go({ layout: chosen }, 'replace')}
    options={LAYOUT_CHOICES}
    className={className}
  />
);

interface FilterSheetProps extends FilterSelectsProps, Pick<ShopView, 'search' | 'layout'> {
  count: number;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

/** On a phone: filters, sort and layout behind one button, which shows whether a filter is active. */
export const FilterSheet = ({ search, layout, count, isOpen, setOpen, ...filters }: FilterSheetProps) => {
  const { brand, sort, go } = filters;
  const close = () => setOpen(false);
  const clear = ({ currentTarget }: MouseEvent) => {
    go(NO_FILTERS);
    // The button disappears together with the filters.
    currentTarget.closest('dialog')?.focus();
  };
  const active = isFiltered({ brand, sort, search: '' });
  return (
    <>
      <IconButton
        label={active ? 'Filters, active' : 'Filters'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="relative"
      >
        <SlidersHorizontal aria-hidden />
        {active && (
          <span aria-hidden className="absolute top-2 right-2 size-2.5 rounded-full border-2 border-ground bg-accent" />
        )}
      </IconButton>
      <Sheet
        open={isOpen}
        onClose={close}
        title="Filters"
        aside={counted(count, 'product')}
        footer={
          <div className="flex gap-2">
            {isFiltered({ brand, sort, search }) && (
              <Button onClick={clear} className="flex-1">
                Clear Filters
              </Button>
            )}
            <Button variant="primary" onClick={close} className="flex-1">
              Show {counted(count, 'product')}
            </Button>
          </div>
        }
      >
        <div className="flex flex-col gap-4">
          <FilterSelects {...filters} className="flex flex-col gap-4" />
          <div className="flex items-center justify-between">
            <span className="text-sm font-medium">Layout</span>
            <LayoutChoice layout={layout} go={go} />
          </div>
        </div>
      </Sheet>
    </>
  );
};

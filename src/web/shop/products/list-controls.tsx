import { LayoutGrid, List, Search, X } from 'lucide-react';
import { memo } from 'react';
import { ALL_CATEGORIES } from '#domain/categories.ts';
import type { PriceSort } from '#domain/grouping.ts';
import { ALL_BRANDS } from '#domain/search.ts';
import { Segmented } from '../../ui/choice.tsx';
import { cx } from '../../ui/cx.ts';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type Layout, LONGEST_SEARCH, type ShopView } from '../view/shop-view.ts';
import type { GoToView } from '../view/use-shop-view.ts';
import { useTypedSearch } from '../view/use-typed-search.ts';

const SORTS: readonly { value: PriceSort; label: string }[] = [
  { value: 'none', label: 'No Sorting' },
  { value: 'high-low', label: 'Price: High → Low' },
  { value: 'low-high', label: 'Price: Low → High' },
];

interface SearchFieldProps {
  inAddress: string;
  /** Hears what is typed when there is time for it, and null when the address counts again. */
  onTyped: (text: string | null) => void;
  className?: string;
}

/** Keeps what is typed to itself, so that a letter draws this field and nothing else. */
export const SearchField = memo(function SearchField({ inAddress, onTyped, className }: SearchFieldProps) {
  const { text, type, commit } = useTypedSearch(inAddress, onTyped);
  return (
    <search className={className}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          commit();
          // Puts a phone's keyboard away, so that the results are seen.
          (document.activeElement as HTMLElement | null)?.blur();
        }}
      >
        <TextField
          label="Search Products"
          hideLabel
          placeholder="Search by name, brand, or description..."
          icon={<Search />}
          value={text}
          maxLength={LONGEST_SEARCH}
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
                  // The button goes with the text.
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

export interface FilterSelectsProps extends Pick<ShopView, 'category' | 'brand' | 'sort'> {
  go: GoToView;
  categories: readonly string[];
  brands: readonly string[];
  /** In the bar labels are for screen readers; in the sheet they are seen. */
  hideLabels?: boolean;
  className?: string;
}

/** Category, brand and price order. Hundreds of brands: not drawn again for a letter in the search field. */
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

/** A matter of taste, not a step: it leaves no entry to walk back to. */
export const LayoutChoice = ({ layout, go, className }: { layout: Layout; go: GoToView; className?: string }) => (
  <Segmented
    label="Layout"
    value={layout}
    onChange={(chosen) => go({ layout: chosen }, 'replace')}
    options={LAYOUT_CHOICES}
    className={className}
  />
);

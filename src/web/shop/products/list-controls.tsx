import { LayoutGrid, List } from 'lucide-react';
import { memo } from 'react';
import { ALL_CATEGORIES } from '#domain/categories.ts';
import { ALL_BRANDS } from '#domain/search.ts';
import { SORTS, type Sort } from '#domain/sorting.ts';
import { Segmented } from '../../ui/choice.tsx';
import { cx } from '../../ui/cx.ts';
import { Select } from '../../ui/select.tsx';
import type { Layout, ShopView } from '../view/shop-view.ts';
import type { GoToView } from '../view/use-shop-view.ts';

const SORT_LABELS: Readonly<Record<Sort, string>> = {
  none: 'No Sorting',
  'high-low': 'Price: High → Low',
  'low-high': 'Price: Low → High',
  name: 'Name',
  newest: 'Newest',
  'unit-price': 'Price per unit: Low → High',
  thc: 'THC: High → Low',
};
const SORT_OPTIONS = SORTS.map((value) => ({ value, label: SORT_LABELS[value] }));

export interface FilterSelectsProps extends Pick<ShopView, 'category' | 'brand' | 'sort'> {
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
        onChange={(event) => go({ sort: event.target.value as Sort })}
        boxClassName={classes(sort !== 'none')}
        options={SORT_OPTIONS}
      />
    </div>
  );
});

const LAYOUT_CHOICES: readonly { value: Layout; label: string; icon: React.ReactNode }[] = [
  { value: 'grid', label: 'Grid view', icon: <LayoutGrid aria-hidden /> },
  { value: 'list', label: 'List view', icon: <List aria-hidden /> },
];

/** Grid or list, which the device remembers. Adds no history entry. */
export const LayoutChoice = ({ layout, go }: { layout: Layout; go: GoToView }) => (
  <Segmented
    label="Layout"
    value={layout}
    onChange={(chosen) => go({ layout: chosen }, 'replace')}
    options={LAYOUT_CHOICES}
  />
);

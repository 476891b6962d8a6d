import { ChevronDown } from 'lucide-react';
import { type ReactNode, startTransition, useEffect, useId, useState } from 'react';
import { ALL_CATEGORIES } from '#domain/categories.ts';
import { type FacetCounts, type FacetIndex, type FacetOption, startCount, startIndex } from '#domain/facet-counts.ts';
import { FACETS, type FacetChoice, facetValuesOf, filterFacets, toggleFacet } from '#domain/facets.ts';
import { foldText } from '#domain/fold-text.ts';
import type { Product } from '#domain/product.ts';
import { traitsOf } from '#domain/product-traits.ts';
import { ALL_BRANDS, filterProducts } from '#domain/search.ts';
import { findBySearch, PRODUCT_SEARCH, prepareSearch } from '#domain/search-results.ts';
import { formatCount } from '#domain/text.ts';
import { foldName } from '#domain/typed-text.ts';
import { CheckboxBox } from '../../ui/checkbox.tsx';
import { forEachWhenIdle, workWhenIdle } from '../../ui/scheduler/idle-work.ts';
import { ShowAll } from '../../ui/show-all.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { GoToView } from '../view/use-shop-view.ts';
import { FACET_LABELS, FAVORITES_ONLY, IN_STOCK_ONLY, isChosen } from './facet-labels.ts';

export interface FacetGroupsProps {
  /** The products of the category. */
  products: readonly Product[];
  /** The member's favorites in the category. */
  favorites: readonly Product[];
  /** Those of the chosen brand. Null for all brands. */
  ofBrand: readonly Product[] | null;
  search: string;
  brand: string;
  choice: FacetChoice;
  go: GoToView;
  /** Shown until the products are counted. */
  waiting: ReactNode;
}

/** Groups that are open at first. The others are long. */
const OPEN_GROUPS = new Set(['form', 'size', 'thc', 'thc-mg', 'price']);
/** Options that a group shows before "Show all". */
const FIRST_OPTIONS = 6;
/** A longer group gets a field that finds an option. */
const MANY_OPTIONS = 20;

/** The facets of a category with live counts (behavior 5.17). A press shows at once, the counts follow. */
export default function FacetGroups({
  products,
  favorites,
  ofBrand,
  search,
  brand,
  choice,
  go,
  waiting,
}: FacetGroupsProps) {
  const index = useFacetIndex(products);
  const counts = useFacetCounts(index, search, choice, ofBrand);
  if (counts === null) return waiting;

  const groups = [...FACETS, 'brand' as const].map((facet) => ({
    facet,
    options: counts.options[facet],
    isChosen: (value: string) =>
      facet === 'brand' ? foldName(value) === foldName(brand) : isChosen(choice, facet, value),
    toggle: (value: string) => {
      if (facet !== 'brand') return go({ facets: toggleFacet(choice, facet, value) });
      go({ brand: foldName(value) === foldName(brand) ? ALL_BRANDS : value });
    },
  }));
  return (
    <div>
      <div className="border-b border-line pb-1.5 empty:hidden">
        {(favorites.length > 0 || choice.favorites) && (
          <Option
            option={{
              value: '',
              label: FAVORITES_ONLY,
              count: countFavorites(favorites, { search, brand, choice }),
            }}
            isChosen={choice.favorites}
            onToggle={() => go({ facets: { ...choice, favorites: !choice.favorites } })}
          />
        )}
        {(counts.inStock > 0 || choice.inStock) && (
          <Option
            option={{ value: '', label: IN_STOCK_ONLY, count: counts.inStock }}
            isChosen={choice.inStock}
            onToggle={() => go({ facets: { ...choice, inStock: !choice.inStock } })}
          />
        )}
      </div>
      {groups
        .filter(({ options }) => options.length > 0)
        .map(({ facet, ...group }) => (
          <Group key={facet} title={FACET_LABELS[facet]} isOpenAtFirst={OPEN_GROUPS.has(facet)} {...group} />
        ))}
    </div>
  );
}

/** How many favorites pass everything else that is chosen. They are few, so they need no index. */
const countFavorites = (
  favorites: readonly Product[],
  { search, brand, choice }: Pick<FacetGroupsProps, 'search' | 'brand' | 'choice'>,
): number => {
  const ofBrand = filterProducts(filterFacets(favorites, choice), { search: '', brand, category: ALL_CATEGORIES });
  return findBySearch(ofBrand, search, PRODUCT_SEARCH, true).counted.length;
};

/** Prepares the counting of a category while the browser is idle. Until a live change is prepared, the last index counts. */
const useFacetIndex = (products: readonly Product[]): FacetIndex | null => {
  const [index, setIndex] = useState<FacetIndex | null>(null);
  useEffect(() => {
    const prepare = (batch: readonly Product[]) => {
      for (const product of batch) {
        traitsOf(product);
        facetValuesOf(product);
      }
      prepareSearch(batch);
    };
    let stop = forEachWhenIdle(products, prepare, () => {
      const indexing = startIndex(products);
      stop = workWhenIdle(indexing.step, () => startTransition(() => setIndex(indexing.index())));
    });
    return () => stop();
  }, [products]);
  return index;
};

/** The counts of the options, as soon as the browser had time to count. Until then those before. */
const useFacetCounts = (
  index: FacetIndex | null,
  search: string,
  choice: FacetChoice,
  ofBrand: readonly Product[] | null,
): FacetCounts | null => {
  const [counts, setCounts] = useState<FacetCounts | null>(null);
  useEffect(() => {
    if (index === null) return;
    const counting = startCount(index, { search, choice, ofBrand });
    return workWhenIdle(counting.step, () => startTransition(() => setCounts(counting.counts())));
  }, [index, search, choice, ofBrand]);
  return counts;
};

interface GroupProps {
  title: string;
  isOpenAtFirst: boolean;
  options: readonly FacetOption[];
  isChosen: (value: string) => boolean;
  toggle: (value: string) => void;
}

/** One facet, which folds. */
const Group = ({ title, isOpenAtFirst, options, isChosen: isOn, toggle }: GroupProps) => {
  const [isOpen, setOpen] = useState(isOpenAtFirst || options.some(({ value }) => isOn(value)));
  const [showsAll, setShowsAll] = useState(false);
  const [wanted, setWanted] = useState('');
  const needle = foldText(wanted).trim();
  const shown = options.filter(
    ({ value, label }, place) => (showsAll || place < FIRST_OPTIONS || isOn(value)) && foldText(label).includes(needle),
  );
  const chosen = options.filter(({ value }) => isOn(value)).length;
  return (
    <div className="border-b border-line">
      <h2 className="text-sm">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 w-full items-center gap-2 rounded-small text-left font-semibold text-text"
        >
          <span className="flex-1">{title}</span>
          {chosen > 0 && <span className="text-xs font-medium text-accent-text">{chosen} chosen</span>}
          <ChevronDown
            aria-hidden
            className={`size-4 text-muted transition-transform duration-(--motion-move) ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      {isOpen && (
        <div className="pb-3">
          {showsAll && options.length > MANY_OPTIONS && (
            <TextField
              label={`Find in ${title}`}
              hideLabel
              placeholder="Find…"
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
              className="mb-1.5"
              boxClassName="h-9 text-sm pointer-coarse:h-11"
            />
          )}
          <ul
            aria-label={`${title} options`}
            className={showsAll ? 'max-h-80 overflow-y-auto overscroll-contain' : undefined}
          >
            {shown.map((option) => (
              <li key={option.value}>
                <Option option={option} isChosen={isOn(option.value)} onToggle={() => toggle(option.value)} />
              </li>
            ))}
          </ul>
          {options.length > FIRST_OPTIONS && (
            <ShowAll
              title={title}
              count={options.length}
              showsAll={showsAll}
              onToggle={() => {
                setShowsAll(!showsAll);
                setWanted('');
              }}
              className="min-h-9 pointer-coarse:min-h-11"
            />
          )}
        </div>
      )}
    </div>
  );
};

interface OptionProps {
  option: FacetOption;
  isChosen: boolean;
  onToggle: () => void;
}

const Option = ({ option: { label, count }, isChosen: isOn, onToggle }: OptionProps) => {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-small py-1 text-sm text-muted hover:text-text pointer-coarse:min-h-11"
    >
      <CheckboxBox id={id} checked={isOn} onChange={onToggle} />
      <span className={`min-w-0 flex-1 truncate ${isOn ? 'font-medium text-text' : ''}`}>{label}</span>
      <span className="shrink-0 text-xs">
        {formatCount(count)}
        <span className="sr-only"> {count === 1 ? 'product' : 'products'}</span>
      </span>
    </label>
  );
};

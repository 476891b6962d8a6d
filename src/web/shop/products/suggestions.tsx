import { LayoutGrid, type LucideIcon, Tag } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { ALL_CATEGORIES, categoryHue, displayCategory } from '#domain/categories.ts';
import { factsOf } from '#domain/facts.ts';
import { marksOf } from '#domain/highlight.ts';
import { formatPrice } from '#domain/money.ts';
import { type Product, UNKNOWN } from '#domain/product.ts';
import { findBySearch, PRODUCT_SEARCH } from '#domain/search-results.ts';
import { suggest } from '#domain/suggestions.ts';
import { counted as countOf } from '#domain/text.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ProductPicture } from '../pictures/product-picture.tsx';
import { Marked, QUIET_MARKS, SearchMarks } from './matches.tsx';

/** The target of one entry. */
export type Suggestion = { product: Product } | { brand: string } | { category: string };

/** The entries for a typed text, in their order. */
export const suggestionsFor = (
  products: readonly Product[],
  categories: readonly string[],
  search: string,
): Suggestion[] => {
  const found = suggest(products, categories, search);
  return [
    ...found.products.map((product) => ({ product })),
    ...found.brands.map((brand) => ({ brand })),
    ...found.categories.map((category) => ({ category })),
  ];
};

/** The id of the element of an entry. */
export const optionId = (list: string, place: number): string => `${list}-${place}`;

interface SuggestionListProps {
  id: string;
  search: string;
  suggestions: readonly Suggestion[];
  /** The place of the entry that the keys have reached, or -1. */
  active: number;
  onPoint: (place: number) => void;
  onChoose: (suggestion: Suggestion) => void;
  listed: readonly Product[];
  /** The category of the list. Suggestions are from all. */
  category: string | undefined;
  onShowAll: () => void;
}

const GROUPS = [
  ['product', 'Products'],
  ['brand', 'Brands'],
  ['category', 'Categories'],
] as const;

/** The suggestions below the search field, in one panel. On a phone it is the whole screen below the field. */
export const SuggestionList = (props: SuggestionListProps) => {
  const { id, search, suggestions, active, onPoint, onChoose, listed, category, onShowAll } = props;
  const panel = useRef<HTMLDivElement>(null);
  const marks = useMemo(() => marksOf(search), [search]);
  usePlaceBelow(panel);
  useEffect(() => {
    if (active >= 0) document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  return (
    <SearchMarks value={marks}>
      <div
        ref={panel}
        popover="manual"
        className={cx(
          'fixed m-0 overflow-y-auto overscroll-contain border-line bg-surface p-2 text-text outline-none',
          'max-lg:max-w-none max-lg:border-0 max-lg:border-t max-lg:bg-ground',
          'lg:rounded-panel lg:border lg:shadow-float',
          QUIET_MARKS,
        )}
      >
        <div
          id={id}
          role="listbox"
          aria-label="Suggestions"
          tabIndex={-1}
          // The focus stays in the field.
          onMouseDown={(event) => event.preventDefault()}
        >
          {GROUPS.map(([kind, title]) => {
            const entries = suggestions
              .map((suggestion, place) => ({ suggestion, place }))
              .filter(({ suggestion }) => kind in suggestion);
            if (entries.length === 0) return null;
            return (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset does not belong in a listbox
              <div key={kind} role="group" aria-label={title}>
                <p aria-hidden className="px-3 pt-2 pb-1 text-xs font-medium text-muted">
                  {title}
                </p>
                {entries.map(({ suggestion, place }) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox, which keeps the focus
                  // biome-ignore lint/a11y/useFocusableInteractive: the combobox names the active option
                  <div
                    key={place}
                    id={optionId(id, place)}
                    role="option"
                    aria-selected={place === active}
                    onPointerMove={() => onPoint(place)}
                    onClick={() => onChoose(suggestion)}
                    className={cx(
                      'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 text-sm',
                      place === active && 'bg-accent-wash',
                    )}
                  >
                    <Entry suggestion={suggestion} />
                  </div>
                ))}
              </div>
            );
          })}
        </div>
        <ShowAll {...{ listed, search, category, onShowAll }} />
      </div>
    </SearchMarks>
  );
};

/** On a phone the panel covers the list, so its last line leads there. It counts as the head of the list does. */
const ShowAll = ({
  listed,
  search,
  category = ALL_CATEGORIES,
  onShowAll,
}: Pick<SuggestionListProps, 'listed' | 'search' | 'category' | 'onShowAll'>): ReactNode => {
  const { counted, more } = findBySearch(listed, search, PRODUCT_SEARCH, false);
  return (
    counted.length + more.length > 1 && (
      <Button
        wide
        tabIndex={-1}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onShowAll}
        className="mt-2 lg:hidden"
      >
        Show {countOf(counted.length, 'product')}
        {more.length > 0 && ` and ${more.length} more`}
        {category !== ALL_CATEGORIES && ` in ${category}`}
      </Button>
    )
  );
};

const Entry = ({ suggestion }: { suggestion: Suggestion }) => {
  if ('brand' in suggestion) return <Named Icon={Tag}>{suggestion.brand}</Named>;
  if ('category' in suggestion) {
    return (
      <Named Icon={LayoutGrid} hue={categoryHue(suggestion.category)}>
        {suggestion.category}
      </Named>
    );
  }
  const { product } = suggestion;
  const size = product.labelDoubtful ? null : (product.weightLabel ?? factsOf(product).size);
  return (
    <>
      <ProductPicture
        image={product.images[0]}
        name={product.name}
        category={displayCategory(product)}
        brand={product.brand}
        tags={product.tags}
        sizes="44px"
        decorative
        eager
        className="size-11 shrink-0 rounded-small"
      />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 leading-5 break-words">
          <Marked text={product.name} />
        </span>
        <span className="flex gap-1.5 text-xs leading-4.5 text-muted">
          {product.quantity === 0 && <span className="shrink-0 font-semibold text-warning-text">Sold out</span>}
          {size && (
            <span className="shrink-0 font-semibold">
              <Marked text={size} />
            </span>
          )}
          {size && product.brand !== UNKNOWN && <span aria-hidden>·</span>}
          {product.brand !== UNKNOWN && (
            <span className="min-w-0 truncate">
              <Marked text={product.brand} />
            </span>
          )}
        </span>
      </span>
      <span className="shrink-0 font-semibold">{formatPrice(product.finalPrice)}</span>
    </>
  );
};

const Named = ({ Icon, hue, children }: { Icon: LucideIcon; hue?: string; children: string }): ReactNode => (
  <>
    <span data-hue={hue} className={cx('flex w-11 shrink-0 justify-center', hue ? 'text-category-text' : 'text-muted')}>
      <Icon aria-hidden className="size-4.5" />
    </span>
    <span className="min-w-0 flex-1 truncate">
      <Marked text={children} />
    </span>
  </>
);

/** Pixels between the field and the panel, and between the panel and the edge of the screen. */
const GAP = 6;
const MARGIN = 12;

/** Keeps the panel below its field, and above the keyboard of a phone. */
const usePlaceBelow = (panel: { current: HTMLDivElement | null }): void => {
  useLayoutEffect(() => {
    const element = panel.current;
    const field = element?.closest('search');
    if (!element || !field) return;
    const place = () => {
      const { left, width, bottom } = field.getBoundingClientRect();
      const screen = window.visualViewport;
      const end = screen ? screen.offsetTop + screen.height : window.innerHeight;
      const isWide = getComputedStyle(element).borderTopLeftRadius !== '0px';
      const room = Math.max(0, end - bottom - GAP - (isWide ? MARGIN : 0));
      Object.assign(element.style, {
        top: `${bottom + GAP}px`,
        bottom: 'auto',
        left: isWide ? `${left}px` : '0',
        width: isWide ? `${width}px` : '100%',
        maxHeight: `${room}px`,
        height: isWide ? 'auto' : `${room}px`,
      });
    };
    place();
    element.showPopover();
    place();
    // The parts above the field may grow, such as a notice.
    const observer = new ResizeObserver(place);
    observer.observe(document.body);
    const moving = [window, window.visualViewport].filter((target) => !!target);
    for (const target of moving) for (const event of ['resize', 'scroll']) target.addEventListener(event, place);
    return () => {
      observer.disconnect();
      for (const target of moving) for (const event of ['resize', 'scroll']) target.removeEventListener(event, place);
    };
  }, [panel]);
};

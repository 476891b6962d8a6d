import { X } from 'lucide-react';
import { FACETS, toggleFacet } from '#domain/facets.ts';
import { ALL_BRANDS } from '#domain/search.ts';
import type { ShopView } from '../view/shop-view.ts';
import type { GoToView } from '../view/use-shop-view.ts';
import { FAVORITES_ONLY, facetValueLabel, IN_STOCK_ONLY } from './facet-labels.ts';

/** The active facets and the brand as chips, above the list. A press takes one back. */
export const FacetChips = ({ facets, brand, go }: Pick<ShopView, 'facets' | 'brand'> & { go: GoToView }) => {
  const chips = [
    ...(brand === ALL_BRANDS ? [] : [{ label: brand, without: { brand: ALL_BRANDS } }]),
    ...FACETS.flatMap((facet) =>
      facets[facet].map((value) => ({
        label: facetValueLabel(facet, value),
        without: { facets: toggleFacet(facets, facet, value) },
      })),
    ),
    ...(facets.favorites ? [{ label: FAVORITES_ONLY, without: { facets: { ...facets, favorites: false } } }] : []),
    ...(facets.inStock ? [{ label: IN_STOCK_ONLY, without: { facets: { ...facets, inStock: false } } }] : []),
  ];
  if (chips.length === 0) return null;
  return (
    <ul
      aria-label="Active filters"
      className="no-scrollbar -mx-3 mb-3 flex gap-2 overflow-x-auto px-3 py-0.5 sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {chips.map(({ label, without }) => (
        <li key={label} className="shrink-0">
          <button
            type="button"
            onClick={() => go(without)}
            className="flex h-9 max-w-64 items-center gap-1.5 rounded-full border border-edge bg-accent-wash pr-2.5 pl-3.5 text-sm text-text hover:border-text pointer-coarse:h-11"
          >
            <span className="sr-only">Remove filter </span>
            <span className="truncate">{label}</span>
            <X aria-hidden className="size-4 shrink-0 text-muted" />
          </button>
        </li>
      ))}
    </ul>
  );
};

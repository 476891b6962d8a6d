import { memo, useMemo } from 'react';
import type { PriceSort } from '#domain/grouping.ts';
import { useElementWidth } from '../../ui/use-size.ts';
import { fetchDetailsAhead } from '../later-parts.ts';
import { useScrollOf } from '../view/scroll-memory.ts';
import type { Layout } from '../view/shop-view.ts';
import { ListHead } from './list-head.tsx';
import { measuresFor } from './list-measures.ts';
import { ProductCard } from './product-card.tsx';
import { CardGlimpse, RowGlimpse } from './product-glimpse.tsx';
import { ProductRow } from './product-row.tsx';
import type { ShownGroup } from './steady-groups.ts';
import type { ProductList as List } from './use-product-list.ts';
import { VirtualGrid } from './virtual-grid.tsx';

interface ProductListProps {
  list: List;
  layout: Layout;
  sort: PriceSort;
  onView: (productId: number) => void;
}

/** Rows beyond the view that are drawn ahead. */
const OVERSCAN = { grid: 1, list: 4 };
/** Rows whose pictures are fetched first. */
const EAGER_ROWS = { grid: 2, list: 8 };

const idOf = (group: ShownGroup) => group.id;

/**
 * The products as cards or rows; 15,000 of them are no more on the page than what is seen. Drawn only for another list,
 * so that a letter in the search field does not wait for it.
 */
export const ProductList = memo(function ProductList({ list, layout, sort, onView }: ProductListProps) {
  const [container, width] = useElementWidth<HTMLDivElement>();
  useScrollOf(`${layout} ${list.place}`, width > 0);
  const measures = useMemo(() => measuresFor(layout, width), [layout, width]);
  const [Item, Glimpse] = layout === 'grid' ? [ProductCard, CardGlimpse] : [ProductRow, RowGlimpse];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only fetches ahead
    <div ref={container} onPointerEnter={fetchDetailsAhead} onFocus={fetchDetailsAhead}>
      {layout === 'list' && !measures.compact && <ListHead />}
      {width > 0 && (
        <VirtualGrid
          key={layout}
          label="Products"
          items={list.groups}
          keyOf={idOf}
          measures={measures}
          overscan={OVERSCAN[layout]}
          renderGlimpse={(group) => <Glimpse group={group} compact={measures.compact} />}
          renderItem={(group, row) => (
            <Item
              group={group}
              sort={sort}
              choices={list.choices}
              onView={onView}
              compact={measures.compact}
              pictureWidth={measures.cardWidth}
              eager={row < EAGER_ROWS[layout]}
            />
          )}
        />
      )}
    </div>
  );
});

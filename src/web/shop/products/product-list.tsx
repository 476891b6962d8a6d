import { memo, useMemo } from 'react';
import type { Marks } from '#domain/highlight.ts';
import type { Placing } from '#domain/sorting.ts';
import { Skeleton } from '../../ui/loading.tsx';
import { useElementWidth } from '../../ui/use-size.ts';
import { useScrollRestoration } from '../view/scroll-restoration.ts';
import type { Layout } from '../view/shop-view.ts';
import { prefetchDetails } from './lazy-details.tsx';
import type { ListGroup } from './list-groups.ts';
import { measuresFor, PICTURE_RATIO } from './list-measures.ts';
import type { ProductListData } from './list-state.ts';
import { SearchMarks } from './matches.tsx';
import { ProductCard } from './product-card.tsx';
import { CardPlaceholder, RowPlaceholder } from './product-placeholder.tsx';
import { ListHead, ProductRow } from './product-row.tsx';
import { type RowShape, shapeOfRow } from './row-lines.ts';
import { VirtualGrid } from './virtual-grid.tsx';

interface ProductListProps {
  list: Pick<ProductListData, 'groups' | 'choices' | 'key'>;
  layout: Layout;
  placing: Placing;
  onView: (productId: number) => void;
  /** What to mark. */
  marks: Marks;
  /** The accessible name. */
  label?: string;
  /** Follows another list: the scroll position belongs to that one. */
  follows?: boolean;
}

/** Rows beyond the view that are drawn in advance. */
const OVERSCAN = { grid: 1, list: 4 };
/** Rows whose pictures are loaded first. */
const EAGER_ROWS = { grid: 2, list: 8 };

/** Rows of the list have their own. */
const NO_SHAPE: RowShape = { lines: 0, hasChoice: false };

const idOf = (group: ListGroup) => group.id;

/**
 * The products as cards or rows. Only what is in view is on the page, even of 15,000 products. Memoized, so that a
 * letter in the search field does not draw the list.
 */
export const ProductList = memo(function ProductList({
  list,
  layout,
  placing,
  onView,
  marks,
  label = 'Products',
  follows,
}: ProductListProps) {
  const [container, width] = useElementWidth<HTMLDivElement>();
  useScrollRestoration(`${layout} ${list.key}`, width > 0 && !follows);
  const measures = useMemo(() => measuresFor(layout, width), [layout, width]);
  const { look } = measures;
  const [Item, Placeholder] = look === 'grid' ? [ProductCard, CardPlaceholder] : [ProductRow, RowPlaceholder];
  return (
    <SearchMarks value={marks}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: only loads a chunk in advance */}
      <div ref={container} onPointerEnter={prefetchDetails} onFocus={prefetchDetails}>
        {look === 'list' && !measures.compact && <ListHead />}
        {width > 0 && (
          <VirtualGrid
            key={look}
            label={label}
            items={list.groups}
            keyOf={idOf}
            measures={measures}
            overscan={OVERSCAN[look]}
            renderPlaceholder={(group) => <Placeholder group={group} compact={measures.compact} />}
            renderItem={(group, row) => {
              const shape = look === 'grid' ? shapeOfRow(list.groups, row, placing, measures) : NO_SHAPE;
              return (
                <Item
                  group={group}
                  placing={placing}
                  choices={list.choices}
                  onView={onView}
                  compact={measures.compact}
                  pictureWidth={measures.cardWidth}
                  choiceRoom={measures.choiceRoom}
                  lines={shape.lines}
                  rowHasChoice={shape.hasChoice}
                  eager={row < EAGER_ROWS[look]}
                />
              );
            }}
          />
        )}
      </div>
    </SearchMarks>
  );
});

/** Rows that fill the first screen. */
const SKELETON_ROWS = { grid: 3, list: 9 };

/** Gray cards or rows, in the places of the real ones. */
export const ListSkeleton = ({ layout }: { layout: Layout }) => {
  const [container, width] = useElementWidth<HTMLDivElement>();
  const { look, columns, gap, rowHeight, cardWidth, compact } = measuresFor(layout, width);
  return (
    <div ref={container} aria-hidden>
      {look === 'list' && !compact && <ListHead />}
      {width > 0 && (
        <div className="grid" style={{ gap, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
          {Array.from({ length: columns * SKELETON_ROWS[look] }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the shapes have no identity
            <div key={index} style={{ height: rowHeight }}>
              {look === 'grid' ? <CardSkeleton pictureHeight={cardWidth * PICTURE_RATIO} /> : <RowSkeleton />}
            </div>
          ))}
        </div>
      )}
    </div>
  );
};

const CardSkeleton = ({ pictureHeight }: { pictureHeight: number }) => (
  <div className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface">
    <div style={{ height: pictureHeight }} className="breathe shrink-0 bg-raised" />
    <div className="flex flex-1 flex-col gap-2.5 p-3.5">
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="mt-1 h-3 w-full" />
      <Skeleton className="h-3 w-2/3" />
      <Skeleton className="mt-auto h-11 w-full" />
      <Skeleton className="h-11 w-full" />
    </div>
  </div>
);

const RowSkeleton = () => (
  <div className="flex h-full items-center gap-4 border-b border-line">
    <Skeleton className="size-14 shrink-0" />
    <Skeleton className="h-4 w-2/5" />
    <Skeleton className="ml-auto h-11 w-1/4" />
  </div>
);

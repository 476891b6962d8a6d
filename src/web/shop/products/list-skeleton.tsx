import { Skeleton } from '../../ui/loading.tsx';
import { useElementWidth } from '../../ui/use-size.ts';
import type { Layout } from '../view/shop-view.ts';
import { ListHead } from './list-head.tsx';
import { measuresFor, PICTURE_RATIO } from './list-measures.ts';

/** Rows that fill the first screen. */
const ROWS = { grid: 3, list: 9 };

/** Cards or rows to come, in the very places where they will stand. */
export const ListSkeleton = ({ layout }: { layout: Layout }) => {
  const [container, width] = useElementWidth<HTMLDivElement>();
  const { columns, gap, rowHeight, cardWidth, compact } = measuresFor(layout, width);
  return (
    <div ref={container} aria-hidden>
      {layout === 'list' && !compact && <ListHead />}
      {width > 0 && (
        <div className="grid" style={{ gap, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
          {Array.from({ length: columns * ROWS[layout] }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places have no identity
            <div key={place} style={{ height: rowHeight }}>
              {layout === 'grid' ? <CardShape pictureHeight={cardWidth * PICTURE_RATIO} /> : <RowShape />}
            </div>
          ))}
        </div>
      )}
    </div>
  );
};

const CardShape = ({ pictureHeight }: { pictureHeight: number }) => (
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

const RowShape = () => (
  <div className="flex h-full items-center gap-4 border-b border-line">
    <Skeleton className="size-14 shrink-0" />
    <Skeleton className="h-4 w-2/5" />
    <Skeleton className="ml-auto h-11 w-1/4" />
  </div>
);

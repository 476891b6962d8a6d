import { Skeleton } from '../../ui/skeleton.tsx';
import { useElementWidth } from '../../ui/use-element-width.ts';
import { gridMeasures, PICTURE_RATIO } from './list-measures.ts';

/** Cards to come, in the very places where they will stand. */
export function ListSkeleton() {
  const [container, width] = useElementWidth<HTMLDivElement>();
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const { columns, gap, rowHeight, cardWidth } = gridMeasures(width, rem);
  return (
    <div ref={container} role="status" aria-label="Loading products">
      {width > 0 && (
        <div className="grid" style={{ gap, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
          {Array.from({ length: columns * 3 }, (_, card) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: the places have no identity
              key={card}
              style={{ height: rowHeight }}
              className="flex flex-col gap-3 overflow-hidden rounded-card border border-line bg-surface"
            >
              <div style={{ height: cardWidth * PICTURE_RATIO }} className="breathe shrink-0 bg-raised" />
              <div className="flex flex-1 flex-col gap-2.5 px-3.5 pb-3.5">
                <Skeleton className="h-4 w-4/5" />
                <Skeleton className="h-4 w-1/2" />
                <Skeleton className="mt-2 h-3 w-full" />
                <Skeleton className="h-3 w-2/3" />
                <Skeleton className="mt-auto h-11 w-full" />
              </div>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

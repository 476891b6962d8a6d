import { Skeleton } from '../../ui/loading.tsx';

const WIDTHS = [
  ['one', 'w-1/3'],
  ['two', 'w-4/5'],
  ['three', 'w-3/5'],
  ['four', 'w-2/3'],
  ['five', 'w-1/3'],
  ['six', 'w-3/5'],
] as const;

/** Gray lines in the places of the facets' options, while their chunk loads and their products are counted. */
export const FacetsSkeleton = () => (
  <div aria-hidden className="flex flex-col gap-4 py-3">
    {WIDTHS.map(([line, width]) => (
      <Skeleton key={line} className={`h-4 ${width}`} />
    ))}
  </div>
);

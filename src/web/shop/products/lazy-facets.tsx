import { lazyPart } from '../../ui/lazy-part.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import type { FacetGroupsProps } from './facet-groups.tsx';

const WIDTHS = [
  ['one', 'w-1/3'],
  ['two', 'w-4/5'],
  ['three', 'w-3/5'],
  ['four', 'w-2/3'],
  ['five', 'w-1/3'],
] as const;

/** Gray lines in the places of the options, while the chunk loads and the products are counted. */
const waiting = (
  <div aria-hidden className="flex flex-col gap-4 py-3">
    {WIDTHS.map(([line, width]) => (
      <Skeleton key={line} className={`h-4 ${width}`} />
    ))}
  </div>
);

// The facets have their own chunk, so that the list appears sooner on a slow network. A phone loads it with the sheet.
const FacetGroups = lazyPart<FacetGroupsProps>(() => import('./facet-groups.tsx'), waiting);

export type FacetsProps = Omit<FacetGroupsProps, 'waiting'>;

/** The facets of the list. */
export const Facets = (props: FacetsProps) => <FacetGroups {...props} waiting={waiting} />;

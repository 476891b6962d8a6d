import { lazyPart } from '../../ui/lazy-part.tsx';
import type { FacetGroupsProps } from './facet-groups.tsx';
import { FacetsSkeleton } from './facets-skeleton.tsx';

/** The facets have their own chunk, so that the list appears sooner on a slow network. A phone loads it with the sheet. */
export const Facets = lazyPart<FacetGroupsProps>(() => import('./facet-groups.tsx'), <FacetsSkeleton />);

export type FacetsProps = FacetGroupsProps;

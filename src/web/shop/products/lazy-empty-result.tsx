import { lazyPart } from '../../ui/lazy-part.tsx';
import type { EmptyResultProps } from './empty-result.tsx';

/** Loaded only when a search or the filters have found nothing. */
export const EmptyResult = lazyPart<EmptyResultProps>(() => import('./empty-result.tsx'));

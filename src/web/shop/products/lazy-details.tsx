import type { Product } from '#domain/product.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { whenIdle } from '../../ui/scheduler/idle-work.ts';
import { useLastShown } from '../../ui/use-last-shown.ts';

// The details have their own chunk, so that the list appears sooner on a slow network.
const load = () => import('./details-dialog.tsx');
const DetailsDialog = lazyPart(load);

/**
 * Loads the chunk of the details in advance, after the list is drawn. Called when a pointer or the focus is on the list:
 * after a press on a tile, the pointer is there before the first card.
 */
export const prefetchDetails = (): void => {
  // If this fails, opening the details tries again.
  whenIdle(() => void load().catch(() => undefined));
};

interface DetailsProps {
  /** The product of the address. Null closes the details. */
  productId: number | null;
  products: readonly Product[];
}

/** The details of a product, from the first time they are opened. */
export const Details = ({ productId, products }: DetailsProps) => {
  const wasOpened = useLastShown(productId) !== null;
  return wasOpened ? <DetailsDialog productId={productId} products={products} /> : null;
};

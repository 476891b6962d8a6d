import type { CatalogueEvent } from '#contract/events.ts';
import { formatPrice } from '#domain/money.ts';
import { counted } from '#domain/text.ts';
import { announce } from '../ui/announcer.tsx';

/** Events that follow each other within this time are announced together. */
const DEBOUNCE_MS = 1500;

let changed = new Map<number, CatalogueEvent['changed'][number]>();
let removed = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Announces a change of the catalogue to screen readers (behavior 11.3). */
export const announceChange = (event: CatalogueEvent): void => {
  for (const product of event.changed) changed.set(product.id, product);
  removed += event.removed.length;
  clearTimeout(timer);
  timer = setTimeout(() => {
    announce(formatChange([...changed.values()], removed));
    changed = new Map();
    removed = 0;
  }, DEBOUNCE_MS);
};

/** Names a single product. Counts several. */
export const formatChange = (products: readonly CatalogueEvent['changed'][number][], removedCount: number): string => {
  const [only] = products;
  if (only && products.length === 1 && removedCount === 0) {
    const stock = only.quantity === 0 ? 'Out of Stock' : `${only.quantity} in stock`;
    return `${only.name} is now ${formatPrice(only.finalPrice)}, ${stock}.`;
  }
  const count = products.length + removedCount;
  if (count === 0) return 'The catalogue was updated.';
  return `${counted(count, 'product was', 'products were')} updated.`;
};

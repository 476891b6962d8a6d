import type { CatalogueEvent } from '#contract/events.ts';
import { formatPrice } from '#domain/money.ts';
import { counted } from '#domain/text.ts';
import { announce } from '../ui/announcer.tsx';

/** Several events in a row are told together. */
const PAUSE_MS = 1500;

let changed = new Map<number, CatalogueEvent['changed'][number]>();
let removed = 0;
let pause: ReturnType<typeof setTimeout> | undefined;

/** Says politely that the catalogue moved, for those who do not see it (decisions §4). */
export const announceChange = (event: CatalogueEvent): void => {
  for (const product of event.changed) changed.set(product.id, product);
  removed += event.removed.length;
  clearTimeout(pause);
  pause = setTimeout(() => {
    announce(changeInWords([...changed.values()], removed));
    changed = new Map();
    removed = 0;
  }, PAUSE_MS);
};

/** One product is named; more are counted. */
export const changeInWords = (products: readonly CatalogueEvent['changed'][number][], gone: number): string => {
  const [only] = products;
  if (only && products.length === 1 && gone === 0) {
    const stock = only.quantity === 0 ? 'Out of Stock' : `${only.quantity} in stock`;
    return `${only.name} is now ${formatPrice(only.finalPrice)}, ${stock}.`;
  }
  const count = products.length + gone;
  if (count === 0) return 'The catalogue was updated.';
  return `${counted(count, 'product was', 'products were')} updated.`;
};

import type { ReplaceResult } from '#contract/inventory.ts';
import { counted } from '#domain/text.ts';

/** What a file holds: "60 products in the file, 40 with stock, 1 category." */
export const statsWords = ({ totalProducts, productsWithStock, categoriesFound }: ReplaceResult['stats']): string =>
  `${counted(totalProducts, 'product')} in the file, ${productsWithStock} with stock, ` +
  `${counted(categoriesFound, 'category', 'categories')}.`;

/** What of the inventory there is now a replacement takes, beside its button. */
export const erasedWords = ({ removed, changed }: ReplaceResult['counts']): string => {
  if (removed + changed === 0) return 'No item is removed or overwritten.';
  const parts = [removed > 0 && `${counted(removed)} removed`, changed > 0 && `${counted(changed)} overwritten`];
  return `${parts.filter(Boolean).join(', ')}.`;
};

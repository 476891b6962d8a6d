import type { AdminItem } from '#contract/inventory.ts';
import { UNCATEGORIZED } from '#domain/product.ts';
import { counted } from '#domain/text.ts';
import { paths } from '../../../browser/paths.ts';
import { filterItems } from '../list/filter-items.ts';
import { type InventoryView, WHOLE_INVENTORY, writeInventoryView } from '../list/inventory-view.ts';

/** The filters of the list to look at after an import. */
const LOOKS: readonly { view: Partial<InventoryView>; words: (count: number) => string }[] = [
  { view: { label: 'check' }, words: (count) => `${counted(count, 'label')} to check` },
  { view: { category: UNCATEGORIZED }, words: (count) => `${counted(count, 'item')} without a category` },
  { view: { status: 'inactive' }, words: (count) => `${counted(count, 'item')} that members don't see` },
  { view: { stock: 'out' }, words: (count) => `${counted(count, 'item')} out of stock` },
];

const NO_FACTS = { today: '', wanted: new Set<number>(), unorderable: new Set<number>() };

/** Links to the filtered list, for each filter that shows more items than before, with how many came. */
export const needsALook = (
  before: readonly AdminItem[],
  after: readonly AdminItem[],
): { text: string; href: string }[] =>
  LOOKS.flatMap(({ view, words }) => {
    const whole = { ...WHOLE_INVENTORY, ...view };
    const then = new Set(filterItems(before, whole, NO_FACTS).map(({ id }) => id));
    const came = filterItems(after, whole, NO_FACTS).filter(({ id }) => !then.has(id));
    return came.length > 0 ? [{ text: words(came.length), href: paths.adminPanel + writeInventoryView(whole) }] : [];
  });

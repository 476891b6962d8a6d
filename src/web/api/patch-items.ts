import { replaceEqualDeep } from '@tanstack/react-query';
import type { AdminItem } from '#contract/inventory.ts';

/**
 * The list with some items as they are now. `ids` are the items that were asked for, `answered` are those of them that
 * are still listed: the others leave the list. New items take their place by id, the order of the list.
 * An item that did not change stays the same object, and so does the list, so that only changed rows render again.
 */
export const patchItems = (
  items: readonly AdminItem[],
  ids: readonly number[],
  answered: readonly AdminItem[],
): readonly AdminItem[] => {
  const asked = new Set(ids);
  const current = new Map(answered.filter(({ id }) => asked.has(id)).map((item) => [item.id, item]));
  const patched: AdminItem[] = [];
  let hasChanged = false;
  for (const item of items) {
    const now = asked.has(item.id) ? current.get(item.id) : item;
    current.delete(item.id);
    const kept = now && replaceEqualDeep(item, now);
    if (kept !== item) hasChanged = true;
    if (kept) patched.push(kept);
  }
  if (current.size > 0) {
    patched.push(...current.values());
    patched.sort((a, b) => a.id - b.id);
    hasChanged = true;
  }
  return hasChanged ? patched : items;
};

/** The loaded list, in which every item that did not change is the object that the page had before. */
export const keepUnchanged = (
  before: readonly AdminItem[] | undefined,
  loaded: readonly AdminItem[],
): readonly AdminItem[] => {
  if (!before) return loaded;
  const known = new Map(before.map((item) => [item.id, item]));
  return loaded.map((item) => replaceEqualDeep(known.get(item.id), item));
};

/** The fields of an item that no figure of the overview and nothing that needs attention depends on. */
const BESIDE_FIGURES: ReadonlySet<string> = new Set<keyof AdminItem>([
  'description',
  'price',
  'markupDollars',
  'finalPrice',
  'tiers',
  'images',
  'tags',
  'lastSynced',
  'shopOwned',
  'feedValues',
]);

/**
 * Returns whether figures may have changed with the given items, such as the number of items that are low on stock. They
 * have if an item came or left.
 */
export const movesFigures = (
  before: readonly AdminItem[],
  after: readonly AdminItem[],
  ids: readonly number[],
): boolean => {
  const asked = new Set(ids);
  const find = (items: readonly AdminItem[]) =>
    new Map(items.filter(({ id }) => asked.has(id)).map((item) => [item.id, item]));
  const [old, current] = [find(before), find(after)];
  return ids.some((id) => differsInFigures(old.get(id), current.get(id)));
};

const differsInFigures = (before: AdminItem | undefined, after: AdminItem | undefined): boolean => {
  if (!before || !after) return before !== after;
  return (Object.keys(after) as (keyof AdminItem)[]).some(
    (field) => !BESIDE_FIGURES.has(field) && replaceEqualDeep(before[field], after[field]) !== before[field],
  );
};

import { designatedDegrees, placeOfCategory } from './categories.ts';
import { type CategoryMap, IN_HOUSE_KEY, type StoredCategory } from './category-map.ts';
import { compareNames } from './natural-order.ts';

type Placed = Pick<StoredCategory, 'key' | 'name' | 'position'>;

/**
 * Sorts categories as the picker shows them (behavior 5.1): In-House first, then by their positions, those without one by
 * name. As long as none has a position, they are in the usual order of their first names.
 */
export const inPickerOrder = <Category extends Placed>(categories: readonly Category[]): Category[] => {
  const isOrdered = categories.some(({ position }) => position !== null);
  const placeOf = ({ key, position }: Category): number => {
    if (key === IN_HOUSE_KEY) return -1;
    return isOrdered ? (position ?? Number.MAX_SAFE_INTEGER) : placeOfCategory(key);
  };
  return categories.toSorted((a, b) => placeOf(a) - placeOf(b) || compareNames(a.name, b.name));
};

/** A category as pages get it: its color, if its name does not say that already, and its place. */
export interface ShownCategory {
  name: string;
  hue: number | null;
  position: number | null;
}

/** The categories with these names, in the order of the picker. */
export const shownCategories = (map: CategoryMap, names: Iterable<string>): ShownCategory[] => {
  const categories = [...names].map((name) => map.of(name));
  return inPickerOrder(categories).map(({ key, name, hue, position }) => ({
    name,
    // A renamed category keeps the color that its first name had.
    hue: hue ?? (designatedDegrees(name) === null ? designatedDegrees(key) : null),
    position,
  }));
};

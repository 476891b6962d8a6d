import { IN_HOUSE } from './categories.ts';
import { type CategoryKind, guessKind, type ProductKind, productKind } from './category-kinds.ts';
import { isInHouseBrand } from './inventory-item.ts';
import { UNKNOWN } from './product.ts';
import { cleanName, foldName } from './typed-text.ts';

/** The settings of a category. The mapping belongs to the shop: items keep the names that they came with. */
export interface StoredCategory {
  /** The folded name under which the category was first written. It never changes. */
  key: string;
  /** As it is shown. */
  name: string;
  /** Folded names that it had when items came under them. They lead to it for good. */
  names: readonly string[];
  /** The key of the category that it is merged into. */
  mergedInto: string | null;
  /** Null for a guess from the key, "unknown" if somebody has set that it has none. */
  kind: CategoryKind | 'unknown' | null;
  /** 0 to 359. Null for its designated color or the default one. */
  hue: number | null;
  /** Its place among the others, from 1. Null comes after them. */
  position: number | null;
  hidden: boolean;
}

export const UNKNOWN_KEY = foldName(UNKNOWN);
export const IN_HOUSE_KEY = foldName(IN_HOUSE);

/** The key of what an item has as its category. A text that nobody sees is none. */
const keyOf = (category: string | null): string => foldName(category ?? '') || UNKNOWN_KEY;

/** Returns a category of which nothing is set. `written` is its name as an item has it. */
export const plainCategory = (written: string | null): StoredCategory => {
  const key = keyOf(written);
  const fixed = key === UNKNOWN_KEY ? UNKNOWN : key === IN_HOUSE_KEY ? IN_HOUSE : null;
  const name = fixed ?? cleanName(written!);
  return { key, name, names: [], mergedInto: null, kind: null, hue: null, position: null, hidden: false };
};

/** Returns the kind of a category: the one that was set, otherwise a guess (behavior 9.25). */
export const kindOfCategory = ({ key, kind }: Pick<StoredCategory, 'key' | 'kind'>): CategoryKind | null =>
  kind === 'unknown' ? null : (kind ?? guessKind(key));

/** Every category that the shop knows, and where the names of items lead (behavior 9.24). */
export class CategoryMap {
  readonly records: readonly StoredCategory[];
  readonly #byKey: ReadonlyMap<string, StoredCategory>;
  /** By folded name, present or of items. */
  readonly #byName: ReadonlyMap<string, StoredCategory>;
  /** The categories that texts of items lead to. There are few of them. */
  readonly #found = new Map<string | null, StoredCategory>();

  constructor(records: readonly StoredCategory[]) {
    this.records = records;
    this.#byKey = new Map(records.map((record) => [record.key, record]));
    this.#byName = new Map([
      ...records.map((record) => [foldName(record.name), record] as const),
      // An older version may have folded them in another way.
      ...records.flatMap((record) => [record.key, ...record.names].map((name) => [foldName(name), record] as const)),
    ]);
  }

  /** The category that a name belongs to, merged or not: its present name, or the one that items still have. */
  find(name: string): StoredCategory | undefined {
    const folded = foldName(name);
    const known = this.#byKey.get(folded) ?? this.#byName.get(folded);
    if (known) return known;
    return folded === UNKNOWN_KEY || folded === IN_HOUSE_KEY ? plainCategory(name) : undefined;
  }

  byKey(key: string): StoredCategory | undefined {
    return this.#byKey.get(key);
  }

  /** The category in which an item with this text is. */
  of(category: string | null): StoredCategory {
    let found = this.#found.get(category);
    if (found === undefined) {
      found = this.targetOf(this.find(category ?? '') ?? this.#byKey.get(keyOf(category)) ?? plainCategory(category));
      this.#found.set(category, found);
    }
    return found;
  }

  /** The category that a merged one has become a part of, or the same one. */
  targetOf(category: StoredCategory): StoredCategory {
    let at = category;
    for (let left = this.records.length; at.mergedInto !== null && left >= 0; left--) {
      at = this.#byKey.get(at.mergedInto) ?? plainCategory(at.mergedInto);
    }
    return at;
  }

  /** The name that people see of an item's category. Null for an item without one, unless that has a name too. */
  shown(category: string | null): string | null {
    const { key, name } = this.of(category);
    return key === UNKNOWN_KEY && name === UNKNOWN ? null : name;
  }

  /**
   * The name under which the category of an item was first written. Rules about the usual categories go by it, so they hold
   * whatever the seller calls these.
   */
  originOf(category: string | null): string | null {
    const { key } = this.of(category);
    return key === UNKNOWN_KEY ? null : key;
  }

  kindOf(category: string | null): ProductKind | null {
    return productKind(kindOfCategory(this.of(category)));
  }

  /**
   * True if members may not see an item, because of its category. In-House products are hidden with that category only.
   */
  isHidden({ category, brand }: { category: string | null; brand: string | null }): boolean {
    return this.of(isInHouseBrand(brand) ? IN_HOUSE : category).hidden;
  }
}

/**
 * Returns the map with the names of items. A new one becomes a category. One that a category has only at present leads there
 * for good, whatever the category is called later.
 */
export const withNames = (map: CategoryMap, written: Iterable<string | null>): CategoryMap => {
  const added = new Map<string, StoredCategory>();
  const lasting = new Map<string, Set<string>>();
  for (const text of new Set(written)) {
    if (text === null) continue;
    const key = keyOf(text);
    const category = map.find(text);
    if (!category) added.set(key, added.get(key) ?? plainCategory(text));
    else if (category.key !== key && !category.names.includes(key)) {
      lasting.set(category.key, (lasting.get(category.key) ?? new Set()).add(key));
    }
  }
  if (added.size + lasting.size === 0) return map;
  const known = map.records.map((record) => {
    const names = lasting.get(record.key);
    return names ? { ...record, names: [...record.names, ...names] } : record;
  });
  return new CategoryMap([...known, ...added.values()]);
};

const maps = new WeakMap<readonly StoredCategory[], CategoryMap>();

/** The map of these categories. It is made once for a list. */
export const categoryMapOf = (records: readonly StoredCategory[]): CategoryMap => {
  let map = maps.get(records);
  if (map === undefined) {
    map = new CategoryMap(records);
    maps.set(records, map);
  }
  return map;
};

/** Nothing is set, and no category was ever written. */
export const NO_CATEGORIES: readonly StoredCategory[] = [];

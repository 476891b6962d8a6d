import { type CategoryKind, guessKind } from './category-kinds.ts';
import { CategoryMap, IN_HOUSE_KEY, kindOfCategory, plainCategory, type StoredCategory } from './category-map.ts';
import { cleanName, foldName } from './typed-text.ts';

/** A change of one category, as a call asks for it (behavior 9.24). Absent values stay as they are. */
export interface CategoryEdit {
  name?: string | undefined;
  /** The name of another category; null ends a merge. */
  mergeInto?: string | null | undefined;
  kind?: CategoryKind | null | undefined;
  hue?: number | null | undefined;
  position?: number | null | undefined;
  hidden?: boolean | undefined;
}

type CategoryValues = Omit<StoredCategory, 'key' | 'names'>;
export type CategoryField = keyof CategoryValues;

/** The change of one category: the values that differ, before and after. */
export interface CategoryChange {
  key: string;
  before: Partial<CategoryValues>;
  after: Partial<CategoryValues>;
}

/** Why a change is refused. `name` is the category that has the wanted name. */
export type CategoryRefusal =
  | { code: 'not_found' | 'category_circle' | 'category_fixed' }
  | { code: 'category_exists'; name: string }
  | { code: 'invalid_input'; message: string };

export interface CategoryPlan {
  changes: CategoryChange[];
  /** The change as a text. */
  summary: string;
}

/** Plans the change of one category. `called` is any name that leads to it. */
export const planCategory = (
  map: CategoryMap,
  called: string,
  edit: CategoryEdit,
): CategoryPlan | { refused: CategoryRefusal } => {
  const category = map.find(called);
  if (!category) return refuse({ code: 'not_found' });
  const { name, mergeInto, ...rest } = edit;
  const given = Object.values(edit).filter((value) => value !== undefined).length;
  // A merged category is a part of another one. All that can be done with it is to end that.
  if (category.mergedInto !== null && !(mergeInto === null && given === 1)) return refuse({ code: 'not_found' });
  if (name !== undefined && mergeInto !== undefined) {
    return refuse({ code: 'invalid_input', message: 'Give either name or mergeInto' });
  }
  const isMoved = name !== undefined || typeof mergeInto === 'string' || rest.position !== undefined;
  if (category.key === IN_HOUSE_KEY && isMoved) return refuse({ code: 'category_fixed' });
  const refused =
    (name !== undefined && refuseName(map, category, name)) ||
    (typeof mergeInto === 'string' && refuseMerge(map, category, mergeInto));
  if (refused) return { refused };

  const wanted: Partial<CategoryValues> = {
    ...(name !== undefined && { name: cleanName(name) }),
    ...(mergeInto !== undefined && { mergedInto: mergeInto === null ? null : map.find(mergeInto)!.key }),
    ...(rest.kind !== undefined && { kind: storedKind(category, rest.kind) }),
    ...(rest.hue !== undefined && { hue: rest.hue }),
    ...(rest.position !== undefined && { position: rest.position }),
    ...(rest.hidden !== undefined && { hidden: rest.hidden }),
  };
  const change = changeOf(category, wanted);
  return { changes: change ? [change] : [], summary: summaryOf(map, category, wanted) };
};

/** Plans the order of the picker: these categories get the places from 1 on, and all others come after them. */
export const planOrder = (map: CategoryMap, names: readonly string[]): CategoryPlan | { refused: CategoryRefusal } => {
  const places = new Map<string, number>();
  for (const name of names) {
    const category = map.find(name);
    if (!category || category.mergedInto !== null) {
      return refuse({ code: 'invalid_input', message: `There is no category ${cleanName(name)}` });
    }
    if (category.key === IN_HOUSE_KEY) return refuse({ code: 'category_fixed' });
    if (places.has(category.key)) return refuse({ code: 'invalid_input', message: `${category.name} is named twice` });
    places.set(category.key, places.size + 1);
  }
  const known = new Map(map.records.map((record) => [record.key, record]));
  for (const name of names) {
    const category = map.find(name)!;
    known.set(category.key, category);
  }
  const changes = [...known.values()]
    .filter(({ mergedInto }) => mergedInto === null)
    .flatMap((category) => changeOf(category, { position: places.get(category.key) ?? null }) ?? []);
  return { changes, summary: 'Order of the categories changed' };
};

/** Returns the map after changes. Categories that it did not have yet are in it afterwards. */
export const changedCategories = (map: CategoryMap, changes: readonly CategoryChange[]): CategoryMap => {
  const records = new Map(map.records.map((record) => [record.key, record]));
  for (const { key, after } of changes) {
    records.set(key, { ...(records.get(key) ?? plainCategory(key)), ...after });
  }
  return new CategoryMap([...records.values()]);
};

/**
 * Plans to undo changes (behavior 9.24). A value that has changed since is skipped and named. So is a name that another
 * category has by now, and a merge that would lead in a circle.
 */
export const planCategoryUndo = (
  map: CategoryMap,
  changes: readonly CategoryChange[],
): { changes: CategoryChange[]; skipped: string[] } => {
  const undone: CategoryChange[] = [];
  const skipped: string[] = [];
  let current = map;
  for (const { key, before, after } of changes) {
    const category = current.byKey(key) ?? plainCategory(key);
    const wanted: Partial<CategoryValues> = {};
    for (const field of Object.keys(after) as CategoryField[]) {
      const value = { [field]: before[field] } as Partial<CategoryValues>;
      if (category[field] === after[field] && canHave(current, category, value)) Object.assign(wanted, value);
      else skipped.push(`${category.name}: ${FIELD_WORDS[field]}`);
    }
    const change = changeOf(category, wanted);
    if (!change) continue;
    undone.push(change);
    current = changedCategories(current, [change]);
  }
  return { changes: undone, skipped };
};

/** Returns whether a name or a merge is possible as things are. */
const canHave = (
  map: CategoryMap,
  category: StoredCategory,
  { name, mergedInto }: Partial<CategoryValues>,
): boolean => {
  if (name !== undefined) return isFree(map, category, name);
  return !mergedInto || !leadsTo(map, mergedInto, category.key);
};

const isFree = (map: CategoryMap, { key }: StoredCategory, name: string): boolean => {
  const owner = map.find(name);
  return owner === undefined || owner.key === key;
};

/** Returns whether a category is another one, or merged into it, however many merges that takes. */
const leadsTo = (map: CategoryMap, from: string, key: string): boolean => {
  const seen = new Set<string>();
  for (let at: string | null = from; at !== null && !seen.has(at); at = map.byKey(at)?.mergedInto ?? null) {
    if (at === key) return true;
    seen.add(at);
  }
  return false;
};

const refuse = (refused: CategoryRefusal): { refused: CategoryRefusal } => ({ refused });

const refuseName = (map: CategoryMap, category: StoredCategory, name: string): CategoryRefusal | null => {
  const folded = foldName(name);
  if (folded === '') return { code: 'invalid_input', message: 'A category needs a name' };
  if (folded === IN_HOUSE_KEY) return { code: 'category_fixed' };
  return isFree(map, category, name) ? null : { code: 'category_exists', name: map.find(name)!.name };
};

const refuseMerge = (map: CategoryMap, category: StoredCategory, into: string): CategoryRefusal | null => {
  const target = map.find(into);
  if (!target) return { code: 'invalid_input', message: `There is no category ${cleanName(into)}` };
  if (target.key === IN_HOUSE_KEY) return { code: 'category_fixed' };
  return leadsTo(map, target.key, category.key) ? { code: 'category_circle' } : null;
};

/** A kind that is the guess already needs no storing, and goes on following the name that it was guessed from. */
const storedKind = (category: StoredCategory, kind: CategoryKind | null): StoredCategory['kind'] => {
  if (kindOfCategory(category) === kind) return category.kind;
  if (kind === guessKind(category.key)) return null;
  return kind ?? 'unknown';
};

const changeOf = (category: StoredCategory, wanted: Partial<CategoryValues>): CategoryChange | null => {
  const fields = (Object.keys(wanted) as CategoryField[]).filter((field) => category[field] !== wanted[field]);
  if (fields.length === 0) return null;
  const pick = (values: Partial<CategoryValues>) => Object.fromEntries(fields.map((field) => [field, values[field]]));
  return { key: category.key, before: pick(category), after: pick(wanted) };
};

/** The values in words, also where Undo names those that it leaves. */
const FIELD_WORDS: Readonly<Record<CategoryField, string>> = {
  name: 'name',
  mergedInto: 'merge',
  kind: 'kind',
  hue: 'color',
  position: 'order',
  hidden: 'hidden',
};

const summaryOf = (map: CategoryMap, category: StoredCategory, wanted: Partial<CategoryValues>): string => {
  const { name, mergedInto, hidden, ...others } = wanted;
  const parts: string[] = [];
  if (name !== undefined) parts.push(`renamed to "${name}"`);
  if (mergedInto) parts.push(`merged into "${(map.byKey(mergedInto) ?? plainCategory(mergedInto)).name}"`);
  if (mergedInto === null) parts.push('no longer merged');
  if (hidden !== undefined) parts.push(hidden ? 'hidden from members' : 'shown to members again');
  const changed = (Object.keys(others) as CategoryField[]).map((field) => FIELD_WORDS[field]);
  if (changed.length > 0) parts.push(`${changed.join(', ')} changed`);
  return `Category "${category.name}" ${parts.length === 0 ? 'unchanged' : parts.join(', ')}`;
};

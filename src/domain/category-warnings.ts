import type { CategoryMap } from './category-map.ts';
import { kindOfCategory } from './category-map.ts';
import { isCloseSpelling } from './close-spelling.ts';
import { foldName } from './typed-text.ts';

/** Names as far as people tell them apart: "Pre Rolls", "pre_roll" and "Pre-rolls" are nearly one. */
const nearNameOf = (name: string): string =>
  foldName(name)
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/(?<=\p{L}{3})s$/u, '');

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

/** The categories of these items by name, the merged ones as one. An item without one is in none. */
const namesOf = (map: CategoryMap, ofItems: Iterable<string | null>): string[] => {
  const names = new Map<string, string>();
  for (const text of ofItems) {
    const name = map.shown(text);
    const { key } = map.of(text);
    if (name !== null && !names.has(key)) names.set(key, name);
  }
  return [...names.values()];
};

/** The categories of these items whose products no limit by weight or dose counts, because nobody knows their kind. */
export const uncountedCategories = (map: CategoryMap, ofItems: Iterable<string | null>): string[] =>
  namesOf(map, ofItems).filter((name) => kindOfCategory(map.of(name)) === null);

/** Says which categories no purchase limit counts (behavior 9.25). Null if there is none. */
export const uncountedWarning = (names: readonly string[]): string | null =>
  names.length === 0
    ? null
    : `No purchase limit by weight or dose counts ${quoted(names)}, because the kind is not known. Set it in Categories.`;

/** A category that the shop does not have, and one in use that has nearly its name. */
export interface NearCategory {
  name: string;
  use: string;
}

/** Finds the new categories whose name is nearly that of one in use: "Edible" beside "Edibles". */
export const nearCategories = (
  map: CategoryMap,
  { ofFile, inUse }: { ofFile: Iterable<string>; inUse: Iterable<string | null> },
): NearCategory[] => {
  const used = namesOf(map, inUse);
  const known = new Set(used.map((name) => map.of(name).key));
  const byNear = new Map(used.map((name) => [nearNameOf(name), name]));
  return namesOf(map, ofFile).flatMap((name) => {
    const use = byNear.get(nearNameOf(name));
    return use === undefined || known.has(map.of(name).key) ? [] : [{ name, use }];
  });
};

/** Warnings about the categories of a file: some are counted by no limit, and some are nearly the same. */
export const categoryWarnings = (
  map: CategoryMap,
  ofItems: Iterable<string | null>,
  { hasLimits }: { hasLimits: boolean },
): string[] => {
  const texts = [...ofItems];
  const uncounted = hasLimits ? uncountedWarning(uncountedCategories(map, texts)) : null;
  const near = new Map<string, string[]>();
  for (const name of namesOf(map, texts)) {
    const key = nearNameOf(name);
    near.set(key, [...(near.get(key) ?? []), name]);
  }
  const doubles = [...near.values()].filter((names) => names.length > 1);
  return [
    ...(uncounted === null ? [] : [uncounted]),
    ...doubles.map((names) => `${quoted(names)} are different categories. If they are one, merge them in Categories.`),
  ];
};

const lettersOf = (name: string): string => foldName(name).replace(/[^\p{L}]/gu, '');

/** True if one of the names is that of a category, ignoring case and spaces (behavior 9.24). */
export const isKnownCategory = (typed: string, names: readonly string[]): boolean => {
  const folded = foldName(typed);
  return names.some((name) => foldName(name) === folded);
};

/** Returns the category that was probably meant: "Flower" for "Flowr", "Pre-rolls" for "pre rolls". Null if none is close. */
export const closeCategory = (typed: string, names: readonly string[]): string | null => {
  const letters = lettersOf(typed);
  if (letters === '') return null;
  const same = names.find((name) => lettersOf(name) === letters);
  return same ?? names.find((name) => isCloseSpelling(letters, lettersOf(name))) ?? null;
};

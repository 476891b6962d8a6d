import type { AdminItem } from '#contract/inventory.ts';
import { compareNames } from '#domain/natural-order.ts';

/** Which item a file is for: one, none, or one of several with the same name. `number` is that of one of several pictures. */
export type Match = { item: AdminItem; number: number | null } | { among: number };

const EXTENSION = /\.[a-z0-9]{2,5}$/i;
/** The number of one of several pictures: "jar-2", "jar_02", "jar (2)". */
const COUNTER = /(?:[\s_-]+\(?|\()(\d{1,2})\)?$/;

/** Words as they are compared: "Blue Hour - 3.5G" and "blue-hour_3.5g" are the same. */
const wordsOf = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/**
 * Returns a function that finds the item of a file by its name: by external id or name, with or without the number of one of
 * several pictures (behavior 9.19). An id counts before a name.
 */
export const itemFinder = (items: readonly AdminItem[]): ((fileName: string) => Match) => {
  const byId = grouped(items, ({ externalId }) => externalId);
  const byName = grouped(items, ({ name }) => name);
  return (fileName) => {
    const base = fileName.trim().replace(EXTENSION, '');
    const named = [fileName, base, base.replace(COUNTER, '')];
    const found = named.flatMap((name, form) => {
      const words = wordsOf(name);
      const groups = words === '' ? [] : [byId.get(words), byName.get(words)];
      return groups.flatMap((items) => (items ? [{ items, isNumbered: form === named.length - 1 }] : []));
    })[0];
    if (found?.items.length !== 1) return { among: found?.items.length ?? 0 };
    const number = found.isNumbered ? COUNTER.exec(base)?.[1] : undefined;
    return { item: found.items[0]!, number: number === undefined ? null : Number(number) };
  };
};

const grouped = (items: readonly AdminItem[], textOf: (item: AdminItem) => string): Map<string, AdminItem[]> => {
  const groups = new Map<string, AdminItem[]>();
  for (const item of items) {
    const words = wordsOf(textOf(item));
    const group = groups.get(words);
    if (group) group.push(item);
    else groups.set(words, [item]);
  }
  return groups;
};

/** The items whose name or id has the typed text, at most `most` of them. */
export const itemsLike = (items: readonly AdminItem[], typed: string, most: number): AdminItem[] => {
  const wanted = wordsOf(typed);
  if (wanted === '') return [];
  const found: AdminItem[] = [];
  for (const item of items) {
    if (found.length === most) break;
    if (wordsOf(`${item.name} ${item.externalId}`).includes(wanted)) found.push(item);
  }
  return found.sort((a, b) => compareNames(a.name, b.name));
};

import { errorText } from '#contract/errors.ts';
import type { AdminItem } from '#contract/inventory.ts';
import { MOST_PICTURES } from '#domain/item-pictures.ts';
import { compareNames } from '#domain/natural-order.ts';
import { counted } from '#domain/text.ts';
import { itemFinder } from './match-files.ts';

/** A picture file of a round, from its choice until it is stored. */
export interface PictureFile {
  key: number;
  file: File;
  /** Its address on the page. */
  address: string;
  /** The name or id of an item that somebody has typed for it. */
  typed: string;
  /** Why the shop would refuse it, whatever its item is. */
  problem: string | null;
  state: 'waiting' | 'sending' | 'stored' | 'failed';
  /** Why it failed. */
  failure: string | null;
  /** Once it is stored: its item, and its address there. */
  stored: { itemId: number; image: string } | null;
}

/** A line of the preview. */
export interface PlannedFile extends PictureFile {
  /** Null if it has none, or if nobody knows which of several. */
  item: AdminItem | null;
  /** Somebody has to name the item. */
  asks: boolean;
  /** Its outcome in words. */
  says: string;
  /** The press uploads it. */
  isSent: boolean;
  /** It is another view of its item, such as "jar_2", and comes after the pictures that are there. */
  isLast: boolean;
}

/** Undo takes a picture away again. */
const withoutUndone = (file: PictureFile, byId: ReadonlyMap<number, AdminItem>): PictureFile => {
  const images = file.stored && byId.get(file.stored.itemId)?.images;
  return !images || images.includes(file.stored!.image) ? file : { ...file, state: 'waiting', stored: null };
};

/** The files with their items, in the order of their names, which is the order of an item's new pictures. */
export const planPictures = (files: readonly PictureFile[], items: readonly AdminItem[]): PlannedFile[] => {
  const find = itemFinder(items);
  const byId = new Map(items.map((item) => [item.id, item]));
  const sorted = files
    .map((file) => withoutUndone(file, byId))
    .sort((a, b) => compareNames(a.file.name, b.file.name) || a.key - b.key);
  const found = sorted.map((file) => {
    const byName = find(file.file.name);
    const isTyped = file.typed.trim() !== '';
    const match = file.stored
      ? { item: byId.get(file.stored.itemId) ?? null }
      : isTyped && !('item' in byName)
        ? find(file.typed)
        : byName;
    const isFurther = 'item' in byName && byName.number !== null && byName.number > 1;
    return { file, match, isFurther, asks: !('item' in byName) && file.stored === null };
  });
  const newOf = new Map<number, PictureFile[]>();
  for (const { file, match } of found) {
    if (!('item' in match) || match.item === null || file.problem !== null) continue;
    newOf.set(match.item.id, [...(newOf.get(match.item.id) ?? []), file]);
  }
  const further = new Set(found.flatMap(({ file, isFurther }) => (isFurther ? [file] : [])));
  return found.map(({ file, match, asks }) => {
    const item = 'item' in match ? match.item : null;
    const ofItem = item ? (newOf.get(item.id) ?? []) : [];
    const refusal = file.stored ? null : refusalOf(file, match, ofItem);
    const isSent = refusal === null && file.state !== 'stored' && item !== null;
    const isLast = ofItem.length > 0 && ofItem.every((each) => further.has(each));
    const says = refusal ?? (item ? placeText(item, ofItem, file, isLast) : 'Its item has left the inventory.');
    return { ...file, item, asks: asks && file.problem === null, says, isSent, isLast };
  });
};

const refusalOf = (
  { problem }: PictureFile,
  match: { item: AdminItem | null } | { among: number },
  ofItem: readonly PictureFile[],
): string | null => {
  if (problem !== null) return problem;
  if ('among' in match) {
    return match.among === 0
      ? 'No item has this name or id. It is left out.'
      : `${match.among} items have this name. Type the id of one.`;
  }
  const unsent = ofItem.filter(({ stored }) => stored === null).length;
  return (match.item?.images.length ?? 0) + unsent > MOST_PICTURES ? errorText('too_many_pictures') : null;
};

const placeText = (
  { images }: AdminItem,
  ofItem: readonly PictureFile[],
  file: PictureFile,
  isLast: boolean,
): string => {
  const stored = new Set(ofItem.flatMap(({ stored: each }) => (each ? [each.image] : [])));
  const others = images.filter((image) => !stored.has(image)).length;
  const place = others === 0 ? '' : `, ${isLast ? 'after' : 'before'} ${counted(others, 'other')}`;
  if (ofItem.length > 1) return `New picture ${ofItem.indexOf(file) + 1} of ${ofItem.length}${place}`;
  return `${others === 0 ? 'Its only picture' : isLast ? 'Its last picture' : 'Its first picture'}${place}`;
};

/** The items that get more than one file. Nobody should wonder which of them counts. */
export const sharedItems = (plan: readonly PlannedFile[]): { item: AdminItem; files: number }[] => {
  const counts = new Map<AdminItem, number>();
  for (const { item, isSent } of plan) if (item && isSent) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].filter(([, files]) => files > 1).map(([item, files]) => ({ item, files }));
};

import { setImmediate } from 'node:timers/promises';
import { uploadedHashes } from '#domain/item-pictures.ts';
import { lockInventory } from '../../db/locks.ts';
import { findState } from '../../db/shop-state.ts';
import { chunks } from '../../db/sql.ts';
import { DAY_MS, HOUR_MS } from '../../db/table.ts';
import type { Db } from '../../db/types.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import {
  deletePictures,
  findEndsOfHistory,
  findOldPictures,
  findStoredPaths,
  findTextsOfHistory,
  findTextsOfItems,
} from './pictures.queries.ts';

/** How long an uploaded picture stays that nothing names. */
const KEPT_MS = 30 * DAY_MS;
/** Reading so many rows of the history takes a few milliseconds. */
const ROWS_AT_ONCE = 5000;
/** Pictures are large, so few of them are deleted in a transaction. */
const DELETED_AT_ONCE = 20;

type Place = Pick<Shop, 'database' | 'clock' | 'uploadedPictures'>;

/** Deletes uploaded pictures that nothing names any more (behavior 9.19). */
export const startPruningPictures = (shop: Shop): BackgroundJob =>
  repeat({ name: 'pruning pictures', every: HOUR_MS, log: shop.log }, () => prunePictures(shop));

/**
 * Deletes uploaded pictures older than 30 days that nothing names: no item, listed or not, no change of the history,
 * and not the logo. An undone change counts too: undoing its undo brings it back. Each process removes its own files,
 * also those whose picture another process has deleted.
 */
export const prunePictures = async ({ database, clock, uploadedPictures }: Place): Promise<void> => {
  const before = clock() - KEPT_MS;
  const files = await uploadedPictures.findFiles({ before });
  const found = await database.atOneMoment((db) => findUnnamed(db, { before, files }));
  // Before each deletion what is named is read again. So a picture stays that an item was given in between.
  const deleted: string[] = [];
  for (const paths of chunks(found.pictures, DELETED_AT_ONCE)) {
    deleted.push(
      ...(await database.write(async (tx) => {
        // All changes of the inventory are made under this lock, so none is under way now.
        await lockInventory(tx);
        const named = hashesIn([...(await findTextsNow(tx)), ...(await findTextsOfHistory(tx, { after: found.last }))]);
        const unnamed = paths.filter((path) => !isNamed(path, named));
        await deletePictures(tx, { paths: unnamed });
        return unnamed;
      })),
    );
  }
  // A picture that is uploaded again at this moment may lose its file, and then comes from the database.
  for (const path of [...deleted, ...found.files]) await uploadedPictures.remove(path);
};

interface Unnamed {
  /** The paths of stored pictures. */
  pictures: string[];
  /** The paths of files without a picture. */
  files: string[];
  /** The last row of the history that was read. */
  last: number;
}

/** Finds old pictures, and old files without one, that no item and no change names. */
const findUnnamed = async (
  db: Db,
  { before, files }: { before: number; files: readonly string[] },
): Promise<Unnamed> => {
  const { first, last } = await findEndsOfHistory(db);
  const stored = await findStoredPaths(db, { paths: files });
  const candidates = {
    pictures: await findOldPictures(db, { before }),
    files: files.filter((path) => !stored.has(path)),
  };
  const drop = (texts: readonly string[]) => {
    const named = hashesIn(texts);
    candidates.pictures = candidates.pictures.filter((path) => !isNamed(path, named));
    candidates.files = candidates.files.filter((path) => !isNamed(path, named));
  };
  drop(await findTextsNow(db));
  for (let after = first - 1; after < last; after += ROWS_AT_ONCE) {
    // Nearly always every picture has its item, and then nobody reads the history.
    if (candidates.pictures.length + candidates.files.length === 0) break;
    drop(await findTextsOfHistory(db, { after, upTo: after + ROWS_AT_ONCE }));
    await setImmediate();
  }
  return { ...candidates, last };
};

/** Returns the texts that name pictures at present: those of the items, and the logo. */
const findTextsNow = async (db: Db): Promise<string[]> => [
  ...(await findTextsOfItems(db)),
  (await findState(db, 'logo')) ?? '',
];

const hashesIn = (texts: readonly string[]): ReadonlySet<string> => new Set(texts.flatMap(uploadedHashes));

/** A file without a hash in its name counts as named, because nothing else shows whether something names it. */
const isNamed = (path: string, hashes: ReadonlySet<string>): boolean => {
  const own = uploadedHashes(path);
  return own.length === 0 || own.some((hash) => hashes.has(hash));
};

import { findMoved, markMoved, unmarkMoved } from '../db/moved.ts';
import { readSettings } from '../settings.ts';
import { lockDataDir } from '../start/data-dir.ts';
import { CommandError, confirm } from './with-shop.ts';

/**
 * Marks the embedded database of DATA_DIR as moved to PostgreSQL, so that no start serves it, or takes the mark away.
 * Returns the text to print.
 */
export const runMoved = async ({ yes, back }: { yes: boolean; back: boolean }): Promise<string> => {
  const { DATA_DIR: folder, DATABASE_URL } = readSettings(process.env);
  // Without a server of its own, the shop that may be running is served from this database.
  const lock = DATABASE_URL === undefined ? lockDataDir(folder) : null;
  try {
    if (back) {
      if (!(await unmarkMoved(folder))) throw new CommandError(`The database in ${folder} is not marked as moved.`);
      return `The database in ${folder} can be used again.`;
    }
    const at = await findMoved(folder);
    if (at !== null) return `The database in ${folder} is marked as moved since ${at}.`;
    if (!yes) await confirm(`Is the shop in ${folder} on PostgreSQL now, so that no start may use this database?`);
    if (!(await markMoved(folder, Date.now()))) throw new CommandError(`There is no embedded database in ${folder}.`);
    return `The database in ${folder} is marked as moved. A start without DATABASE_URL refuses it.`;
  } finally {
    lock?.release();
  }
};

import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file in DATA_DIR/backups. */
export interface ListedBackup {
  name: string;
  /** Epoch milliseconds. */
  at: number;
  bytes: number;
  verified: boolean;
  encrypted: boolean;
}

/** Backups by their names, which say how the shop made them. */
const NAME = /(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})(-[0-9a-f]{4})?(\.unverified)?\.gz(\.age)?$/;
/** Names of backups that the shop restores once, as a check. The one before an update is written without. */
const CHECKED = /^(greenroom|before-restore)-/;

/**
 * Lists the backups in a folder, newest first. One that somebody put there counts as not verified, and as made when the
 * file was changed.
 */
export const listBackups = async (folder: string): Promise<ListedBackup[]> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const found = await Promise.all(
    names.filter((name) => /\.gz(\.age)?$/.test(name)).map((name) => describeFile(join(folder, name), name)),
  );
  return found.filter((backup) => backup !== null).sort((one, other) => other.at - one.at || byName(one, other));
};

const byName = (one: ListedBackup, other: ListedBackup): number => (one.name < other.name ? 1 : -1);

/** Returns null if there is no such file, which another process may have removed in between. */
const describeFile = async (file: string, name: string): Promise<ListedBackup | null> => {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return null;
  const [, day, hour, minute, second, , unverified] = NAME.exec(name) ?? [];
  const named = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return {
    name,
    at: Number.isNaN(named) ? Math.trunc(found.mtimeMs) : named,
    bytes: found.size,
    verified: !Number.isNaN(named) && CHECKED.test(name) && unverified === undefined,
    encrypted: name.endsWith('.age'),
  };
};

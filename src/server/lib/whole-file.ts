import { randomBytes } from 'node:crypto';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** The end of the name of every file that is not whole yet. */
const UNFINISHED = '.unfinished';

/** Older unfinished files are those of a process that was killed. */
const LEFT_AFTER_MS = 3_600_000;

/** For a file that is written first and gets its name afterwards, so it must not exist yet. */
export const NEW_FILE = { flags: 'wx', mode: 0o600 } as const;

/**
 * Gives work a name for a file next to `file`, which nobody else has, also not another process that writes the same
 * file at the same time. Afterwards no file of this name is left. Work that succeeds gives it another name before.
 */
export const withUnfinished = async <Result>(
  file: string,
  work: (unfinished: string) => Promise<Result>,
): Promise<Result> => {
  await removeLeftovers(dirname(file), `${basename(file)}.`).catch(() => {});
  const unfinished = `${file}.${randomBytes(6).toString('hex')}${UNFINISHED}`;
  try {
    return await work(unfinished);
  } finally {
    await rm(unfinished, { force: true });
  }
};

/** The name that a file gets once it is whole. */
export const wholeName = (path: string): string => path.replace(/\.[0-9a-f]{12}\.unfinished$/, '');

/**
 * Gives a file the first of these names that is free, and never replaces a file. Of several processes, one gets a name.
 * Returns the name.
 */
export const moveToFree = async (from: string, names: Iterable<string>): Promise<string> => {
  for (const name of names) {
    if (await movedIfFree(from, name)) return name;
  }
  throw new Error(`There is no free name for ${from}.`);
};

/**
 * A name may be given only by the process that made the file `NAME.unfinished`. Hard links would need none, but not
 * every disk has them.
 */
const movedIfFree = async (from: string, name: string): Promise<boolean> => {
  const turn = `${name}${UNFINISHED}`;
  try {
    await (await open(turn, NEW_FILE.flags, NEW_FILE.mode)).close();
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    if (await exists(name)) return false;
    await rename(from, name);
    return true;
  } finally {
    await rm(turn, { force: true });
  }
};

const exists = async (path: string): Promise<boolean> => {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
};

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Removes from a folder what killed processes left behind, of files whose names begin with `prefix`. */
export const removeLeftovers = async (folder: string, prefix = ''): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix) || !name.endsWith(UNFINISHED)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && Date.now() - found.mtimeMs > LEFT_AFTER_MS) await rm(path, { force: true });
  }
};

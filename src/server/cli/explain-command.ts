import { ShopError } from '#contract/errors.ts';
import { ConnectionLostError } from '../db/failures.ts';
import { BackupError } from '../features/backup/backup-format.ts';
import { wholeName } from '../lib/whole-file.ts';
import { SettingsError } from '../settings.ts';
import { DataDirError } from '../start/data-dir.ts';
import { explainDatabase } from '../start/start-problem.ts';
import { UpdateError } from '../start/update.ts';
import { CommandError } from './with-shop.ts';

const KNOWN = [CommandError, BackupError, SettingsError, DataDirError, UpdateError, ShopError];

/** What is wrong with a file or folder that somebody named, by the code of the system. */
const FILE_PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of the path is no folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk can only be read',
};

/** What a person reads if a command cannot be done; null if nobody expected this error. */
export const explainCommand = (error: unknown): string | null => {
  if (error instanceof ConnectionLostError) return explainDatabase(error);
  if (KNOWN.some((kind) => error instanceof kind)) {
    const { errors = [] } = error instanceof ShopError ? error.details : {};
    return [(error as Error).message, ...errors.map((line) => `  ${line}`)].join('\n');
  }
  const { code = '', path, dest } = error as NodeJS.ErrnoException & { dest?: string };
  if (path === undefined || !(code in FILE_PROBLEMS)) return null;
  return `${wholeName(dest ?? path)} cannot be used: ${FILE_PROBLEMS[code]} (${code}).`;
};

import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type ChainEnd, NO_ENTRIES } from '#domain/audit-chain.ts';
import type { TableName } from '../../db/schema.ts';
import { TABLE_NAMES } from '../../tables.ts';
import { mayBeBackedUp, upgradeRows } from './backup.queries.ts';
import { BACKED_UP, BackupError, FORMAT } from './backup-format.ts';
import { decryptedBytes, isEncrypted } from './encryption.ts';

type Row = Record<string, unknown>;

/** Some rows of a table, as this version stores them. */
export interface Batch {
  table: TableName;
  rows: Row[];
  /** How many rows of the file these are. Rows that this version leaves out are counted too. */
  count: number;
}

/** A backup, and the file of the secret keys that open it, if it is encrypted. */
export interface BackupSource {
  file: string;
  identityFile?: string | undefined;
}

/** The end of a format's number. */
const ANY_FORMAT = /^greenroom-backup-\d+$/;

/** Two uploaded files in one line are at most 42 megabytes. A line of another file may never end. */
export const MOST_LINE_BYTES = 64 * 1024 * 1024;

/**
 * Reads a backup piece by piece, in the order of its tables, and checks it: format, tables, number of rows, and the end
 * of the evidence. Only the last line tells whether the file is whole, so a restore reads it all before it changes
 * anything.
 *
 * @throws BackupError if the file is not one of our backups, incomplete or changed
 */
export const readBackup = async function* (source: BackupSource): AsyncGenerator<Batch> {
  const { file } = source;
  let head: { evidence?: ChainEnd } | undefined;
  let rows = 0;
  let end = NO_ENTRIES;
  let expected: number | undefined;
  for await (const line of lines(source)) {
    const value = parse(line);
    if (!head) head = readHead(file, value);
    else if (expected !== undefined || value === undefined) throw broken(file);
    else if (isBatch(value)) {
      const [table, all] = value;
      if (!TABLE_NAMES.includes(table)) {
        throw new BackupError(`${file} has a table that this version does not know: ${table}. Nothing was changed.`);
      }
      if (table === 'audit') end = lastOf(all, end);
      rows += all.length;
      // Backups of older versions have sessions and reset links.
      const rowsToRestore = BACKED_UP.includes(table) ? all.filter(mayBeBackedUp(table)) : [];
      yield { table, rows: upgradeRows(table, rowsToRestore), count: all.length };
    } else if ('rows' in (value as Row)) expected = Number((value as Row).rows);
    else throw broken(file);
  }
  if (!head) throw foreign(file);
  if (expected !== rows) throw new BackupError(`${file} is incomplete: nothing was changed.`);
  const { evidence } = head;
  if (evidence && (evidence.entries !== end.entries || evidence.lastHash !== end.lastHash)) {
    throw new BackupError(
      `${file} was changed: its evidence does not end as its first line says. Nothing was restored.`,
    );
  }
};

const foreign = (file: string) => new BackupError(`${file} is not a backup of Greenroom: nothing was changed.`);
const broken = (file: string) => new BackupError(`${file} is damaged: nothing was changed.`);

/** Backups of older versions have no evidence. */
const readHead = (file: string, value: unknown): { evidence?: ChainEnd } => {
  const format = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined;
  if (format === FORMAT) return value as { evidence?: ChainEnd };
  if (typeof format === 'string' && ANY_FORMAT.test(format)) {
    throw new BackupError(
      `A newer version of Greenroom made ${file}. Restore it with that version: nothing was changed.`,
    );
  }
  throw foreign(file);
};

const isBatch = (value: unknown): value is [TableName, Row[]] =>
  Array.isArray(value) &&
  typeof value[0] === 'string' &&
  Array.isArray(value[1]) &&
  value[1].every((row) => typeof row === 'object' && row !== null && !Array.isArray(row));

/** The later end of a chain: that of these entries or the one before. */
const lastOf = (entries: readonly Row[], before: ChainEnd): ChainEnd => {
  let end = before;
  for (const { seq, hash } of entries) {
    if (typeof seq === 'number' && seq > end.entries) end = { entries: seq, lastHash: String(hash ?? '') };
  }
  return end;
};

/** The value of a line; undefined if it is not JSON. */
const parse = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

const lines = async function* (source: BackupSource): AsyncGenerator<string> {
  const { file } = source;
  let parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of await unzipped(source)) {
      let rest = chunk as Buffer;
      for (let at = rest.indexOf('\n'); at >= 0; at = rest.indexOf('\n')) {
        yield Buffer.concat([...parts, rest.subarray(0, at)]).toString('utf8');
        rest = rest.subarray(at + 1);
        parts = [];
        size = 0;
      }
      parts.push(rest);
      size += rest.length;
      if (size > MOST_LINE_BYTES) throw foreign(file);
    }
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${file} cannot be read as a backup: ${(error as Error).message}. Nothing was changed.`);
  }
  if (size > 0) yield Buffer.concat(parts).toString('utf8');
};

const unzipped = async ({ file, identityFile }: BackupSource): Promise<Readable> => {
  const input = await open(file, identityFile);
  const unzip = createGunzip();
  input.on('error', (error) => unzip.destroy(error));
  unzip.on('close', () => input.destroy());
  return input.pipe(unzip);
};

const open = async (file: string, identityFile: string | undefined): Promise<Readable> => {
  const encrypted = await isEncrypted(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BackupError(`There is no file ${file}.`) : error;
  });
  if (!encrypted) return createReadStream(file);
  if (identityFile === undefined) {
    throw new BackupError(`${file} is encrypted. Name the file of its key with --identity: nothing was changed.`);
  }
  return decryptedBytes(file, identityFile);
};

import { statfsSync } from 'node:fs';
import { ConnectionLostError, fullDisk } from '../db/failures.ts';
import type { Settings } from '../settings.ts';
import { DataDirError } from './data-dir.ts';

/** The line a person reads if the shop cannot start; without a stack for every known problem. */
export const explainStart = (error: unknown, dataDir?: string): string => {
  const ofDisk = explainFullDisk(error, dataDir);
  if (ofDisk !== null) return ofDisk;
  if (error instanceof ConnectionLostError) return explainDatabase(error);
  return (error as Error).message || String(error);
};

/** The shop cannot listen. The message names HOST or PORT, and says what to do. */
export class ListenError extends Error {
  constructor({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>, cause: unknown) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    super(LISTEN_PROBLEMS[code]?.(HOST, PORT) ?? `HOST=${HOST} with PORT=${PORT} cannot be used (${code}).`, { cause });
  }
}

const LISTEN_PROBLEMS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_host, port) => `Port ${port} is in use by another program. Stop it, or set PORT.`,
  EACCES: (_host, port) => `Port ${port} may not be used by this user. Set PORT to one above 1023.`,
  EADDRNOTAVAIL: (host) =>
    `HOST=${host} is no address of this machine. Set HOST to one of its addresses, or to 0.0.0.0 for all of them.`,
  ENOTFOUND: (host) => `HOST=${host} is no name that this machine knows. Set HOST to one of its addresses.`,
  EAI_AGAIN: (host) => `HOST=${host} is no name that this machine knows. Set HOST to one of its addresses.`,
};

/** SQLite needs more than this to open a database. */
const LEAST_BYTES = 1024 * 1024;

/** A full disk has many errors, such as an unknown outcome or one of SQLite's files. This names the disk instead. */
const explainFullDisk = (error: unknown, dataDir: string | undefined): string | null => {
  const whose = fullDisk(error);
  if (whose === 'server') return 'The disk of the server of DATABASE_URL is full. Make room there, then start again.';
  if (dataDir === undefined || !(whose === 'machine' || isOfFile(error))) return null;
  const free = freeBytes(dataDir);
  if (whose === null && (free === null || free >= LEAST_BYTES)) return null;
  const left = free === null ? '' : ` (${Math.floor(free / 1024)} kB are free)`;
  return `The disk of the data folder ${dataDir} is full${left}. Make room there, then start again.`;
};

/** Returns whether a file of SQLite could not be used: that of the database, or the lock of the folder. */
const isOfFile = (error: unknown): boolean =>
  error instanceof DataDirError
    ? /disk|unable to open/.test(error.message)
    : /^SQLITE_(IOERR|CANTOPEN)/.test(String((error as NodeJS.ErrnoException).code));

/** The bytes that the shop may still use on the disk of a folder; null if nobody knows. */
const freeBytes = (folder: string): number | null => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
};

/** The messages of a server that refuses a connection, by PostgreSQL's code. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28000': 'refuses this user',
  '28P01': 'refuses this user or password',
  '3D000': 'does not exist on its server',
  '53300': 'has no connection left',
  '57P03': 'is starting or stopping',
};

/** Names DATABASE_URL and the reason, and nothing of the address, because that contains a password. */
export const explainDatabase = (error: ConnectionLostError): string => {
  const first = firstCause(error);
  const code = 'code' in first ? String(first.code) : null;
  if (code !== null && code in REFUSALS) return `The database of DATABASE_URL ${REFUSALS[code]} (${code}).`;
  const reason = code === null ? '' : ` (${code})`;
  // With several servers there is one such error for all of them.
  if (error.cause instanceof ConnectionLostError) return `No server of DATABASE_URL accepts writes${reason}.`;
  if (code !== null) return `The database of DATABASE_URL cannot be reached${reason}.`;
  if (error.timedOut) return 'The database of DATABASE_URL does not respond.';
  return `The database of DATABASE_URL cannot be used. ${first.message.replace(/\.?$/, '.')}`;
};

/** The error that caused all others. */
const firstCause = (error: Error): Error => (error.cause instanceof Error ? firstCause(error.cause) : error);

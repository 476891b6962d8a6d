import { ConnectionLostError } from '../db/failures.ts';
import { SettingsError } from '../settings.ts';
import { DataDirError } from './data-dir.ts';
import { UpdateError } from './update.ts';

/** The line a person reads if the shop cannot start; without a stack for every known problem. */
export const explainStart = (error: unknown): string => {
  if (error instanceof SettingsError || error instanceof DataDirError || error instanceof UpdateError) {
    return error.message;
  }
  if (error instanceof ConnectionLostError) return explainDatabase(error);
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port} is in use by another program. Stop it, or set PORT.`;
  if (code === 'EACCES') return `Port ${port} may not be used by this user. Set PORT to one above 1023.`;
  return message || String(error);
};

/** What a server says when it refuses a connection, by PostgreSQL's code. */
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

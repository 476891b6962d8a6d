import type { TableName } from '../../db/schema.ts';
import { TABLE_NAMES, TABLES } from '../../tables.ts';
import type { AuditActor } from '../audit/audit.queries.ts';

/** A file cannot be restored. The message says why, in one sentence. */
export class BackupError extends Error {}

/** The first value of every backup. A later format gets another number. */
export const FORMAT = 'greenroom-backup-1';

/** The tables of a backup, in an order in which rows can be inserted. */
export const BACKED_UP: readonly TableName[] = TABLE_NAMES.filter((table) => TABLES[table].inBackups);

/** The person who makes or restores a backup, for the evidence. */
export interface BackupOrder {
  actor: AuditActor;
  /** Epoch milliseconds. */
  now: number;
}

/** The folder of backups in DATA_DIR. */
export const BACKUPS = 'backups';

/**
 * The names for a backup of this time that the shop names itself: its own second first, and the next ones if it is
 * taken. So the order of the names is that of the backups, however many are made in one second.
 *
 * @param nameAt takes a time such as "2026-07-01-120000", in UTC
 */
export const namesFrom = function* (now: number, nameAt: (time: string) => string): Iterable<string> {
  for (let at = now; ; at += 1000) yield nameAt(timeInName(at));
};

/** "2026-07-01-120000", in UTC, for the name of a backup. */
export const timeInName = (now: number): string => {
  const [day, time] = new Date(now).toISOString().split('T') as [string, string];
  return `${day}-${time.slice(0, 8).replaceAll(':', '')}`;
};

/** The name of a backup that could not be restored: "….unverified.gz" instead of "….gz". */
export const unverifiedName = (name: string): string => {
  const end = /\.\w+$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, name.length - end.length)}.unverified${end}`;
};

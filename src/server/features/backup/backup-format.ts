import type { TableName } from '../../db/schema.ts';
import { TABLE_NAMES, TABLES } from '../../db/tables.ts';
import type { AuditActor } from '../audit/audit.queries.ts';

/** A file cannot be restored. The message says why, in one sentence. */
export class BackupError extends Error {}

/** The first value of every backup. A later format gets another number. */
export const FORMAT = 'greenroom-backup-1';

/** The tables of a backup, in an order in which rows can be inserted. */
export const BACKED_UP: readonly TableName[] = TABLE_NAMES.filter((table) => TABLES[table].inBackups);

/** Who makes or restores a backup, for the evidence. */
export interface BackupOrder {
  actor: AuditActor;
  /** Epoch milliseconds. */
  now: number;
}

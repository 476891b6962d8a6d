/** The problems that a shop can have, in the order in which docs/operations.md describes them. */
export const ALARM_KINDS = [
  'no_backup',
  'backup_unverified',
  'feed_failing',
  'notices_stuck',
  'disk_low',
  'not_writable',
  'clock_wrong',
  'wallet_unexplained',
] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** Something that was looked at. */
export interface Finding {
  kind: AlarmKind;
  /** The problem in one sentence; null if all is well. */
  problem: string | null;
}

/** The alarms as this process saw them last: within the last minute. */
export class AlarmStatus {
  /** The kinds that last, on whatever machine. */
  lasting: ReadonlySet<AlarmKind> = new Set();
  /** The time of the newest verified backup in epoch milliseconds; null if there is none. */
  lastBackup: number | null = null;
}

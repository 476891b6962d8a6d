import { findState, lockState, setState } from '../../db/shop-state.ts';
import type { Db, Tx } from '../../db/types.ts';

/** When backups were made, in epoch milliseconds. Absent if that never happened. */
export interface BackupTimes {
  /** The newest backup that could be restored, from any maker. */
  verified?: number;
  /** The newest backup that could not be restored, if it is newer than that. */
  unverified?: number;
  /** The place in the rhythm that the schedule served last. */
  scheduled?: number;
  /** When a schedule was on for the first time. */
  since?: number;
}

const read = (value: string | null): BackupTimes => (value ? JSON.parse(value) : {});

export const findBackupTimes = async (db: Db | Tx): Promise<BackupTimes> => read(await findState(db, 'backup_times'));

/** Changes the times. No other transaction changes them in between. */
export const changeBackupTimes = async (tx: Tx, change: (times: BackupTimes) => BackupTimes): Promise<void> => {
  const times = read(await lockState(tx, 'backup_times'));
  await setState(tx, 'backup_times', JSON.stringify(change(times)));
};

/** Stores that a backup was made. */
export const storeBackupTime = (tx: Tx, { now, verified }: { now: number; verified: boolean }): Promise<void> =>
  changeBackupTimes(tx, ({ unverified: _, ...times }) =>
    verified ? { ...times, verified: now } : { ...times, unverified: now },
  );

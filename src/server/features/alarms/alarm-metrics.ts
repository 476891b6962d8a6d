import { Gauge, type Registry } from 'prom-client';
import type { Shop } from '../../shop.ts';
import { ALARM_KINDS } from './alarm-status.ts';
import { findFreeDisk } from './machine-problems.ts';

/** The alarms, the time of the last backup and the free disk as metrics (behavior 1.20). */
export const registerAlarmMetrics = (registry: Registry, { alarms, settings, writability }: Shop): void => {
  const registers = [registry];
  new Gauge({
    name: 'greenroom_alert',
    help: 'Whether an alarm of this kind lasts, as the process saw it within the last minute',
    labelNames: ['kind'],
    registers,
    collect() {
      for (const kind of ALARM_KINDS) this.set({ kind }, alarms.lasting.has(kind) ? 1 : 0);
    },
  });
  new Gauge({
    name: 'greenroom_last_backup_timestamp_seconds',
    help: 'The time of the newest verified backup; absent if there is none',
    registers,
    collect() {
      if (alarms.lastBackup === null) this.remove();
      else this.set(alarms.lastBackup / 1000);
    },
  });
  new Gauge({
    name: 'greenroom_writable',
    help: 'Whether the shop can write: 1 or 0',
    registers,
    collect() {
      this.set(writability.isWritable ? 1 : 0);
    },
  });
  new Gauge({
    name: 'greenroom_disk_free_ratio',
    help: 'The free part of the disk of DATA_DIR, from 0 to 1',
    registers,
    async collect() {
      // A disk that does not respond must not keep the other metrics.
      const free = await findFreeDisk(settings.DATA_DIR).catch(() => null);
      if (free === null) this.remove();
      else this.set(free.space);
    },
  });
};

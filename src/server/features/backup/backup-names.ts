/** The folder of backups in DATA_DIR. */
export const BACKUPS = 'backups';

/** "2026-07-01-120000", in UTC, for the name of a backup. */
export const timeInName = (now: number): string => {
  const [day, time] = new Date(now).toISOString().split('T') as [string, string];
  return `${day}-${time.slice(0, 8).replaceAll(':', '')}`;
};

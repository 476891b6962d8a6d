/** The folder of backups in DATA_DIR. */
export const BACKUPS = 'backups';

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

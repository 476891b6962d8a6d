import { isToCome } from '#domain/stored-times.ts';

/** The beginning of the names of scheduled backups. Nothing else is ever removed by the schedule. */
export const SCHEDULED = 'greenroom-scheduled';
/** The same of those that an owner made in the panel. They remove only each other. */
export const BY_OWNERS = 'greenroom-panel';
/** Backups that the shop names, and of which it keeps so many. */
export type Series = typeof SCHEDULED | typeof BY_OWNERS;

const REST = /^-(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})-[0-9a-f]{4}(\.unverified)?\.gz(\.age)?$/;

interface Rule {
  series: Series;
  /** How many verified ones are kept. */
  keep: number;
  keepDays: number;
  /** Epoch milliseconds. */
  now: number;
}

const DAY_MS = 86_400_000;

/**
 * The backups of a series to remove from a folder with these names (behavior 1.19). Both limits apply, but the newest one
 * that is verified stays whatever its age: without it, a schedule that has failed for long would leave nothing. Of those
 * that could not be restored only the newest stays, until it is too old.
 */
export const superfluousBackups = (names: readonly string[], { series, keep, keepDays, now }: Rule): string[] => {
  const found = names.flatMap((name) => {
    const match = name.startsWith(series) ? REST.exec(name.slice(series.length)) : null;
    if (!match) return [];
    const [, day, hour, minute, second, unverified] = match;
    return [{ name, at: Date.parse(`${day}T${hour}:${minute}:${second}Z`), verified: !unverified }];
  });
  // Those of a clock that was ahead are no newer than the ones that were made since.
  const timeOf = ({ at }: { at: number }) => (isToCome(at, now) ? Number.NEGATIVE_INFINITY : at);
  const newestFirst = found.sort((one, other) => timeOf(other) - timeOf(one) || other.at - one.at);
  const isOld = ({ at }: { at: number }) => now - at > keepDays * DAY_MS;
  const verified = newestFirst.filter((backup) => backup.verified);
  const unverified = newestFirst.filter((backup) => !backup.verified);
  return [
    ...verified.filter((backup, place) => place > 0 && (place >= keep || isOld(backup))),
    ...unverified.filter((backup, place) => place > 0 || isOld(backup)),
  ].map(({ name }) => name);
};

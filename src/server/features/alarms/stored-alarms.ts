import { isPending } from '#domain/stored-times.ts';
import { findState, lockState, setState } from '../../db/shop-state.ts';
import type { Db, Tx } from '../../db/types.ts';
import type { AlarmKind, Finding } from './alarm-status.ts';

/** An alarm that lasts, or whose end is still to be announced. Times are epoch milliseconds. */
export interface StoredAlarm {
  kind: AlarmKind;
  message: string;
  since: number;
  /** When its machine looked last; null for an alarm of the whole shop. */
  seenAt: number | null;
  /** When its beginning was announced; null if that is still to be done. */
  announcedAt: number | null;
  /** Null while it lasts. */
  endedAt: number | null;
  /** When it is to be announced, for the first time or again. */
  dueAt: number;
  /** The announcements that failed since the last one that did not. */
  failures: number;
}

/** By kind, and for those of a machine by kind and machine. */
export type StoredAlarms = Record<string, StoredAlarm>;

/** The machine that looks; null if it looks at the whole shop. */
export type Place = string | null;

const DAY_MS = 86_400_000;
/** A machine that has not looked for so long is gone, and its alarms end with it. */
const GONE_AFTER_MS = 3_600_000;

const parse = (value: string | null): StoredAlarms => (value ? JSON.parse(value) : {});

export const findAlarms = async (db: Db): Promise<StoredAlarms> => parse(await findState(db, 'alarms'));

/** Changes the alarms; no other transaction changes them in between. Returns what `change` made of them. */
export const changeAlarms = async (tx: Tx, change: (alarms: StoredAlarms) => StoredAlarms): Promise<StoredAlarms> => {
  const alarms = change(parse(await lockState(tx, 'alarms')));
  await setState(tx, 'alarms', JSON.stringify(alarms));
  return alarms;
};

/** Returns whether an alarm is of this machine. */
const isOfPlace = (id: string, place: Place): boolean => place !== null && id.endsWith(` ${place}`);

/** The alarms, with those of a machine replaced by the ones that it could not store. */
export const withUnstored = (alarms: StoredAlarms, unstored: StoredAlarms | null, place: Place): StoredAlarms => {
  if (unstored === null) return alarms;
  const ofOthers = Object.entries(alarms).filter(([id]) => !isOfPlace(id, place));
  const own = Object.entries(unstored).filter(([id]) => isOfPlace(id, place));
  return Object.fromEntries([...ofOthers, ...own]);
};

const idOf = (kind: AlarmKind, place: Place): string => (place === null ? kind : `${kind} ${place}`);

/** The alarms after a look. Those that nobody has announced when they end are forgotten. */
export const withFindings = (
  alarms: StoredAlarms,
  findings: readonly Finding[],
  { place, now }: { place: Place; now: number },
): StoredAlarms => {
  const result = { ...alarms };
  for (const { kind, problem } of findings) {
    const id = idOf(kind, place);
    const known = result[id];
    const seenAt = place === null ? null : now;
    if (problem === null) end(result, id, now);
    else if (!known) {
      const times = { since: now, seenAt, announcedAt: null, endedAt: null, dueAt: now };
      result[id] = { kind, message: problem, failures: 0, ...times };
    } else if (known.endedAt === null) result[id] = { ...known, message: problem, seenAt };
    else {
      // It is back before its end was announced: to everybody else it has lasted.
      result[id] = { ...known, message: problem, seenAt, endedAt: null, dueAt: (known.announcedAt ?? now) + DAY_MS };
    }
  }
  if (place !== null) return result;
  for (const [id, { seenAt }] of Object.entries(result)) {
    if (seenAt !== null && now - seenAt > GONE_AFTER_MS) end(result, id, now);
  }
  return result;
};

const end = (alarms: StoredAlarms, id: string, now: number): void => {
  const known = alarms[id];
  if (!known || known.endedAt !== null) return;
  if (known.announcedAt === null) delete alarms[id];
  else alarms[id] = { ...known, endedAt: now, dueAt: now, failures: 0 };
};

/**
 * The alarms that a look announces now: those of its place, and those of machines that are gone if it is a look at the
 * whole shop.
 */
export const dueAlarms = (
  alarms: StoredAlarms,
  { place, now }: { place: Place; now: number },
): [id: string, alarm: StoredAlarm][] => {
  const isOf = ([id, { seenAt }]: [string, StoredAlarm]) =>
    place === null ? seenAt === null || now - seenAt > GONE_AFTER_MS : isOfPlace(id, place);
  return Object.entries(alarms).filter((entry) => isOf(entry) && !isPending(entry[1].dueAt, { now, most: DAY_MS }));
};

/** Announced alarms by id, and when to try again if nobody took them. */
export type Announced = ReadonlyMap<string, { alarm: StoredAlarm; retryAt: number | null }>;

/** The alarms after announcements, each with when to try again; null if it was taken. */
export const withAnnouncements = (alarms: StoredAlarms, announced: Announced, now: number): StoredAlarms => {
  const result = { ...alarms };
  for (const [id, { alarm, retryAt }] of announced) {
    const known = result[id];
    if (!known) continue;
    if (retryAt !== null) result[id] = { ...known, dueAt: retryAt, failures: known.failures + 1 };
    else if (alarm.endedAt !== null) delete result[id];
    else result[id] = { ...known, announcedAt: now, dueAt: now + DAY_MS, failures: 0 };
  }
  return result;
};

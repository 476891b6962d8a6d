import type { FastifyBaseLogger } from 'fastify';
import type { Json } from '#domain/audit.ts';
import { CLOCK_TOLERANCE_MS } from '#domain/stored-times.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Tx } from '../../db/types.ts';
import { networkOf } from '../../http/client-ip.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import { type AuditAct, recordAudit, recordNameless } from './audit.queries.ts';
import { countAct, findEndedActs, findNameOf, restartAct, takeActsOf, takeEndedAct } from './repeated-acts.queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LOOK_EVERY_MS = 5000;

/** When a count ends at the latest. One that ends later began before the clock was set back. */
const latestEnd = (now: number, lasts = HOUR_MS): number => now + lasts + CLOCK_TOLERANCE_MS;

/** Stands for the names that nobody has in the entry that counts them. No user name has a space. */
const UNKNOWN_NAMES = 'unknown names';

/** The kinds of acts that people can cause without limit. */
type RepeatedKind =
  | 'sign_in_failed'
  | 'limited'
  | 'gate_passed'
  | 'gate_refused'
  | 'refused'
  /** Downloads of one's own data. */
  | 'export'
  /** A member's changes of the own account. */
  | 'account';

export type RepeatedAct = Omit<AuditAct, 'kind' | 'now' | 'before'> & { kind: RepeatedKind };

/** An act as it is counted. */
interface Counting {
  /** The key that the acts of one count share. */
  key: Json;
  /** The entry that says how many there were, but for the name of the user. */
  counted: RepeatedAct;
  userId: string | null;
  /** Milliseconds. */
  lasts: number;
}

/** The user whose act it is, or whom it is about. */
const userOf = ({ actor, person }: RepeatedAct): string | null => person ?? (actor.role === null ? null : actor.id);

/**
 * Which acts are counted together: those of a kind from one network, and of one user or about one. Names that nobody has
 * are alike, and so are the users of a role who are refused.
 */
const countingOf = (act: RepeatedAct): Counting => {
  const { kind, actor } = act;
  const isRefused = kind === 'refused';
  const userId = userOf(act);
  const address = actor.address && networkOf(actor.address);
  const isUnknown = act.subjectIsPersonal === true && userId === null;
  const subject = isUnknown ? UNKNOWN_NAMES : isRefused || act.subjectIsPersonal ? null : (act.subject ?? null);
  const after = isRefused ? null : (act.after ?? null);
  return {
    key: [kind, address, actor.role, isRefused ? null : userId, subject, after],
    counted: {
      ...act,
      actor: { ...actor, name: '', address },
      subject,
      subjectIsPersonal: !isUnknown && act.subjectIsPersonal,
      after,
    },
    userId,
    lasts: kind === 'sign_in_failed' && userId !== null ? MINUTE_MS : HOUR_MS,
  };
};

/**
 * Records an act that can be repeated without end (behavior 3.14). The first one is recorded at once, and the number of
 * them when the hour is over, or the minute for failures with a user's name.
 */
export const recordRepeatedAct = async (tx: Tx, act: RepeatedAct, now: number): Promise<void> => {
  const { key, counted, userId, lasts } = countingOf(act);
  const count = { key: JSON.stringify(key), act: JSON.stringify(counted), userId, endsAt: now + lasts };
  const { calls, ends_at: endsAt, act: before } = await countAct(tx, count);
  const isOver = calls > 1 && (endsAt <= now || endsAt > latestEnd(now, lasts));
  if (calls > 1 && !isOver) return;
  if (isOver) {
    await recordCount(tx, { act: before, calls: calls - 1, now });
    await restartAct(tx, count);
  }
  await recordAudit(tx, { ...act, now });
};

/** Records how often an act was repeated. A single one needs no second entry. */
const recordCount = async (tx: Tx, { act, calls, now }: { act: string; calls: number; now: number }): Promise<void> => {
  if (calls <= 1) return;
  const { actor, ...counted } = JSON.parse(act) as RepeatedAct;
  const userId = userOf({ actor, ...counted });
  const name = userId === null ? null : await findNameOf(tx, { userId });
  if (userId !== null && name === null) return recordNamelessCount(tx, { act, calls, now });
  await recordAudit(tx, {
    ...counted,
    actor: { ...actor, name: actor.role === null ? actor.id : name! },
    subject: counted.subjectIsPersonal ? name : (counted.subject ?? null),
    after: { ...(counted.after as object | null), times: calls },
    now,
  });
};

/** Records how often an act of a deleted account was repeated. */
const recordNamelessCount = async (
  tx: Tx,
  { act, calls, now }: { act: string; calls: number; now: number },
): Promise<void> => {
  if (calls <= 1) return;
  const { actor, kind, subject = null, after = null } = JSON.parse(act) as RepeatedAct;
  const what = { kind, subject, after: { ...(after as object | null), times: calls } };
  await recordNameless(tx, { ...what, actorId: actor.id, role: actor.role, now });
};

/** Records the counts of an account that is being deleted. */
export const recordCountsOf = async (tx: Tx, { userId, now }: { userId: string; now: number }): Promise<void> => {
  for (const counted of await takeActsOf(tx, { userId })) await recordNamelessCount(tx, { ...counted, now });
};

/** The parts of the shop that the job needs. The table of counted acts cannot depend on all of it. */
interface CountingShop {
  database: ShopDatabase;
  clock: () => number;
  log: FastifyBaseLogger;
}

/** Records the counts that have ended. They are in the database, so a restart loses none. */
export const startCountingActs = ({ database, clock, log }: CountingShop): BackgroundJob =>
  repeat({ name: 'counted acts', every: LOOK_EVERY_MS, log }, () => recordEndedCounts(database, { now: clock() }));

/** Records the counts that have ended. Of several processes, one records each. */
export const recordEndedCounts = async (database: ShopDatabase, { now }: { now: number }): Promise<void> => {
  const ended = { now, latest: latestEnd(now) };
  for (const key of await findEndedActs(database.read, ended)) {
    await database.write(async (tx) => {
      const taken = await takeEndedAct(tx, { key, ...ended });
      if (taken) await recordCount(tx, { ...taken, now });
    });
  }
};

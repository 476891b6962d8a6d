import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { GroupCommit } from '../db/group-commit.ts';
import { Client } from '../db/postgres/client.ts';
import { cases } from './cases.ts';
import type { TestShop } from './test-shop.ts';

/** `npm test` tries every third moment, from the first one on, and `npm run stress` each. */
const STRIDE = cases(3, 1);

/** Work that is held at one of its steps. */
interface Held {
  steps: number;
  at: number;
  /** The event there, if it is not held: the process ends. */
  dies?: true;
  arrive(): void;
  released: Promise<void>;
}

/** The work ended at one of its steps, as if its process was killed. */
class KilledError extends Error {}

const heldWork = new AsyncLocalStorage<Held>();

/** Counts a step of the work that is held, and waits at the chosen one. */
const takeStep = async (): Promise<void> => {
  const held = heldWork.getStore();
  if (!held || ++held.steps !== held.at) return;
  held.arrive();
  if (held.dies) throw new KilledError('killed');
  await held.released;
};

/** Makes every call of a method a step. Returns how to end that. */
const countSteps = <Name extends string>(
  prototype: Record<Name, (...args: never[]) => Promise<unknown>>,
  name: Name,
): (() => void) => {
  const run = prototype[name];
  prototype[name] = async function (this: unknown, ...args: never[]) {
    await takeStep();
    return run.apply(this, args);
  };
  return () => {
    prototype[name] = run;
  };
};

/** Runs both, with the second one at the moment of the first one that it is about. */
type Cross = <First, Second>(
  first: () => Promise<First>,
  second: () => Promise<Second>,
) => Promise<[first: First, second: Second]>;

/**
 * Runs a race once for each moment of its first work: before each statement on PostgreSQL, and before each transaction
 * on SQLite, which has one at a time. There the second work runs to its end, or until it waits for a lock of the first.
 * So every run tries the same moments, on every machine. The last run is without any. Returns how many there were.
 */
export const atEveryMoment = async (shop: TestShop, race: (cross: Cross) => Promise<void>): Promise<number> => {
  const stop = countAllSteps();
  try {
    for (let at = 1; ; at += STRIDE) {
      let isHeld = false;
      let moments = 0;
      await race(async (first, second) => {
        let arrive = () => {};
        let release = () => {};
        const arrived = new Promise<void>((resolve) => {
          arrive = resolve;
        });
        const released = new Promise<void>((resolve) => {
          release = resolve;
        });
        const held: Held = { steps: 0, at, arrive, released };
        const one = heldWork.run(held, first);
        isHeld = await Promise.race([arrived.then(() => true), one.then(() => false)]);
        const two = second();
        if (isHeld) await hasEndedOrWaits(shop, two);
        release();
        const both = await Promise.all([one, two]);
        moments = held.steps;
        return both;
      });
      if (!isHeld) return moments;
    }
  } finally {
    stop();
  }
};

const countAllSteps = (): (() => void) => {
  const ends = [
    countSteps(Client.prototype as never, 'run'),
    countSteps(Client.prototype as never, 'runTogether'),
    countSteps(GroupCommit.prototype as never, 'run'),
  ];
  return () => {
    for (const end of ends) end();
  };
};

/**
 * Does something once for each moment of its work, and kills the work there. The moments are those of `atEveryMoment`. Returns
 * how many there were.
 */
export const killedAtEveryMoment = async (
  attempt: (kill: (work: () => Promise<unknown>) => Promise<void>) => Promise<void>,
): Promise<number> => {
  const stop = countAllSteps();
  try {
    let moments = 0;
    let spared = 0;
    // The work may have less to do for once, so the end is two attempts that were not killed.
    for (let at = 1; spared < 2; at += STRIDE) {
      let isKilled = false;
      await attempt(async (work) => {
        const arrive = () => {
          isKilled = true;
        };
        const held: Held = { steps: 0, at, dies: true, arrive, released: Promise.resolve() };
        await heldWork.run(held, work).catch((error: unknown) => {
          if (!(error instanceof KilledError)) throw error;
        });
        moments = Math.max(moments, held.steps);
      });
      spared = isKilled ? 0 : spared + 1;
    }
    return moments;
  } finally {
    stop();
  }
};

const LOCK_WAITS = sql`
  select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Between two looks at its locks the second work has the machine for itself. */
const BETWEEN_LOOKS_MS = 5;

const hasEndedOrWaits = async ({ database }: TestShop, work: Promise<unknown>): Promise<void> => {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
  };
  const ended = work.then(end, end);
  if (database.engineName === 'SQLite') return ended;
  while (!hasEnded && (await LOCK_WAITS.execute(database.read)).rows.length === 0) {
    await Promise.race([ended, pause(BETWEEN_LOOKS_MS)]);
  }
};

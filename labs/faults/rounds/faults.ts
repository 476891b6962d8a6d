import type { Random } from '#demo/random.ts';
import { problemsOfReading, problemsWithoutDatabase } from '../../../tests/faults/outage.ts';
import type { Engine } from '../../../tests/faults/shop-on-engine.ts';
import { pause } from '../../../tests/faults/wait.ts';
import type { Place } from './place.ts';
import type { Workload } from './workload.ts';

/** What can break: the shop is killed, PostgreSQL is stopped or frozen, its connections are cut, the disk is full. */
export const FAULTS = ['kill', 'stop', 'pause', 'cut', 'disk'] as const;
export type FaultKind = (typeof FAULTS)[number];

/**
 * Causes a fault and undoes it. Returns the monotonic time from which the shop can work again, and adds what it sees on the
 * way to the problems.
 */
export type Cause = (place: Place, workload: Workload, random: Random, problems: string[]) => Promise<number>;

/** SQLite has no server. */
export const canHappen = (fault: FaultKind, engine: Engine): boolean =>
  engine === 'postgres' || fault === 'kill' || fault === 'disk';

/** The most milliseconds that a fault lasts beyond what is checked meanwhile. */
const LONGEST_MS = 600;
const CUTS = 5;
/** Calls that are turned away until the disk counts as full for everybody. */
const TURNED_AWAY = 12;

/** While the database is away, the catalogue is served and everything else is refused in time. */
export const CAUSES: Readonly<Record<FaultKind, Cause>> = {
  kill: async ({ shop }, _workload, random) => {
    await pause(random.whole(0, 30));
    await shop.stop('SIGKILL');
    await pause(random.whole(0, LONGEST_MS));
    const since = performance.now();
    await shop.restart();
    return since;
  },
  stop: async ({ shop, server }, _workload, random, problems) => {
    await server!.stop('immediate');
    problems.push(...(await problemsWithoutDatabase(shop)));
    await pause(random.whole(0, LONGEST_MS));
    await server!.start();
    return performance.now();
  },
  pause: async ({ shop, server }, _workload, random, problems) => {
    server!.pause();
    problems.push(...(await problemsWithoutDatabase(shop)));
    await pause(random.whole(0, LONGEST_MS));
    server!.resume();
    return performance.now();
  },
  cut: async ({ proxy }, workload, random) => {
    let since = 0;
    for (let time = 0; time < CUTS; time++) {
      since = performance.now();
      proxy!.cut();
      await workload.acknowledged(random.whole(5, 25));
    }
    return since;
  },
  disk: async ({ shop, space }, workload, _random, problems) => {
    await space!.fill();
    await workload.turnedAway(TURNED_AWAY);
    problems.push(...(await problemsOfReading(shop)));
    await space!.free();
    return performance.now();
  },
};

import { percentile } from './part.ts';

/*
 * A simulation of a shop under load, for docs/scaling.md: calls arrive at random, wait in line for what they need, and
 * hold it for as long as the bench measured.
 */

export const CALL_KINDS = ['catalogue', 'unchanged', 'picture', 'cart', 'add', 'confirm', 'login'] as const;
export type CallKind = (typeof CALL_KINDS)[number];

/** What one call takes, in milliseconds. */
export interface Cost {
  /** Of the shop's main thread, which does one thing at a time. */
  main: number;
  /** Of a core, for the shop's other threads: password hashes. */
  threads: number;
  /** Of a core, for PostgreSQL. On SQLite the database is part of `main`. */
  database: number;
}

export type Costs = Record<CallKind, Cost>;

/** Where a shop runs. */
export interface Site {
  processes: number;
  /** The cores of the shop's machine, which all processes share. */
  cores: number;
  /** The cores of the database's machine; null if it has none of its own. */
  databaseCores: number | null;
  /** How long a commit waits for disk and standby, in milliseconds. On SQLite that is part of `main`. */
  commit: number;
  /** True if a content network answers calls for catalogue and pictures. */
  cdn: boolean;
}

/** The calls of one visit. docs/scaling.md says where they come from. */
export const VISIT: Readonly<Record<CallKind, number>> = {
  catalogue: 0.3,
  unchanged: 0.7,
  picture: 12,
  cart: 3,
  add: 4,
  confirm: 0.25,
  login: 0.2,
};

/** The calls that a content network answers. The shop has the answers in memory and on disk. */
export const BEHIND_CDN: readonly CallKind[] = ['catalogue', 'unchanged', 'picture'];

export type Resource = 'processes' | 'shop cores' | 'database cores' | 'order numbers';

export interface Outcome {
  /** The 99th percentile of the slowest kind of call, in milliseconds. */
  p99: number;
  /** The share of the time in which each resource is taken, from 0 to 1. */
  used: Record<Resource, number>;
}

/** What only so many calls can have at a time: for each place, when it is free again, in milliseconds. */
class Line {
  readonly #freeAt: number[];
  #busy = 0;

  constructor(places: number) {
    this.#freeAt = new Array<number>(places).fill(0);
  }

  /** When the place is free that is free first, or this one. */
  freeAt(place = this.#first()): number {
    return this.#freeAt[place]!;
  }

  hold(from: number, to: number, place = this.#first()): void {
    this.#freeAt[place] = to;
    this.#busy += to - from;
  }

  used(duration: number): number {
    return this.#busy / duration / this.#freeAt.length;
  }

  #first(): number {
    return this.#freeAt.indexOf(Math.min(...this.#freeAt));
  }
}

/** Numbers from 0 to 1, the same for each seed: a linear congruential generator. */
const randomNumbers = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
};

/** The arrivals of all calls, in milliseconds, at random and independent of each other. */
const arrivalsOf = (calls: Record<CallKind, number>, duration: number, random: () => number) =>
  CALL_KINDS.flatMap((kind) => {
    const found: { kind: CallKind; at: number }[] = [];
    const pause = () => (-Math.log(random()) * 60_000) / calls[kind];
    for (let at = pause(); at < duration; at += pause()) found.push({ kind, at });
    return found;
  }).sort((a, b) => a.at - b.at);

/** As many calls are simulated, whatever time they take to arrive. */
const CALLS = 40_000;

/** Lets `visits` a minute arrive at a site. Each call takes from half to one and a half times its cost. */
export const simulate = (site: Site, costs: Costs, visits: number): Outcome => {
  const random = randomNumbers(1);
  const processes = new Line(site.processes);
  const shopCores = new Line(site.cores);
  const databaseCores = site.databaseCores === null ? shopCores : new Line(site.databaseCores);
  const orderNumbers = new Line(1);
  const perMinute = Object.fromEntries(
    CALL_KINDS.map((kind) => [kind, site.cdn && BEHIND_CDN.includes(kind) ? 0 : VISIT[kind] * visits]),
  ) as Record<CallKind, number>;
  const duration = (CALLS * 60_000) / CALL_KINDS.reduce((sum, kind) => sum + perMinute[kind], 0);
  const took = Object.fromEntries(CALL_KINDS.map((kind): [CallKind, number[]] => [kind, []])) as Record<
    CallKind,
    number[]
  >;

  for (const [index, { kind, at }] of arrivalsOf(perMinute, duration, random).entries()) {
    const { main, threads, database } = costs[kind];
    const share = 0.5 + random();
    const process = index % site.processes;
    let from = Math.max(at, processes.freeAt(process), shopCores.freeAt());
    let to = from + main * share;
    processes.hold(from, to, process);
    shopCores.hold(from, to);
    if (threads > 0) {
      from = Math.max(to, shopCores.freeAt());
      to = from + threads * share;
      shopCores.hold(from, to);
    }
    if (database > 0) {
      from = Math.max(to, databaseCores.freeAt(), kind === 'confirm' ? orderNumbers.freeAt() : 0);
      to = from + database * share;
      databaseCores.hold(from, to);
      if (writes(kind)) to += site.commit;
      if (kind === 'confirm') orderNumbers.hold(from, to);
    }
    took[kind].push(to - at);
  }
  return {
    p99: Math.max(...Object.values(took).map((times) => (times.length > 0 ? percentile(times, 99) : 0))),
    used: {
      processes: processes.used(duration),
      'shop cores': shopCores.used(duration),
      'database cores': databaseCores.used(duration),
      'order numbers': orderNumbers.used(duration),
    },
  };
};

const writes = (kind: CallKind): boolean => kind === 'add' || kind === 'confirm' || kind === 'login';

/** What a site carries. */
export interface Capacity {
  /** Visits a minute. */
  visits: number;
  /** The resource that is taken for the largest share of the time. */
  full: Resource;
}

/** A site is full when one in a hundred calls of some kind takes longer than this, in milliseconds. */
const P99_LIMIT_MS = 250;

/** The most visits a minute that a site carries, to one percent. */
export const capacityOf = (site: Site, costs: Costs): Capacity => {
  let carried = 1;
  let tooMany = 2;
  const carries = (visits: number) => simulate(site, costs, visits).p99 <= P99_LIMIT_MS;
  while (carries(tooMany)) [carried, tooMany] = [tooMany, tooMany * 2];
  while (tooMany / carried > 1.01) {
    const middle = (carried + tooMany) / 2;
    if (carries(middle)) carried = middle;
    else tooMany = middle;
  }
  const { used } = simulate(site, costs, carried);
  const [full] = (Object.entries(used) as [Resource, number][]).sort(([, a], [, b]) => b - a)[0]!;
  return { visits: Math.floor(carried), full };
};

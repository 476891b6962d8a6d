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

/** What happens next in a simulation. Times are in milliseconds. */
class Agenda {
  now = 0;
  /** The latest first. */
  readonly #entries: { at: number; work: () => void }[] = [];

  after(milliseconds: number, work: () => void): void {
    const at = this.now + milliseconds;
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#entries[middle]!.at > at) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, { at, work });
  }

  /** Does everything, in the order of its time. */
  run(): void {
    for (let next = this.#entries.pop(); next; next = this.#entries.pop()) {
      this.now = next.at;
      next.work();
    }
  }
}

/** What only so many calls can have at a time. The others wait in the order in which they came. */
class Line {
  readonly #agenda: Agenda;
  readonly #places: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;
  #busy = 0;

  constructor(agenda: Agenda, places: number) {
    this.#agenda = agenda;
    this.#places = places;
  }

  /** Calls `begin` when a place is free, with a function that gives it back. */
  take(begin: (giveBack: () => void) => void): void {
    if (this.#taken === this.#places) {
      this.#waiting.push(() => this.take(begin));
      return;
    }
    this.#taken += 1;
    const since = this.#agenda.now;
    begin(() => {
      this.#taken -= 1;
      this.#busy += this.#agenda.now - since;
      this.#waiting.shift()?.();
    });
  }

  /** Takes a place for some time, then calls `then`. */
  use(milliseconds: number, then: () => void): void {
    if (milliseconds === 0) {
      then();
      return;
    }
    this.take((giveBack) =>
      this.#agenda.after(milliseconds, () => {
        giveBack();
        then();
      }),
    );
  }

  /** The share of the time in which its places are taken, from 0 to 1. */
  used(duration: number): number {
    return this.#busy / duration / this.#places;
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

interface Arrival {
  kind: CallKind;
  /** In milliseconds. */
  at: number;
}

/** The arrivals of all calls, at random and independent of each other, the earliest first. */
const arrivalsOf = (calls: Record<CallKind, number>, duration: number, random: () => number): Arrival[] =>
  CALL_KINDS.flatMap((kind) => {
    const found: Arrival[] = [];
    const pause = () => (-Math.log(random()) * 60_000) / calls[kind];
    for (let at = pause(); at < duration; at += pause()) found.push({ kind, at });
    return found;
  }).sort((a, b) => a.at - b.at);

/** As many calls are simulated, whatever time they take to arrive. */
const CALLS = 20_000;

/** Lets `visits` a minute arrive at a site. Each call takes from half to one and a half times its cost. */
export const simulate = (site: Site, costs: Costs, visits: number): Outcome => {
  const random = randomNumbers(1);
  const perMinute = Object.fromEntries(
    CALL_KINDS.map((kind) => [kind, site.cdn && BEHIND_CDN.includes(kind) ? 0 : VISIT[kind] * visits]),
  ) as Record<CallKind, number>;
  const duration = (CALLS * 60_000) / CALL_KINDS.reduce((sum, kind) => sum + perMinute[kind], 0);
  const agenda = new Agenda();
  const processes = Array.from({ length: site.processes }, () => new Line(agenda, 1));
  const shopCores = new Line(agenda, site.cores);
  const databaseCores = site.databaseCores === null ? shopCores : new Line(agenda, site.databaseCores);
  const orderNumbers = new Line(agenda, 1);
  const took = Object.fromEntries(CALL_KINDS.map((kind): [CallKind, number[]] => [kind, []])) as Record<
    CallKind,
    number[]
  >;

  const arrivals = arrivalsOf(perMinute, duration, random);
  const arrive = (index: number): void => {
    const arrival = arrivals[index];
    if (arrival === undefined) return;
    agenda.after(arrival.at - agenda.now, () => {
      arrive(index + 1);
      call(arrival, processes[index % site.processes]!);
    });
  };
  const call = ({ kind, at }: Arrival, process: Line): void => {
    const { main, threads, database } = costs[kind];
    const share = 0.5 + random();
    const end = () => took[kind].push(agenda.now - at);
    const store = (then: () => void) =>
      databaseCores.use(database * share, () => agenda.after(isWrite(kind) ? site.commit : 0, then));
    // Numbers have no gaps, so an order waits for the commit of the one before it.
    const order = () =>
      orderNumbers.take((giveBack) =>
        store(() => {
          giveBack();
          end();
        }),
      );
    process.take((giveBack) =>
      shopCores.use(main * share, () => {
        giveBack();
        shopCores.use(threads * share, () => (kind === 'confirm' ? order() : store(end)));
      }),
    );
  };
  arrive(0);
  agenda.run();
  return {
    p99: Math.max(...Object.values(took).map((times) => (times.length > 0 ? percentile(times, 99) : 0))),
    used: {
      processes: processes.reduce((sum, process) => sum + process.used(duration), 0) / site.processes,
      'shop cores': shopCores.used(duration),
      'database cores': databaseCores.used(duration),
      'order numbers': orderNumbers.used(duration),
    },
  };
};

const isWrite = (kind: CallKind): boolean => kind === 'add' || kind === 'confirm' || kind === 'login';

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
  const carries = (visits: number) => {
    const { p99, used } = simulate(site, costs, visits);
    // A line that grows without end may still be short.
    return p99 <= P99_LIMIT_MS && Object.values(used).every((share) => share < 1);
  };
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

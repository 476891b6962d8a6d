import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type ErrorCode, ShopError } from '#contract/errors.ts';
import { ALIVE_MS, type TaskKind, unexpectedFailure } from '#domain/tasks.ts';
import { asShop } from '../../db/caller.ts';
import { releaseLease, renewLease, takeLease } from '../../db/leases.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { Touch, Tx } from '../../db/types.ts';
import { waitAtMost } from '../../lib/concurrency.ts';
import { type KeyedCall, oncePerKey } from '../idempotency/idempotency.queries.ts';
import type { Once } from '../idempotency/once.ts';
import type { SignedIn } from '../users/sessions.ts';
import { endTask, extendTask, insertTask } from './tasks.queries.ts';

/** A task for the work that it consists of. Work in a worker thread gets a copy. */
export interface RunningTask {
  id: string;
  /** Says how much is done, in items or rows. */
  report(done: number, total: number): void;
}

export interface Progress {
  done: number;
  total: number;
}

interface TaskOrder {
  kind: TaskKind;
  user: Pick<SignedIn, 'userId'>;
  /** A description for people. */
  label: string;
  /** Of tasks of this kind only one runs at a time, over all processes. The others are refused with this error. */
  alone?: ErrorCode;
}

/** The outcome of a task as a text for people, and the change that they can undo. */
interface Result {
  message: string;
  changeId?: number | null;
}

/** With fewer items, work is over before anybody could look at it. */
const LONG_ITEMS = 500;
/** A process says three times as often that it is alive. */
const ALIVE = { milliseconds: ALIVE_MS };
/** How long storing the last ends may take when the shop stops. */
const LAST_END_MS = 1000;
/** Open panels learn about progress so often at most. */
const ANNOUNCE_EVERY_MS = 400;

/**
 * The long work of the panel: uploads, changes of many items, backups, exports (behavior 10.30). Each is a row, so that its state
 * shows after the page was closed. How far it is stays in the memory of its process: while a large change of SQLite runs,
 * nothing else can be written.
 */
export class Tasks {
  readonly #database: ShopDatabase;
  readonly #clock: () => number;
  readonly #log: FastifyBaseLogger;
  /** The tasks of this process, with how far they are. */
  readonly #progress = new Map<string, Progress | null>();
  readonly #running = new Set<Promise<unknown>>();
  #announcing: NodeJS.Timeout | undefined;

  constructor({ database, clock, log }: { database: ShopDatabase; clock: () => number; log: FastifyBaseLogger }) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
  }

  /** The same for work on a number of items. Work on a few is no task. */
  async runIfLong<Done extends Result>(
    order: TaskOrder & { items: number },
    work: (task?: RunningTask) => Promise<Done>,
  ): Promise<Done> {
    return order.items < LONG_ITEMS ? work() : this.run(order, work);
  }

  /**
   * Runs work as a task. It goes on when the caller is gone.
   * @throws what the work throws; the error of `alone`
   */
  async run<Done extends Result>(order: TaskOrder, work: (task: RunningTask) => Promise<Done>): Promise<Done> {
    return this.#follow(
      (async () => {
        const id = randomUUID();
        await this.#database.write((tx, touch) => this.#insert(tx, touch, id, order));
        return this.#work(id, order, work);
      })(),
    );
  }

  /**
   * Starts work as a task and returns its id, while the work goes on. A repeated call starts nothing, and returns the id of
   * the first one. A failure is in the task.
   */
  async start<Done extends Result>(
    order: TaskOrder & { keyed: KeyedCall },
    work: (task: RunningTask) => Promise<Done>,
  ): Promise<Once<{ id: string }>> {
    const id = randomUUID();
    const { userId } = order.user;
    const { made, isFirst } = await this.#database.write((tx, touch) =>
      oncePerKey(tx, { ...order.keyed, userId, now: this.#clock() }, async () => {
        await this.#insert(tx, touch, id, order);
        return { id };
      }),
    );
    if (isFirst) {
      asShop(() => this.#follow(this.#work(made.id, order, work))).catch((error) => {
        if (!(error instanceof ShopError)) this.#log.error({ err: error }, `"${order.label}" failed`);
      });
    }
    return made;
  }

  /**
   * Runs work of the shop itself that must not run next to a task of this kind, which is refused until the end. Does
   * nothing if one runs already.
   */
  async runAlone(kind: TaskKind, work: (holder: string) => Promise<void>): Promise<void> {
    const lease = leaseOf(randomUUID(), kind);
    const now = this.#clock();
    if (!(await this.#database.write((tx) => takeLease(tx, { ...lease, now, ...ALIVE })))) return;
    const renew = () => this.#database.write((tx) => renewLease(tx, { ...lease, now: this.#clock(), ...ALIVE }));
    // A database that cannot be written for a moment must not end the work.
    const beating = setInterval(() => void renew().catch(() => {}), ALIVE_MS / 3).unref();
    try {
      await this.#follow(work(lease.holder));
    } finally {
      clearInterval(beating);
      await this.#database.write((tx) => releaseLease(tx, lease));
    }
  }

  /** Shows how far the work of a stored task is, while this process does it. The work stores its end. */
  async goOn<Done>(id: string, work: (task: RunningTask) => Promise<Done>): Promise<Done> {
    this.#progress.set(id, null);
    try {
      return await work({ id, report: (done, total) => this.#report(id, { done, total }) });
    } finally {
      this.#progress.delete(id);
    }
  }

  /** Says if this process runs a task, and its progress if that is known. */
  progressOf(id: string): { runsHere: boolean; progress: Progress | null } {
    return { runsHere: this.#progress.has(id), progress: this.#progress.get(id) ?? null };
  }

  /**
   * Waits until the end of every task is stored, when the shop stops and its jobs have ended. Those that are no jobs have
   * this many milliseconds.
   */
  async finished(milliseconds: number): Promise<void> {
    await waitAtMost(Math.max(LAST_END_MS, milliseconds), Promise.allSettled([...this.#running]));
    clearTimeout(this.#announcing);
  }

  async #follow<Done>(running: Promise<Done>): Promise<Done> {
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  async #work<Done extends Result>(
    id: string,
    order: TaskOrder,
    work: (task: RunningTask) => Promise<Done>,
  ): Promise<Done> {
    this.#progress.set(id, null);
    const beating = asShop(() => setInterval(() => void this.#stayAlive(id, order), ALIVE_MS / 3)).unref();
    try {
      const done = await work({ id, report: (part, total) => this.#report(id, { done: part, total }) });
      await asShop(() =>
        this.#end(id, order, { state: 'done', message: done.message, changeId: done.changeId ?? null }),
      );
      return done;
    } catch (error) {
      await asShop(() =>
        this.#end(id, order, { state: 'failed', message: reasonOf(order.kind, error), changeId: null }),
      );
      throw error;
    } finally {
      clearInterval(beating);
      this.#progress.delete(id);
    }
  }

  /** @throws the error of `alone` */
  async #insert(tx: Tx, touch: Touch, id: string, { kind, user: { userId }, label, alone }: TaskOrder): Promise<void> {
    const now = this.#clock();
    if (alone && !(await takeLease(tx, { ...leaseOf(id, kind), now, ...ALIVE }))) throw new ShopError(alone);
    await insertTask(tx, { id, kind, userId, label, now, aliveUntil: now + ALIVE_MS });
    touch('tasks');
  }

  /** A database that cannot be written for a moment must not end the task. */
  async #stayAlive(id: string, { kind, alone }: TaskOrder): Promise<void> {
    const now = this.#clock();
    const aliveUntil = now + ALIVE_MS;
    await this.#database
      .write(async (tx) => {
        await extendTask(tx, { id, aliveUntil });
        if (alone) await renewLease(tx, { ...leaseOf(id, kind), now, ...ALIVE });
      })
      .catch(() => {});
  }

  /** The work is over, whether its end can be stored or not. */
  async #end(
    id: string,
    { kind, alone }: TaskOrder,
    end: { state: 'done' | 'failed'; message: string; changeId: number | null },
  ): Promise<void> {
    try {
      await this.#database.write(async (tx, touch) => {
        await endTask(tx, { id, ...end, now: this.#clock() });
        if (alone) await releaseLease(tx, leaseOf(id, kind));
        touch('tasks');
      });
    } catch (error) {
      this.#log.warn({ err: error }, 'the end of a task could not be stored');
    }
  }

  #report(id: string, progress: Progress): void {
    if (!this.#progress.has(id)) return;
    this.#progress.set(id, progress);
    this.#announcing ??= setTimeout(() => {
      this.#announcing = undefined;
      this.#database.announce('tasks');
    }, ANNOUNCE_EVERY_MS).unref();
  }
}

/** The lease of the process that does work of a kind alone. */
export const leaseOf = (holder: string, kind: TaskKind) => ({ name: `task ${kind}`, holder });

/** The message of a refusal with its first error, because "3 of 9 products are not valid." alone helps nobody. */
const reasonOf = (kind: TaskKind, error: unknown): string => {
  if (!(error instanceof ShopError)) return unexpectedFailure(kind);
  const first = error.details.errors?.find((line) => line !== error.message);
  return first ? `${error.message} ${first}` : error.message;
};

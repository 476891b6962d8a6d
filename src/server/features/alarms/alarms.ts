import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { happenedWithin } from '#domain/stored-times.ts';
import { takeLease } from '../../db/leases.ts';
import { postMessage } from '../../lib/post-message.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import type { Shop } from '../../shop.ts';
import { findBackupTimes } from '../backup/backup-times.ts';
import { backOffMs } from '../notices/delivery.ts';
import { findMachineProblems } from './machine-problems.ts';
import { findShopProblems } from './shop-problems.ts';
import {
  type Announced,
  changeAlarms,
  dueAlarms,
  findAlarms,
  type Place,
  type StoredAlarm,
  type StoredAlarms,
  withAnnouncements,
  withFindings,
  withUnstored,
} from './stored-alarms.ts';

const CHECK_MS = 60_000;
/** How soon after a failure the shop tries whether it can write, and how often while it cannot. */
const SUSPICION_MS = 5000;
/** A little less than the interval, so that the next look of this process takes the lease again. */
const LEASE_MS = CHECK_MS - 5000;
/** How long a backup that was due at the start may take. */
const START_MS = 10 * 60_000;

/**
 * Looks every minute for problems that an operator has to know. They go to the log, to ALARM_WEBHOOK_URL and to the
 * metrics: at the beginning, once a day while they last, and at the end (behavior 1.20). One process looks at the shop
 * as a whole, and one at each machine.
 */
export class Alarms {
  readonly #shop: Shop;
  readonly #machine = hostname();
  readonly #holder = randomUUID();
  readonly #startedAt: number;
  /** The alarms as they were read last. */
  #stored: StoredAlarms = {};
  /** The alarms of this machine, if they could not be stored. */
  #unstored: StoredAlarms | null = null;

  constructor(shop: Shop) {
    this.#shop = shop;
    this.#startedAt = shop.clock();
  }

  start(): BackgroundJob {
    const stopping = new AbortController();
    const stopWatching = this.#shop.trustedClock.outside.watch();
    const { log, writability } = this.#shop;
    const job = repeat({ name: 'alarms', every: CHECK_MS, log }, () => this.check(stopping.signal));
    const soon = repeat({ name: 'writability', every: SUSPICION_MS, log }, async () => {
      if (await writability.lookIfSuspected()) job.wake();
    });
    return {
      stop: async () => {
        stopWatching();
        stopping.abort();
        await Promise.all([job.stop(), soon.stop()]);
      },
    };
  }

  /**
   * Looks, and announces what is due. One process looks at the shop as a whole. Each looks at its machine, and one of
   * them announces, or each of them while nothing can be stored.
   */
  async check(stopped?: AbortSignal): Promise<void> {
    const { database, trustedClock, alarms: status } = this.#shop;
    await this.#readAlarms();
    await this.#lookAtMachine(stopped);
    try {
      await this.#lookAtShop(stopped);
    } finally {
      const alarms = await this.#readAlarms();
      trustedClock.noteOthers(isLasting(alarms, `clock_wrong ${this.#machine}`));
      status.lasting = new Set(Object.values(alarms).flatMap(({ kind, endedAt }) => (endedAt === null ? [kind] : [])));
    }
    status.lastBackup = (await findBackupTimes(database.read)).verified ?? null;
  }

  /** The alarms of all places, as far as this process knows. */
  async #readAlarms(): Promise<StoredAlarms> {
    this.#stored = await findAlarms(this.#shop.database.read).catch(() => this.#stored);
    return withUnstored(this.#stored, this.#unstored, this.#machine);
  }

  async #lookAtShop(stopped: AbortSignal | undefined): Promise<void> {
    const { clock } = this.#shop;
    if (!(await this.#takeTurn(null))) return;
    const isStart = happenedWithin(this.#startedAt, { now: clock(), most: START_MS });
    const findings = await findShopProblems(this.#shop, { now: clock(), isStart });
    const look = { place: null, now: clock() };
    const alarms = await this.#store((stored) => withFindings(stored, findings, look));
    const told = await this.#tell(dueAlarms(alarms, look), stopped);
    if (told.size > 0) await this.#store((stored) => withAnnouncements(stored, told, clock()));
  }

  /** A machine has alarms that say that nothing can be stored, so these need no database. */
  async #lookAtMachine(stopped: AbortSignal | undefined): Promise<void> {
    const { clock, writability } = this.#shop;
    const name = this.#machine;
    const known = withUnstored(this.#stored, this.#unstored, name);
    const wasLow = isLasting(known, `disk_low ${name}`);
    const findings = await findMachineProblems(this.#shop, { name, wasLow });
    const look = { place: name, now: clock() };
    const change = (stored: StoredAlarms) => withFindings(withUnstored(stored, this.#unstored, name), findings, look);
    const isTurn = await this.#takeTurn(name).catch(() => null);
    if (isTurn === false && writability.isWritable) {
      // Another process of this machine stores and announces.
      this.#unstored = null;
      return;
    }
    let alarms = isTurn ? await this.#store(change).catch(() => null) : null;
    const isStored = alarms !== null;
    alarms ??= change(known);
    const told = await this.#tell(dueAlarms(alarms, look), stopped);
    const announce = (before: StoredAlarms) => withAnnouncements(before, told, clock());
    this.#unstored = announce(alarms);
    if (!isStored) return;
    if (told.size > 0) {
      const last = await this.#store(announce).catch(() => null);
      if (last === null) return;
    }
    this.#unstored = null;
  }

  /** Changes the stored alarms, if that makes a difference. */
  async #store(change: (stored: StoredAlarms) => StoredAlarms): Promise<StoredAlarms> {
    const { database } = this.#shop;
    const before = await findAlarms(database.read);
    if (isDeepStrictEqual(before, change(before))) return before;
    return database.write((tx) => changeAlarms(tx, change));
  }

  async #tell(due: ReturnType<typeof dueAlarms>, stopped: AbortSignal | undefined): Promise<Announced> {
    if (stopped?.aborted) return new Map();
    const announcing = due.map(
      async ([id, alarm]) => [id, { alarm, retryAt: await this.#announce(alarm, stopped) }] as const,
    );
    return new Map(await Promise.all(announcing));
  }

  #takeTurn(place: Place): Promise<boolean> {
    const now = this.#shop.clock();
    const lease = { name: place === null ? 'alarms' : `alarms ${place}`, holder: this.#holder };
    return this.#shop.database.write((tx) => takeLease(tx, { ...lease, now, milliseconds: LEASE_MS }));
  }

  /** Says it in the log and to the webhook. Returns when to try again, or null if that is not needed. */
  async #announce(alarm: StoredAlarm, stopped: AbortSignal | undefined): Promise<number | null> {
    const { settings, clock, log } = this.#shop;
    const { kind, message, since, endedAt, failures } = alarm;
    const resolved = endedAt !== null;
    if (failures === 0) log.warn({ alarm: kind, resolved }, `${resolved ? 'resolved: ' : ''}${message}`);
    const { ALARM_WEBHOOK_URL: address, SHOP_NAME: shop } = settings;
    if (address === undefined) return null;
    const times = { at: new Date(clock()).toISOString(), since: new Date(since).toISOString() };
    const body = JSON.stringify({ kind, message, ...times, shop, resolved });
    const reason = await postMessage(address, { body, stopped });
    if (reason === null) return null;
    if (failures === 0) log.warn({ alarm: kind, reason }, 'ALARM_WEBHOOK_URL did not take an alarm; it is sent again');
    return clock() + backOffMs(failures + 1);
  }
}

const isLasting = (alarms: StoredAlarms, id: string): boolean => alarms[id]?.endedAt === null;

/** Looks for alarms until the shop stops. */
export const startAlarms = (shop: Shop): BackgroundJob => new Alarms(shop).start();

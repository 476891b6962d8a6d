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
import type { Finding } from './alarm-status.ts';
import { findMachineProblems } from './machine-problems.ts';
import { findShopProblems } from './shop-problems.ts';
import {
  changeAlarms,
  dueAlarms,
  findAlarms,
  type Place,
  type StoredAlarm,
  type StoredAlarms,
  withAnnouncements,
  withFindings,
} from './stored-alarms.ts';

const CHECK_MS = 60_000;
/** A little less than the interval, so that the next look of this process takes the lease again. */
const LEASE_MS = CHECK_MS - 5000;
/** How long a backup that was due at the start may take. */
const START_MS = 10 * 60_000;

/**
 * Looks every minute for what an operator has to know, and says so in the log, to ALERT_WEBHOOK_URL and in the metrics:
 * when it begins, once a day while it lasts, and when it has ended (behavior 1.20). One process looks at the shop as a
 * whole, and one at each machine.
 */
export class Alarms {
  readonly #shop: Shop;
  readonly #machine = hostname();
  readonly #startedAt: number;

  constructor(shop: Shop) {
    this.#shop = shop;
    this.#startedAt = shop.clock();
  }

  start(): BackgroundJob {
    const stopping = new AbortController();
    const stopWatching = this.#shop.trustedClock.outside.watch();
    const job = repeat(CHECK_MS, this.#shop.log, () => this.check(stopping.signal));
    return {
      stop: async () => {
        stopWatching();
        stopping.abort();
        await job.stop();
      },
    };
  }

  /** Looks, unless another process does so already, and announces what is due. */
  async check(stopped?: AbortSignal): Promise<void> {
    const { database, clock, trustedClock, alarms: status } = this.#shop;
    const isStart = happenedWithin(this.#startedAt, { now: clock(), most: START_MS });
    await this.#look(null, () => findShopProblems(this.#shop, { now: clock(), isStart }), stopped);
    await this.#look(this.#machine, (alarms) => this.#findMachineProblems(alarms), stopped);
    const [alarms, times] = await Promise.all([findAlarms(database.read), findBackupTimes(database.read)]);
    trustedClock.noteOthers(alarms[`clock_wrong ${this.#machine}`]?.endedAt === null);
    status.lasting = new Set(Object.values(alarms).flatMap(({ kind, endedAt }) => (endedAt === null ? [kind] : [])));
    status.lastBackup = times.verified ?? null;
  }

  #findMachineProblems(alarms: StoredAlarms): Promise<Finding[]> {
    const name = this.#machine;
    const wasLow = alarms[`disk_low ${name}`]?.endedAt === null;
    return findMachineProblems(this.#shop, { name, wasLow });
  }

  async #look(
    place: Place,
    find: (alarms: StoredAlarms) => Promise<Finding[]>,
    stopped: AbortSignal | undefined,
  ): Promise<void> {
    const { database, clock } = this.#shop;
    if (!(await this.#takeTurn(place))) return;
    const before = await findAlarms(database.read);
    const findings = await find(before);
    const now = clock();
    const look = { place, now };
    const isSame = isDeepStrictEqual(before, withFindings(before, findings, look));
    const alarms = isSame
      ? before
      : await database.write((tx) => changeAlarms(tx, (stored) => withFindings(stored, findings, look)));
    const due = dueAlarms(alarms, look);
    if (due.length === 0 || stopped?.aborted) return;
    const announced = new Map(
      await Promise.all(
        due.map(async ([id, alarm]) => [id, { alarm, retryAt: await this.#announce(alarm, stopped) }] as const),
      ),
    );
    await database.write((tx) => changeAlarms(tx, (stored) => withAnnouncements(stored, announced, clock())));
  }

  #takeTurn(place: Place): Promise<boolean> {
    const now = this.#shop.clock();
    const lease = { name: place === null ? 'alarms' : `alarms ${place}`, holder: randomUUID() };
    return this.#shop.database.write((tx) => takeLease(tx, { ...lease, now, milliseconds: LEASE_MS }));
  }

  /** Says it in the log and to the webhook. Returns when to try again, or null if that is not needed. */
  async #announce(alarm: StoredAlarm, stopped: AbortSignal | undefined): Promise<number | null> {
    const { settings, clock, log } = this.#shop;
    const { kind, message, since, endedAt, failures } = alarm;
    const resolved = endedAt !== null;
    if (failures === 0) log.warn({ alarm: kind, resolved }, `${resolved ? 'resolved: ' : ''}${message}`);
    const { ALERT_WEBHOOK_URL: address, SHOP_NAME: shop } = settings;
    if (address === undefined) return null;
    const times = { at: new Date(clock()).toISOString(), since: new Date(since).toISOString() };
    const body = JSON.stringify({ kind, message, ...times, shop, resolved });
    const reason = await postMessage(address, { body, stopped });
    if (reason === null) return null;
    if (failures === 0) log.warn({ alarm: kind, reason }, 'ALERT_WEBHOOK_URL did not take an alarm; it is sent again');
    return clock() + backOffMs(failures + 1);
  }
}

/** Looks for alarms until the shop stops. */
export const startAlarms = (shop: Shop): BackgroundJob => new Alarms(shop).start();

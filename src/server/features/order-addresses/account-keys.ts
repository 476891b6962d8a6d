import type { FastifyBaseLogger } from 'fastify';
import { asShop } from '../../db/caller.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import { type AccountKey, knownAccountKey } from '../../lib/account-key.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import { KEY_SETTINGS, type KeySetting, type Settings } from '../../settings.ts';
import type { CurrentSettings } from '../settings/current-settings.ts';
import { findRoom, skipWallets, storeAddresses, storeKey } from './order-addresses.queries.ts';

/** A key whose next free address an order takes, as the statement wants it. */
export interface TakenKey {
  key_id: number;
  /** The shop's own address in this coin, which no order gets. */
  wallet: string;
}

/** So many addresses of each key are derived ahead. */
const READY = 200;
/** After so many orders of this process, others are derived. */
const TAKEN = 50;
/** Orders that find none derive some themselves. */
const AT_ONCE = 50;

const LOOK_EVERY_MS = 60_000;

interface Parts {
  database: ShopDatabase;
  settings: Settings;
  clock: () => number;
  jobs: JobRunner;
}

/** The account keys of settings. */
export const accountKeysOf = (settings: Partial<Pick<Settings, KeySetting>>): AccountKey[] =>
  (Object.keys(KEY_SETTINGS) as KeySetting[]).flatMap((name) => {
    const text = settings[name];
    return text === undefined ? [] : [knownAccountKey(KEY_SETTINGS[name], text)];
  });

interface Following {
  currentSettings: CurrentSettings;
  log: FastifyBaseLogger;
}

/** The account keys in force, and their addresses for the next orders (behavior 7.27). */
export class AccountKeys {
  readonly #shop: Parts;
  /** The ids of keys in the database, by coin and fingerprint. */
  readonly #ids = new Map<string, number>();
  #filling: Promise<void> | undefined;
  #taken = 0;
  #onUsed = () => {};

  constructor(shop: Parts) {
    this.#shop = shop;
  }

  get inForce(): AccountKey[] {
    return accountKeysOf(this.#shop.settings);
  }

  /** The keys from which an order takes an address each. */
  async toTakeFrom(): Promise<TakenKey[]> {
    const keys = this.inForce;
    // Before the first order with a key there may be none.
    if (keys.some((key) => !this.#ids.has(nameOf(key)))) await this.fillAtOnce();
    return keys.map((key) => ({ key_id: this.#ids.get(nameOf(key))!, wallet: this.#walletOf(key) }));
  }

  /** Says that an order took addresses. */
  taken(): void {
    this.#taken += 1;
    if (this.#taken < TAKEN) return;
    this.#taken = 0;
    this.#onUsed();
  }

  /** Derives some addresses in this thread, for an order that waits for them. */
  fillAtOnce(): Promise<void> {
    const start = () => asShop(() => this.#fill({ least: 1, ready: AT_ONCE, isInThread: false }));
    this.#filling ??= start().finally(() => {
      this.#filling = undefined;
    });
    this.#onUsed();
    return this.#filling;
  }

  /** Derives addresses ahead, now and whenever some were taken or the settings change. */
  start({ currentSettings, log }: Following): BackgroundJob {
    const job = repeat({ name: 'order addresses', every: LOOK_EVERY_MS, log }, () =>
      this.#fill({ least: READY - TAKEN, ready: READY, isInThread: true }),
    );
    this.#onUsed = job.wake;
    const stopListening = currentSettings.onChange(job.wake);
    return {
      stop: () => {
        stopListening();
        return job.stop();
      },
    };
  }

  #walletOf({ coin }: AccountKey): string {
    const { BTC_ADDRESS, LTC_ADDRESS } = this.#shop.settings;
    return ((coin === 'BTC' ? BTC_ADDRESS : LTC_ADDRESS) ?? '').toLowerCase();
  }

  async #fill({ least, ready, isInThread }: { least: number; ready: number; isInThread: boolean }): Promise<void> {
    const { database, clock, jobs } = this.#shop;
    for (const key of this.inForce) {
      const { coin, xpub } = key;
      const now = clock();
      // Each time, because a restore gives other ids.
      const keyId = await database.write(async (tx) => {
        const id = await storeKey(tx, { ...key, now });
        await skipWallets(tx, id, [this.#walletOf(key)]);
        return id;
      });
      this.#ids.set(nameOf(key), keyId);
      const { free, next: from } = await findRoom(database.read, keyId);
      if (free >= least) continue;
      const wanted = { coin, xpub, from, count: ready - free };
      const addresses = await jobs.run('deriveAddresses', wanted, { items: isInThread ? Number.POSITIVE_INFINITY : 0 });
      await database.write(async (tx) => {
        await storeAddresses(tx, { keyId, coin, from, addresses });
        await skipWallets(tx, keyId, [this.#walletOf(key)]);
      });
    }
  }
}

const nameOf = ({ coin, fingerprint }: AccountKey): string => `${coin} ${fingerprint}`;

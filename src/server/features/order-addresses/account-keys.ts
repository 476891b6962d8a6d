import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { asShop } from '../../db/caller.ts';
import type { ShopDatabase } from '../../db/shop-database.ts';
import { type AccountKey, addressAt, type DerivedAddress, knownAccountKey } from '../../lib/account-key.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import { KEY_SETTINGS, type KeySetting, type Settings } from '../../settings.ts';
import { findRoom, skipWallets, storeAddresses, storeKey } from './order-addresses.queries.ts';

/** A key whose next free address an order takes, as the statement wants it. */
export interface TakenKey {
  key_id: number;
  /** The shop's own address in this coin, which no order gets. */
  wallet: string;
}

/** So many addresses of each key are ready for the next orders. */
const READY = 1000;
/** Curves are slow. A look derives no more than these, and orders that find none derive as many themselves. */
const A_LOOK = 25;
const AT_ONCE = 50;

const LOOK_EVERY_MS = 1000;
/** With more orders than these in a look, deriving waits for a quieter moment. */
const BUSY = 5;

interface Parts {
  database: ShopDatabase;
  settings: Settings;
  clock: () => number;
}

/** The account keys of settings. */
const accountKeysOf = (settings: Partial<Pick<Settings, KeySetting>>): AccountKey[] =>
  (Object.keys(KEY_SETTINGS) as KeySetting[]).flatMap((name) => {
    const text = settings[name];
    return text === undefined ? [] : [knownAccountKey(KEY_SETTINGS[name], text)];
  });

interface Following {
  currentSettings: { onChange(listener: () => void): () => void };
  log: FastifyBaseLogger;
}

/** The account keys in force, and their addresses for the next orders (behavior 7.27). */
export class AccountKeys {
  readonly #shop: Parts;
  /** The ids of keys in the database, by coin and fingerprint. */
  readonly #ids = new Map<string, number>();
  #filling: Promise<void> | undefined;
  /** Orders that took addresses since the last look. */
  #taken = 0;
  #isFull = false;

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
    this.#isFull = false;
  }

  /** Derives some addresses now, for orders that wait for them. */
  fillAtOnce(): Promise<void> {
    this.#filling ??= asShop(() => this.#fill({ least: 1, most: AT_ONCE })).finally(() => {
      this.#filling = undefined;
    });
    return this.#filling;
  }

  /** Derives addresses ahead, a few at a time while there are few orders. */
  start({ currentSettings, log }: Following): BackgroundJob {
    const job = repeat({ name: 'order addresses', every: LOOK_EVERY_MS, log }, async () => {
      const isBusy = this.#taken > BUSY;
      this.#taken = 0;
      if (this.#isFull || isBusy) return;
      this.#isFull = true;
      await this.#fill({ least: READY, most: A_LOOK });
    });
    const stopListening = currentSettings.onChange(() => {
      this.#isFull = false;
      job.wake();
    });
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

  /** Keys with fewer free addresses than the least get some more. */
  async #fill({ least, most }: { least: number; most: number }): Promise<void> {
    const { database, clock } = this.#shop;
    for (const key of this.inForce) {
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
      this.#isFull = false;
      const addresses: DerivedAddress[] = [];
      for (let position = from; position < from + most; position++) {
        addresses.push(addressAt(key, position));
        // Other calls go on in between.
        await setImmediate();
      }
      await database.write(async (tx) => {
        await storeAddresses(tx, { keyId, coin: key.coin, from, addresses });
        await skipWallets(tx, keyId, [this.#walletOf(key)]);
      });
    }
  }
}

const nameOf = ({ coin, fingerprint }: AccountKey): string => `${coin} ${fingerprint}`;

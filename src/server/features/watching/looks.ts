import { COINS, type Coin } from '#domain/quotes.ts';
import { type Looks, nextLooks, unseenSince } from '#domain/watch-looks.ts';
import { findState, lockState, setState } from '../../db/shop-state.ts';
import type { Db } from '../../db/types.ts';
import { watchServers } from '../../settings.ts';
import type { Shop } from '../../shop.ts';

type StoredLooks = Partial<Record<Coin, Looks>>;

const parse = (text: string | null): StoredLooks => (text ? (JSON.parse(text) as StoredLooks) : {});

/** What one round has found out of a coin. */
export interface CoinRound {
  answered: boolean;
  servers: readonly { host: string; failure: string | null }[];
}

/** Nothing else has changed, so the time is stored only so often. */
const STORE_EVERY_MS = 60_000;

/** Stores when the shop has looked, and which servers did not answer (behavior 7.28). */
export const storeLooks = async (
  { database, clock }: Pick<Shop, 'database' | 'clock'>,
  rounds: ReadonlyMap<Coin, CoinRound>,
): Promise<void> => {
  const now = clock();
  const known = parse(await findState(database.read, 'watch_looks'));
  if ([...rounds].every(([coin, round]) => isSame(known[coin], nextLooks(known[coin], { now, ...round })))) return;
  await database.write(async (tx, touch) => {
    const before = parse(await lockState(tx, 'watch_looks'));
    const after = { ...before };
    for (const [coin, round] of rounds) after[coin] = nextLooks(before[coin], { now, ...round });
    await setState(tx, 'watch_looks', JSON.stringify(after));
    const changes = COINS.some((coin) => stateOf(before[coin]) !== stateOf(after[coin]));
    if (changes) touch('receipts', []);
  });
};

/** What people see of it, besides the time. */
const stateOf = (looks: Looks | undefined): string =>
  looks === undefined
    ? ''
    : JSON.stringify([unseenSince(looks) !== null, looks.servers.map(({ host, failure }) => [host, failure !== null])]);

const isSame = (before: Looks | undefined, after: Looks): boolean =>
  before !== undefined &&
  before.failed === after.failed &&
  stateOf(before) === stateOf(after) &&
  (after.lookedAt ?? 0) - (before.lookedAt ?? 0) < STORE_EVERY_MS;

/** The looks at the servers that are set now, for each watched coin. */
export const findLooks = async (db: Db, { settings }: Pick<Shop, 'settings'>): Promise<[Coin, Looks][]> => {
  const watched = COINS.filter((coin) => watchServers(settings, coin).length > 0);
  if (watched.length === 0) return [];
  const stored = parse(await findState(db, 'watch_looks'));
  return watched.map((coin) => {
    const hosts = watchServers(settings, coin).map((address) => new URL(address).host);
    const { lookedAt = null, failed = 0, servers = [] } = stored[coin] ?? {};
    const current = servers.filter(({ host }) => hosts.includes(host));
    // The failures of servers that are no longer asked say nothing of the others.
    return [coin, { lookedAt, failed: current.length === hosts.length ? failed : 0, servers: current }];
  });
};

import { randomUUID } from 'node:crypto';
import { COINS, type Coin } from '#domain/quotes.ts';
import { agree } from '#domain/watching.ts';
import { releaseLease, takeLease } from '../../db/leases.ts';
import { Semaphore } from '../../lib/concurrency.ts';
import { Esplora } from '../../lib/esplora.ts';
import { type BackgroundJob, repeat } from '../../lib/repeat.ts';
import { watchServers } from '../../settings.ts';
import type { Shop } from '../../shop.ts';
import { applyRound } from './apply-round.service.ts';
import { type CoinRound, storeLooks } from './looks.ts';
import { findOutputs, findSeldom, findUrgent, type Watched } from './watching.queries.ts';

/** One process asks the servers, as long as it renews this lease in time. */
const LEASE = 'watching';
const SHORTEST_LEASE_MS = 60_000;
const LONGEST_LEASE_MS = 2 * 3600 * 1000;
/** Settled and ended orders, and addresses without an order, are asked for in one of so many rounds. */
const SELDOM = 10;
/** So many addresses of a coin are asked for at the same time, each server once for each. */
const AT_ONCE = 4;
/** So many errors in a round, and the rest waits for the next one. */
const MOST_ERRORS = 3;

/** The servers of each coin that is watched, for one round. */
const serversOf = (
  { settings, currentSettings, timeLimits }: Pick<Shop, 'settings' | 'currentSettings' | 'timeLimits'>,
  stopped?: AbortSignal,
): Map<Coin, Esplora[]> =>
  new Map(
    COINS.flatMap((coin) => {
      const publicOnly = currentSettings.mustBePublic(`${coin}_WATCH_URL`);
      const options = { publicOnly, milliseconds: timeLimits.watchServer, stopped };
      const servers = watchServers(settings, coin).map((address) => new Esplora(address, options));
      return servers.length === 0 ? [] : [[coin, servers] as const];
    }),
  );

interface Round {
  /** Also what is asked for seldom. */
  isFull: boolean;
  stopped?: AbortSignal;
  /** Called before each address. Returns whether this process goes on. */
  goesOn?: () => Promise<boolean>;
}

/**
 * Asks the servers for the addresses that are due, and stores what they say of each (behavior 7.28). A problem with
 * one of them does not keep the others waiting.
 * @throws the first error
 */
export const watchOnce = async (shop: Shop, { isFull, stopped, goesOn }: Round): Promise<void> => {
  const { database, clock, log } = shop;
  const servers = serversOf(shop, stopped);
  const coins = [...servers.keys()];
  if (coins.length === 0) return;
  const due = await findUrgent(database.read, { coins });
  if (isFull) due.push(...(await findSeldom(database.read, { coins, now: clock() })));
  const errors: unknown[] = [];
  const asked = new Set<Coin>();
  const answered = new Set<Coin>();
  let isLost = false;
  const watch = async (watched: Watched): Promise<void> => {
    if (isLost || stopped?.aborted || errors.length >= MOST_ERRORS) return;
    try {
      if (goesOn && !(await goesOn())) isLost = true;
      else {
        asked.add(watched.coin);
        const isAnswered = () => answered.add(watched.coin);
        await watchAddress(shop, watched, servers.get(watched.coin)!, isAnswered);
      }
    } catch (error) {
      errors.push(error);
    }
  };
  const turns = new Map(coins.map((coin) => [coin, new Semaphore(AT_ONCE)]));
  await Promise.all(due.map((watched) => turns.get(watched.coin)!.run(() => watch(watched))));
  if (!stopped?.aborted) {
    logFailures(log, servers);
    const rounds = [...asked].map((coin): [Coin, CoinRound] => [
      coin,
      { answered: answered.has(coin), servers: servers.get(coin)!.map(({ host, failure }) => ({ host, failure })) },
    ]);
    if (rounds.length > 0 && !isLost) await storeLooks(shop, new Map(rounds));
  }
  if (errors.length > 0) throw errors[0];
};

const watchAddress = async (
  shop: Shop,
  watched: Watched,
  servers: readonly Esplora[],
  isAnswered: () => void,
): Promise<void> => {
  const { address, script } = watched;
  const known = (await findOutputs(shop.database.read, { address })).map(({ txid }) => txid);
  const answers = await Promise.all(servers.map((server) => server.ask({ address, script, known })));
  if (answers.every((answer) => answer === null)) return;
  isAnswered();
  await applyRound(shop, watched, agree(answers));
};

const logFailures = (log: Shop['log'], servers: ReadonlyMap<Coin, readonly Esplora[]>): void => {
  for (const [coin, ofCoin] of servers) {
    for (const { host, failure } of ofCoin) {
      if (failure !== null) log.warn(`watching: ${failure} (${host}). ${coin}_WATCH_URL changed nothing.`);
    }
  }
};

/** Watches the addresses of orders every WATCH_SECONDS, in one process (behavior 7.28). */
export const startWatching = (shop: Shop): BackgroundJob => {
  const { settings, currentSettings, database, clock, log } = shop;
  const stopping = new AbortController();
  const holder = randomUUID();
  const every = () => settings.WATCH_SECONDS * 1000;
  let rounds = 0;
  let renewedAt = 0;
  const takeTurn = (): Promise<boolean> => {
    renewedAt = performance.now();
    const milliseconds = Math.max(SHORTEST_LEASE_MS, 2 * every());
    const lease = { name: LEASE, holder, now: clock(), milliseconds, longest: LONGEST_LEASE_MS };
    return database.write((tx) => takeLease(tx, lease));
  };
  const goesOn = async () => performance.now() - renewedAt < SHORTEST_LEASE_MS / 4 || (await takeTurn());
  const job = repeat({ name: 'watching', every, log }, async () => {
    if (serversOf(shop).size === 0 || !(await takeTurn())) return;
    await watchOnce(shop, { isFull: rounds++ % SELDOM === 0, stopped: stopping.signal, goesOn });
  });
  const stopListening = currentSettings.onChange(job.wake);
  return {
    stop: async () => {
      stopListening();
      stopping.abort();
      await job.stop();
      await database.write((tx) => releaseLease(tx, { name: LEASE, holder })).catch(() => {});
    },
  };
};

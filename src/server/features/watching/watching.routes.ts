import { getUnseenCoins, getWatching, type WatchedCoin } from '#contract/watching.ts';
import { may } from '#domain/permissions.ts';
import type { Coin } from '#domain/quotes.ts';
import { type Looks, unseenSince } from '#domain/watch-looks.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { isoTime } from '../audit/chain.queries.ts';
import { findLooks } from './looks.ts';

/** When the shop last looked for payments, and in which coins it cannot see them (behavior 7.28). */
export const registerWatching: Feature = (serve, shop) => {
  serve(getWatching, async ({ user: { role } }) => ({
    coins: presentLooks(await findLooks(shop.database.read, shop), may(role, 'settings.write')),
  }));

  serve(getUnseenCoins, async () => {
    const looks = await findLooks(shop.database.read, shop);
    return { unseen: looks.flatMap(([coin, each]) => (unseenSince(each) === null ? [] : coin)) };
  });
};

/** The looks as the panel shows them. */
const presentLooks = (looks: readonly [Coin, Looks][], showsServers: boolean): WatchedCoin[] => {
  const time = (at: number | null) => (at === null ? null : isoTime(at));
  return looks.map(([coin, each]) => ({
    coin,
    lookedAt: time(each.lookedAt),
    unseenSince: time(unseenSince(each)),
    servers: showsServers
      ? each.servers.map(({ host, failure, since }) => ({ host, failure, since: time(since) }))
      : [],
  }));
};

import { afterAll, beforeEach, expect, test } from 'vitest';
import { getAttention } from '#contract/attention.ts';
import { setRates } from '#contract/rates.ts';
import { getUnseenCoins, getWatching } from '#contract/watching.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildMember } from '../../testing/factories.ts';
import { FakeChain, MANNERS, startFakeEsplora } from '../../testing/fake-chain.ts';
import { orderWatched } from '../../testing/watched-orders.ts';
import { watchOnce } from './watch.ts';

const MINUTE_MS = 60_000;

const [one, two] = [await startFakeEsplora(), await startFakeEsplora()];
afterAll(() => Promise.all([one.close(), two.close()]));

bothDatabases(
  (shop) => {
    beforeEach(async () => {
      const chain = new FakeChain();
      for (const server of [one, two]) Object.assign(server, { chain, manner: null });
      await (await buildAdmin(shop())).call(setRates, { body: { BTC: '50000', LTC: null } });
      await shop().database.write((tx) => tx.deleteFrom('shop_state').where('key', '=', 'watch_looks').execute());
      await orderWatched(shop(), [chain]);
    });
    const look = async () => {
      shop().advance(MINUTE_MS);
      await watchOnce(shop(), { isFull: false });
      return now();
    };
    const now = () => new Date(shop().clock()).toISOString();
    const seen = async (role?: 'orders') => (await (await buildAdmin(shop(), role)).call(getWatching)).body.coins;
    const unseen = async () => (await (await buildMember(shop())).call(getUnseenCoins)).body.unseen;
    const needed = async (role?: 'orders' | 'inventory') =>
      (await (await buildAdmin(shop(), role)).call(getAttention)).body.items.filter(
        ({ kind }) => kind === 'payments_unseen',
      );
    const stop = (...servers: (typeof one)[]) => {
      for (const server of servers) server.manner = MANNERS.limited;
    };

    test('a shop whose servers do not answer says since when payments cannot be seen', async () => {
      expect(await seen()).toEqual([{ coin: 'BTC', lookedAt: null, unseenSince: null, servers: [] }]);
      const lookedAt = await look();
      const hosts = [one, two].map(({ url }) => new URL(url).host);
      expect(await seen()).toEqual([
        {
          coin: 'BTC',
          lookedAt,
          unseenSince: null,
          servers: hosts.map((host) => ({ host, failure: null, since: null })),
        },
      ]);

      stop(one, two);
      const since = await look();
      expect([await needed(), await unseen()]).toEqual([[], []]);
      await look();
      expect(await unseen()).toEqual(['BTC']);
      const failure = 'The server answered with status 429';
      const servers = hosts.map((host) => ({ host, failure, since }));
      expect(await seen()).toEqual([{ coin: 'BTC', lookedAt, unseenSince: lookedAt, servers }]);
      expect(await seen('orders')).toEqual([{ coin: 'BTC', lookedAt, unseenSince: lookedAt, servers: [] }]);
      const item = { kind: 'payments_unseen', count: 1, oldest: lookedAt };
      expect(await needed()).toEqual([{ ...item, link: '/admincp?tab=settings&section=payment&at=watching' }]);
      expect(await needed('orders')).toEqual([{ ...item, link: '/admincp?tab=receipts&status=awaiting_payment' }]);
      expect(await needed('inventory')).toEqual([]);

      two.manner = null;
      const again = await look();
      expect(await unseen()).toEqual([]);
      expect(await needed()).toEqual([]);
      expect(await seen()).toEqual([
        {
          coin: 'BTC',
          lookedAt: again,
          unseenSince: null,
          servers: [servers[0], { host: hosts[1], failure: null, since: null }],
        },
      ]);
    });
  },
  {
    settings: {
      ...{ BTC_WATCH_URL: `${one.url},${two.url}`, WATCH_SECONDS: '1', WALLET_DELAY_HOURS: '0' },
      BTC_ADDRESS: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    },
  },
);

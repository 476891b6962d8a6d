import { beforeEach, describe, expect, test } from 'vitest';
import { getAttention } from '#contract/attention.ts';
import { acceptRates, getRates, setRates } from '#contract/rates.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, type TestUser } from '../../testing/factories.ts';
import { startTestShop } from '../../testing/test-shop.ts';
import { setRatesByHand, storeReadRates } from './rates.service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const RATE_URL = 'http://127.0.0.1:1/rates';

bothDatabases(
  (shop) => {
    let earlier = 0;
    beforeEach(async () => {
      const { database } = shop();
      await database.write((tx) =>
        tx.deleteFrom('shop_state').where('key', 'in', ['url_rates', 'rate_guard']).execute(),
      );
      const entries = database.read.selectFrom('audit').select((of) => of.fn.countAll<number>().as('count'));
      earlier = Number((await entries.where('kind', '=', 'settings').executeTakeFirstOrThrow()).count);
    });

    /** Reads these rates from RATE_URL. */
    const read = (BTC: string | null, LTC: string | null = null, limitPercent = 20) =>
      shop().database.write((tx, touch) =>
        storeReadRates(tx, touch, { rates: { BTC, LTC }, now: shop().clock(), limitPercent }),
      );
    const readAll = async (...rates: string[]) => {
      for (const rate of rates) {
        shop().advance(5 * MINUTE_MS);
        await read(rate);
      }
    };
    const rates = async () => (await (await buildAdmin(shop())).call(getRates)).body;
    const accept = async (BTC: string | null, LTC: string | null = null) =>
      (await buildAdmin(shop())).call(acceptRates, { body: { BTC, LTC } });
    const waits = async (admin: TestUser) =>
      (await admin.call(getAttention)).body.items.filter(({ kind }) => kind === 'rates_waiting');
    const evidence = async () => {
      const rows = shop().database.read.selectFrom('audit').select(['role', 'subject', 'before', 'after']);
      return (await rows.where('kind', '=', 'settings').orderBy('id').execute()).slice(earlier);
    };

    test('a rate that moves by more than 20 percent waits, each coin by itself, until somebody accepts it', async () => {
      await read('65000.00', '80');
      const since = shop().clock() + 5 * MINUTE_MS;
      shop().advance(5 * MINUTE_MS);
      await read('78000.01', '90');
      expect(await rates()).toMatchObject({ BTC: '65000.00', LTC: '90', waiting: { BTC: '78000.01', LTC: null } });
      shop().advance(5 * MINUTE_MS);
      await read('79000', '91');
      expect(await rates()).toMatchObject({ BTC: '65000.00', LTC: '91', waiting: { BTC: '79000', LTC: null } });

      const oldest = new Date(since).toISOString();
      const link = '/admincp?tab=settings&section=payment&at=rates';
      expect(await waits(await buildAdmin(shop()))).toEqual([{ kind: 'rates_waiting', count: 1, oldest, link }]);
      expect(await waits(await buildAdmin(shop(), 'orders'))).toEqual([]);

      for (const [BTC, LTC] of [
        ['78000.01', null],
        ['79000', '91'],
        [null, null],
      ] as const) {
        expect(await accept(BTC, LTC)).toMatchObject({ status: 409, body: { code: 'value_moved' } });
      }
      expect((await accept('79000')).body).toMatchObject({ BTC: '79000', LTC: '91', waiting: null });
      expect(await accept('79000')).toMatchObject({ status: 409, body: { code: 'value_moved' } });
      expect(await waits(await buildAdmin(shop()))).toEqual([]);
    });

    test('a rate is used for 30 minutes while a newer one waits, and then none is', async () => {
      await read('65000');
      for (let minutes = 5; minutes <= 30; minutes += 5) {
        await readAll('130000');
        expect((await rates()).BTC).toBe('65000');
      }
      await readAll('130000');
      expect(await rates()).toMatchObject({ BTC: null, waiting: { BTC: '130000', LTC: null } });
      expect((await accept('130000')).body.BTC).toBe('130000');
    });

    test('a rate within bounds ends the waiting', async () => {
      await readAll('65000', '1');
      expect(await rates()).toMatchObject({ BTC: '65000', waiting: { BTC: '1' } });
      await readAll('66000');
      expect(await rates()).toMatchObject({ BTC: '66000', waiting: null });
    });

    test('small steps wait too, once they are more than 20 percent from the rate of a day ago', async () => {
      await readAll('100', '110', '120', '121');
      expect(await rates()).toMatchObject({ BTC: '120', waiting: { BTC: '121', LTC: null } });
      shop().advance(24 * HOUR_MS);
      await readAll('130');
      expect(await rates()).toMatchObject({ BTC: '130', waiting: null });
    });

    test('neither missing rates nor a restart let a jump pass', async () => {
      await readAll('100');
      await read(null);
      await readAll('200');
      expect(await rates()).toMatchObject({ BTC: null, waiting: { BTC: '200', LTC: null } });
    });

    test('what was accepted starts anew: later rates are compared with it alone', async () => {
      await readAll('100', '200');
      await accept('200');
      await readAll('220', '240');
      expect(await rates()).toMatchObject({ BTC: '240', waiting: null });
      await readAll('100');
      expect(await rates()).toMatchObject({ BTC: '240', waiting: { BTC: '100', LTC: null } });
    });

    test('a rate set by hand starts anew, and without one the first rate never waits', async () => {
      await readAll('100', '900');
      const actor = { id: 'command line', name: 'command line', role: null, address: null };
      const setByHand = (BTC: string | null) =>
        shop().database.write((tx, touch) =>
          setRatesByHand(tx, touch, { actor, rates: { BTC, LTC: null }, now: shop().clock() }),
        );
      await setByHand('1000');
      await readAll('900');
      expect(await rates()).toMatchObject({ BTC: '900', waiting: null });
      await readAll('100');
      expect((await rates()).waiting).toEqual({ BTC: '100', LTC: null });
      await setByHand(null);
      await readAll('5');
      expect(await rates()).toMatchObject({ BTC: '5', waiting: null });
    });

    test('with a limit of 0 no rate waits', async () => {
      await read('65000', null, 0);
      await read('1', null, 0);
      expect(await rates()).toMatchObject({ BTC: '1', waiting: null });
    });

    test('changes are in the evidence once an hour, jumps at once, and who accepted', async () => {
      await read('100.00');
      await readAll('101', '102', '103', '900', '901');
      const admin = await buildAdmin(shop());
      await admin.call(acceptRates, { body: { BTC: '901', LTC: null } });
      await readAll(...Array.from({ length: 12 }, (_, step) => String(901 + step)));
      const entry = (who: string | null, subject: string, before: string, after: string) => ({
        role: who,
        subject,
        before: JSON.stringify(`BTC ${before}, LTC none`),
        after: JSON.stringify(`BTC ${after}, LTC none`),
      });
      expect(await evidence()).toEqual([
        entry(null, 'rates', 'none', '$100.00'),
        entry(null, 'rates that wait', 'none', '$900'),
        entry('owner', 'rates', '$103', '$901'),
        entry(null, 'rates', '$901', '$912'),
      ]);
    });
  },
  { settings: { RATE_URL } },
);

describe('without RATE_URL', () => {
  test('nothing waits', async () => {
    const shop = await startTestShop();
    const admin = await buildAdmin(shop);
    expect((await admin.call(setRates, { body: { BTC: '1', LTC: null } })).body).toMatchObject({ waiting: null });
    expect((await admin.call(acceptRates, { body: { BTC: '1', LTC: null } })).status).toBe(409);
    await shop.close();
  });
});

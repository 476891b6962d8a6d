import { afterAll, beforeAll, expect, test } from 'vitest';
import { setRates } from '#contract/rates.ts';
import { renewQuotes } from '#contract/receipts.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin } from '../../testing/factories.ts';
import { orderFour } from '../../testing/receipts.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';

const HOUR_MS = 3_600_000;
const ROUNDS = 6;
const WALLET = { BTC_ADDRESS: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' };

bothDatabases(
  (shop) => {
    // A second shop on the same database, whose clock is a second ahead: a quote of its own would differ.
    let second: TestShop;
    beforeAll(async () => {
      const { DATABASE_URL, DATA_DIR } = shop().settings;
      const now = shop().clock() + 1000;
      second = await startTestShop({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR, now, settings: WALLET });
    });
    afterAll(() => second.close());

    test('a member who asks for the amount of today in ten tabs at once is told one amount', async () => {
      const admin = await buildAdmin(shop());
      await admin.call(setRates, { body: { BTC: '65000', LTC: null } });
      for (let round = 0; round < ROUNDS; round++) {
        const { buyer, params, receiptNow } = await orderFour(shop());
        shop().advance(HOUR_MS);
        second.advance(HOUR_MS);
        const told = await Promise.all(
          Array.from({ length: 10 }, async (_, tab) => {
            const at = tab % 2 === 0 ? shop() : second;
            return (await at.call(renewQuotes, { token: buyer.token, params, body: {} })).body.receipt.quotes;
          }),
        );
        const { quotes } = await receiptNow();
        expect(quotes).toHaveLength(1);
        expect(told).toEqual(told.map(() => quotes));
      }
    });

    test('of a payment and new amounts at once, the payment stays', async () => {
      const admin = await buildAdmin(shop());
      await admin.call(setRates, { body: { BTC: '65000', LTC: null } });
      for (let round = 0; round < ROUNDS; round++) {
        const { buyer, params, move, inPanel } = await orderFour(shop());
        shop().advance(HOUR_MS);
        second.advance(HOUR_MS);
        const [paid, renewed] = await Promise.all([
          move('paid'),
          second.call(renewQuotes, { token: buyer.token, params, body: {} }),
        ]);
        expect(paid.status).toBe(200);
        expect([200, 409]).toContain(renewed.status);
        const receipt = await inPanel();
        expect(receipt.status).toBe('paid');
        // A refused call changed nothing.
        if (renewed.status === 409) expect(paid.body.receipt.quotes).toEqual(receipt.quotes);
      }
    });
  },
  { settings: WALLET },
);

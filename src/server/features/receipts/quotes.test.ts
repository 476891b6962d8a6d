import { expect, test } from 'vitest';
import { getAttention } from '#contract/attention.ts';
import { listAudit } from '#contract/audit.ts';
import { addPayment } from '#contract/payments.admin.ts';
import { getRates, setRates } from '#contract/rates.ts';
import { changeReceiptLines, getAnyReceipt, moveReceipt } from '#contract/receipts.admin.ts';
import { renewQuotes } from '#contract/receipts.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer, buildOrder } from '../../testing/buyers.ts';
import { buildAdmin, type TestUser } from '../../testing/factories.ts';
import { orderFour } from '../../testing/receipts.ts';

const BTC_ADDRESS = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const LTC_ADDRESS = 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9';
const HOUR_MS = 3_600_000;
const NO_RATES = { BTC: null, LTC: null };

bothDatabases(
  (shop) => {
    const setTo = async (body: { BTC: string | null; LTC: string | null }, admin?: TestUser) =>
      (admin ?? (await buildAdmin(shop()))).call(setRates, { body });
    const later = (ms: number) => new Date(shop().clock() + ms).toISOString();

    test('an owner sets rates, the order desk reads them, and the evidence has both values', async () => {
      await setTo(NO_RATES);
      const admin = await buildAdmin(shop());
      expect(await setTo({ BTC: '65000.00', LTC: null }, admin)).toMatchObject({ status: 200 });
      const desk = await buildAdmin(shop(), 'orders');
      const rates = { BTC: '65000.00', LTC: null, at: later(0), source: 'manual', waiting: null };
      expect((await desk.call(getRates)).body).toEqual(rates);
      expect(await setTo(NO_RATES, desk)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
      const { body } = await admin.call(listAudit, { query: { kind: 'settings' } });
      expect(body.entries[0]).toMatchObject({
        subject: 'rates',
        actorName: admin.username,
        before: 'BTC none, LTC none',
        after: 'BTC $65000.00, LTC none',
      });
    });

    test.each(['0', '-1', '1e5', '65,000', ' ', 'much', '9'.repeat(31)])('the rate "%s" is refused', async (BTC) => {
      await setTo({ BTC: '65000', LTC: null });
      expect(await setTo({ BTC, LTC: null })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
      expect((await (await buildAdmin(shop())).call(getRates)).body.BTC).toBe('65000');
    });

    test('an order has a quote for each coin with a rate and a wallet', async () => {
      await setTo({ BTC: '65000', LTC: '80.50' });
      const { receipt } = await orderFour(shop());
      const times = { at: later(0), expiresAt: later(HOUR_MS) };
      expect(receipt).toMatchObject({
        total: '75.00',
        quotes: [
          { coin: 'BTC', amount: '0.00115385', rate: '65000', ...times },
          { coin: 'LTC', amount: '0.93167702', rate: '80.50', ...times },
        ],
      });
      await setTo({ BTC: null, LTC: '80.50' });
      expect((await orderFour(shop())).receipt.quotes.map(({ coin }) => coin)).toEqual(['LTC']);
      await setTo(NO_RATES);
      expect((await orderFour(shop())).receipt.quotes).toEqual([]);
    });

    test('quotes stay as they are for an hour, and then the member gets new ones', async () => {
      await setTo({ BTC: '65000', LTC: null });
      const { buyer, receipt, params, receiptNow } = await orderFour(shop());
      const renew = () => buyer.call(renewQuotes, { params, body: {} });
      await setTo({ BTC: '70000', LTC: null });
      shop().advance(HOUR_MS - 1);
      expect((await renew()).body.receipt.quotes).toEqual(receipt.quotes);
      shop().advance(1);
      const renewed = await Promise.all([renew(), renew()]);
      const quotes = [{ coin: 'BTC', amount: '0.00107143', rate: '70000', at: later(0), expiresAt: later(HOUR_MS) }];
      for (const { status, body } of renewed) expect([status, body.receipt.quotes]).toEqual([200, quotes]);
      expect((await receiptNow()).quotes).toEqual(quotes);
    });

    test('a receipt that was made without a rate gets a quote once there is one, and none without', async () => {
      await setTo(NO_RATES);
      const { buyer, params } = await orderFour(shop());
      const renew = async () => (await buyer.call(renewQuotes, { params, body: {} })).body.receipt.quotes;
      expect(await renew()).toEqual([]);
      await setTo({ BTC: null, LTC: '80' });
      expect(await renew()).toMatchObject([{ coin: 'LTC', amount: '0.93750000' }]);
      shop().advance(2 * HOUR_MS);
      await setTo(NO_RATES);
      expect(await renew()).toEqual([]);
    });

    test('only its member renews the quotes of a receipt, and only while it awaits payment', async () => {
      await setTo({ BTC: '65000', LTC: null });
      const { buyer, admin, params } = await orderFour(shop());
      const other = await buildBuyer(shop());
      expect(await other.call(renewQuotes, { params, body: {} })).toMatchObject({ status: 404 });
      await admin.call(moveReceipt, { params, body: { status: 'paid' } });
      expect(await buyer.call(renewQuotes, { params, body: {} })).toMatchObject({
        status: 409,
        body: { code: 'step_not_allowed' },
      });
    });

    test('a receipt that the seller reduces costs less in coins, at the rate it had', async () => {
      await setTo({ BTC: '65000', LTC: null });
      const { admin, params, itemId, receipt } = await orderFour(shop());
      await setTo({ BTC: '1', LTC: null });
      const lines = [{ productId: itemId, quantity: 2 }];
      const { body } = await admin.call(changeReceiptLines, { params, body: { lines } });
      expect(body.receipt.quotes).toEqual([{ ...receipt.quotes[0], amount: '0.00069231' }]);
    });

    test('an admin reads which unpaid orders ask for the same amount at the same address', async () => {
      await setTo(NO_RATES);
      const { call } = await buildAdmin(shop());
      const buy = async (priceCents: number) =>
        (await buildOrder(shop(), { item: { priceCents, markupCents: 0 } })).receipt;
      const [one, other, dearer] = [await buy(1_377_00), await buy(1_377_00), await buy(1_378_00)];
      const alike = async ({ id }: { id: string }) => (await call(getAnyReceipt, { params: { id } })).body.alike;
      const of = ({ id, number }: { id: string; number: number }) => ({ id, number });
      expect([await alike(one), await alike(other), await alike(dearer)]).toEqual([[of(other)], [of(one)], []]);
      const body = { kind: 'received', dollars: '1' } as const;
      await call(addPayment, { params: { id: other.id }, body });
      expect(await alike(one)).toEqual([]);
      await call(addPayment, { params: { id: one.id }, body });
      expect(await alike(one)).toEqual([of(other)]);
      await call(moveReceipt, { params: { id: other.id }, body: { status: 'paid' } });
      expect(await alike(one)).toEqual([]);
    });

    test('rates by hand that are over a day old need attention, and are used nevertheless', async () => {
      await setTo({ BTC: '65000', LTC: null });
      const at = later(0);
      const kinds = async (admin: TestUser) => (await admin.call(getAttention)).body.items;
      shop().advance(24 * HOUR_MS);
      const old = { kind: 'rates_old', count: 1, oldest: at };
      expect(await kinds(await buildAdmin(shop()))).not.toContainEqual(expect.objectContaining(old));
      shop().advance(1);
      expect(await kinds(await buildAdmin(shop()))).toContainEqual(expect.objectContaining(old));
      expect(await kinds(await buildAdmin(shop(), 'orders'))).not.toContainEqual(expect.objectContaining(old));
      expect((await buildOrder(shop())).receipt.quotes).toHaveLength(1);
    });
  },
  { settings: { BTC_ADDRESS, LTC_ADDRESS } },
);

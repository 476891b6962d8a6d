import { afterAll, beforeEach, expect, test } from 'vitest';
import { getAttention } from '#contract/attention.ts';
import { listAudit } from '#contract/audit.ts';
import { addPayment, paymentsCsv, undoPayment } from '#contract/payments.admin.ts';
import { setRates } from '#contract/rates.ts';
import { listAllReceipts } from '#contract/receipts.admin.ts';
import { cancelOwnReceipt, renewQuotes } from '#contract/receipts.ts';
import type { PaymentFilter } from '#domain/payments.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { atEveryMoment, killedAtEveryMoment } from '../../testing/crossing.ts';
import { buildAdmin } from '../../testing/factories.ts';
import { FakeChain, MANNERS, startFakeEsplora } from '../../testing/fake-chain.ts';
import { startTestShop } from '../../testing/test-shop.ts';
import { giveAddress, orderWatched } from '../../testing/watched-orders.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { startWatching, watchOnce } from './watch.ts';
import { findSeldom, findUrgent } from './watching.queries.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** $75.00 at $50,000 for a bitcoin, in its smallest unit. */
const EXACT = 150_000;

const server = await startFakeEsplora();
afterAll(() => server.close());

/** The longest session, so that hours can pass. */
const settings = {
  ...{ BTC_WATCH_URL: server.url, WATCH_SECONDS: '1', WALLET_DELAY_HOURS: '0' },
  BTC_ADDRESS: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
};

bothDatabases(
  (shop, kind) => {
    beforeEach(async () => {
      Object.assign(server, { chain: new FakeChain(), manner: null });
      await (await buildAdmin(shop())).call(setRates, { body: { BTC: '50000', LTC: null } });
    });

    const look = (isFull = false) => watchOnce(shop(), { isFull });
    const toPay = async () => {
      const { chain } = server;
      const order = await orderWatched(shop(), [chain]);
      const { params, buyer, script } = order;
      const asAdmin = async () => (await buildAdmin(shop())).call;
      return {
        ...order,
        pay: (units = EXACT) => chain.pay({ script, units }),
        mine: (blocks: number) => chain.mine(blocks, shop().clock()),
        chain,
        add: async (body: { dollars: string; txid?: string; kind?: 'received' | 'refunded' }) =>
          (await asAdmin())(addPayment, { params, body: { kind: 'received', ...body } }),
        undoEntry: async (id: number) =>
          (await asAdmin())(undoPayment, { params: { ...params, paymentId: String(id) }, body: {} }),
        cancel: () => buyer.call(cancelOwnReceipt, { params, body: {} }),
        hoursLeft: async () => {
          const { expires_at } = await shop()
            .database.read.selectFrom('receipts')
            .select('expires_at')
            .where('id', '=', params.id)
            .executeTakeFirstOrThrow();
          return expires_at === null ? null : (expires_at - shop().clock()) / HOUR_MS;
        },
      };
    };
    const needed = async () => {
      const { items } = (await (await buildAdmin(shop())).call(getAttention)).body;
      return Object.fromEntries(
        items.flatMap(({ kind, count }) => (kind.startsWith('payment_') ? [[kind, count]] : [])),
      );
    };
    const problems = async (payment: PaymentFilter) => {
      const { receipts } = (await (await buildAdmin(shop())).call(listAllReceipts, { query: { payment } })).body;
      return receipts.map(({ number }) => number);
    };

    test('a seen payment is one entry that never changes, and what the chain says of it is beside it', async () => {
      const { pay, mine, chain, inPanel, receiptNow, receipt } = await toPay();
      const txid = pay();
      await look();
      const seen = { height: null, confirmations: 0, needed: 2 };
      const entry = {
        ...{ kind: 'received', coin: 'BTC', coinAmount: '0.00150000', dollars: '75.00', txid, output: 1 },
        ...{ by: 'system', note: null, reverses: null, counts: true },
      };
      const first = await inPanel();
      expect(first.payments).toMatchObject([{ ...entry, chain: seen }]);
      const paid = { received: '75.00', due: '0.00', difference: '0.00' };
      expect(first).toMatchObject({ ...paid, payment: { amount: 'enough', confirmed: false, confirmations: 0 } });
      expect(await receiptNow()).toMatchObject({
        ...paid,
        payments: [{ coin: 'BTC', txid }],
        status: 'awaiting_payment',
      });
      mine(2);
      await look();
      const { payments, payment, events } = await inPanel();
      expect(payments).toEqual([{ ...first.payments[0], chain: { height: 101, confirmations: 2, needed: 2 } }]);
      expect(payment).toEqual({ amount: 'enough', confirmed: true, confirmations: 2, late: false });
      // Without PAYMENT_AUTO a person takes the step.
      expect(events.map(({ kind, by }) => [kind, by]).slice(1)).toEqual([['facts', 'system']]);
      const owner = await buildAdmin(shop());
      const { body } = await owner.call(listAudit, { query: { kind: 'payment', q: String(receipt.number) } });
      expect(body.entries).toHaveLength(1);
      expect((await owner.call(paymentsCsv, {})).text).toContain(`75.00,50000,${txid}`);
      expect(chain.tip).toBe(102);
    });

    test('what is seen keeps the stock for the time of a check, what is confirmed without an end', async () => {
      const { pay, mine, chain, hoursLeft, cancel } = await toPay();
      expect(await hoursLeft()).toBe(24);
      const txid = pay();
      await look();
      expect(await hoursLeft()).toBe(72);
      expect(await cancel()).toMatchObject({ status: 409, body: { code: 'step_not_allowed' } });
      shop().advance(5 * HOUR_MS);
      await look();
      expect(await hoursLeft()).toBe(67);
      mine(2);
      await look();
      expect(await hoursLeft()).toBe(null);
      shop().advance(2 * HOUR_MS);
      for (const gone of chain.reorganize(3)) chain.drop(gone);
      await look(true);
      await look(true);
      expect(await hoursLeft()).toBe(24);
      // Seen once more, it does not begin again.
      chain.again(txid);
      await look();
      expect(await hoursLeft()).toBe(65);
    });

    test('a part of a tenth keeps the stock once, and less does not', async () => {
      const { pay, hoursLeft } = await toPay();
      pay(EXACT / 10 - 20);
      await look();
      expect(await hoursLeft()).toBe(24);
      pay(20);
      await look();
      expect(await hoursLeft()).toBe(72);
      shop().advance(HOUR_MS);
      pay(20_000);
      await look();
      expect(await hoursLeft()).toBe(71);
    });

    test('an undo by a person holds for ever, whatever the chain says later', async () => {
      const { pay, mine, inPanel, undoEntry } = await toPay();
      pay();
      await look();
      const [{ id } = { id: 0 }] = (await inPanel()).payments;
      expect((await undoEntry(id)).status).toBe(200);
      mine(3);
      await look(true);
      await look(true);
      const { received, payments, payment } = await inPanel();
      expect(received).toBe(null);
      expect(payments).toHaveLength(2);
      expect(payment).toMatchObject({ amount: 'none', confirmed: false });
      expect(await checkData(shop().database)).toMatchObject({ well: true });
    });

    test('an entry by hand that names a seen transaction is that payment, whichever came first', async () => {
      for (const isFirst of [true, false]) {
        const { pay, inPanel, add } = await toPay();
        const txid = pay(100_000);
        const byHand = () => add({ dollars: '75.00', txid: txid.toUpperCase() });
        if (isFirst) await byHand();
        await look(true);
        if (!isFirst) await byHand();
        const { received, due, payments } = await inPanel();
        expect([received, due]).toEqual(['50.00', '25.00']);
        expect(payments.map(({ by, counts }) => [by === 'system', counts])).toEqual(
          isFirst
            ? [
                [false, false],
                [true, true],
              ]
            : [
                [true, true],
                [false, false],
              ],
        );
        await add({ dollars: '25.00', txid: 'another' });
        expect((await inPanel()).payment.amount).toBe('enough');
      }
      expect(await checkData(shop().database)).toMatchObject({ well: true });
    });

    test('a payment counts with the newest quote that was made before it was seen', async () => {
      const { pay, inPanel, buyer, params } = await toPay();
      shop().advance(2 * HOUR_MS);
      await (await buildAdmin(shop())).call(setRates, { body: { BTC: '60000', LTC: null } });
      expect((await buyer.call(renewQuotes, { params, body: {} })).status).toBe(200);
      pay(125_000);
      await look();
      expect(await inPanel()).toMatchObject({ received: '75.00', payment: { amount: 'enough' } });
    });

    test('Needs you has what disappeared, is a part, is too much or is late, until somebody has looked after it', async () => {
      // Other orders may need somebody, too.
      const before = await needed();
      const more = async () =>
        Object.fromEntries(
          Object.entries(await needed())
            .map(([of, count]) => [of, count - (before[of] ?? 0)] as const)
            .filter(([, count]) => count !== 0),
        );
      const part = await toPay();
      part.pay(100_000);
      const over = await toPay();
      over.pay(200_000);
      const lost = await toPay();
      lost.pay();
      lost.mine(2);
      await look();
      await lost.move('paid');
      expect(await more()).toEqual({ payment_part: 1, payment_over: 1 });
      expect(await problems('part')).toContain(part.receipt.number);
      expect(await problems('over')).toContain(over.receipt.number);

      shop().advance(1000);
      for (const txid of lost.chain.reorganize(2)) lost.chain.drop(txid);
      for (const order of [part, over]) order.pay(50_000);
      await look(true);
      await look(true);
      await look(true);
      expect(await lost.inPanel()).toMatchObject({ status: 'paid', received: null });
      expect((await lost.inPanel()).events.at(-1)!.note).toBe('A payment disappeared from the chain.');
      expect(await problems('lost')).toEqual([lost.receipt.number]);
      expect(await problems('unrecorded')).not.toContain(lost.receipt.number);
      expect(await more()).toMatchObject({ payment_lost: 1 });
      shop().advance(1000);
      await lost.move('shipped');
      expect(await more()).not.toHaveProperty('payment_lost');

      const late = await toPay();
      expect((await late.cancel()).status).toBe(200);
      late.pay();
      await look(true);
      expect(await problems('late')).toEqual([late.receipt.number]);
      expect(await more()).toMatchObject({ payment_late: 1 });
      await late.add({ kind: 'refunded', dollars: '75.00' });
      expect(await more()).not.toHaveProperty('payment_late');
      const { received } = await over.inPanel();
      await over.add({ kind: 'refunded', dollars: String(Number(received) - 75) });
      expect(await more()).not.toHaveProperty('payment_over');
      expect(await checkData(shop().database)).toMatchObject({ well: true });
    });

    test('settled and ended orders and addresses without an order are asked for seldom', async () => {
      const settled = await toPay();
      settled.pay();
      settled.mine(2);
      const ended = await toPay();
      await ended.cancel();
      const open = await toPay();
      const restored = await giveAddress(shop(), [server.chain], { receiptId: null, skipped: 'restore' });
      const free = await giveAddress(shop(), [server.chain], { receiptId: null });
      const given = await giveAddress(shop(), [server.chain], { receiptId: null, skipped: 'used' });
      await look();
      const asked = async (isFull: boolean) => {
        server.requests.length = 0;
        await look(isFull);
        const known = { settled, ended, open, restored, free, given };
        return Object.entries(known)
          .filter(([, { address }]) => server.requests.some(({ url }) => url!.includes(address)))
          .map(([name]) => name);
      };
      expect(await asked(false)).toEqual(['open']);
      expect(await asked(true)).toEqual(['settled', 'ended', 'open', 'restored', 'free']);

      // Money at one of those that a restore skipped needs somebody. A free one is skipped.
      for (const { script } of [restored, free]) server.chain.pay({ script, units: 5 });
      await look(true);
      expect(await needed()).toMatchObject({ payment_late: 1 });
      expect(await asked(true)).toEqual(['settled', 'ended', 'open', 'restored']);
      shop().advance(30 * DAY_MS + 1);
      expect(await needed()).not.toHaveProperty('payment_late');
      expect(await asked(true)).toEqual(['settled', 'open']);
      expect(await checkData(shop().database)).toMatchObject({ well: true });
    });

    test('a server is asked for four addresses at a time, so that a slow one does not make rounds long', async () => {
      const orders = [await toPay(), await toPay(), await toPay(), await toPay()];
      for (const { pay } of orders) pay();
      const { read } = shop().database;
      // Addresses that no order has cost nobody a password.
      for (let count = 0; count < 36; count++)
        await giveAddress(shop(), [server.chain], { receiptId: null, skipped: 'restore' });
      const due = [...(await findUrgent(read, {})), ...(await findSeldom(read, { now: shop().clock() }))].length;
      let asked = 0;
      let waits = 0;
      const open: (() => void)[] = [];
      // It answers only once four wait, or all that are left.
      server.manner = (path, response) => {
        const script = server.chain.scriptOf(/address\/(\w+)/.exec(path)?.[1] ?? '');
        if (!path.startsWith('/address')) return false;
        asked++;
        open.push(() => response.end(JSON.stringify(script ? server.chain.transactionsOf(script) : [])));
        expect(open.length).toBeLessThanOrEqual(4);
        if (open.length < 4 && asked < due) return true;
        waits++;
        for (const answer of open.splice(0)) answer();
        return true;
      };
      server.requests.length = 0;
      await look(true);
      expect(due).toBeGreaterThanOrEqual(40);
      expect([asked, waits]).toEqual([due, Math.ceil(due / 4)]);
      expect(server.requests.filter(({ url }) => url === '/blocks/tip/height')).toHaveLength(1);
      expect(await checkData(shop().database)).toMatchObject({ well: true });
      for (const { inPanel } of orders) expect((await inPanel()).payment.amount).toBe('enough');
    });

    test('a server that limits the shop is left alone for the rest of the round', async () => {
      for (let count = 0; count < 6; count++) await toPay();
      server.manner = MANNERS.limited;
      server.requests.length = 0;
      await look();
      expect(server.requests).toHaveLength(1);
      server.manner = (path, response) => path.startsWith('/address') && MANNERS.limited(path, response);
      server.requests.length = 0;
      await look();
      expect(server.requests.length).toBeLessThanOrEqual(5);
    });

    test('a round that is killed at any of its steps leaves nothing half done, and the next one does the rest', async () => {
      const moments = await killedAtEveryMoment(async (kill) => {
        const { pay, mine, inPanel, chain } = await toPay();
        pay(100_000);
        await kill(() => look());
        expect(await checkData(shop().database)).toMatchObject({ well: true });
        await look();
        pay(50_000);
        mine(2);
        await kill(() => look());
        await look();
        expect(await inPanel()).toMatchObject({ received: '75.00', payment: { amount: 'enough', confirmed: true } });
        expect((await inPanel()).payments).toHaveLength(2);
        chain.mine(1);
      });
      // SQLite does a round in one transaction.
      expect(moments).toBeGreaterThan(kind === 'sqlite' ? 0 : 10);
    });

    test('two processes that see a payment at the same moment write it down once', async () => {
      const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = shop().settings;
      const other = await startTestShop({ databaseUrl, dataDir, settings, now: shop().clock() });
      const moments = await atEveryMoment(shop(), async (cross) => {
        const { pay, mine, inPanel } = await toPay();
        pay(100_000);
        pay(50_000);
        mine(2);
        await cross(look, () => watchOnce(other, { isFull: false }));
        await look();
        const { payments, received } = await inPanel();
        expect([payments.length, received]).toEqual([2, '75.00']);
      });
      expect(moments).toBeGreaterThan(kind === 'sqlite' ? 0 : 10);
      expect(await checkData(shop().database)).toMatchObject({ well: true });
      await other.close();
    });

    test('one process asks, and another one takes over when it stops', async () => {
      const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = shop().settings;
      const other = await startTestShop({
        ...{ databaseUrl, dataDir, now: shop().clock() },
        settings: { ...settings, BTC_WATCH_URL: `${server.url}/other` },
      });
      server.manner = (path, response) => {
        if (!path.startsWith('/other')) return false;
        response.writeHead(503).end();
        return true;
      };
      const ofOther = () => server.requests.filter(({ url }) => url!.startsWith('/other')).length;
      await toPay();
      server.requests.length = 0;
      const first = startWatching(shop());
      await expect.poll(() => server.requests.length, { timeout: 30_000 }).toBeGreaterThan(1);
      const second = startWatching(other);
      const seen = server.requests.length;
      await expect.poll(() => server.requests.length, { timeout: 30_000 }).toBeGreaterThan(seen + 3);
      expect(ofOther()).toBe(0);
      await first.stop();
      await expect.poll(ofOther, { timeout: 30_000 }).toBeGreaterThan(0);
      await second.stop();
      await other.close();
    });
  },
  { settings },
);

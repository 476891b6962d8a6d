import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { DERIVED } from '../../src/server/testing/derived-addresses.ts';
import { FakeChain, startFakeEsplora } from '../../src/server/testing/fake-chain.ts';
import { call } from './calls.ts';
import { problemsOfCheck } from './fault.ts';
import { addPiece, confirmOrder } from './fault-shop.ts';
import { ENGINES, openShopOn } from './shop-on-engine.ts';

/** A dollar at $50,000 for a bitcoin, in its smallest unit. So no order is ever paid, and all are asked for in each round. */
const UNITS = 2_000;
const ORDERS = 4;
/** The shop is killed so many milliseconds after one of its questions was answered: before, during and after it stores that. */
const MOMENTS = [0, 3, 8, 15, 25, 40].map((wait, index) => ({ question: 2 + (index % ORDERS), wait }));

const server = await startFakeEsplora();
afterAll(() => server.close());

describe.each(ENGINES)('[%s]', (engine) => {
  test('a shop that is killed while it watches counts every payment once', async () => {
    const chain = new FakeChain();
    server.chain = chain;
    for (const [address, script] of DERIVED.BTC.addresses) chain.know(address, script);
    const env = { BTC_XPUB: DERIVED.BTC.key, BTC_WATCH_URL: server.url, WATCH_SECONDS: '1' };
    const { shop, change, readRows, close } = await openShopOn(engine, env);
    const asSeller = { token: shop.adminToken };
    const rates = { method: 'PUT', json: { BTC: '50000', LTC: null } };
    expect((await call(`${shop.url}/api/admin/rates`, { ...asSeller, ...rates })).status).toBe(200);
    const scripts = new Map(DERIVED.BTC.addresses);
    const orders: { id: string; script: string; txids: string[] }[] = [];
    for (const member of shop.members.slice(0, ORDERS)) {
      expect((await addPiece(shop, member, shop.productIds[0]!, 'piece')).status).toBe(200);
      const { body } = await confirmOrder(shop, member, 'order');
      const { id, addresses } = body.receipt as { id: string; addresses: { address: string }[] };
      orders.push({ id, script: scripts.get(addresses[0]!.address)!, txids: [] });
    }
    /** The killed process can renew its lease no more. Nobody waits here until it ends by itself. */
    const startAgain = async () => {
      await change("delete from leases where name = 'watching'");
      await shop.restart();
    };

    for (const { question, wait } of MOMENTS) {
      for (const { script, txids } of orders) txids.push(chain.pay({ script, units: UNITS }));
      chain.mine(1);
      const answered = new Promise<void>((resolve) => {
        let asked = 0;
        server.manner = () => {
          if (++asked === question) resolve();
          return false;
        };
      });
      await answered;
      await pause(wait);
      await shop.stop('SIGKILL');
      expect(shop.ended()).toBe('SIGKILL');
      server.manner = null;
      await startAgain();
    }

    const booked = () => readRows<{ txid: string }>('select txid from payments');
    await expect.poll(async () => (await booked()).length).toBe(ORDERS * MOMENTS.length);
    for (const { id, txids } of orders) {
      const { body } = await call(`${shop.url}/api/admin/receipts/${id}`, asSeller);
      const { received, payments } = body.receipt as {
        received: string;
        payments: { txid: string; counts: boolean }[];
      };
      expect(received).toBe(`${MOMENTS.length}.00`);
      expect(
        payments
          .filter(({ counts }) => counts)
          .map(({ txid }) => txid)
          .sort(),
      ).toEqual(txids.sort());
    }
    expect(await problemsOfCheck(shop)).toEqual([]);
    await close();
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { getRates, setRates } from '#contract/rates.ts';
import { buildAdmin } from '../../testing/factories.ts';
import { type LocalServer, sendEndlessly, sendText, startLocalServer } from '../../testing/local-server.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';
import { startFetchingRates, updateRates } from './fetch-rates.ts';

const MINUTE_MS = 60_000;

let server: LocalServer;
let shop: TestShop;
beforeAll(async () => {
  server = await startLocalServer();
  shop = await startTestShop({ settings: { RATE_URL: `${server.url}/rates` } });
});
afterAll(async () => {
  await shop.close();
  await server.close();
});

const rates = async () => (await (await buildAdmin(shop)).call(getRates)).body;
const update = async (text: string) => {
  server.respondWith(sendText(text));
  await updateRates(shop, `${server.url}/rates`);
};
const now = () => new Date(shop.clock()).toISOString();

test('the rates of an address are read at the start, and cannot be set by hand', async () => {
  server.respondWith(sendText('{"BTC":"65000.00","LTC":"80"}'));
  const job = startFetchingRates(shop);
  await expect.poll(rates).toEqual({ BTC: '65000.00', LTC: '80', at: now(), source: 'url', waiting: null });
  await job.stop();
  expect(server.requests.map(({ url }) => url)).toEqual(['/rates']);
  const set = await (await buildAdmin(shop)).call(setRates, { body: { BTC: '1', LTC: null } });
  expect(set).toMatchObject({ status: 409, body: { code: 'rates_from_url' } });
});

test('a value that is no rate is not used', async () => {
  await update('{"BTC":"garbage","LTC":"81"}');
  expect(await rates()).toMatchObject({ BTC: null, LTC: '81' });
  await update('{"LTC":-5}');
  expect(await rates()).toMatchObject({ BTC: null, LTC: null });
});

test.each(['', 'garbage', '[]', '"65000"', 'null', '<html>'])(
  'after an answer that is "%s", the last rates are used until they are 30 minutes old',
  async (answer) => {
    await update('{"BTC":"65000","LTC":"80"}');
    const at = now();
    shop.advance(30 * MINUTE_MS);
    await update(answer);
    expect(await rates()).toEqual({ BTC: '65000', LTC: '80', at, source: 'url', waiting: null });
    shop.advance(1);
    await update(answer);
    expect(await rates()).toEqual({ BTC: null, LTC: null, at, source: 'url', waiting: null });
  },
);

test('an address that fails or never ends changes nothing', async () => {
  await update('{"BTC":"65000","LTC":"80"}');
  server.respondWith((_request, response) => response.writeHead(500).end('{"BTC":"1","LTC":"1"}'));
  await updateRates(shop, `${server.url}/rates`);
  server.respondWith(sendEndlessly);
  await updateRates(shop, `${server.url}/rates`);
  await updateRates(shop, 'http://127.0.0.1:1/rates');
  expect(await rates()).toMatchObject({ BTC: '65000', LTC: '80' });
});

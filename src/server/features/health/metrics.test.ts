import { expect, test } from 'vitest';
import { bothDatabases } from '../../testing/both-databases.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { buildItem } from '../../testing/factories.ts';
import { startTestShop, type TestShop } from '../../testing/test-shop.ts';

const read = async (shop: TestShop, options?: { headers?: Record<string, string>; remoteAddress?: string }) => {
  const answer = await shop.app.inject({ url: '/metrics', ...options });
  return { status: answer.statusCode, type: answer.headers['content-type'], text: answer.payload };
};

const seriesValue = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1),
  );

bothDatabases((shop) => {
  test('the metrics tell response times by route, the catalogue, open pages and the process', async () => {
    await buildItem(shop());
    const { headers } = await shop().call('GET', '/api/inventory-data');
    await shop().call('GET', '/api/inventory-data', { headers: { 'if-none-match': String(headers.etag) } });
    await shop().call('GET', '/api/receipts/abcdefghij');
    const page = await openEvents(shop(), '/api/events');
    const { status, type, text } = await read(shop());
    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(seriesValue(text, 'greenroom_catalogue_answers_total{status="200"}')).toBe(1);
    expect(seriesValue(text, 'greenroom_catalogue_answers_total{status="304"}')).toBe(1);
    expect(seriesValue(text, 'greenroom_catalogue_products')).toBe(1);
    expect(seriesValue(text, 'greenroom_event_streams')).toBe(1);
    const receipts = 'method="GET",route="/api/receipts/:id",status="401"';
    expect(seriesValue(text, `greenroom_http_request_duration_seconds_count{${receipts}}`)).toBe(1);
    expect(seriesValue(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
    page.leave();
  });
});

test('without METRICS_TOKEN only programs on the same machine read the metrics, and nobody through a proxy', async () => {
  const shop = await startTestShop();
  expect((await read(shop, { remoteAddress: '::1' })).status).toBe(200);
  expect((await read(shop, { remoteAddress: '::ffff:127.0.0.1' })).status).toBe(200);
  const stranger = await read(shop, { remoteAddress: '192.0.2.7' });
  expect([stranger.status, JSON.parse(stranger.text).code]).toEqual([403, 'forbidden']);
  expect((await read(shop, { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(403);
  await shop.close();
});

test('with METRICS_TOKEN whoever sends it reads the metrics, from anywhere, and nobody else', async () => {
  const shop = await startTestShop({ settings: { METRICS_TOKEN: 'scraper-token' } });
  const remoteAddress = '192.0.2.7';
  expect((await read(shop, { remoteAddress, headers: { authorization: 'Bearer scraper-token' } })).status).toBe(200);
  expect((await read(shop, { remoteAddress, headers: { authorization: 'Bearer other' } })).status).toBe(403);
  expect((await read(shop)).status).toBe(403);
  await shop.close();
});

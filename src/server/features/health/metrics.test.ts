import { expect, test } from 'vitest';
import { getInventoryData } from '#contract/catalogue.ts';
import { getEvents } from '#contract/events.ts';
import { metrics } from '#contract/health.ts';
import { getReceipt } from '#contract/receipts.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { openEvents } from '../../testing/event-reader.ts';
import { buildItem } from '../../testing/factories.ts';
import { startTestShop } from '../../testing/test-shop.ts';

const seriesValue = (text: string, series: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1),
  );

bothDatabases((shop) => {
  test('the metrics have response times by route, the catalogue, open pages and the process', async () => {
    await buildItem(shop());
    const catalogue = await shop().call(getInventoryData);
    await shop().call(getInventoryData, { headers: { 'if-none-match': String(catalogue.headers.etag) } });
    await shop().call(getReceipt, { params: { id: 'abcdefghij' } });
    const page = await openEvents(shop(), getEvents);
    const { status, headers, text } = await shop().call(metrics);
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(seriesValue(text, 'greenroom_catalogue_answers_total{status="200"}')).toBe(1);
    expect(seriesValue(text, 'greenroom_catalogue_answers_total{status="304"}')).toBe(1);
    expect(seriesValue(text, 'greenroom_catalogue_products')).toBe(1);
    expect(seriesValue(text, 'greenroom_event_streams')).toBe(1);
    const receipts = `method="GET",route="${getReceipt.path}",status="401"`;
    expect(seriesValue(text, `greenroom_http_request_duration_seconds_count{${receipts}}`)).toBe(1);
    expect(seriesValue(text, 'process_resident_memory_bytes')).toBeGreaterThan(0);
    page.leave();
  });
});

test('without METRICS_TOKEN only programs on the same machine read the metrics, and not through a proxy', async () => {
  const shop = await startTestShop();
  expect((await shop.call(metrics, { remoteAddress: '::1' })).status).toBe(200);
  expect((await shop.call(metrics, { remoteAddress: '::ffff:127.0.0.1' })).status).toBe(200);
  expect(await shop.call(metrics, { remoteAddress: '192.0.2.7' })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  });
  expect((await shop.call(metrics, { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(403);
  await shop.close();
});

test('with METRICS_TOKEN a program that sends it reads the metrics from anywhere, and no other', async () => {
  const shop = await startTestShop({ settings: { METRICS_TOKEN: 'scraper-token' } });
  const remoteAddress = '192.0.2.7';
  expect((await shop.call(metrics, { remoteAddress, token: 'scraper-token' })).status).toBe(200);
  expect((await shop.call(metrics, { remoteAddress, token: 'other' })).status).toBe(403);
  expect((await shop.call(metrics)).status).toBe(403);
  await shop.close();
});

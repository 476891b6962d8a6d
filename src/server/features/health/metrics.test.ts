import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { getInventoryData } from '#contract/catalogue.ts';
import { getEvents } from '#contract/events.ts';
import { metrics } from '#contract/health.ts';
import { getReceipt } from '#contract/receipts.ts';
import { setState } from '../../db/shop-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { listen, openEvents } from '../../testing/event-reader.ts';
import { buildItem } from '../../testing/factories.ts';
import { startTestShop } from '../../testing/test-shop.ts';
import { chainEntries } from '../audit/chain.service.ts';
import { recordEntry } from '../audit/testing/entries.ts';
import { recordNotice } from '../notices/notices.queries.ts';

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

  test('the metrics have the last sync, waiting notices, the evidence and the waits for the database', async () => {
    const { database, call } = shop();
    const stored = async () => (await call(metrics)).text;
    expect(await stored()).not.toMatch(/^greenroom_last_sync_timestamp_seconds /m);
    const waiting = seriesValue(await stored(), 'greenroom_notices_waiting');
    const entries = seriesValue(await stored(), 'greenroom_evidence_entries');
    await database.write(async (tx, touch) => {
      await setState(tx, 'last_sync', '1782900000000');
      await recordNotice(tx, touch, { event: 'settings.wallet_changed', wallets: [], now: 1 });
    });
    await chainEntries(database);
    await recordEntry(shop());
    await chainEntries(database);
    const text = await stored();
    expect(seriesValue(text, 'greenroom_last_sync_timestamp_seconds')).toBe(1_782_900_000);
    expect(seriesValue(text, 'greenroom_notices_waiting')).toBe(waiting + 1);
    expect(seriesValue(text, 'greenroom_evidence_entries')).toBeGreaterThan(entries);
    expect(seriesValue(text, 'greenroom_database_waiting')).toBe(0);
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
  for (const header of [
    ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-anything', 'forwarded', 'via'],
    ...['x-real-ip', 'x-client-ip', 'x-cluster-client-ip', 'cf-connecting-ip', 'cf-ray', 'true-client-ip'],
    ...['cdn-loop', 'fastly-client-ip', 'fly-client-ip', 'x-original-forwarded-for', 'x-envoy-external-address'],
    ...['x-amzn-trace-id', 'x-azure-clientip', 'x-appengine-user-ip'],
  ]) {
    expect([header, (await shop.call(metrics, { headers: { [header]: '127.0.0.1' } })).status]).toEqual([header, 403]);
  }
  const headers = { 'x-prometheus-scrape-timeout-seconds': '10', accept: 'text/plain', 'user-agent': 'Prometheus' };
  expect((await shop.call(metrics, { headers })).status).toBe(200);
  await shop.close();
});

test('without METRICS_TOKEN a proxy that adds no header reads no metrics, as it asks by HTTP/1.0', async () => {
  const shop = await startTestShop();
  const { port } = new URL(await listen(shop));
  const ask = async (version: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET ${metrics.path} HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    return (await text(socket)).slice(9, 12);
  };
  expect([await ask('1.1'), await ask('1.0')]).toEqual(['200', '403']);
  await shop.close();
});

test('without METRICS_TOKEN only requests to this machine by its own name read the metrics', async () => {
  const shop = await startTestShop();
  const statusOf = async (host: string) => (await shop.call(metrics, { headers: { host } })).status;
  for (const host of ['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '127.1.2.3', '[::1]', '[::1]:3000']) {
    expect([host, await statusOf(host)]).toEqual([host, 200]);
  }
  for (const host of [
    ...['shop.example', 'shop.example:3000', '192.0.2.7', '[2001:db8::1]', 'localhost.shop.example', 'shop-localhost'],
    ...['127.0.0.1.shop.example', 'x127.0.0.1', '127.0.0', '0.0.0.0'],
  ]) {
    expect([host, await statusOf(host)]).toEqual([host, 403]);
  }
  await shop.close();
});

test('behind a trusted proxy the metrics need METRICS_TOKEN', async () => {
  const settings = { TRUST_PROXY: 'on' };
  const shop = await startTestShop({ settings });
  expect((await shop.call(metrics)).status).toBe(403);
  await shop.close();
  const other = await startTestShop({ settings: { ...settings, METRICS_TOKEN: 'scraper-token' } });
  expect((await other.call(metrics, { token: 'scraper-token' })).status).toBe(200);
  await other.close();
});

test('with METRICS_TOKEN a program that sends it reads the metrics from anywhere, and no other', async () => {
  const shop = await startTestShop({ settings: { METRICS_TOKEN: 'scraper-token' } });
  const remoteAddress = '192.0.2.7';
  expect((await shop.call(metrics, { remoteAddress, token: 'scraper-token' })).status).toBe(200);
  expect((await shop.call(metrics, { remoteAddress, token: 'other' })).status).toBe(403);
  expect((await shop.call(metrics)).status).toBe(403);
  await shop.close();
});

import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { getInventoryData } from '#contract/catalogue.ts';
import { getEvents } from '#contract/events.ts';
import { healthz, readyz } from '#contract/health.ts';
import { getShop } from '#contract/settings.ts';
import { listen, openEvents } from '../testing/event-reader.ts';
import { startTestShop, type TestShop } from '../testing/test-shop.ts';

const start = async (): Promise<TestShop> => {
  const shop = await startTestShop();
  onTestFinished(() => shop.close());
  return shop;
};

/** How long a watched shop goes on serving: longer than the test. */
const DRAIN_MS = 60_000;

/** Calls a shop over a connection that could be used again. */
const callAt = async (shop: TestShop, path: string): Promise<IncomingMessage & { body: string }> => {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const [response] = (await once(request(`${await listen(shop)}${path}`, { agent }).end(), 'response')) as [
    IncomingMessage,
  ];
  return Object.assign(response, { body: await text(response) });
};

/** The last pause that a stream was asked for before it is opened again, in milliseconds. */
const lastRetry = (stream: string): number => Number([...stream.matchAll(/^retry: (\d+)$/gm)].at(-1)![1]);

test('a shop that a balancer watches serves on after it said that it stops, and ends each connection', async () => {
  const shop = await start();
  for (let check = 0; check < 3; check++) expect((await callAt(shop, readyz.path)).statusCode).toBe(200);
  const page = await openEvents(shop, getEvents);
  await page.next('catalogue');
  void shop.readiness.drain(shop.app.server, DRAIN_MS);

  const ready = await callAt(shop, readyz.path);
  expect([ready.statusCode, ready.headers['retry-after']]).toEqual([503, '5']);
  expect(JSON.parse(ready.body)).toEqual({
    code: 'unavailable',
    message: 'The shop is being restarted. Please try again in a moment.',
  });
  for (const path of [healthz.path, getShop.path, getInventoryData.path, getInventoryData.path]) {
    const { statusCode, headers } = await callAt(shop, path);
    expect([path, statusCode, headers.connection]).toEqual([path, 200, 'close']);
  }
  // Streams stay open until the end, and pages are then led to another process at once.
  expect(page.response.complete).toBe(false);
  await shop.app.close();
  await page.ended;
  expect(lastRetry(page.text())).toBeLessThanOrEqual(1000);
});

test('a shop that nobody watches stops without waiting, and pages give it the time of a restart', async () => {
  const shop = await start();
  const page = await openEvents(shop, getEvents);
  await page.next('catalogue');
  // Somebody who looks now and then is no balancer.
  for (let look = 0; look < 2; look++) await callAt(shop, readyz.path);
  await shop.readiness.drain(shop.app.server, DRAIN_MS);
  await shop.app.close();
  await page.ended;
  expect(lastRetry(page.text())).toBeGreaterThanOrEqual(1000);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestShop, type TestShop } from '../testing/test-shop.ts';

// These tests need the built front end. `npm test` builds it first.
let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ settings: { TEST_POINTS: 'off' } });
});
afterAll(() => shop.close());

test('an address that is neither a file nor a call shows the customer flow', async () => {
  const response = await shop.request('GET', '/receipts/some-receipt');
  expect(response.status).toBe(200);
  expect(response.text).toContain('<div id="root">');
});

test('the page is sent in brotli if the browser accepts it, and is checked each time', async () => {
  const response = await shop.request('GET', '/', { headers: { 'accept-encoding': 'br' } });
  expect(response.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
  expect(response.headers['content-type']).toContain('text/html');
});

test.each(['/api/nothing', '/assets/gone.js', '/picture.png', '/test-points'])('%s is a 404', async (path) => {
  expect(await shop.request('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

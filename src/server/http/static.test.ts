import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestShop, type TestShop } from '../testing/test-shop.ts';

// The built front end: `npm test` builds it first.
let shop: TestShop;
beforeAll(async () => {
  shop = await startTestShop({ settings: { TEST_POINTS: 'off' } });
});
afterAll(() => shop.close());

test('an address that is neither a file nor a call is the customer flow', async () => {
  const answer = await shop.call('GET', '/receipts/some-receipt');
  expect(answer.status).toBe(200);
  expect(answer.text).toContain('<div id="root">');
});

test('the page comes in brotli as asked, and is checked anew each time', async () => {
  const answer = await shop.call('GET', '/', { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
  expect(answer.headers['content-type']).toContain('text/html');
});

test.each(['/api/nothing', '/assets/gone.js', '/picture.png', '/test-points'])('%s is a true 404', async (path) => {
  expect(await shop.call('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

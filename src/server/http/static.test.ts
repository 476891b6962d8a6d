import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageRoot } from '../lib/program.ts';
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

// In a circle, a file uses what another one has not made yet.
test('no file of the pages imports itself in a circle', () => {
  const folder = join(packageRoot, 'dist', 'public', 'assets');
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
  const importsOf = (file: string) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)].map(
      ([, name]) => name!,
    );
  const imports = new Map(scripts.map((file) => [file, importsOf(file)]));
  expect([...imports.values()].flat().length).toBeGreaterThan(scripts.length);
  const checked = new Set<string>();
  const circleFrom = (file: string, path: readonly string[]): readonly string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (checked.has(file)) return null;
    for (const next of imports.get(file) ?? []) {
      const circle = circleFrom(next, [...path, file]);
      if (circle) return circle;
    }
    checked.add(file);
    return null;
  };
  expect(scripts.flatMap((file) => circleFrom(file, []) ?? [])).toEqual([]);
});

import { get } from 'node:http';
import type { Browser } from '@playwright/test';
import { openPage, PHONE } from './browser.ts';
import { MEMBER_PASSWORD } from './fixtures.ts';
import type { Figure } from './part.ts';
import { ACCESS_CODE, type Running } from './processes.ts';

const IDLE_MS = 5000;

/**
 * A member's first visit in a new browser, from the gate to the list: the layout shift, and the size of the scripts. Those
 * that are fetched while the browser is idle are counted apart.
 */
export const firstVisit = async (
  browser: Browser,
  shop: Running,
  slowdown: number,
  category: string,
): Promise<readonly Figure[]> => {
  const { page } = await openPage(browser, shop, PHONE, slowdown);
  await page.addInitScript({ path: new URL('idle-hold.js', import.meta.url).pathname });
  const needed = new Set<string>();
  const idle = new Set<string>();
  let isListShown = false;
  page.on('request', (request) => {
    if (request.resourceType() !== 'script' || needed.has(request.url())) return;
    (isListShown ? idle : needed).add(request.url());
  });
  await page.goto('/');
  await page.getByLabel('Access Code', { exact: true }).fill(ACCESS_CODE);
  await page.getByRole('button', { name: 'AUTHENTICATE' }).click();
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('Username', { exact: true }).fill('bench_0');
  await page.getByLabel('Password', { exact: true }).fill(MEMBER_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: new RegExp(`^${category}`) }).click();
  await page.getByRole('article').first().waitFor();
  isListShown = true;
  await page.evaluate('endIdleHold()');
  // Waits for late layout shifts, and for what is fetched late.
  await page.waitForTimeout(IDLE_MS);
  const shift = await page.evaluate(() => window.probe.shift());
  const [neededKilobytes, idleKilobytes] = await Promise.all([needed, idle].map(kilobytesInBrotli));
  await page.context().close();
  return [
    { name: 'Layout shift, gate to list', value: shift, unit: 'shift', bar: 0 },
    { name: 'JavaScript, gate to list, brotli', value: neededKilobytes!, unit: 'kB', bar: 150 },
    { name: 'JavaScript while idle, brotli', value: idleKilobytes!, unit: 'kB', bar: 60 },
  ];
};

const kilobytesInBrotli = async (scripts: ReadonlySet<string>): Promise<number> => {
  const sizes = await Promise.all([...scripts].map(bytesInBrotli));
  return sizes.reduce((sum, bytes) => sum + bytes, 0) / 1000;
};

/** The size of a file in brotli. fetch() would decode it. */
const bytesInBrotli = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
      if (response.headers['content-encoding'] !== 'br') reject(new Error(`${url} did not come in brotli.`));
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });

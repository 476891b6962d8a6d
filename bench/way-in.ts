import { get } from 'node:http';
import type { Browser } from '@playwright/test';
import { openPage, PHONE } from './browser.ts';
import { MEMBER_PASSWORD } from './members.ts';
import type { Figure } from './part.ts';
import { ACCESS_CODE, type Running } from './processes.ts';

/** The way of a member who has never been here, from the gate to the list: what moved, and how much script it took. */
export const wayIn = async (
  browser: Browser,
  shop: Running,
  slowdown: number,
  category: string,
): Promise<readonly Figure[]> => {
  const { page } = await openPage(browser, shop, PHONE, slowdown);
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
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
  // What comes late moves late.
  await page.waitForTimeout(2000);
  const shift = await page.evaluate(() => window.probe.shift());
  const weights = await Promise.all([...scripts].map(bytesInBrotli));
  await page.context().close();
  const kilobytes = weights.reduce((sum, bytes) => sum + bytes, 0) / 1000;
  return [
    { name: 'Layout shift, gate to list', value: shift, unit: 'shift', bar: 0 },
    { name: 'JavaScript, gate to list, brotli', value: kilobytes, unit: 'kB', bar: 150 },
  ];
};

/** What a file weighs as it travels: fetch() would take the brotli off. */
const bytesInBrotli = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'br' } }, (answer) => {
      if (answer.headers['content-encoding'] !== 'br') reject(new Error(`${url} did not come in brotli.`));
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => resolve(bytes));
    }).on('error', reject);
  });

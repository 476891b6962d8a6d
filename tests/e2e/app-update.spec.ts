import type { Page } from '@playwright/test';
import { expect, ONCE, test } from './fixtures.ts';
import { SHELF } from './products.ts';
import { type UpdatableShop, updatable } from './second-version.ts';
import { openAs, registerMember, stock } from './shop-api.ts';

test.use({ shopEnv: { DEMO: 'off' } });

const OTHER_WORDS = { 'Select a Category': 'Choose a Category', 'CONTINUE SHOPPING': 'GO ON SHOPPING' };

let versions: UpdatableShop;
test.beforeEach(async ({ shop, complaints }) => {
  await stock(shop, SHELF);
  versions = await updatable(shop, OTHER_WORDS);
  // The journey is at the address that stands before the shop.
  complaints.foresee(/^request elsewhere: http:\/\/127\.0\.0\.1/, /when fetching the script/);
});
test.afterEach(() => versions.close());

/** Has the browser look for a new version, as it does by itself at a visit, and waits until that lies ready. */
const newVersionWaits = async (page: Page) => {
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect.poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting))).toBe(true);
};

/** Watches the versions that the browser keeps: `newVersionAnswers` settles once one that lay ready has taken over. */
const watchVersions = async (page: Page) => {
  const browser = await page.context().newCDPSession(page);
  const ready = new Set<string>();
  const activated = new Promise<void>((resolve) => {
    browser.on('ServiceWorker.workerVersionUpdated', ({ versions: told }) => {
      for (const { versionId, status } of told) {
        if (status === 'installed') ready.add(versionId);
        if (status === 'activated' && ready.has(versionId)) resolve();
      }
    });
  });
  await browser.send('ServiceWorker.enable');
  return { newVersionAnswers: () => activated };
};

const picker = (page: Page, words: string) => page.getByRole('heading', { name: words });

/** Opens the cart, a part that is loaded only now. */
const openCart = async (page: Page) => {
  await page.getByRole('button', { name: 'Cart', exact: true }).click();
  return page.getByRole('dialog', { name: /cart/i });
};

/** Those of the kept files whose names the other words have changed: their content names them. */
const changedFiles = (page: Page) =>
  page.evaluate(async () => {
    const files = await (await caches.open('greenroom-shell')).keys();
    return files.map(({ url }) => url).filter((url) => /\/(index|shop|cart-drawer)-[\w-]+\.js$/.test(url));
  });

test(
  'an update waits for the old pages, which go on with their own parts, and comes whole when the last is reloaded',
  ONCE,
  async ({ page, shop, context }) => {
    const { token } = await registerMember(shop);
    await openAs(page, shop, token, versions.url);
    await picker(page, 'Select a Category').waitFor();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const oldFiles = await changedFiles(page);
    const another = await context.newPage();
    await openAs(another, shop, token, versions.url);
    await picker(another, 'Select a Category').waitFor();

    versions.update();
    await newVersionWaits(page);

    // The old files are gone from the server; this page still gets its own.
    const drawer = await openCart(page);
    await drawer.getByRole('button', { name: 'CONTINUE SHOPPING' }).click();

    // Two pages are open: reloading one must not take the files from the other.
    await page.reload();
    await expect(picker(page, 'Select a Category')).toBeVisible();
    // An open cart would be open again after the reload.
    await (await openCart(another)).getByRole('button', { name: 'CONTINUE SHOPPING' }).click();
    await another.close();

    await page.reload();
    await expect(picker(page, 'Choose a Category')).toBeVisible();
    await expect((await openCart(page)).getByRole('button', { name: 'GO ON SHOPPING' })).toBeVisible();
    await expect.poll(async () => (await changedFiles(page)).filter((file) => oldFiles.includes(file))).toEqual([]);
    expect(await changedFiles(page)).toHaveLength(oldFiles.length);

    await context.setOffline(true);
    await page.reload();
    await expect(picker(page, 'Choose a Category')).toBeVisible();
  },
);

test(
  'an update comes by itself when no page of the old version is open any more',
  ONCE,
  async ({ page, shop, context }) => {
    const { token } = await registerMember(shop);
    await openAs(page, shop, token, versions.url);
    await picker(page, 'Select a Category').waitFor();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    versions.update();
    await newVersionWaits(page);
    const later = await context.newPage();
    const { newVersionAnswers } = await watchVersions(later);
    await page.close();
    // Signed in on this device already; this tab only has to be past the gate.
    await later.addInitScript(() => {
      if (location.protocol !== 'about:') sessionStorage.setItem('initialAuth', 'true');
    });
    // The browser takes a moment to notice that the last page is gone.
    await newVersionAnswers();
    await later.goto(versions.url);
    await expect(picker(later, 'Choose a Category')).toBeVisible();
  },
);

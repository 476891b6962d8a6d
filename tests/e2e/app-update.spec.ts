import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { expect, ONCE, test } from './fixtures.ts';
import { serviceWorkerReady } from './network.ts';
import { PRODUCTS } from './products.ts';
import { uploadInventory } from './shop-api.ts';
import type { Shop } from './shop-process.ts';
import { openAs, openAsNewMember, openCart } from './storefront-page.ts';

test.use({ serviceWorkers: 'allow' });

/** The texts that differ in the new version: one of the first page, and one of the cart, which is a lazy part. */
const NEW_TEXTS = { 'Select a Category': 'Choose a Category', 'CONTINUE SHOPPING': 'GO ON SHOPPING' };

const CONTENT_TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

interface UpdatableShop {
  url: string;
  /** Replaces the pages with those of the new version. The old files are gone then. */
  update: () => void;
  close: () => Promise<void>;
}

/** Builds the pages from the same sources, but with the new texts. */
const buildNewVersion = (outDir: string) =>
  build({
    logLevel: 'warn',
    build: { outDir },
    plugins: [
      {
        name: 'new-texts',
        enforce: 'pre',
        transform: (code, id) =>
          /\/src\/web\/.*\.tsx$/.test(id)
            ? Object.entries(NEW_TEXTS).reduce((text, [old, now]) => text.replaceAll(old, now), code)
            : null,
      },
    ],
  });

/** Passes a call on to the shop. */
const forward = (shop: Shop, incoming: IncomingMessage, response: ServerResponse): void => {
  const { method, headers, url } = incoming;
  const outgoing = request(`${shop.url}${url}`, { method, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
};

/** Starts a server in front of a shop that passes calls on and serves the pages of either version. */
const startUpdatableShop = async (shop: Shop): Promise<UpdatableShop> => {
  const folder = await mkdtemp(join(tmpdir(), 'greenroom-versions-'));
  const [oldVersion, newVersion] = [join(folder, 'old'), join(folder, 'new')];
  await cp('dist/public', oldVersion, { recursive: true });
  await buildNewVersion(newVersion);

  let version = oldVersion;
  const server = createServer(async (incoming, response) => {
    const path = incoming.url?.split('?')[0] ?? '/';
    if (path.startsWith('/api/')) return forward(shop, incoming, response);
    const file = join(version, extname(path) ? path : 'index.html');
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, {
      'content-type': CONTENT_TYPES[extname(file)] ?? 'image/png',
      'cache-control': 'no-cache',
    });
    response.end(await readFile(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    update: () => {
      version = newVersion;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
};

let updatable: UpdatableShop;
test.beforeEach(async ({ shop, browserErrors }) => {
  await uploadInventory(shop, PRODUCTS);
  updatable = await startUpdatableShop(shop);
  // The address of the updatable shop is not the one that the fixture knows.
  browserErrors.allow(/^foreign request: http:\/\/127\.0\.0\.1/, /when fetching the script/);
});
test.afterEach(() => updatable.close());

/** Makes the browser look for a new version, as it does at each visit, and waits until that version is installed. */
const waitForNewVersion = async (page: Page) => {
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await expect.poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting))).toBe(true);
};

/** Watches the service workers. The function that it returns waits until an installed version has become active. */
const watchActivation = async (page: Page): Promise<() => Promise<void>> => {
  const protocol = await page.context().newCDPSession(page);
  const installed = new Set<string>();
  const activated = new Promise<void>((resolve) => {
    protocol.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { versionId, status } of versions) {
        if (status === 'installed') installed.add(versionId);
        if (status === 'activated' && installed.has(versionId)) resolve();
      }
    });
  });
  await protocol.send('ServiceWorker.enable');
  return () => activated;
};

const heading = (page: Page, text: string) => page.getByRole('heading', { name: text });

/** The cached files whose names differ between the versions, because a name contains the hash of the content. */
const versionedFiles = (page: Page) =>
  page.evaluate(async () => {
    const files = await (await caches.open('greenroom-shell')).keys();
    return files.map(({ url }) => url).filter((url) => /\/(index|shop|cart-drawer)-[\w-]+\.js$/.test(url));
  });

test(
  'open pages keep the files of their version, and the new version is complete when the last one is reloaded',
  ONCE,
  async ({ page, shop, context }) => {
    const { token } = await openAsNewMember(page, shop, { path: updatable.url });
    await heading(page, 'Select a Category').waitFor();
    await serviceWorkerReady(page);
    const oldFiles = await versionedFiles(page);
    const other = await context.newPage();
    await openAs(other, shop, token, updatable.url);
    await heading(other, 'Select a Category').waitFor();

    updatable.update();
    await waitForNewVersion(page);

    // The server has no old files any more, but this page still gets its own.
    const drawer = await openCart(page);
    await drawer.getByRole('button', { name: 'CONTINUE SHOPPING' }).click();

    // A reload of one page must not take the files from the other one.
    await page.reload();
    await expect(heading(page, 'Select a Category')).toBeVisible();
    // The cart is closed again, because an open one would be open after the reload too.
    await (await openCart(other)).getByRole('button', { name: 'CONTINUE SHOPPING' }).click();
    await other.close();

    await page.reload();
    await expect(heading(page, 'Choose a Category')).toBeVisible();
    await expect((await openCart(page)).getByRole('button', { name: 'GO ON SHOPPING' })).toBeVisible();
    await expect.poll(async () => (await versionedFiles(page)).filter((file) => oldFiles.includes(file))).toEqual([]);
    expect(await versionedFiles(page)).toHaveLength(oldFiles.length);

    await context.setOffline(true);
    await page.reload();
    await expect(heading(page, 'Choose a Category')).toBeVisible();
  },
);

test(
  'the new version becomes active when the last page of the old version is closed',
  ONCE,
  async ({ page, shop, context }) => {
    await openAsNewMember(page, shop, { path: updatable.url });
    await heading(page, 'Select a Category').waitFor();
    await serviceWorkerReady(page);
    updatable.update();
    await waitForNewVersion(page);
    const later = await context.newPage();
    const newVersionActive = await watchActivation(later);
    await page.close();
    // The member is logged in on this device, but a new tab has to pass the gate.
    await later.addInitScript(() => {
      if (location.protocol !== 'about:') sessionStorage.setItem('initialAuth', 'true');
    });
    // The browser takes a moment to notice that the last page is closed.
    await newVersionActive();
    await later.goto(updatable.url);
    await expect(heading(later, 'Choose a Category')).toBeVisible();
  },
);

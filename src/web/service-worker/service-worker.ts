import { CacheFirst, ExpirationPlugin, type PrecacheEntry, Route, Serwist } from 'serwist';
import { pictureForms } from '#domain/picture-widths.ts';
import { CATALOGUE_CACHE, PICTURES_CACHE, SHELL_CACHE, type WorkerMessage } from './cache-names.ts';
import { isShellPath, mayTakeOver, refreshResponse, requestTakeOver } from './navigation.ts';

declare const self: ServiceWorkerGlobalScope;
/** The files of this version's pages, filled in by the build (vite.config.ts). */
declare const __SHELL__: PrecacheEntry[];

const PAGE = '/index.html';
const PICTURES = '/api/proxy-image/';

/** Enough for a long evening of browsing: about 20 MB at 40 kB each. */
const MAX_PICTURES = 500;
const PICTURE_MAX_AGE_SECONDS = 30 * 86_400;

/*
 * The page and its files are stored and sent as one version. A new version downloads its own files and waits; the old
 * files are deleted when it takes over. All other requests go to the server as if there were no worker: calls, streams,
 * the panel (docs/decisions/0013-offline-page-and-worker-share-the-work.md).
 */
const serwist = new Serwist({
  precacheEntries: __SHELL__,
  precacheOptions: { cacheName: SHELL_CACHE, directoryIndex: null, cleanURLs: false },
  // The first worker also controls the page that registered it.
  clientsClaim: true,
});

const page = serwist.createHandlerBoundToUrl(PAGE);
/** Resolves to true if the next version takes over. Navigations wait for each other, so that none gets an old page. */
let leaving = Promise.resolve(false);

serwist.registerRoute(
  new Route(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isShellPath(url.pathname),
    async (options) => {
      const before = leaving;
      const after = before.then((isLeaving) => isLeaving || makeWay(options.request));
      leaving = after;
      // This version sends no more pages, because its files are about to be deleted. It may still take a moment to end,
      // for example until a picture has loaded.
      if (await before) return refreshResponse(1);
      return (await after) ? refreshResponse(0) : page(options);
    },
  ),
);

/** Lets a waiting version take over if this navigation is the right moment. Resolves to true if it does. */
const makeWay = async (request: Request & { isReloadNavigation?: boolean }): Promise<boolean> => {
  const next = self.registration.waiting;
  if (!next) return false;
  const { length: pages } = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isReload = request.isReloadNavigation === true;
  return mayTakeOver({ isReload, pages }) && requestTakeOver(next);
};

const expiration = new ExpirationPlugin({
  maxEntries: MAX_PICTURES,
  maxAgeSeconds: PICTURE_MAX_AGE_SECONDS,
  maxAgeFrom: 'last-used',
  purgeOnQuotaError: true,
});

/** One browser accepts one image format, but its Accept header differs between an image element and a fetch. */
const matchOptions = { ignoreVary: true };

/** The picture in another width, if one is stored. */
const otherWidth = async ({ request }: { request: Request }): Promise<Response | undefined> => {
  const pictures = await caches.open(PICTURES_CACHE);
  const { small, middle, large } = pictureForms(request.url);
  for (const address of [large, middle, small]) {
    const picture = await pictures.match(address, matchOptions);
    if (picture) return picture;
  }
  return undefined;
};

serwist.registerRoute(
  new Route(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(PICTURES),
    new CacheFirst({
      cacheName: PICTURES_CACHE,
      matchOptions,
      plugins: [
        {
          // Offline, the details can show the width that a card loaded.
          handlerDidError: otherWidth,
          // Stored for members only: logging out deletes the catalogue, and a picture that loads late must not return.
          cacheWillUpdate: async ({ response }) =>
            response.status === 200 && (await caches.has(CATALOGUE_CACHE)) ? response : null,
        },
        expiration,
      ],
    }),
  ),
);

self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage;
  if (message.type === 'forget-pictures') event.waitUntil(expiration.deleteCacheAndMetadata());
  if (message.type === 'take-over' && Date.now() < message.until) {
    // Not awaited: it settles only when the version that waits for this confirmation has ended.
    void self.skipWaiting();
    event.ports[0]?.postMessage(true);
  }
});
self.addEventListener('install', serwist.handleInstall);
self.addEventListener('activate', serwist.handleActivate);
self.addEventListener('fetch', serwist.handleFetch);

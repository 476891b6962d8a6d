import { CacheFirst, ExpirationPlugin, type PrecacheEntry, Route, Serwist } from 'serwist';
import { pictureForms } from '#domain/picture-widths.ts';
import {
  KEPT_CATALOGUE,
  KEPT_PICTURES,
  KEPT_SHELL,
  type Message,
  MOST_PICTURES,
  PICTURES_FOR_SECONDS,
} from './kept.ts';
import { isShellPath } from './shell-paths.ts';
import { askToTakeOver, comeAgain, mayTakeOver } from './take-over.ts';

declare const self: ServiceWorkerGlobalScope;
/** The files of this version's pages; the build fills them in (vite.config.ts). */
declare const __SHELL__: PrecacheEntry[];

const PAGE = '/index.html';
const PICTURES = '/api/proxy-image/';

/*
 * Page and files of one version lie together and are answered together. A new version fetches its own beside them and
 * waits; the old one's go when it has taken over. Everything that is not named here goes to the server as if there were
 * no worker: calls, streams, the panel.
 */
const serwist = new Serwist({
  precacheEntries: __SHELL__,
  precacheOptions: { cacheName: KEPT_SHELL, directoryIndex: null, cleanURLs: false },
  // The page that brought the first worker is its page too.
  clientsClaim: true,
});

const page = serwist.createHandlerBoundToUrl(PAGE);
/** Whether the next version comes; one navigation after the other asks, so that none gets a page in between. */
let leaving = Promise.resolve(false);

serwist.registerRoute(
  new Route(
    ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isShellPath(url.pathname),
    async (options) => {
      const before = leaving;
      const after = before.then((already) => already || makeWay(options.request));
      leaving = after;
      // No page of this version is given out any more: its files are about to go. It ends when a picture that is still
      // on its way has come, so there is no hurry any more.
      if (await before) return comeAgain(1);
      return (await after) ? comeAgain(0) : page(options);
    },
  ),
);

/** Lets a version that waits take over, if this reload is the moment; true where it comes. */
const makeWay = async (request: Request & { isReloadNavigation?: boolean }): Promise<boolean> => {
  const next = self.registration.waiting;
  if (!next) return false;
  const { length: pages } = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const isReload = request.isReloadNavigation === true;
  return mayTakeOver({ isReload, pages }) && askToTakeOver(next);
};

const expiration = new ExpirationPlugin({
  maxEntries: MOST_PICTURES,
  maxAgeSeconds: PICTURES_FOR_SECONDS,
  maxAgeFrom: 'last-used',
  purgeOnQuotaError: true,
});

/** One browser takes one kind of picture; what its requests say of it differs between an image and a fetch. */
const matchOptions = { ignoreVary: true };

/** A picture in another form than was asked for, where one is kept. */
const keptInAnotherForm = async ({ request }: { request: Request }): Promise<Response | undefined> => {
  const kept = await caches.open(KEPT_PICTURES);
  const { small, middle, large } = pictureForms(request.url);
  for (const form of [large, middle, small]) {
    const picture = await kept.match(form, matchOptions);
    if (picture) return picture;
  }
  return undefined;
};

serwist.registerRoute(
  new Route(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(PICTURES),
    new CacheFirst({
      cacheName: KEPT_PICTURES,
      matchOptions,
      plugins: [
        {
          // Without a network what was seen in a card is seen in the details too.
          handlerDidError: keptInAnotherForm,
          // Kept for members only: after logging out there is no catalogue, and a late picture must not come back.
          cacheWillUpdate: async ({ response }) =>
            response.status === 200 && (await caches.has(KEPT_CATALOGUE)) ? response : null,
        },
        expiration,
      ],
    }),
  ),
);

self.addEventListener('message', (event) => {
  const message = event.data as Message;
  if (message.type === 'forget-pictures') event.waitUntil(expiration.deleteCacheAndMetadata());
  if (message.type === 'take-over' && Date.now() < message.until) {
    // Answered at once: it settles only when the version that waits for this answer has ended.
    void self.skipWaiting();
    event.ports[0]?.postMessage(true);
  }
});
self.addEventListener('install', serwist.handleInstall);
self.addEventListener('activate', serwist.handleActivate);
self.addEventListener('fetch', serwist.handleFetch);

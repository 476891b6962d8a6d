import { type Browser, type BrowserContext, type BrowserType, test as base, type Page } from '@playwright/test';
import { TOAST_DURATION } from '../../src/web/ui/toast.ts';
import { prepareAsAsked } from './browsers.ts';
import { closeShop, type Shop, type ShopEnv, startShop } from './shop-process.ts';

export { expect } from '@playwright/test';

/** For journeys whose promise one width is enough for. They run at 390 px. A journey without a tag runs at both widths. */
export const ONCE = { tag: '@once' } as const;

/** For journeys about what only a wide page has, such as the tables of the panel. They run at 1440 px. */
export const WIDE = { tag: '@wide' } as const;

/** The browser logs this error when the shop refuses a call. */
export const REFUSED_CALL = /status of 4\d\d/;

/** The errors that the browser reports: in the console, uncaught, and requests to other servers. */
export class BrowserErrors {
  readonly #errors: string[] = [];
  readonly #allowed: RegExp[] = [];

  /** Allows errors that a journey causes on purpose. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  get unexpected(): string[] {
    return this.#errors.filter((error) => !this.#allowed.some((pattern) => pattern.test(error)));
  }

  /** Collects the errors of all pages of the shop in a browser. Other pages, such as the seller's chat, are ignored. */
  watch(context: BrowserContext, shopUrl: string): void {
    const isShop = (page: Page | null) => page?.url().startsWith(shopUrl) ?? false;
    context.on('console', (message) => {
      if (message.type() !== 'error' || !isShop(message.page())) return;
      this.#errors.push(`console: ${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (event) => {
      if (isShop(event.page())) this.#errors.push(`uncaught: ${event.error().stack}`);
    });
    context.on('request', (request) => {
      const { protocol } = new URL(request.url());
      const isForeign = /^(https?|wss?):$/.test(protocol) && !request.url().startsWith(shopUrl);
      if (isForeign && !request.isNavigationRequest()) this.#errors.push(`foreign request: ${request.url()}`);
    });
  }
}

/** Journeys on a busy machine may need longer than a person to look at what has changed and press Undo. */
const LONG_TOASTS = { usual: TOAST_DURATION, long: 20_000 };

const showToastsLonger = ({ usual, long }: typeof LONG_TOASTS): void => {
  const { setTimeout } = window;
  window.setTimeout = ((run: () => void, delay?: number, ...rest: []) =>
    setTimeout(run, delay === usual ? long : delay, ...rest)) as typeof setTimeout;
};

/** Adds a function to the page that waits until the history has arrived where a closing dialog goes back to. */
const followHistory = (): void => {
  const { history } = window;
  const go = history.go.bind(history);
  let steps = 0;
  history.go = (delta) => {
    steps += 1;
    go(delta);
  };
  window.addEventListener('popstate', () => {
    steps = 0;
  });
  const pause = () => new Promise((resolve) => setTimeout(resolve, 20));
  Object.assign(window, {
    historySettled: async () => {
      // A dialog goes back some moments after it has closed.
      await pause();
      for (let pauses = 0; steps > 0 && pauses < 100; pauses += 1) await pause();
    },
  });
};

/**
 * Waits for the font of the page and lets the page use it. A page that has begun with another font keeps that one for a
 * while (`font-display: optional`), and would move what a journey has measured when it changes.
 */
const loadFont = (page: Page): Promise<unknown> =>
  page
    .evaluate(async () => {
      const root = document.documentElement;
      await document.fonts.load(getComputedStyle(document.body).font);
      root.style.fontFamily = 'serif';
      root.getBoundingClientRect();
      root.style.fontFamily = '';
    })
    // The page went elsewhere by itself.
    .catch(() => {});

/**
 * Lets a dialog that has just closed go back in the history (behavior 11.8) before the page goes elsewhere. Otherwise the
 * browser cancels the navigation of the same moment, or goes back from the new page. No person is that fast.
 */
const navigateOnceSettled = (page: Page): void => {
  const [goTo, reload, goBack] = [page.goto.bind(page), page.reload.bind(page), page.goBack.bind(page)];
  const settled = () =>
    page
      .evaluate(() => (window as unknown as { historySettled?: () => Promise<void> }).historySettled?.())
      // The page went elsewhere by itself.
      .catch(() => {});
  const onceSettled = async <Result>(navigate: () => Promise<Result>, isEarly: boolean): Promise<Result> => {
    await settled();
    const result = await navigate().catch((error) => {
      // The dialog closed even later.
      if (!(error instanceof Error && error.message.includes('net::ERR_ABORTED'))) throw error;
      return navigate();
    });
    if (!isEarly) await loadFont(page);
    return result;
  };
  page.goto = (url, options) => onceSettled(() => goTo(url, options), options?.waitUntil !== undefined);
  page.reload = (options) => onceSettled(() => reload(options), options?.waitUntil !== undefined);
  page.goBack = async (options) => {
    await settled();
    return goBack(options);
  };
};

/**
 * Lets a browser that has intercepted requests go on doing so. Chromium loses a request that is sent in the moment when
 * the last route is removed: the page waits for its response until it gives up.
 */
const keepIntercepting = (context: BrowserContext): void => {
  const routeContext = context.route.bind(context);
  let kept: Promise<unknown> | undefined;
  const keep = () => (kept ??= routeContext(/^never:/, (route) => route.fallback()));
  const keepFirst = (target: BrowserContext | Page): void => {
    const route = target.route.bind(target);
    target.route = async (...given) => {
      await keep();
      return route(...given);
    };
  };
  keepFirst(context);
  context.on('page', keepFirst);
};

/** Prepares a browser for journeys at their own speed. */
const prepareBrowser = async (context: BrowserContext): Promise<void> => {
  context.on('page', navigateOnceSettled);
  keepIntercepting(context);
  await context.addInitScript(followHistory);
  await context.addInitScript(showToastsLonger, LONG_TOASTS);
  await prepareAsAsked(context);
};

const LAUNCHES = 3;

/** Starts the browser. One that crashes while it starts says nothing about the shop, so it is started again. */
const launch = async (chromium: BrowserType): Promise<Browser> => {
  for (let left = LAUNCHES; ; left -= 1) {
    try {
      return await chromium.launch();
    } catch (error) {
      if (left <= 1) throw error;
    }
  }
};

export interface JourneyFixtures {
  /** Settings that differ from the defaults, as in `test.use({ shopEnv: { … } })`. */
  shopEnv: ShopEnv;
  /** The shop of this file. Its journeys use it one after the other, so each creates the members and items it needs. */
  shop: Shop;
  browserErrors: BrowserErrors;
  /** Opens a page in another browser, with its own storage, cookies and session. */
  openOtherBrowser: () => Promise<Page>;
}

/** Returns the shop of a file. It starts one for the first journey and then closes the shop of the file before. */
type ShopOfFile = (file: string, env: ShopEnv) => Promise<Shop>;

/** A journey: a real browser in a real shop. It fails if the browser reports an error that the journey did not allow. */
export const test = base.extend<JourneyFixtures, { shopOfFile: ShopOfFile }>({
  shopEnv: [{}, { option: true }],
  // As on a first visit. A service worker stores every file of the shop in every new browser, and hides its requests
  // from journeys. Those it matters to allow it.
  serviceWorkers: 'block',
  browser: [
    async ({ playwright }, use) => {
      const browser = await launch(playwright.chromium);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  // A shop starts much faster than a worker with its browser. So files have shops of their own and share the workers.
  shopOfFile: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern that the fixture needs nothing.
    async ({}, use) => {
      let current: { owner: string; shop: Shop } | null = null;
      const close = async () => {
        const last = current;
        current = null;
        if (last) await closeShop(last.shop);
      };
      await use(async (file, env) => {
        const owner = JSON.stringify([file, env]);
        if (current?.owner !== owner) {
          await close();
          // Journeys fill their shops themselves.
          current = { owner, shop: await startShop({ DEMO: 'off', ...env }) };
        }
        return current.shop;
      });
      await close();
    },
    { scope: 'worker' },
  ],
  shop: async ({ shopOfFile, shopEnv }, use, { file }) => {
    const shop = await shopOfFile(file, shopEnv);
    await use(shop);
    const undeclared = shop.output().match(/.*which its contract does not list.*/g) ?? [];
    if (undeclared.length > 0) throw new Error(`The contract does not list an error:\n${undeclared.join('\n')}`);
  },
  baseURL: async ({ shop }, use) => use(shop.url),

  browserErrors: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern that the fixture needs nothing.
    async ({}, use) => {
      const browserErrors = new BrowserErrors();
      await use(browserErrors);
      const { unexpected } = browserErrors;
      if (unexpected.length > 0) throw new Error(`The browser reported errors:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
  context: async ({ context, browserErrors, shop }, use) => {
    browserErrors.watch(context, shop.url);
    await prepareBrowser(context);
    await use(context);
    // A handler may still wait for a response of the shop.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
  openOtherBrowser: async ({ browser, browserErrors, shop }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      browserErrors.watch(context, shop.url);
      await prepareBrowser(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

import type { Page, Route } from '@playwright/test';
import { ShopError } from '#contract/errors.ts';

/**
 * Holds the next response for this path, or a later one. `held` resolves as soon as the shop has responded, and `release`
 * lets the page have the response.
 */
export const holdResponse = async (
  page: Page,
  path: string,
  { after = 0 }: { after?: number } = {},
): Promise<{ held: Promise<void>; release: () => void }> => {
  let passed = 0;
  const { promise: held, resolve: markHeld } = deferred();
  const { promise: released, resolve: release } = deferred();
  const hold = async (route: Route) => {
    if (passed++ < after) return route.continue();
    const response = await route.fetch();
    markHeld();
    await released;
    // The page may have aborted the request.
    await route.fulfill({ response }).catch(() => undefined);
  };
  await page.route(`**${path}`, hold, { times: after + 1 });
  return { held, release };
};

/** A promise that somebody else resolves. */
export const deferred = () => {
  let resolve = () => {};
  const promise = new Promise<void>((fulfill) => {
    resolve = fulfill;
  });
  return { promise, resolve };
};

/** Lets the shop do what the page asks for, and responds as a shop that cannot tell. */
export const hideOutcome = async (route: Route): Promise<void> => {
  await route.fetch();
  const error = new ShopError('outcome_unknown');
  await route.fulfill({ status: error.status, json: error.toBody() });
};

/** Lets the shop do what the page asks for, and loses the response. */
export const loseResponse = async (route: Route): Promise<void> => {
  await route.fetch();
  await route.abort();
};

/** Responds to the next call of this method. The page may read the same address at any moment. */
export const respondOnce = async (
  page: Page,
  [method, address]: readonly ['POST' | 'PUT' | 'PATCH' | 'DELETE', string],
  respond: (route: Route) => Promise<unknown>,
): Promise<void> => {
  let isOver = false;
  await page.route(address, (route) => {
    if (isOver || route.request().method() !== method) return route.fallback();
    isOver = true;
    return respond(route);
  });
};

/** Waits for the next request for this address and leaves it open until the journey continues or fulfills it. */
export const interceptRequest = (page: Page, address: string | RegExp): Promise<Route> =>
  new Promise((resolve) => void page.route(address, resolve));

/** Records what the catalogue's event stream sends to the page. Must be called before the page is opened. */
export const recordEvents = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const receivedEvents: string[] = [];
    Object.assign(window, { receivedEvents });
    const { fetch } = window;
    const record = async (stream: NonNullable<Response['body']>) => {
      const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        receivedEvents.push(value);
      }
    };
    window.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (input !== '/api/events' || !response.body) return response;
      const [forPage, forRecord] = response.body.tee();
      record(forRecord).catch(() => undefined);
      return new Response(forPage, response);
    };
  });
};

/** Waits until the page has received an event that contains this text. */
export const waitForEvent = async (page: Page, text: string): Promise<void> => {
  await page.waitForFunction(
    (expected) => (window as unknown as { receivedEvents: string[] }).receivedEvents.join('').includes(expected),
    text,
  );
};

/** Stops the clock of the page, which must be installed. A busy machine may need some seconds to do so. */
export const pauseClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);

/**
 * Does something in one moment of the page, whose clock must be installed. On a busy machine two presses can be further
 * apart than those of a person.
 */
export const inOneMoment = async (page: Page, act: () => Promise<unknown>): Promise<void> => {
  await pauseClock(page);
  await act();
  await page.clock.resume();
};

/** Waits until the page has drawn what it is about to show. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Waits until the service worker of the page is active. */
export const serviceWorkerReady = (page: Page): Promise<void> =>
  page.evaluate(async () => void (await navigator.serviceWorker.ready));

/** Counts how often the page is loaded from here on. */
export const countLoads = (page: Page): (() => number) => {
  let loads = 0;
  page.on('load', () => loads++);
  return () => loads;
};

/**
 * Reloads a page that is offline. Chromium forgets at a reload that it is to pretend so: calls still fail, but
 * `navigator.onLine` is true. So it is told again. Returns a function for the moment when the network is back.
 */
export const reloadOffline = async (page: Page): Promise<() => Promise<void>> => {
  await page.reload();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const pretend = (offline: boolean) =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await pretend(true);
  return async () => {
    await pretend(false);
    await session.detach();
  };
};

/** Lets the clock of the shop go with that of the page, whose clock must be installed. */
export const moveShopWithPage = (page: Page): Promise<unknown> =>
  page.route(/\/api\/(?!events|user\/events)/, async (route) => {
    const response = await route.fetch();
    const date = new Date(await page.evaluate(() => Date.now())).toUTCString();
    // The page may have aborted the request.
    await route.fulfill({ response, headers: { ...response.headers(), date } }).catch(() => undefined);
  });

/**
 * Fails the calls of an address until somebody presses "Try again". Pages also read again by themselves, after any event,
 * and the button would be gone when it is pressed.
 */
export const failUntilTriedAgain = async (
  page: Page,
  address: string | RegExp,
  fail: (route: Route) => Promise<unknown>,
): Promise<void> => {
  const remember = () =>
    window.addEventListener(
      'click',
      ({ target }) => {
        if ((target as Element).closest('button')?.textContent === 'Try again') Object.assign(window, { tried: true });
      },
      true,
    );
  await page.addInitScript(remember);
  await page.evaluate(remember);
  await page.route(address, async (route) => {
    const isTried = await page.evaluate(() => 'tried' in window).catch(() => false);
    return isTried ? route.fallback() : fail(route);
  });
};

/** Responds as a shop that is busy. */
export const busy = (route: Route): Promise<void> =>
  route.fulfill({ status: 503, json: { message: 'Later', code: 'unavailable' } });

import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { Complaints } from './complaints.ts';
import { closeShop, type Shop, type ShopEnv, startShop } from './shop-process.ts';

export { expect } from '@playwright/test';

/** A journey about what no width of the page changes (network, storage, several tabs): it runs at one width. */
export const ONCE = { tag: '@once' } as const;

export interface JourneyFixtures {
  complaints: Complaints;
  /** Opens a page as somebody else would: with storage, cookies and a session of its own. */
  openAsSomebodyElse: () => Promise<Page>;
}

export interface WorkerFixtures {
  /** Settings over the defaults: `test.use({ shopEnv: { CATALOGUE_NEEDS_GATE: 'on' } })` gives a file its own shop. */
  shopEnv: ShopEnv;
  /** The shop of this worker. Journeys share it one after the other: each makes the members and items it needs. */
  shop: Shop;
}

/**
 * A journey: a real browser in a real shop. Whatever else it checks, it fails on a complaint of the browser that it
 * did not foresee.
 */
export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  shopEnv: [{}, { scope: 'worker', option: true }],
  shop: [
    async ({ shopEnv }, use) => {
      const shop = await startShop(shopEnv);
      await use(shop);
      const undeclared = shop.output().match(/.*which its contract does not list.*/g) ?? [];
      await closeShop(shop);
      if (undeclared.length > 0) throw new Error(`The contract does not list an error:\n${undeclared.join('\n')}`);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),

  complaints: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern that the fixture needs nothing.
    async ({}, use) => {
      const complaints = new Complaints();
      await use(complaints);
      const { unforeseen } = complaints;
      if (unforeseen.length > 0) throw new Error(`The browser complained:\n${unforeseen.join('\n')}`);
    },
    { auto: true },
  ],
  context: async ({ context, complaints, shop }, use) => {
    complaints.listenTo(context, shop.url);
    await use(context);
  },
  openAsSomebodyElse: async ({ browser, complaints, shop }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext();
      contexts.push(context);
      complaints.listenTo(context, shop.url);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { test as journeys } from '../e2e/fixtures.ts';
import { callApi, type Member, readCatalogue, registerMember } from '../e2e/shop-api.ts';
import type { Shop } from '../e2e/shop-process.ts';

const folder = fileURLToPath(new URL('../../pictures/', import.meta.url));

interface PictureFixtures {
  /** Takes a picture of the current screen: "list-empty" becomes pictures/390-dark/list-empty.png. */
  picture: (name: string, options?: { fullPage?: boolean }) => Promise<void>;
}

/** A journey that takes pictures and asserts nothing, in the theme of its project. */
export const test = journeys.extend<PictureFixtures>({
  shopEnv: { DEMO: 'on' },
  page: async ({ page, browserErrors }, use, { project }) => {
    // Failures are states too.
    browserErrors.allow(/./);
    await page.addInitScript((theme) => localStorage.setItem('greenroom-theme', theme), project.metadata.theme);
    await use(page);
  },
  picture: async ({ page }, use, { project }) => {
    await use(async (name, { fullPage = false } = {}) => {
      await waitUntilStill(page);
      await page.screenshot({ path: `${folder}${project.name}/${name}.png`, fullPage });
    });
  },
});

/** After so many milliseconds the picture is taken as it is. */
const STILL_TIMEOUT_MS = 5000;

/** Waits until the images in view are loaded and every animation that ends has ended. */
const waitUntilStill = async (page: Page): Promise<void> => {
  await page
    .waitForFunction(
      () =>
        [...document.images].every(({ complete }) => complete) &&
        document
          .getAnimations()
          .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
      undefined,
      { timeout: STILL_TIMEOUT_MS },
    )
    .catch(() => undefined);
};

/** Registers a member with these quantities of the first products in stock in the cart. */
export const memberWithCart = async (shop: Shop, quantities: readonly number[]): Promise<Member> => {
  const inStock = (await readCatalogue(shop)).filter(({ quantity }) => quantity > 5);
  const member = await registerMember(shop);
  for (const [index, quantity] of quantities.entries()) {
    const productId = inStock[index * 37]!.id;
    await callApi(shop, member.token, 'POST', '/api/cart/add', { productId, quantity });
  }
  return member;
};

/** Leaves calls without a response, so that the page shows how it loads. */
export const stall = async (page: Page, path: string): Promise<void> => {
  await page.route(path, () => new Promise(() => undefined));
};

/** Makes calls fail as they do without a network. */
export const disconnect = async (page: Page, path: string): Promise<void> => {
  await page.route(path, (route) => route.abort());
};

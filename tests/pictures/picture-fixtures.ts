import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { test as journeys } from '../e2e/fixtures.ts';
import { callAs, type Member, registerMember } from '../e2e/shop-api.ts';
import type { Shop } from '../e2e/shop-process.ts';

const folder = fileURLToPath(new URL('../../pictures/', import.meta.url));

interface PictureFixtures {
  /** Takes a picture of the screen as it is: "list-empty" becomes pictures/390-dark/list-empty.png. */
  picture: (name: string, options?: { whole?: boolean }) => Promise<void>;
}

/** A page of the picture book: a journey that nothing is asserted on, in the theme of its project. */
export const test = journeys.extend<PictureFixtures>({
  page: async ({ page, complaints }, use, { project }) => {
    // Failures are states too.
    complaints.foresee(/./);
    await page.addInitScript((theme) => localStorage.setItem('greenroom-theme', theme), project.metadata.theme);
    await use(page);
  },
  picture: async ({ page }, use, { project }) => {
    await use(async (name, { whole = false } = {}) => {
      await settle(page);
      await page.screenshot({ path: `${folder}${project.name}/${name}.png`, fullPage: whole });
    });
  },
});

/** Longer than any picture should take: what is missing then is missing in the book. */
const PATIENCE_MS = 5000;

/** Waits until the pictures in view are there and nothing that ends moves any more. */
const settle = async (page: Page): Promise<void> => {
  await page
    .waitForFunction(
      () =>
        [...document.images].every(({ complete }) => complete) &&
        document
          .getAnimations()
          .every(({ effect, playState }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
      undefined,
      { timeout: PATIENCE_MS },
    )
    .catch(() => undefined);
};

/** A member with the first products in stock in the cart, so many of each. */
export const memberWithCart = async (shop: Shop, quantities: readonly number[]): Promise<Member> => {
  const member = await registerMember(shop);
  const { inventory } = await callAs<{ inventory: { id: number; quantity: number }[] }>(
    shop,
    '',
    'GET',
    '/api/inventory-data',
  );
  const inStock = inventory.filter(({ quantity }) => quantity > 5);
  for (const [at, quantity] of quantities.entries()) {
    const productId = inStock[at * 37]!.id;
    await callAs(shop, member.token, 'POST', '/api/cart/add', { productId, quantity });
  }
  return member;
};

/** Calls that never come back, for what is shown meanwhile. */
export const stall = async (page: Page, path: string): Promise<void> => {
  await page.route(path, () => new Promise(() => undefined));
};

/** Calls that fail as they do without a network. */
export const cut = async (page: Page, path: string): Promise<void> => {
  await page.route(path, (route) => route.abort());
};

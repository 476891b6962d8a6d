import type { Page, Route } from '@playwright/test';

/**
 * Holds back the next answer of this path, once it has left the shop: `held` settles then, and `letThrough` lets the
 * page have it.
 */
export const holdAnswer = async (
  page: Page,
  path: string,
): Promise<{ held: Promise<void>; letThrough: () => void }> => {
  let leave = () => {};
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const mayPass = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  const hold = async (route: Route) => {
    const response = await route.fetch();
    leave();
    await mayPass;
    // The page may have given this answer up.
    await route.fulfill({ response }).catch(() => undefined);
  };
  await page.route(`**${path}`, hold, { times: 1 });
  return { held, letThrough };
};

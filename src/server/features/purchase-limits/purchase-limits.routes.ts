import { ShopError } from '#contract/errors.ts';
import { getPurchaseLimits, listUnmeasured, setPurchaseLimits } from '#contract/purchase-limits.ts';
import { mistakeText, parseLimits } from '#domain/purchase-limits-parser.ts';
import { findState } from '../../db/shop-state.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { changeSettings } from '../settings/change-settings.service.ts';

/** The limits on what members may order, as owners set them (behavior 6.11). */
export const registerPurchaseLimits: Feature = (serve, shop) => {
  const { purchaseLimits } = shop;

  serve(getPurchaseLimits, async () => purchaseLimits.limitsOf(await findState(shop.database.read, 'purchase_limits')));

  serve(listUnmeasured, async () => ({
    unmeasured: await shop.jobs.run('findUnmeasuredItems', { categories: shop.categories.current.records }),
  }));

  /** An empty text returns to the setting. A mistake is invalid_input (400) with its place. */
  serve(setPurchaseLimits, async ({ user, input: { text } }) => {
    const { mistake } = parseLimits(text);
    if (mistake) throw new ShopError('invalid_input', { message: `There is a mistake in ${mistakeText(mistake)}` });
    await changeSettings(shop, user, { changes: { PURCHASE_LIMITS: text || null } });
    purchaseLimits.learn(text || null);
    return purchaseLimits.limitsOf(text || null);
  });
};

import { ShopError } from '#contract/errors.ts';
import { getPurchaseLimits, setPurchaseLimits } from '#contract/purchase-limits.ts';
import { mistakeText, NO_LIMITS, parseLimits } from '#domain/purchase-limits-parser.ts';
import { deleteState, findState, lockState, setState } from '../../db/shop-state.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import { type AuditActor, actorOf, recordAudit } from '../audit/audit.queries.ts';

/** The limits on what members may order, as owners set them (behavior 6.11). */
export const registerPurchaseLimits: Feature = (serve, shop) => {
  serve(getPurchaseLimits, async () =>
    shop.purchaseLimits.limitsOf(await findState(shop.database.read, 'purchase_limits')),
  );

  serve(setPurchaseLimits, ({ user, input }) => setLimits(shop, actorOf(user), input.text));
};

/**
 * Sets the limits. An empty text returns to the setting.
 * @throws ShopError invalid_input (400) with the place of a mistake
 */
const setLimits = async ({ database, clock, purchaseLimits }: Shop, actor: AuditActor, text: string) => {
  const { mistake } = parseLimits(text);
  if (mistake) throw new ShopError('invalid_input', { message: `There is a mistake in ${mistakeText(mistake)}` });
  const value = text === '' ? null : text;
  const limits = purchaseLimits.limitsOf(value);
  await database.write(async (tx) => {
    // An empty text is the row that the lock has just made.
    const before = (await lockState(tx, 'purchase_limits')) || null;
    if (value === null) await deleteState(tx, 'purchase_limits');
    else await setState(tx, 'purchase_limits', value);
    if (value !== before) {
      await recordAudit(tx, {
        actor,
        kind: 'settings',
        subject: 'PURCHASE_LIMITS',
        before: purchaseLimits.limitsOf(before).text || NO_LIMITS,
        after: limits.text || NO_LIMITS,
        now: clock(),
      });
    }
  });
  purchaseLimits.learn(value);
  return limits;
};

import { getShopNotices, type ShopNotices, setShopNotices } from '#contract/shop-notices.ts';
import { findState, lockState, setState } from '../../db/shop-state.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import { type AuditActor, actorOf, recordAudit } from '../audit/audit.queries.ts';
import { parseNotices } from './shop-notices.ts';

/** The notices of the shop, as owners set them (behavior 10.20). */
export const registerShopNotices: Feature = (serve, shop, app) => {
  app.addHook('onReady', () => shop.shopNotices.start());
  app.addHook('onClose', () => shop.shopNotices.close());

  serve(getShopNotices, async () => parseNotices(await findState(shop.database.read, 'shop_notices')));

  serve(setShopNotices, ({ user, input }) => setNotices(shop, actorOf(user), input));
};

type Given = { [Name in keyof ShopNotices]?: ShopNotices[Name] | undefined };

/** Sets the given notices. The evidence has an entry for each that changes. */
const setNotices = ({ database, clock }: Shop, actor: AuditActor, given: Given): Promise<ShopNotices> =>
  database.write(async (tx, touch) => {
    const before = parseNotices(await lockState(tx, 'shop_notices'));
    const notices: ShopNotices = {
      pricing: given.pricing === undefined ? before.pricing : given.pricing || null,
      weights: given.weights === undefined ? before.weights : given.weights || null,
      weightsShown: given.weightsShown ?? before.weightsShown,
      closed: given.closed === undefined ? before.closed : given.closed || null,
      closedOrders: given.closedOrders ?? before.closedOrders,
    };
    await setState(tx, 'shop_notices', JSON.stringify(notices));
    for (const name of Object.keys(SUBJECTS) as (keyof ShopNotices)[]) {
      if (notices[name] === before[name]) continue;
      await recordAudit(tx, {
        actor,
        kind: 'settings',
        subject: SUBJECTS[name],
        before: asText(name, before[name]),
        after: asText(name, notices[name]),
        now: clock(),
      });
    }
    touch('shopNotices', []);
    return notices;
  });

/** The notices as the evidence names them. */
const SUBJECTS: Readonly<Record<keyof ShopNotices, string>> = {
  pricing: 'the notice on bulk pricing',
  weights: 'the notice on weights',
  weightsShown: 'whether the notice on weights is shown',
  closed: 'the notice that the shop is closed',
  closedOrders: 'whether orders are taken',
};

const asText = (name: keyof ShopNotices, value: string | boolean | null): string => {
  if (typeof value === 'boolean') {
    if (name === 'weightsShown') return value ? 'shown' : 'hidden';
    return value ? 'no orders' : 'orders';
  }
  return value ?? 'the default';
};

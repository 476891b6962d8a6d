import {
  changeSettings,
  checkKey,
  getSettings,
  setNextIndex,
  takeBackSetting,
  testSetting,
} from '#contract/settings.admin.ts';
import { getShop } from '#contract/settings.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { packageVersion } from '../../lib/program.ts';
import type { Shop } from '../../shop.ts';
import { actorOf } from '../audit/audit.queries.ts';
import { latestKeys, setNextIndexes } from '../order-addresses/next-index.service.ts';
import { findProgress, unusedRuns } from '../order-addresses/order-addresses.queries.ts';
import { isInvitesOnly } from './access-code.ts';
import { changeSettings as change } from './change-settings.service.ts';
import { firstAddresses } from './check-account-key.ts';
import { listSettings } from './list-settings.ts';
import { hadOrders } from './settings.queries.ts';
import { shopInfoFor } from './shop-info.ts';
import { testSetting as tryAddress } from './test-setting.ts';
import { takeBackSetting as takeBack } from './waiting-settings.service.ts';

/** The settings that pages need, and those of the panel. */
export const registerSettings: Feature = (serve, shop, app) => {
  const { currentSettings } = shop;
  app.addHook('onReady', () => currentSettings.start(shop.database, shop.log));
  app.addHook('onClose', () => currentSettings.close());

  serve(getShop, async ({ request }) => {
    // Its products say which categories members see. Without a database the shop does without them.
    await shop.catalogue.soon().catch(() => {});
    return shopInfoFor(shop, request);
  });

  serve(getSettings, async () => {
    const [settings, invitesOnly, indexes, ordered] = await Promise.all([
      listSettings(shop),
      isInvitesOnly(shop.database.read),
      listIndexes(shop),
      hadOrders(shop.database.read),
    ]);
    return { settings, invitesOnly, ...indexes, hadOrders: ordered, version: packageVersion };
  });

  serve(changeSettings, async ({ user, input, request, reply }) => {
    await change(shop, user, input);
    if (input.changes.SHOP_ACCESS_CODE !== undefined) await shop.gate.openForSetter(request, reply);
    return { settings: await listSettings(shop) };
  });

  serve(testSetting, ({ input }) => tryAddress(shop, input.name));

  serve(checkKey, ({ input: { name, value } }) => ({ addresses: firstAddresses(shop, name, value) }));

  serve(setNextIndex, async ({ user, input: { coin, index } }) => {
    await setNextIndexes(shop, { [coin]: index }, actorOf(user));
    return listIndexes(shop);
  });

  serve(takeBackSetting, async ({ user, params }) => {
    await takeBack(shop, user, params);
    return { settings: await listSettings(shop) };
  });
};

/** Where the account keys go on, and how many addresses a wallet has to look ahead. */
const listIndexes = async (shop: Shop) => {
  const { read } = shop.database;
  const { inForce } = shop.accountKeys;
  const [unusedAddresses, nextIndexes] = await Promise.all([
    inForce.length === 0 ? [] : unusedRuns(read, inForce).execute(),
    Promise.all(latestKeys(shop).map(async (key) => ({ coin: key.coin, index: (await findProgress(read, key)).next }))),
  ]);
  return { unusedAddresses, nextIndexes };
};

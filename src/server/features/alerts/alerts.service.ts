import { type Alert, MOST_ALERTS } from '#contract/alerts.ts';
import { ShopError } from '#contract/errors.ts';
import { afterSaving } from '../../db/failures.ts';
import { fromJson, type Json } from '../../db/json.ts';
import { lockItems } from '../../db/locks.ts';
import type { Touch, Tx } from '../../db/types.ts';
import type { Shop } from '../../shop.ts';
import { lockSignedIn } from '../users/current-password.ts';
import type { SessionKey, SessionRow } from '../users/sessions.queries.ts';
import type { SignedIn } from '../users/sessions.ts';
import { alertState, deleteAlert, findAlerts, listAlerts, markSeen, upsertAlert } from './alerts.queries.ts';
import { type AlertRow, presentAlert } from './alerts.table.ts';
import { followStock } from './follow-stock.ts';

/* A member's alerts. Every call returns all of them, as the stock is now (behavior 5.23). */

/** @throws ShopError not_signed_in (401) if the session has ended */
export const readAlerts = async (shop: Shop, session: SessionKey): Promise<Alert[]> => {
  const read = async () => (await findAlerts(shop.database.read, session))[0];
  return present(shop, session, await read(), read);
};

/** Ends an alert. Without one nothing happens, also for a product that left the lists. */
export const endAlert = async (shop: Shop, session: SessionKey, { itemId }: { itemId: number }): Promise<Alert[]> => {
  const values = { ...session, itemId };
  const touchEnded = (touch: Touch) => touch('alerts', [itemId]);
  const [row] = await shop.database.writeInOneStatement(deleteAlert, values, {
    sends: touchEnded,
    report: ([changed], touch) => {
      if (changed && Number(changed.ended) > 0) touchEnded(touch);
    },
  });
  const read = async () => (await findAlerts(shop.database.read, session))[0];
  return afterSaving(() => present(shop, session, row, read));
};

type AlertsRow = SessionRow & { alerts: Json<(AlertRow & { behind: number })[]> };

/** If the stock has just moved, the alerts catch up first. */
const present = async (
  shop: Shop,
  session: SessionKey,
  row: AlertsRow | undefined,
  readAgain: () => Promise<AlertsRow | undefined>,
): Promise<Alert[]> => {
  await shop.sessions.accept(row, session);
  const alerts = fromJson(row!.alerts);
  const behind = alerts.filter((alert) => alert.behind === 1).map((alert) => alert.item_id);
  if (behind.length === 0) return alerts.map(presentAlert);
  await followStock(shop, behind);
  return fromJson((await readAgain())!.alerts).map(presentAlert);
};

/**
 * Makes a member wait for a product that is sold out.
 * @throws ShopError not_found (404) for a product members cannot see, in_stock (409), too_many_alerts (409)
 */
export const setAlert = (
  { database, clock }: Shop,
  signedIn: SignedIn,
  { itemId }: { itemId: number },
): Promise<Alert[]> => {
  const { userId } = signedIn;
  return database.write(async (tx, touch) => {
    // Another call of the member at the same time waits here, so that the count is right.
    await lockSignedIn(tx, signedIn);
    // The item cannot come back unnoticed between the look at its stock and the commit of the alert.
    await lockItems(tx, [itemId]);
    const [state] = await alertState(tx, { userId, itemId });
    if (state!.available === null) throw new ShopError('not_found');
    if (state!.available === 1) throw new ShopError('in_stock');
    if (state!.alert === null && Number(state!.count) >= MOST_ALERTS) throw new ShopError('too_many_alerts');
    await upsertAlert(tx, { userId, itemId, now: clock() });
    touch('alerts', [itemId]);
    return list(tx, userId);
  });
};

/** Remembers that the member was notified of the return of these products. */
export const markAlertsSeen = (
  { database, clock }: Shop,
  { userId }: SignedIn,
  { productIds }: { productIds: readonly number[] },
): Promise<Alert[]> =>
  database.write(async (tx) => {
    await markSeen(tx, { userId, itemIds: productIds, now: clock() });
    return list(tx, userId);
  });

const list = async (tx: Tx, userId: string): Promise<Alert[]> => (await listAlerts(tx, { userId })).map(presentAlert);

import {
  endAlert as endAlertEndpoint,
  getAlerts,
  listWanted,
  markAlertsSeen as markAlertsSeenEndpoint,
  setAlert as setAlertEndpoint,
} from '#contract/alerts.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { listWantedItems } from './alerts.queries.ts';
import { endAlert, markAlertsSeen, readAlerts, setAlert } from './alerts.service.ts';

/** A member's alerts: products that are sold out, and that the member wants to hear about (behavior 5.23). */
export const registerAlerts: Feature = (serve, shop) => {
  serve.inOneStatement(getAlerts, async ({ session }) => ({ alerts: await readAlerts(shop, session) }));

  serve(setAlertEndpoint, async ({ user, params }) => ({
    alerts: await setAlert(shop, user, { itemId: Number(params.id) }),
  }));

  serve.inOneStatement(endAlertEndpoint, async ({ session, params }) => ({
    alerts: await endAlert(shop, session, { itemId: Number(params.id) }),
  }));

  serve(listWanted, async () => ({
    products: (await listWantedItems(shop.database.read)).map(({ item_id, members, since }) => ({
      productId: item_id,
      members,
      since: new Date(since).toISOString(),
    })),
  }));

  serve(markAlertsSeenEndpoint, async ({ user, input }) => ({ alerts: await markAlertsSeen(shop, user, input) }));
};

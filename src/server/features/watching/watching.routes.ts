import { getWatching } from '#contract/watching.ts';
import { may } from '#domain/permissions.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { findLooks, presentLooks } from './looks.ts';

/** When the shop last looked for payments (behavior 7.28). */
export const registerWatching: Feature = (serve, shop) => {
  serve(getWatching, async ({ user: { role } }) => ({
    coins: presentLooks(await findLooks(shop.database.read, shop), may(role, 'settings.write')),
  }));
};

import { changeOpening, getOpening } from '#contract/opening.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import { changeOpening as change, findOpening } from './opening.service.ts';

/** "Open your shop": which steps are left until members can order (behavior 10.24). */
export const registerOpening: Feature = (serve, shop) => {
  serve(getOpening, ({ user }) => findOpening(shop, shop.database.read, user));

  serve(changeOpening, ({ user, input }) => change(shop, user, input));
};

import * as z from 'zod/mini';
import { COINS } from '#domain/quotes.ts';
import { endpoint } from './endpoint.ts';
import { moment } from './values.ts';

const watchedCoin = z.object({
  coin: z.enum(COINS),
  /** When a look was answered last; null if none ever was. */
  lookedAt: z.nullable(moment),
  /** Since when payments cannot be seen; null if they can. */
  unseenSince: z.nullable(moment),
  /** The servers as the last look had them. Empty until the first look, and for roles that set none. */
  servers: z.array(
    z.object({
      host: z.string(),
      /** Why it does not answer; null if it does. */
      failure: z.nullable(z.string()),
      since: z.nullable(moment),
    }),
  ),
});
export type WatchedCoin = z.infer<typeof watchedCoin>;

export const getUnseenCoins = endpoint({
  method: 'GET',
  path: '/api/watching',
  access: 'member',
  summary: 'The watched coins in which the shop cannot see payments right now',
  output: z.object({ unseen: z.array(z.enum(COINS)) }),
  errors: [],
});

export const getWatching = endpoint({
  method: 'GET',
  path: '/api/admin/watching',
  access: 'orders.read',
  summary: 'When the shop last looked for payments, for each watched coin',
  output: z.object({ coins: z.array(watchedCoin) }),
  errors: [],
});

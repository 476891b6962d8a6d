import type { FastifyRequest } from 'fastify';
import { ShopError } from '#contract/errors.ts';
import { authenticate, checkGate } from '#contract/gate.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import { findInviteOfUser } from '../invites/invites.queries.ts';
import { attemptGate } from './gate-attempt.ts';

/** The shared access code and the codes of invites (behavior 3.1, 3.13). */
export const registerGate: Feature = (serve, shop, app) => {
  const { gate } = shop;
  app.addHook('onReady', () => gate.start());
  serve(authenticate, async ({ input, request, reply }) => {
    const options = { findOwnInvite: () => findOwnInvite(shop, request) };
    await attemptGate(shop, request, () => gate.open(input.password, request, reply, options));
    return { message: 'Access granted' };
  });
  // Its access is the whole check.
  serve(checkGate, async () => ({ message: 'Access granted' }));
};

/** The invite with which the user of the request registered; null for anybody else. */
const findOwnInvite = async ({ database, sessions }: Shop, request: FastifyRequest): Promise<string | null> => {
  try {
    const { userId } = await sessions.find(request);
    return await findInviteOfUser(database.read, { userId });
  } catch (error) {
    if (error instanceof ShopError) return null;
    throw error;
  }
};

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isPanelAccess } from '#contract/endpoint.ts';
import { ShopError } from '#contract/errors.ts';
import { asShop } from '../db/caller.ts';
import { type AuditActor, actorOf, visitorAt } from '../features/audit/audit.queries.ts';
import { recordRepeatedAct } from '../features/audit/repeated-acts.ts';
import type { Shop } from '../shop.ts';

/**
 * Records calls of the panel that are refused (behavior 3.14), before the response is sent. Being asked to confirm who
 * one is does not count: it belongs to the work in the panel.
 */
export const recordRefusals = (app: FastifyInstance, shop: Shop): void => {
  const { database, clock } = shop;
  app.addHook('onError', async (request, _reply, error) => {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || !isPanelAccess(endpoint.access) || !isRefusal(error)) return;
    const actor = await refusedActor(shop, request, error);
    const subject = `${endpoint.method} ${endpoint.path}`;
    const act = { actor, kind: 'refused', subject, after: { code: error.code } } as const;
    await asShop(() => database.writeOr(null, () => database.write((tx) => recordRepeatedAct(tx, act, clock())))).catch(
      (reason: unknown) => request.log.error({ err: reason }, 'a refusal was not recorded'),
    );
  });
};

const isRefusal = (error: unknown): error is ShopError =>
  error instanceof ShopError && [401, 403].includes(error.status) && error.code !== 'reauthentication_needed';

/** The refused caller. Without a session it is unknown. */
const refusedActor = async (
  { sessions }: Shop,
  request: FastifyRequest,
  { status }: ShopError,
): Promise<AuditActor> => {
  const visitor = visitorAt(request.ip ?? null);
  if (status === 401) return visitor;
  return sessions.find(request).then(actorOf, () => visitor);
};

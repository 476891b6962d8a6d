import { type Endpoint, isPanelAccess } from '#contract/endpoint.ts';
import * as events from '#contract/events.ts';
import { ENDPOINTS } from '#contract/index.ts';
import { buildBuyer } from '../buyers.ts';
import { addressOf, nameOf, type RequestOptions, type Response } from '../calls.ts';
import { buildAdmin } from '../factories.ts';
import { startLocalServer } from '../local-server.ts';
import { passGate } from '../sign-in.ts';
import { startTestShop, type TestShopOptions } from '../test-shop.ts';
import { PANEL_CALLS } from './panel-calls.ts';
import { describeCalls, type Scene } from './scene.ts';
import { STOREFRONT_CALLS } from './storefront-calls.ts';

/** How to make every call of the contract so that it succeeds. The one place that tests of all calls take it from. */
const VALID_CALLS = new Map([
  ...STOREFRONT_CALLS,
  ...PANEL_CALLS,
  ...describeCalls(events, { getEvents: {}, getUserEvents: {}, getAdminEvents: {} }),
]);

/** A call that succeeds once, with everything it needs. */
export interface ValidCall extends RequestOptions {
  method: string;
  /** With the query. */
  path: string;
}

export interface EveryCall extends Scene {
  /** Builds what a call needs. Returns the call, as its usual maker makes it, or one of these people. */
  prepare(endpoint: Endpoint, people?: Partial<Pick<Scene, 'member' | 'admin'>>): Promise<ValidCall>;
  send(call: ValidCall): Promise<Response<unknown>>;
  close(): Promise<void>;
}

/** Starts a shop in which every call of the contract can succeed. */
export const startForEveryCall = async ({ settings, ...options }: TestShopOptions): Promise<EveryCall> => {
  const missing = ENDPOINTS.filter((endpoint) => !VALID_CALLS.has(endpoint)).map(nameOf);
  if (missing.length > 0) throw new Error(`testing/every-call does not say how to make ${missing.join(', ')}.`);
  const source = await startLocalServer();
  const shop = await startTestShop({
    ...options,
    settings: { TEST_POINTS: 'on', INVENTORY_FEED_URL: source.url, ...settings },
  });
  const [member, admin] = [await buildBuyer(shop), await buildAdmin(shop)];
  const scene: Scene = { shop, member, admin, source, cookies: await passGate(shop) };
  /** The usual callers of each access. */
  const makerOf = ({ access }: Endpoint, { member, admin, cookies }: Scene): RequestOptions => {
    if (isPanelAccess(access)) return { token: admin.token };
    if (access === 'member') return { token: member.token };
    return access === 'public' ? {} : { cookies };
  };
  return {
    ...scene,
    prepare: async (endpoint, people) => {
      const cast = { ...scene, ...people };
      const { params, query, rest = '', ...sent } = await VALID_CALLS.get(endpoint)!(cast);
      const path = addressOf({ path: endpoint.path.replace('*', rest) }, { params, query });
      return { method: endpoint.method, path, ...makerOf(endpoint, cast), ...sent };
    },
    send: ({ method, path, ...sent }) => shop.request(method, path, sent),
    close: async () => {
      await shop.close();
      await source.close();
    },
  };
};

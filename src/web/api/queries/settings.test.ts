import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ShopInfo, shopInfo } from '#contract/settings.ts';
import type { ShopNotices } from '#contract/shop-notices.ts';
import { isShop, putNotices, putShop, reloadShop, shopQuery } from './settings.ts';

const OPEN: ShopNotices = { pricing: null, weights: null, weightsShown: true, closed: null, closedOrders: false };
const CLOSED: ShopNotices = { ...OPEN, closed: 'Back on Monday', closedOrders: true };

const SHOP: ShopInfo = {
  name: 'Greenroom',
  accent: 120,
  license: null,
  logo: null,
  minimumAge: 21,
  telegramSeller: 'seller',
  telegramGroupUrl: null,
  btcAddress: null,
  ltcAddress: null,
  ownAddresses: ['BTC'],
  paymentConfirmations: 2,
  shipping: { standard: '15.00', express: '30.00' },
  deliveryAddresses: 'optional',
  addressKeepDays: 30,
  backupKeepDays: 90,
  defaultMarkup: 25,
  syncIntervalSeconds: 60,
  pointsPerDollar: 1,
  pointsValue: 0,
  testPoints: false,
  catalogueNeedsGate: false,
  membersNeedApproval: false,
  passkeyOrigin: '',
  panelNeedsPasskey: false,
  categories: [{ name: 'Flower', hue: null, position: 1 }],
  notices: OPEN,
};

/** The shop with another value at a place, for each place in it and some values. */
const withOtherValues = (value: unknown): unknown[] => {
  const others = [undefined, null, 'text', 5, true, [], {}, ['XMR'], 'optional'];
  if (typeof value !== 'object' || value === null) return others;
  const inner = Object.entries(value).flatMap(([name, field]) =>
    withOtherValues(field).map((other) => {
      const changed = structuredClone(value) as Record<string, unknown>;
      changed[name] = other;
      return changed;
    }),
  );
  return [...others, ...inner];
};

test('a stored shop counts if it fits the contract', () => {
  expect(isShop(SHOP)).toBe(true);
  const shops = withOtherValues(SHOP);
  expect(shops.length).toBeGreaterThan(250);
  for (const shop of shops) expect(isShop(shop), JSON.stringify(shop)).toBe(shopInfo.safeParse(shop).success);
});

/** A shop whose responses wait until the test lets them go. Each has the notices of the moment of its request. */
const fakeShop = () => {
  let notices = OPEN;
  const responses: (() => void)[] = [];
  return {
    set: (next: ShopNotices) => {
      notices = next;
    },
    respond: () => responses.shift()!(),
    fetch: (_: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        const response = Response.json({ name: 'Greenroom', notices } as Partial<ShopInfo>);
        responses.push(() => resolve(response));
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
    get waiting() {
      return responses.length;
    },
  };
};

let shop: ReturnType<typeof fakeShop>;
let client: QueryClient;
let stop: () => void;
const shown = () => client.getQueryData(shopQuery.queryKey)?.notices;
const isIdle = () => client.getQueryState(shopQuery.queryKey)?.fetchStatus === 'idle';

beforeEach(() => {
  shop = fakeShop();
  vi.stubGlobal('fetch', shop.fetch);
  client = new QueryClient();
  stop = new QueryObserver(client, shopQuery).subscribe(() => {});
});
afterEach(() => {
  stop();
  client.clear();
  vi.unstubAllGlobals();
});

test('a response that is older than a change of the notices does not undo it', async () => {
  await expect.poll(() => shop.waiting).toBe(1);
  shop.respond();
  await expect.poll(shown).toEqual(OPEN);

  shop.set(CLOSED);
  reloadShop(client);
  await expect.poll(() => shop.waiting).toBe(1);
  shop.set(OPEN);
  putNotices(client, OPEN);
  shop.respond();
  await expect.poll(isIdle).toBe(true);
  expect(shown()).toEqual(OPEN);
});

test('a change that comes before the first response is shown after it', async () => {
  await expect.poll(() => shop.waiting).toBe(1);
  shop.set(CLOSED);
  putNotices(client, CLOSED);
  shop.respond();
  await expect.poll(() => shop.waiting).toBe(1);
  shop.respond();
  await expect.poll(shown).toEqual(CLOSED);
});

test('settings that have changed are shown at once, and an older response does not undo them', async () => {
  await expect.poll(() => shop.waiting).toBe(1);
  shop.respond();
  await expect.poll(shown).toEqual(OPEN);
  reloadShop(client);
  await expect.poll(() => shop.waiting).toBe(1);
  putShop(client, { name: 'Night Leaf', notices: CLOSED } as ShopInfo);
  shop.respond();
  await expect.poll(isIdle).toBe(true);
  expect(client.getQueryData(shopQuery.queryKey)).toEqual({ name: 'Night Leaf', notices: CLOSED });
});

import { randomUUID } from 'node:crypto';
import type { Endpoint } from '#contract/endpoint.ts';
import { setMarkup } from '#contract/inventory.ts';
import { listSessions } from '#contract/users.ts';
import { buildOrder } from './buyers.ts';
import { buildAdmin, buildItem, buildMember, MEMBER_PASSWORD, type TestUser } from './factories.ts';
import { passGate } from './sign-in.ts';
import { ACCESS_CODE, type TestShop } from './test-shop.ts';

/** Somebody to make each call, and something to make it about. Calls change it, so each test builds its own. */
export interface Scene {
  admin: TestUser;
  /** A member with a receipt and a line in the cart. */
  buyer: TestUser;
  /** Of a browser that passed the gate. */
  cookies: Record<string, string>;
  /** Ids of rows, the user not being the buyer. */
  ids: { item: number; line: number; receipt: string; user: string; session: string; change: number };
}

export const buildScene = async (shop: TestShop): Promise<Scene> => {
  const admin = await buildAdmin(shop);
  const { buyer, receipt } = await buildOrder(shop);
  const { id: item } = await buildItem(shop);
  const line = (await buyer.add(item)).body.items[0]!.id;
  const edit = { params: { id: item }, body: { markupDollars: 7 } };
  const change = (await admin.call(setMarkup, edit)).body.changeId!;
  const [session] = (await buyer.call(listSessions)).body.sessions;
  const user = (await buildMember(shop)).id;
  const ids = { item, line, receipt: receipt.id, user, session: session!.id, change };
  return { admin, buyer, cookies: await passGate(shop), ids };
};

export type Body = Record<string, unknown>;

const item = ({ ids }: Scene) => ids.item;
const user = ({ ids }: Scene) => ids.user;
const receipt = ({ ids }: Scene) => ids.receipt;
/** A name that no other call has taken. */
const newName = () => `odd-${randomUUID().slice(0, 12)}`;

/** A valid id for each path of the contract that has one. */
export const VALID_IDS: Record<string, (scene: Scene) => string | number> = {
  '/api/user/sessions/:id': ({ ids }) => ids.session,
  '/api/cart/items/:id': ({ ids }) => ids.line,
  '/api/receipts/:id': receipt,
  '/api/admin/receipts/:id': receipt,
  '/api/admin/users/:id': user,
  '/api/admin/users/:id/events': user,
  '/api/admin/users/:id/reset-link': user,
  '/api/admin/users/:id/sessions': user,
  '/api/admin/inventory/:id/markup': item,
  '/api/admin/inventory/:id/toggle': item,
  '/api/admin/inventory/:id/weight-label': item,
  '/api/admin/inventory/:id/description': item,
  '/api/admin/changes/:id': ({ ids }) => ids.change,
  '/api/admin/changes/:id/revert': ({ ids }) => ids.change,
};

/** A valid body with every field for each call of the contract that has one, by method and path. */
export const VALID_BODIES: Record<string, (scene: Scene) => Body> = {
  'POST /api/auth': () => ({ password: ACCESS_CODE }),
  'POST /api/register': () => {
    const username = newName();
    const email = `${username}@example.test`;
    return { username, email, password: 'a-new-password', signalUsername: 'fern', ageConfirmed: true };
  },
  'POST /api/login': ({ buyer }) => ({ username: buyer.username, password: MEMBER_PASSWORD }),
  'POST /api/reset': () => ({ token: 'unknown', password: 'a-new-password' }),
  'PATCH /api/user': () => {
    const username = newName();
    const email = `${username}@example.test`;
    return { username, email, signalUsername: 'fern', currentPassword: 'wrong', newPassword: 'a-new-password' };
  },
  'DELETE /api/user': () => ({ password: 'wrong' }),
  'POST /api/cart/add': ({ ids }) => ({ productId: ids.item, quantity: 1 }),
  'PATCH /api/cart/items/:id': () => ({ quantity: 2 }),
  'PATCH /api/cart/shipping': () => ({ shippingOption: 'express' }),
  'PATCH /api/cart/notes': () => ({ notes: 'Ring twice' }),
  'POST /api/receipts': () => ({ expectedTotal: '1.00' }),
  'POST /api/test/issue-points': ({ buyer }) => ({ username: buyer.username, points: 5 }),
  'PATCH /api/admin/users/:id': () => ({ memberType: 'Gold', isAdmin: false, status: 'active', verified: true }),
  'POST /api/admin/users/:id/reset-link': () => ({}),
  'PATCH /api/admin/receipts/:id': () => ({ status: 'completed', note: 'By courier' }),
  'POST /api/admin/points': ({ buyer }) => ({ username: buyer.username, points: 5, reason: 'A gift' }),
  'PATCH /api/admin/inventory/:id/markup': () => ({ markupDollars: 9, expected: 7 }),
  'PATCH /api/admin/inventory/:id/toggle': () => ({ isActive: false, expected: true }),
  'PATCH /api/admin/inventory/:id/weight-label': () => ({ weightLabel: 'Eighth', expected: null }),
  'PATCH /api/admin/inventory/:id/description': () => ({ description: 'Fresh', expected: null }),
  'POST /api/admin/inventory/bulk': ({ ids }) => ({
    ids: [ids.item],
    set: { isActive: true, markupDollars: 5, weightLabel: 'Eighth' },
    giveBack: ['description'],
  }),
  'POST /api/admin/inventory/bulk-markup': () => ({ percentage: 35 }),
  'POST /api/admin/inventory/labels': ({ ids }) => ({ ids: [ids.item] }),
  'PATCH /api/admin/inventory/sync-status': () => ({ autoSyncEnabled: false }),
  'POST /api/admin/inventory/sync': () => ({ confirmLargeDrop: true }),
  'POST /api/admin/changes/:id/revert': () => ({}),
};

/** "POST /api/login", the key of the bodies. */
export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** The address of a call whose parameters are valid. */
export const validPath = ({ path }: Endpoint, scene: Scene): string =>
  path.replace(':id', () => String(VALID_IDS[path]!(scene))).replace('*', 'picture.jpg');

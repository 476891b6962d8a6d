import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import * as cart from '#contract/cart.ts';
import * as changes from '#contract/changes.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import * as feed from '#contract/feed.ts';
import { authenticate } from '#contract/gate.ts';
import * as inventory from '#contract/inventory.ts';
import * as pointsAdmin from '#contract/points.admin.ts';
import * as points from '#contract/points.ts';
import * as receiptsAdmin from '#contract/receipts.admin.ts';
import * as receipts from '#contract/receipts.ts';
import * as usersAdmin from '#contract/users.admin.ts';
import * as users from '#contract/users.ts';
import { type Buyer, buildBuyer, buildOrder } from './buyers.ts';
import type { CallOptions, Response } from './calls.ts';
import { buildAdmin, buildItem, buildMember, MEMBER_PASSWORD, type TestUser } from './factories.ts';
import { buildFileProduct, buildUploadForm, inventoryFile } from './inventory.ts';
import { type LocalServer, sendText, startLocalServer } from './local-server.ts';
import { passGate } from './sign-in.ts';
import { ACCESS_CODE, startTestShop, type TestShop, type TestShopOptions } from './test-shop.ts';

/** A shop in which every call of the contract can succeed, with one member and one admin who make them. */
export interface EveryCall {
  shop: TestShop;
  member: Buyer;
  admin: TestUser;
  /** Builds what a call needs. Returns how to make the call. */
  prepare(endpoint: Endpoint): Promise<() => Promise<Response<unknown>>>;
  close(): Promise<void>;
}

interface Context extends Pick<EveryCall, 'shop' | 'member' | 'admin'> {
  source: LocalServer;
  cookies: Record<string, string>;
}

type Prepare = (context: Context) => object | Promise<object>;

const PICTURE = 'fog.jpg';

export const startForEveryCall = async ({ settings, ...options }: TestShopOptions): Promise<EveryCall> => {
  const source = await startLocalServer();
  const shop = await startTestShop({
    ...options,
    settings: { TEST_POINTS: 'on', INVENTORY_FEED_URL: source.url, ...settings },
  });
  const [member, admin] = [await buildBuyer(shop), await buildAdmin(shop)];
  const context: Context = { shop, member, admin, source, cookies: await passGate(shop) };
  mkdirSync(join(shop.dataDir, 'pictures'), { recursive: true });
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#356' } }).jpeg();
  writeFileSync(join(shop.dataDir, 'pictures', PICTURE), await picture.toBuffer());
  await buildItem(shop, { images: [PICTURE] });
  const tokens: Partial<Record<Endpoint['access'], string>> = { member: member.token, admin: admin.token };
  return {
    shop,
    member,
    admin,
    prepare: async (endpoint) => {
      const made = { token: tokens[endpoint.access], ...(await PREPARED.get(endpoint)?.(context)) };
      const path = endpoint.path.replace('*', PICTURE);
      return () => shop.call({ ...endpoint, path }, made);
    },
    close: async () => {
      await shop.close();
      await source.close();
    },
  };
};

const newItem = async ({ shop }: Context) => (await buildItem(shop)).id;
const newLine = async (context: Context) => {
  const { body } = await context.member.add(await newItem(context));
  return body.items.at(-1)!.id;
};
const fullCart = async (context: Context) => {
  await context.member.call(cart.clearCart);
  for (let line = 1; line <= 5; line++) await context.member.add(await newItem(context));
};
/** A member whose session is not used by other calls, and already counted by the rate limit. */
const someone = async ({ shop }: Context) => {
  const member = await buildMember(shop);
  await member.call(cart.getCart);
  return member;
};
const newOrder = async ({ shop }: Context) => ({ params: { id: (await buildOrder(shop)).receipt.id } });
const edited = async (context: Context) => {
  const params = { id: await newItem(context) };
  const { body } = await context.admin.call(inventory.setMarkup, { params, body: { markupDollars: 7 } });
  return { params: { id: body.changeId! }, body: {} };
};
const uploadForm = () => {
  const { type, form } = buildUploadForm(inventoryFile([buildFileProduct()]));
  return { body: form, headers: { 'content-type': type } };
};

const prepared = <E extends Endpoint>(
  endpoint: E,
  prepare: (context: Context) => CallOptions<E> | Promise<CallOptions<E>>,
): [Endpoint, Prepare] => [endpoint, prepare];

/** What calls need, other than a token. */
const PREPARED = new Map<Endpoint, Prepare>([
  prepared(authenticate, () => ({ body: { password: ACCESS_CODE } })),
  prepared(users.register, ({ cookies }) => {
    const username = `visitor-${randomUUID().slice(0, 8)}`;
    return { cookies, body: { username, email: `${username}@example.test`, password: 'long enough' } };
  }),
  prepared(users.login, async (context) => {
    const { username } = await someone(context);
    return { body: { username, password: MEMBER_PASSWORD } };
  }),
  prepared(users.logout, async (context) => ({ token: (await someone(context)).token })),
  prepared(users.resetPassword, async (context) => {
    const { id } = await someone(context);
    const { body } = await context.admin.call(usersAdmin.createResetLink, { params: { id }, body: {} });
    return { body: { token: body.url.split('/').at(-1)!, password: 'a new password' } };
  }),
  prepared(users.updateUser, () => ({ body: { signalUsername: randomUUID() } })),
  prepared(users.endSession, async ({ shop, member }) => {
    await shop.call(users.login, { body: { username: member.username, password: MEMBER_PASSWORD } });
    const { sessions } = (await member.call(users.listSessions)).body;
    return { params: { id: sessions.find(({ current }) => !current)!.id } };
  }),
  prepared(users.deleteAccount, async (context) => ({
    token: (await someone(context)).token,
    body: { password: MEMBER_PASSWORD },
  })),
  prepared(cart.addToCart, async (context) => ({
    body: { productId: await newItem(context) },
    headers: { 'idempotency-key': randomUUID() },
  })),
  prepared(cart.updateCartItem, async (context) => ({ params: { id: await newLine(context) }, body: { quantity: 2 } })),
  prepared(cart.removeCartItem, async (context) => ({ params: { id: await newLine(context) } })),
  prepared(cart.setCartShipping, () => ({ body: { shippingOption: 'express' as const } })),
  prepared(cart.setCartNotes, () => ({ body: { notes: 'Ring twice' } })),
  prepared(receipts.confirmOrder, async (context) => {
    await fullCart(context);
    return { body: {}, headers: { 'idempotency-key': randomUUID() } };
  }),
  prepared(receipts.getReceipt, async (context) => {
    await fullCart(context);
    return { params: { id: (await context.member.confirm()).body.receipt.id } };
  }),
  prepared(points.issueTestPoints, ({ member }) => ({ body: { username: member.username, points: 5 } })),
  prepared(receiptsAdmin.getAnyReceipt, newOrder),
  prepared(receiptsAdmin.moveReceipt, async (context) => ({
    ...(await newOrder(context)),
    body: { status: 'cancelled' as const },
  })),
  prepared(pointsAdmin.grantPoints, ({ member }) => ({
    body: { username: member.username, points: 5, reason: 'Thanks' },
  })),
  prepared(usersAdmin.updateAnyUser, async (context) => ({
    params: { id: (await someone(context)).id },
    body: { memberType: 'Gold' },
  })),
  prepared(usersAdmin.createResetLink, async (context) => ({ params: { id: (await someone(context)).id }, body: {} })),
  prepared(usersAdmin.listUserSessions, ({ member }) => ({ params: { id: member.id } })),
  prepared(usersAdmin.endUserSessions, async (context) => ({ params: { id: (await someone(context)).id } })),
  prepared(usersAdmin.listUserEvents, ({ member }) => ({ params: { id: member.id } })),
  prepared(inventory.setMarkup, async (context) => ({
    params: { id: await newItem(context) },
    body: { markupDollars: 7 },
  })),
  prepared(inventory.setActive, async (context) => ({
    params: { id: await newItem(context) },
    body: { isActive: false },
  })),
  prepared(inventory.setWeightLabel, async (context) => ({
    params: { id: await newItem(context) },
    body: { weightLabel: 'Quarter' as const },
  })),
  prepared(inventory.setDescription, async (context) => ({
    params: { id: await newItem(context) },
    body: { description: 'New' },
  })),
  prepared(inventory.applyBulkMarkup, async (context) => {
    await newItem(context);
    return { body: { percentage: 30 } };
  }),
  prepared(inventory.editMany, async (context) => ({
    body: { ids: [await newItem(context)], set: { isActive: false } },
  })),
  prepared(inventory.fixLabels, async (context) => {
    const { id } = await buildItem(context.shop, { name: 'Fog - 3.5G', weightLabel: 'Ounce' });
    return { body: { ids: [id] } };
  }),
  prepared(inventory.replaceInventory, uploadForm),
  prepared(changes.getChange, async (context) => ({ params: (await edited(context)).params })),
  prepared(changes.revertChange, edited),
  prepared(feed.setAutoSync, () => ({ body: { autoSyncEnabled: false } })),
  prepared(feed.syncNow, ({ source }) => {
    source.respondWith(sendText(inventoryFile([buildFileProduct()])));
    return { body: { confirmLargeDrop: true } };
  }),
]);

import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import * as addresses from '#contract/addresses.ts';
import * as alerts from '#contract/alerts.ts';
import * as cart from '#contract/cart.ts';
import * as catalogue from '#contract/catalogue.ts';
import * as favorites from '#contract/favorites.ts';
import * as gate from '#contract/gate.ts';
import * as health from '#contract/health.ts';
import * as images from '#contract/images.ts';
import * as logo from '#contract/logo.ts';
import * as passkeys from '#contract/passkeys.ts';
import * as points from '#contract/points.ts';
import * as receipts from '#contract/receipts.ts';
import * as settings from '#contract/settings.ts';
import { createResetLink } from '#contract/users.admin.ts';
import * as users from '#contract/users.ts';
import { ADDRESS, addAddress } from '../delivery-addresses.ts';
import { buildItem, MEMBER_PASSWORD } from '../factories.ts';
import { buildUploadForm } from '../inventory.ts';
import {
  buildPasskey,
  confirmPassword,
  createPasskey,
  newDevice,
  signChallenge,
  signConfirmation,
} from '../passkeys.ts';
import { buildPicture, sendLogo } from '../pictures.ts';
import { logIn } from '../sign-in.ts';
import { ACCESS_CODE } from '../test-shop.ts';
import {
  buildLine,
  buildNewItem,
  buildOwnReceipt,
  buildSoldOutItem,
  buildSomeone,
  describeCalls,
  fillCart,
  newName,
  type Scene,
} from './scene.ts';

const PICTURE = 'fog.jpg';
const LAB_RESULT = 'fog.pdf';

const newAccount = () => {
  const username = newName();
  return { username, email: `${username}@example.test`, signalUsername: 'fern' };
};

/** The address of a member who makes the call. */
const buildOwnAddress = async (scene: Scene) => {
  const someone = await buildSomeone(scene);
  return { token: someone.token, params: { id: (await addAddress(someone)).id } };
};

/** Valid calls of visitors and members, each with every field that a body can have. */
export const STOREFRONT_CALLS = [
  ...describeCalls(health, { healthz: {}, readyz: {}, metrics: {} }),
  ...describeCalls(settings, { getShop: {} }),
  ...describeCalls(gate, { authenticate: { body: { password: ACCESS_CODE } }, checkGate: {} }),
  ...describeCalls(catalogue, {
    getInventoryData: {},
    explainProduct: async (scene) => ({ params: { id: await buildNewItem(scene) } }),
  }),
  ...describeCalls(images, {
    getProxyImage: async ({ shop }) => {
      const folder = join(shop.dataDir, 'pictures');
      mkdirSync(folder, { recursive: true });
      const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#356' } }).jpeg();
      writeFileSync(join(folder, PICTURE), await picture.toBuffer());
      await buildItem(shop, { images: [PICTURE] });
      return { rest: PICTURE };
    },
    getLabResult: async ({ shop }) => {
      const folder = join(shop.dataDir, 'lab');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, LAB_RESULT), '%PDF-1.4\n%%EOF\n');
      const lab = { tested: '2026-10-01', expires: null, thc: null, cbd: null, path: LAB_RESULT };
      await buildItem(shop, { lab });
      return { rest: LAB_RESULT };
    },
  }),

  ...describeCalls(logo, {
    getLogo: async ({ admin }) => {
      const { body } = await sendLogo(admin);
      return { params: { name: body.logo!.split('/').at(-1)! } };
    },
    setLogo: async () => {
      const { type, form } = buildUploadForm(await buildPicture(), { filename: 'logo.png' });
      return { body: form, headers: { 'content-type': type } };
    },
    removeLogo: async ({ admin }) => {
      await sendLogo(admin);
      return {};
    },
  }),
  ...describeCalls(users, {
    register: () => ({ body: { ...newAccount(), password: 'long enough', ageConfirmed: true } }),
    login: async (scene) => {
      const { username } = await buildSomeone(scene);
      return { body: { username, password: MEMBER_PASSWORD } };
    },
    logout: async (scene) => ({ token: (await buildSomeone(scene)).token }),
    resetPassword: async (scene) => {
      const { id } = await buildSomeone(scene);
      const { body } = await scene.admin.call(createResetLink, { params: { id }, body: {} });
      return { body: { token: body.url.split('/').at(-1)!, password: 'a new password' } };
    },

    getResetLink: async (scene) => {
      const { id } = await buildSomeone(scene);
      const { body } = await scene.admin.call(createResetLink, { params: { id }, body: {} });
      return { params: { token: body.url.split('/').at(-1)! } };
    },

    getUser: {},
    updateUser: async (scene) => ({
      token: (await buildSomeone(scene)).token,
      body: { ...newAccount(), currentPassword: MEMBER_PASSWORD, newPassword: 'a new password' },
    }),
    listSessions: {},
    endSession: async ({ shop, member }) => {
      await logIn(shop, member.username, MEMBER_PASSWORD);
      const { sessions } = (await member.call(users.listSessions)).body;
      return { params: { id: sessions.find(({ current }) => !current)!.id } };
    },
    exportData: {},
    deleteAccount: async (scene) => ({
      token: (await buildSomeone(scene)).token,
      body: { password: MEMBER_PASSWORD },
    }),
  }),

  ...describeCalls(passkeys, {
    getPasskeyOptions: async ({ member }) => {
      await confirmPassword(member);
      return { body: {} };
    },
    addPasskey: async (scene) => {
      const someone = await buildSomeone(scene);
      await confirmPassword(someone);
      return {
        token: someone.token,
        body: { name: 'Phone', response: await createPasskey(someone, newDevice(scene.shop)) },
        headers: { 'idempotency-key': randomUUID() },
      };
    },
    listPasskeys: {},
    removePasskey: async (scene) => {
      const someone = await buildSomeone(scene);
      return { token: someone.token, params: { id: (await buildPasskey(scene.shop, someone)).id } };
    },
    getSignInOptions: { body: {} },
    signInWithPasskey: async (scene) => {
      const { device } = await buildPasskey(scene.shop, await buildSomeone(scene));
      return { body: { response: await signChallenge(scene.shop, device) } };
    },
    getReauthenticationOptions: { body: {} },
    reauthenticate: async (scene) => {
      const someone = await buildSomeone(scene);
      const { device } = await buildPasskey(scene.shop, someone);
      return { token: someone.token, body: { response: await signConfirmation(someone, device) } };
    },
  }),

  ...describeCalls(addresses, {
    listAddresses: {},
    addAddress: async (scene) => ({
      token: (await buildSomeone(scene)).token,
      body: ADDRESS,
      headers: { 'idempotency-key': randomUUID() },
    }),
    changeAddress: async (scene) => ({ ...(await buildOwnAddress(scene)), body: ADDRESS }),
    deleteAddress: buildOwnAddress,
  }),

  ...describeCalls(cart, {
    getCart: {},
    addToCart: async (scene) => ({
      body: { productId: await buildNewItem(scene), quantity: 1 },
      headers: { 'idempotency-key': randomUUID() },
    }),
    updateCartItem: async (scene) => ({ params: { id: await buildLine(scene) }, body: { quantity: 2 } }),
    removeCartItem: async (scene) => ({ params: { id: await buildLine(scene) } }),
    clearCart: {},
    setCartShipping: { body: { shippingOption: 'express' } },
    setCartNotes: { body: { notes: 'Ring twice' } },
    setCartPoints: { body: { points: 0 } },
  }),
  ...describeCalls(favorites, {
    getFavorites: {},
    addFavorite: async (scene) => ({ params: { id: await buildNewItem(scene) }, body: {} }),
    removeFavorite: async (scene) => {
      const params = { id: await buildNewItem(scene) };
      await scene.member.call(favorites.addFavorite, { params, body: {} });
      return { params };
    },
  }),
  ...describeCalls(alerts, {
    getAlerts: {},
    listWanted: {},
    setAlert: async (scene) => ({ params: { id: await buildSoldOutItem(scene) }, body: {} }),
    endAlert: async (scene) => {
      const params = { id: await buildSoldOutItem(scene) };
      await scene.member.call(alerts.setAlert, { params, body: {} });
      return { params };
    },
    markAlertsSeen: async (scene) => ({ body: { productIds: [await buildSoldOutItem(scene)] } }),
  }),
  ...describeCalls(receipts, {
    confirmOrder: async (scene) => ({
      body: { expectedTotal: (await fillCart(scene)).cart.total, addressId: null },
      headers: { 'idempotency-key': randomUUID() },
    }),
    listReceipts: {},
    getBuyAgain: {},
    getReceipt: async (scene) => {
      await fillCart(scene);
      return { params: { id: (await scene.member.confirm()).body.receipt.id } };
    },
    sayPaymentSent: async (scene) => ({
      ...(await buildOwnReceipt(scene)),
      body: { coin: 'BTC', txid: 'f4184fc5' },
    }),
    cancelOwnReceipt: async (scene) => ({ ...(await buildOwnReceipt(scene)), body: {} }),
    renewQuotes: async (scene) => ({ ...(await buildOwnReceipt(scene)), body: {} }),
  }),
  ...describeCalls(points, {
    getPoints: {},
    getPointsToCome: {},
    listPointsTransactions: {},
    issueTestPoints: ({ member }) => ({ body: { username: member.username, points: 5 } }),
  }),
];

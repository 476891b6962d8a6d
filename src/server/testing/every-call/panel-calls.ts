import { randomUUID } from 'node:crypto';
import * as attention from '#contract/attention.ts';
import * as audit from '#contract/audit.ts';
import * as categories from '#contract/categories.ts';
import * as changes from '#contract/changes.ts';
import * as exports from '#contract/exports.ts';
import * as feed from '#contract/feed.ts';
import * as imports from '#contract/imports.ts';
import * as inventory from '#contract/inventory.ts';
import * as inventoryItems from '#contract/inventory-items.ts';
import * as invites from '#contract/invites.ts';
import * as itemPictures from '#contract/item-pictures.ts';
import * as notices from '#contract/notices.ts';
import * as opening from '#contract/opening.ts';
import * as overview from '#contract/overview.ts';
import * as payments from '#contract/payments.admin.ts';
import * as points from '#contract/points.admin.ts';
import * as purchaseLimits from '#contract/purchase-limits.ts';
import * as rates from '#contract/rates.ts';
import * as receipts from '#contract/receipts.admin.ts';
import * as settingsAdmin from '#contract/settings.admin.ts';
import * as shopNotices from '#contract/shop-notices.ts';
import * as tasks from '#contract/tasks.ts';
import * as users from '#contract/users.admin.ts';
import * as views from '#contract/views.ts';
import * as watching from '#contract/watching.ts';
import { buildOrder } from '../buyers.ts';
import { DERIVED } from '../derived-addresses.ts';
import { buildItem } from '../factories.ts';
import { buildFileProduct, buildUploadForm, inventoryFile } from '../inventory.ts';
import { sendText } from '../local-server.ts';
import { buildPasskey } from '../passkeys.ts';
import { buildPicture } from '../pictures.ts';
import {
  buildChange,
  buildExport,
  buildFailedPictures,
  buildImport,
  buildImportFile,
  buildInvite,
  buildNewItem,
  buildNextIndex,
  buildPendingSync,
  buildReceipt,
  buildSomeone,
  buildWaitingRates,
  buildWaitingSetting,
  describeCalls,
  emptyShop,
} from './scene.ts';

/** Valid calls of the panel, each with every field that a body can have. */
export const PANEL_CALLS = [
  ...describeCalls(users, {
    listUsers: {},
    usersCsv: {},
    updateAnyUser: async (scene) => ({
      params: { id: (await buildSomeone(scene)).id },
      body: { memberType: 'Gold', isAdmin: false, status: 'active', verified: true },
    }),
    createResetLink: async (scene) => ({
      params: { id: (await buildSomeone(scene)).id },
      body: { removePasskeys: true },
    }),
    listUserSessions: ({ member }) => ({ params: { id: member.id } }),
    endUserSessions: async (scene) => ({ params: { id: (await buildSomeone(scene)).id } }),
    removeUserPasskeys: async (scene) => {
      const someone = await buildSomeone(scene);
      await buildPasskey(scene.shop, someone);
      return { params: { id: someone.id } };
    },
    listUserEvents: ({ member }) => ({ params: { id: member.id } }),
    listMemberNotes: ({ member }) => ({ params: { id: member.id } }),
    addMemberNote: async (scene) => ({
      params: { id: (await buildSomeone(scene)).id },
      body: { text: 'Pays within the hour' },
    }),
  }),
  ...describeCalls(receipts, {
    listAllReceipts: {},
    receiptsCsv: {},
    getAnyReceipt: async (scene) => ({ params: { id: await buildReceipt(scene) } }),
    moveReceipt: async (scene) => ({
      params: { id: await buildReceipt(scene) },
      body: {
        status: 'paid',
        note: 'By courier',
        received: '614.50',
        coin: 'BTC',
        txid: 'f4184fc5',
        tracking: '9400 1000',
        panelNote: 'A regular',
      },
    }),
    moveReceipts: async (scene) => ({ body: { ids: [await buildReceipt(scene)], status: 'paid' } }),
    undoReceiptSteps: async (scene) => {
      const id = await buildReceipt(scene);
      await scene.admin.call(receipts.moveReceipt, { params: { id }, body: { status: 'paid' } });
      return { body: { ids: [id], from: { [id]: 'paid' } } };
    },
    undoReceiptStep: async (scene) => {
      const id = await buildReceipt(scene);
      await scene.admin.call(receipts.moveReceipt, { params: { id }, body: { status: 'cancelled' } });
      return {
        params: { id },
        body: { reason: 'The wrong row', from: 'cancelled' },
        headers: { 'idempotency-key': randomUUID() },
      };
    },
    changeReceiptLines: async (scene) => {
      const { receipt } = await buildOrder(scene.shop, { quantity: 2 });
      return { params: { id: receipt.id }, body: { lines: [{ productId: receipt.lines[0]!.productId, quantity: 1 }] } };
    },
  }),
  ...describeCalls(payments, {
    addPayment: async (scene) => ({
      params: { id: await buildReceipt(scene) },
      body: {
        kind: 'received',
        coin: 'BTC',
        coinAmount: '0.00615',
        dollars: '614.50',
        txid: 'f4184fc5',
        note: 'At the counter',
      },
      headers: { 'idempotency-key': randomUUID() },
    }),
    undoPayment: async (scene) => {
      const id = await buildReceipt(scene);
      const body = { kind: 'received', dollars: '5' } as const;
      const { receipt } = (await scene.admin.call(payments.addPayment, { params: { id }, body })).body;
      const paymentId = String(receipt.payments[0]!.id);
      return { params: { id, paymentId }, body: {}, headers: { 'idempotency-key': randomUUID() } };
    },
    paymentsCsv: { query: { from: '2026-11-01', to: '2026-11-30' } },
  }),
  ...describeCalls(points, {
    grantPoints: ({ member }) => ({ body: { username: member.username, points: 5, reason: 'Thanks' } }),
    listAllTransactions: {},
    transactionsCsv: {},
  }),
  ...describeCalls(purchaseLimits, {
    getPurchaseLimits: {},
    listUnmeasured: {},
    setPurchaseLimits: { body: { text: 'flower=28g/1d?3.5g' } },
  }),
  ...describeCalls(settingsAdmin, {
    getSettings: {},
    changeSettings: { body: { changes: { SHIPPING_EXPRESS: '31.50' } } },
    checkKey: { body: { name: 'BTC_XPUB', value: DERIVED.BTC.key } },
    testSetting: { body: { name: 'INVENTORY_FEED_URL' } },
    setNextIndex: async (scene) => ({ body: await buildNextIndex(scene) }),
    takeBackSetting: async (scene) => ({ params: { name: await buildWaitingSetting(scene) } }),
  }),
  ...describeCalls(opening, {
    getOpening: {},
    changeOpening: { body: { step: 'look', state: 'done', dismissed: false } },
  }),
  ...describeCalls(shopNotices, {
    getShopNotices: {},
    setShopNotices: {
      body: { pricing: 'Ask for tens', weights: null, closed: 'Back on Monday', closedOrders: false },
    },
  }),
  ...describeCalls(watching, { getWatching: {}, getUnseenCoins: {} }),
  ...describeCalls(rates, {
    getRates: {},
    setRates: { body: { BTC: '65000.00', LTC: null } },
    acceptRates: async (scene) => ({ body: await buildWaitingRates(scene) }),
  }),
  ...describeCalls(notices, { listNotices: {} }),
  ...describeCalls(attention, { getAttention: {} }),
  ...describeCalls(overview, { getOverview: { query: { days: '90' } } }),
  ...describeCalls(invites, {
    listInvites: {},
    createInvite: { body: { label: 'For the harbor', uses: 3, expiresAt: '2100-01-01T00:00:00Z' } },
    revokeInvite: async (scene) => ({ params: { id: await buildInvite(scene) } }),
  }),
  ...describeCalls(audit, { listAudit: {} }),

  ...describeCalls(inventory, {
    getAdminInventory: {},
    explainItem: async (scene) => ({ params: { id: await buildNewItem(scene) } }),
    setMarkup: async (scene) => ({
      params: { id: await buildNewItem(scene) },
      body: { markupDollars: 7, expected: 5 },
    }),
    setActive: async (scene) => ({
      params: { id: await buildNewItem(scene) },
      body: { isActive: false, expected: true },
    }),
    setWeightLabel: async (scene) => ({
      params: { id: await buildNewItem(scene) },
      body: { weightLabel: 'Quarter', expected: null },
    }),
    setDescription: async (scene) => ({
      params: { id: await buildNewItem(scene) },
      body: { description: 'New', expected: null },
    }),
    setTiers: async (scene) => ({
      params: { id: await buildNewItem(scene) },
      body: { tiers: [{ from: 3, price: 8 }], expected: [] },
    }),
    setLowStock: async (scene) => ({
      params: { id: await buildNewItem(scene) },
      body: { lowStock: 3, expected: null },
    }),
    applyBulkMarkup: async (scene) => {
      await buildNewItem(scene);
      return { body: { percentage: 30 } };
    },
    applyPriceRule: async (scene) => ({
      body: { ids: [await buildNewItem(scene)], kind: 'raise', value: 10, rounding: 'nine', dryRun: false },
    }),
    editMany: async (scene) => ({
      body: {
        ids: [await buildNewItem(scene)],
        set: { isActive: false, markupDollars: 7, weightLabel: 'Eighth' },
        giveBack: ['description'],
      },
    }),
    fixLabels: async ({ shop }) => {
      const { id } = await buildItem(shop, { name: 'Fog - 3.5G', weightLabel: 'Ounce' });
      return { body: { ids: [id] } };
    },
    replaceInventory: () => {
      const { type, form } = buildUploadForm(inventoryFile([buildFileProduct()]));
      return { body: form, headers: { 'content-type': type } };
    },
  }),
  ...describeCalls(imports, {
    createImport: () => {
      const { type, form } = buildUploadForm(buildImportFile(), { filename: 'menu.csv' });
      return { body: form, headers: { 'content-type': type } };
    },
    planImport: async (scene) => {
      const { id, mapping } = await buildImport(scene);
      const useCategories = [{ name: 'Edible', use: 'Edibles' }];
      return { params: { id }, body: { mapping, mode: 'add', skipProblems: false, useCategories } };
    },
    applyImport: async (scene) => {
      const { id, planHash } = await buildImport(scene);
      return { params: { id }, body: { planHash } };
    },
    listImportMappings: {},
    saveImportMapping: async (scene) => ({
      params: { name: 'My register' },
      body: { mapping: (await buildImport(scene)).mapping, columns: ['id', 'name', 'qty', 'price'] },
    }),
    deleteImportMapping: async (scene) => {
      const params = { name: `Mapping ${randomUUID().slice(0, 8)}` };
      const { mapping } = await buildImport(scene);
      await scene.admin.call(imports.saveImportMapping, { params, body: { mapping } });
      return { params };
    },
  }),
  ...describeCalls(inventoryItems, {
    addItem: () => ({
      body: {
        id: `by-hand-${randomUUID()}`,
        name: 'Fern Salve',
        qty: 4,
        price: 18,
        brand: 'Fernhill',
        category: 'Topical',
        description: 'Cool and green.',
        tags: ['Volume = 1G'],
        images: ['salve.jpg'],
        size: '1G',
        weightLabel: 'Gram',
        tiers: [{ from: 3, price: 15 }],
        batch: 'B-7',
        lab: { tested: '2026-10-01' },
      },
      headers: { 'idempotency-key': randomUUID() },
    }),
    editItem: async (scene) => ({
      params: { id: await buildNewItem(scene) },
      body: {
        name: 'Fern Salve',
        brand: 'Fernhill',
        category: 'Topical',
        description: 'Cool and green.',
        price: 18,
        size: '1G',
        tags: ['Volume = 1G'],
        weightLabel: 'Gram',
        markupDollars: 7,
        isActive: false,
        tiers: [{ from: 3, price: 15 }],
        batch: 'B-7',
        lab: { tested: '2026-10-01' },
        lowStock: 3,
        expected: {
          brand: null,
          category: null,
          description: null,
          price: 10,
          size: null,
          tags: [],
          weightLabel: null,
          markupDollars: 5,
          isActive: true,
          tiers: [],
          batch: null,
          lab: null,
          lowStock: null,
        },
      },
    }),
    changeStock: async (scene) => ({
      params: { id: await buildNewItem(scene) },
      body: { delta: 5, quantity: undefined, reason: 'restock', note: 'From the harbor' },
      headers: { 'idempotency-key': randomUUID() },
    }),
    takeOffItem: async (scene) => ({ params: { id: await buildNewItem(scene) } }),
    addSamples: async (scene) => {
      await emptyShop(scene);
      return { headers: { 'idempotency-key': randomUUID() } };
    },
    getItemOrders: async (scene) => ({ params: { id: await buildNewItem(scene) } }),
  }),
  ...describeCalls(itemPictures, {
    uploadPicture: async (scene) => {
      const { type, form } = buildUploadForm(await buildPicture(), { filename: 'jar.png' });
      const headers = { 'content-type': type, 'idempotency-key': randomUUID() };
      return { params: { id: await buildNewItem(scene) }, body: form, headers };
    },
    uploadLabFile: async ({ shop }) => {
      const { type, form } = buildUploadForm(await buildPicture(), { filename: 'result.png' });
      const lab = { tested: '2026-10-01', expires: null, thc: null, cbd: null, path: null };
      const { id } = await buildItem(shop, { lab });
      return { params: { id }, body: form, headers: { 'content-type': type, 'idempotency-key': randomUUID() } };
    },
    setPictures: async ({ shop }) => {
      const { id } = await buildItem(shop, { images: ['a.jpg', 'b.jpg'] });
      const [a, b] = ['/api/proxy-image/a.jpg', '/api/proxy-image/b.jpg'];
      return { params: { id }, body: { images: [b, a], expected: [a, b] } };
    },
  }),
  ...describeCalls(categories, {
    listCategories: {},
    changeCategory: async ({ shop }) => {
      const name = `Tea ${randomUUID().slice(0, 8)}`;
      await buildItem(shop, { category: name });
      const body = {
        name: `${name} bags`,
        mergeInto: undefined,
        kind: 'none',
        hue: 40,
        position: 3,
        hidden: true,
      } as const;
      return { params: { name }, body };
    },
    orderCategories: async ({ shop }) => {
      const name = `Tea ${randomUUID().slice(0, 8)}`;
      await buildItem(shop, { category: name });
      return { body: { names: [name] } };
    },
  }),
  ...describeCalls(changes, {
    listChanges: {},
    getChange: async (scene) => ({ params: { id: (await buildChange(scene)).id } }),
    revertChange: async (scene) => {
      const { id, itemId } = await buildChange(scene);
      return { params: { id }, body: { itemIds: [itemId] } };
    },
  }),
  ...describeCalls(views, {
    listViews: {},
    saveView: {
      params: { name: 'Low Flower' },
      query: { by: undefined },
      body: { query: 'category=Flower', shared: true, expected: 'category=Flower', name: 'Low Flower' },
    },
    deleteView: async ({ admin }) => {
      const params = { name: `View ${randomUUID().slice(0, 8)}` };
      await admin.call(views.saveView, { params, body: { query: 'brand=Fernhill', shared: false } });
      return { params };
    },
  }),
  ...describeCalls(tasks, {
    listTasks: {},
    retryPictures: async (scene) => ({ params: { id: await buildFailedPictures(scene) } }),
    listBackups: {},
    createBackup: {},
  }),
  ...describeCalls(exports, {
    startExport: () => ({
      body: { kind: 'receipts', query: { status: 'paid' } },
      headers: { 'idempotency-key': randomUUID() },
    }),
    downloadExport: async (scene) => ({ params: { id: await buildExport(scene) } }),
  }),
  ...describeCalls(feed, {
    getSyncStatus: {},
    setAutoSync: { body: { autoSyncEnabled: false } },
    syncNow: ({ source }) => {
      source.respondWith(sendText(inventoryFile([buildFileProduct()])));
      return { body: { confirmLargeDrop: true } };
    },
    listSyncRuns: {},
    getPendingSync: async (scene) => {
      await buildPendingSync(scene);
      return {};
    },
    applyPendingSync: async (scene) => ({ body: { planHash: await buildPendingSync(scene) } }),
    refusePendingSync: async (scene) => {
      await buildPendingSync(scene);
      return { body: {} };
    },
  }),
];

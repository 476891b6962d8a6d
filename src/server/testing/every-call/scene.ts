import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { clearCart, getCart } from '#contract/cart.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { startExport } from '#contract/exports.ts';
import { applyPendingSync, getPendingSync, syncNow } from '#contract/feed.ts';
import * as imports from '#contract/imports.ts';
import { setMarkup } from '#contract/inventory.ts';
import { createInvite } from '#contract/invites.ts';
import { changeSettings, getSettings } from '#contract/settings.admin.ts';
import type { Coin, Rates } from '#domain/quotes.ts';
import { SYSTEM } from '../../features/audit/audit.queries.ts';
import { takeImport } from '../../features/imports/testing/take-import.ts';
import { setRatesByHand, storeReadRates } from '../../features/rates/rates.service.ts';
import { endTask } from '../../features/tasks/tasks.queries.ts';
import { type Buyer, buildOrder } from '../buyers.ts';
import type { CallOptions } from '../calls.ts';
import { DERIVED } from '../derived-addresses.ts';
import { buildItem, buildMember, type TestUser } from '../factories.ts';
import { buildFileProduct, buildUploadForm, inventoryFile } from '../inventory.ts';
import { type LocalServer, sendText } from '../local-server.ts';
import type { TestShop } from '../test-shop.ts';

/** A shop in which every call can succeed, and the people who make them. */
export interface Scene {
  shop: TestShop;
  member: Buyer;
  admin: TestUser;
  /** The feed of the shop. */
  source: LocalServer;
  /** Of a browser that passed the gate. */
  cookies: Record<string, string>;
}

/** The input of a call besides a token of its usual maker. With a `token`, somebody else makes it. */
type Needs<E extends Endpoint> = CallOptions<E> & {
  /** Replaces the `*` of a path. */
  rest?: string;
};

/** Builds what a call needs, as often as it is asked. */
export type BuildNeeds = (scene: Scene) => Promise<Needs<Endpoint>>;

/** How to make each call of a file of the contract. The compiler complains about a missing one. */
type NeedsOf<Contract> = {
  [Name in keyof Contract as Contract[Name] extends Endpoint ? Name : never]: Contract[Name] extends Endpoint
    ? Needs<Contract[Name]> | ((scene: Scene) => Needs<Contract[Name]> | Promise<Needs<Contract[Name]>>)
    : never;
};

/** Pairs each endpoint of a file of the contract with what its call needs. */
export const describeCalls = <Contract extends object>(
  contract: Contract,
  calls: NeedsOf<Contract>,
): [Endpoint, BuildNeeds][] =>
  Object.entries(calls).map(([name, needs]) => [
    contract[name as keyof Contract] as Endpoint,
    async (scene) => (typeof needs === 'function' ? needs(scene) : needs),
  ]);

/** A name that nobody has. */
export const newName = () => `visitor-${randomUUID().slice(0, 12)}`;

/** A member whose session is not used by other calls, and already counted by the rate limit. */
export const buildSomeone = async ({ shop }: Scene): Promise<TestUser> => {
  const someone = await buildMember(shop);
  await someone.call(getCart);
  return someone;
};

/** A new item: $10.00 with a markup of $5.00, and no label or description. Returns its id. */
export const buildNewItem = async ({ shop }: Scene): Promise<number> => (await buildItem(shop)).id;

/** A new item without stock. Returns its id. */
export const buildSoldOutItem = async ({ shop }: Scene): Promise<number> => (await buildItem(shop, { quantity: 0 })).id;

/** Makes the member's cart one of five lines. Returns it. */
export const fillCart = async (scene: Scene) => {
  await scene.member.call(clearCart);
  let last = await scene.member.add(await buildNewItem(scene));
  for (let line = 2; line <= 5; line++) last = await scene.member.add(await buildNewItem(scene));
  return last.body;
};

/** Makes the member's cart one of one line. Returns the line's id. */
export const buildLine = async (scene: Scene): Promise<number> => {
  await scene.member.call(clearCart);
  const { body } = await scene.member.add(await buildNewItem(scene));
  return body.items[0]!.id;
};

/** The order of a new member. Returns the id of its receipt, which is not paid. */
export const buildReceipt = async ({ shop }: Scene): Promise<string> => (await buildOrder(shop)).receipt.id;

/** The order of a new member, who makes the call. */
export const buildOwnReceipt = async ({ shop }: Scene) => {
  const { buyer, receipt } = await buildOrder(shop);
  return { token: buyer.token, params: { id: receipt.id } };
};

/**
 * Makes the shop one that lists nothing and never had an order. The items stay, as those do that have left the lists, and
 * so do members with the points that somebody gave them.
 */
export const emptyShop = ({ shop }: Pick<Scene, 'shop'>): Promise<void> =>
  shop.database.write(async (tx, touch) => {
    for (const table of ['notices', 'points_entries'] as const) {
      await tx.deleteFrom(table).where('receipt_id', 'is not', null).execute();
    }
    const ofReceipts = ['payment_texts', 'payments', 'receipt_lines', 'receipt_events', 'receipts'] as const;
    for (const table of ofReceipts) await tx.deleteFrom(table).execute();
    await tx
      .updateTable('users')
      .set(({ selectFrom, fn, val }) => ({
        points_balance: fn.coalesce(
          selectFrom('points_entries')
            .select(({ fn: of }) => of.sum<number>('points').as('sum'))
            .whereRef('points_entries.user_id', '=', 'users.id'),
          val(0),
        ),
      }))
      .execute();
    await tx.updateTable('items').set({ listed: 0, reserved: 0 }).execute();
    for (const topic of ['catalogue', 'inventory', 'receipts', 'users', 'points'] as const) touch(topic);
  });

/** An edit of a new item. Returns the ids of its change-set and of the item. */
export const buildChange = async (scene: Scene): Promise<{ id: number; itemId: number }> => {
  const itemId = await buildNewItem(scene);
  const { body } = await scene.admin.call(setMarkup, { params: { id: itemId }, body: { markupDollars: 7 } });
  return { id: body.changeId!, itemId };
};

/** A table of one product that the shop does not have. */
export const buildImportFile = (): string => `id,name,qty,price\nimport-${randomUUID()},Fern Tea,4,18\n`;

/** A file that waits to be applied. Returns how it is read, and the hash of its plan. */
export const buildImport = async ({ admin }: Scene) => {
  const { type, form } = buildUploadForm(buildImportFile(), { filename: 'menu.csv' });
  const created = await admin.call(imports.createImport, { body: form, headers: { 'content-type': type } });
  const { id, mapping } = created.body.import;
  const { body } = await admin.call(imports.planImport, {
    params: { id },
    body: { mapping, mode: 'add', skipProblems: false },
  });
  return { id, mapping, planHash: body.planHash };
};

/** A task that could not fetch the only picture of an import. Returns its id. */
export const buildFailedPictures = async ({ shop, admin }: Scene): Promise<string> => {
  const { taskId, changeId } = await takeImport(
    admin,
    `id,name,qty,price,images\nimport-${randomUUID()},Fern Tea,4,18,https://pictures.example/a.jpg\n`,
  );
  await shop.database.write(async (tx) => {
    await tx
      .updateTable('import_pictures')
      .set({ state: 'failed', problem: 'Gone.' })
      .where('task_id', '=', taskId)
      .execute();
    await endTask(tx, { id: taskId!, state: 'failed', message: 'Gone.', changeId, now: shop.clock() });
  });
  return taskId!;
};

let lastPrice = 10;

/** A sync that waits, because it makes the shop's only product much dearer. Returns the hash of its plan. */
export const buildPendingSync = async ({ admin, source }: Scene): Promise<string> => {
  // Two shops may prepare this call at the same time.
  lastPrice += 1;
  const low = lastPrice;
  for (const price of [low, low * 10]) {
    source.respondWith(sendText(inventoryFile([buildFileProduct({ id: 'jumping', price })])));
    // The price of an earlier call may be the one that jumps, back to here.
    await admin.call(syncNow, { body: { confirmLargeDrop: true } });
    if (price === low) await admin.call(applyPendingSync, { body: {} });
  }
  return (await admin.call(getPendingSync)).body.pending!.planHash;
};

/** Rates that wait for a person. Returns them. */
export const buildWaitingRates = async ({ shop }: Scene): Promise<Rates> => {
  const waiting = { BTC: '900000.00', LTC: null };
  const read = { now: shop.clock(), limitPercent: 20 };
  await shop.database.write(async (tx, touch) => {
    await setRatesByHand(tx, touch, { actor: SYSTEM, rates: { BTC: '65000.00', LTC: null }, now: read.now });
    await storeReadRates(tx, touch, { ...read, rates: waiting });
  });
  return waiting;
};

/** A wallet of the panel that waits, because there was an order. Returns the name of the setting. */
export const buildWaitingSetting = async ({ shop, admin }: Scene): Promise<string> => {
  await buildOrder(shop);
  const BTC_ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  await admin.call(changeSettings, { body: { changes: { BTC_ADDRESS } } });
  return 'BTC_ADDRESS';
};

/** An account key that waits, and a higher index for it. */
export const buildNextIndex = async ({ shop, admin }: Scene): Promise<{ coin: Coin; index: number }> => {
  await buildOrder(shop);
  const { key, addresses } = DERIVED.BTC;
  await admin.call(changeSettings, { body: { changes: { BTC_XPUB: key }, confirm: { BTC_XPUB: addresses[0]![0] } } });
  const { nextIndexes } = (await admin.call(getSettings)).body;
  return { coin: 'BTC', index: nextIndexes[0]!.index + 1 };
};

/** An invite that lets somebody in. Returns its id. */
export const buildInvite = async ({ admin }: Scene): Promise<string> =>
  (await admin.call(createInvite, { body: { label: 'For the harbor', uses: 3 } })).body.invite.id;

/** A finished export of the admin. Returns the id of its task. */
export const buildExport = async ({ shop, admin }: Scene): Promise<string> => {
  const { id } = (await admin.call(startExport, { body: { kind: 'receipts', query: {} } })).body;
  while (shop.tasks.progressOf(id).runsHere) await pause(1);
  return id;
};

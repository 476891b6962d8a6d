import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { getAdminEvents, getEvents, getUserEvents } from '#contract/events.ts';
import { reauthenticate } from '#contract/passkeys.ts';
import { getRates, setRates } from '#contract/rates.ts';
import { moveReceipt } from '#contract/receipts.admin.ts';
import { getReceipt } from '#contract/receipts.ts';
import { endUserSessions, updateAnyUser } from '#contract/users.admin.ts';
import { deleteAccount, getUser, login, logout, register, updateUser } from '#contract/users.ts';
import { startBackgroundJobs } from './jobs/background-jobs.ts';
import { createTestDatabase, type TestDatabase } from './testing/both-databases.ts';
import { buildOrder, stockOf } from './testing/buyers.ts';
import { openEvents } from './testing/event-reader.ts';
import {
  buildAdmin,
  buildItem,
  buildMember,
  MEMBER_PASSWORD,
  type TestUser,
  updateItems,
} from './testing/factories.ts';
import { startLocalServer } from './testing/local-server.ts';
import { passGate } from './testing/sign-in.ts';
import { startTestShop, type TestShop } from './testing/test-shop.ts';

/*
 * Two processes of one shop, each with a data folder of its own. Acts and counts of one hold in the other. Syncs, the
 * sign-in throttle, purchase limits, the gate and the chain of the evidence have such tests next to their own.
 */

const DAY_MS = 86_400_000;

/** The seller's webhook, with the number of each notice that it received. */
const notices: string[] = [];
const webhook = await startLocalServer(async (request, response) => {
  await text(request);
  notices.push(String(request.headers['greenroom-notice']));
  response.end();
});

let server: TestDatabase;
let here: TestShop;
let there: TestShop;
beforeAll(async () => {
  server = await createTestDatabase();
  const settings = { RATE_LIMITS: 'on', TRUST_PROXY: 'on', ORDER_WEBHOOK_URL: webhook.url };
  here = await startTestShop({ databaseUrl: server.url, settings });
  there = await startTestShop({ databaseUrl: server.url, settings });
  await Promise.all([here.database.watch(), there.database.watch()]);
});
afterAll(async () => {
  await here.close();
  await there.close();
  await webhook.close();
  await server.drop();
});

let lastAddress = 0;
/** Calls from an address that has made none yet, so that limits of addresses do not matter. */
const fromSomewhere = () => ({ headers: { 'x-forwarded-for': `203.0.113.${++lastAddress}` } });

const statusThere = async ({ token }: TestUser) => (await there.call(getUser, { token })).status;

describe('a session that the other process knows is refused there at once', () => {
  test.each<[string, (user: TestUser, owner: TestUser) => Promise<{ status: number }>]>([
    ['after a logout', ({ call }) => call(logout)],
    [
      'after another session of the user changed the password',
      async ({ username }) => {
        const credentials = { username, password: MEMBER_PASSWORD };
        const { token } = (await here.call(login, { body: credentials, ...fromSomewhere() })).body;
        const body = { currentPassword: MEMBER_PASSWORD, newPassword: 'stormy-lantern-42' };
        return here.call(updateUser, { token, body });
      },
    ],
    ['after an owner ended all sessions', ({ id }, { call }) => call(endUserSessions, { params: { id } })],
    [
      'after an owner suspended the member',
      ({ id }, { call }) => call(updateAnyUser, { params: { id }, body: { status: 'suspended' } }),
    ],
    [
      'after an owner changed the role',
      ({ id }, { call }) => call(updateAnyUser, { params: { id }, body: { role: 'orders' } }),
    ],
    ['after the account was deleted', ({ call }) => call(deleteAccount, { body: { password: MEMBER_PASSWORD } })],
  ])('%s', async (_, end) => {
    const owner = await buildAdmin(here);
    const user = await buildMember(here);
    expect(await statusThere(user)).toBe(200);
    expect((await end(user, owner)).status).toBe(200);
    expect(await statusThere(user)).toBe(401);
  });
});

test('who confirms who they are at one process has done so at the other', async () => {
  const owner = await buildAdmin(here);
  for (const shop of [here, there]) shop.advance(11 * 60_000);
  const changeRates = () => there.call(setRates, { token: owner.token, body: { BTC: '65000.00', LTC: null } });
  expect(await changeRates()).toMatchObject({ status: 403, body: { code: 'reauthentication_needed' } });
  expect((await owner.call(reauthenticate, { body: { password: MEMBER_PASSWORD } })).status).toBe(200);
  expect((await changeRates()).status).toBe(200);
  // And the rates that were set there are those of the next call here.
  expect((await owner.call(getRates)).body).toMatchObject({ BTC: '65000.00', LTC: null, source: 'manual' });
});

describe('of calls at both processes in turn, no more are allowed than at one', () => {
  /** Makes calls at both processes in turn, and counts the responses by status. */
  const inTurn = async (calls: number, make: (shop: TestShop, index: number) => Promise<{ status: number }>) => {
    const statuses: Record<number, number> = {};
    for (let index = 0; index < calls; index++) {
      const { status } = await make(index % 2 === 0 ? here : there, index);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    return statuses;
  };

  test('wrong current passwords: ten', async () => {
    const { token } = await buildMember(here);
    const body = { currentPassword: 'guess', newPassword: 'stormy-lantern-42' };
    expect(await inTurn(14, (shop) => shop.call(updateUser, { token, body }))).toEqual({ 400: 10, 429: 4 });
  });

  test('new user names: ten an hour', async () => {
    const { token, username } = await buildMember(here);
    const rename = (shop: TestShop, index: number) =>
      shop.call(updateUser, { token, body: { username: `${username}-${index}` } });
    expect(await inTurn(14, rename)).toEqual({ 200: 10, 429: 4 });
  });

  test('sign-ins of one address: ten a minute', async () => {
    const from = fromSomewhere();
    const signIn = (shop: TestShop, index: number) =>
      shop.call(login, { body: { username: `nobody-${index}`, password: 'guess' }, ...from });
    expect(await inTurn(14, signIn)).toEqual({ 401: 10, 429: 4 });
  });

  test('registrations of one address: five an hour', async () => {
    const from = fromSomewhere();
    const cookies = await passGate(here, from);
    const join = (shop: TestShop, index: number) => {
      const username = `in-turn-${index}`;
      const body = { username, email: `${username}@example.test`, password: 'stormy-lantern-42' };
      return shop.call(register, { body, cookies, ...from });
    };
    expect(await inTurn(8, join)).toEqual({ 200: 5, 429: 3 });
  });
});

test('pages and panels that listen to one process receive the changes of the other', async () => {
  const owner = await buildAdmin(here);
  const { id } = await buildItem(here, { quantity: 9 });
  const page = await openEvents(there, getEvents);
  const panel = await openEvents(there, getAdminEvents, { token: owner.token });
  await page.next('catalogue');
  await panel.next('ready');
  await updateItems(here, [id], { quantity: 4 });
  // The message about the new item may still be on its way.
  const receivesQuantity = async (quantity: number) => {
    for (;;) {
      const { changed } = (await page.next('catalogue')).data;
      if (changed.some((product) => product.id === id && product.quantity === quantity)) return;
    }
  };
  await receivesQuantity(4);
  await panel.next('inventory');
  page.leave();

  await owner.call(endUserSessions, { params: { id: owner.id } });
  await panel.ended;
});

test('an order expires once, and each notice is sent once, although the jobs of both processes run', async () => {
  const orders: Awaited<ReturnType<typeof buildOrder>>[] = [];
  for (let count = 0; count < 6; count++) orders.push(await buildOrder(here, { quantity: 4 }));
  for (const shop of [here, there]) shop.advance(2 * DAY_MS);
  const jobs = [here, there].map(startBackgroundJobs);
  onTestFinished(async () => {
    for (const job of jobs) await job.stop();
  });
  const waiting = () =>
    here.database.read.selectFrom('notices').select('id').where('delivered_at', 'is', null).execute();
  const isExpired = async ({ buyer, receipt }: (typeof orders)[number]) => {
    const { body } = await there.call(getReceipt, { token: buyer.token, params: { id: receipt.id } });
    return body.receipt.status === 'expired';
  };
  await expect.poll(async () => (await Promise.all(orders.map(isExpired))).every(Boolean)).toBe(true);
  await expect.poll(waiting).toEqual([]);
  for (const job of jobs) await job.stop();

  for (const { itemId } of orders) expect(await stockOf(here, itemId)).toEqual({ quantity: 10, reserved: 0 });
  const events = await here.database.read
    .selectFrom('receipt_events')
    .select(({ fn }) => ['receipt_id', fn.countAll().as('events')])
    .where('status', '=', 'expired')
    .groupBy('receipt_id')
    .execute();
  expect(events.map((row) => Number(row.events))).toEqual(orders.map(() => 1));
  expect(new Set(notices).size).toBe(notices.length);
  expect(notices).toHaveLength(orders.length);
});

test("a member who listens to one process hears of the own order's step at the other, and another member of nothing", async () => {
  const owner = await buildAdmin(here);
  const { buyer, receipt } = await buildOrder(here);
  const stranger = await buildOrder(here);
  const page = await openEvents(there, getUserEvents, buyer);
  const other = await openEvents(there, getUserEvents, stranger.buyer);
  await page.next('ready');
  await other.next('ready');
  const move = (id: string) => owner.call(moveReceipt, { params: { id }, body: { status: 'paid' } });
  expect((await move(receipt.id)).status).toBe(200);
  await page.before(({ data }) => data.receipts?.includes(receipt.id) === true);
  expect((await move(stranger.receipt.id)).status).toBe(200);
  const heard = await other.before(({ data }) => data.receipts?.includes(stranger.receipt.id) === true);
  expect(heard.flatMap(({ data }) => data.receipts ?? [])).not.toContain(receipt.id);

  // An order is one statement, which says itself what it changes.
  const item = await buildItem(here);
  await buyer.add(item.id);
  const second = (await buyer.confirm()).body.receipt;
  const next = await page.before(({ data }) => data.receipts?.includes(second.id) === true);
  expect(next.filter(({ event }) => event === 'ready')).toEqual([]);
  other.leave();

  await buyer.call(logout);
  await page.ended;
});

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { getCart } from '#contract/cart.ts';
import { listChanges, revertChange } from '#contract/changes.ts';
import { authenticate } from '#contract/gate.ts';
import { editMany, getAdminInventory } from '#contract/inventory.ts';
import { getPoints, listPointsTransactions } from '#contract/points.ts';
import { listAllReceipts, undoReceiptStep } from '#contract/receipts.admin.ts';
import { getUser, register, resetPassword } from '#contract/users.ts';
import { completeOlderRows } from '../features/backup/older-rows.queries.ts';
import { checkData } from '../features/health/data-checks.queries.ts';
import type { Call } from '../testing/calls.ts';
import {
  readSavedVersion,
  savedVersions,
  startOnReleasedDatabase,
  VERSION_0_1_0,
} from '../testing/released-databases.ts';
import { logIn } from '../testing/sign-in.ts';
import type { TestShop } from '../testing/test-shop.ts';
import type { Schema } from './schema.ts';

/** The number of rows that version 0.1.0 stored in each table. */
const ROWS: Partial<Record<keyof Schema, number>> = {
  users: 7,
  user_events: 11,
  reset_links: 1,
  items: 7,
  change_sets: 12,
  change_rows: 36,
  carts: 3,
  cart_items: 3,
  receipts: 8,
  receipt_lines: 10,
  receipt_events: 21,
  points_entries: 5,
};

describe.each(['sqlite', 'postgres'] as const)('[%s] on a database of version 0.1.0', (kind) => {
  const released = VERSION_0_1_0[kind];
  let shop: TestShop;
  let close: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    ({ shop, close } = await startOnReleasedDatabase('0.1.0', kind, released));
  });
  afterAll(() => close?.());

  const logInAsAdmin = async (): Promise<Call> =>
    shop.as((await logIn(shop, 'admin', released.adminPassword)).body.token);
  /** The calls of the member juniper, whose session is in the database. */
  const callAsMember: Call = (endpoint, ...options) => shop.as(released.memberToken)(endpoint, ...options);

  test('no row is lost', async () => {
    for (const [table, rows] of Object.entries(ROWS)) {
      const found = await shop.database.read
        .selectFrom(table as keyof Schema)
        .selectAll()
        .execute();
      expect({ table, rows: found.length }).toEqual({ table, rows });
    }
  });

  test('the data passes every data check', async () => {
    const { lines, well } = await checkData(shop.database);
    expect({ lines: lines.filter((line) => !line.startsWith('ok')), well }).toEqual({ lines: [], well: true });
  });

  test('members and admins log in with their passwords, and an open session stays open', async () => {
    expect((await logIn(shop, 'juniper', 'juniper-password')).body).toMatchObject({
      memberType: 'Gold',
      isAdmin: false,
    });
    expect((await logIn(shop, 'wren', 'wren-password')).body.isAdmin).toBe(true);
    expect((await logIn(shop, 'sorrel', 'sorrel-password')).body.code).toBe('suspended');
    expect((await logIn(shop, 'leaving', 'leaving-password')).status).toBe(401);
    expect((await logIn(shop, 'admin', released.adminPassword)).status).toBe(200);
    const own = await callAsMember(getUser);
    expect(own.body.user.username).toBe('juniper');
  });

  test('a browser that passed the gate need not pass it again, and the access code is the same', async () => {
    const account = {
      username: `newcomer-${kind}`,
      email: `newcomer-${kind}@example.test`,
      password: 'newcomer-password',
    };
    const cookies = { greenroom_gate: released.gateCookie };
    expect((await shop.call(register, { body: account, cookies })).status).toBe(200);
    expect((await shop.call(authenticate, { body: { password: released.accessCode } })).status).toBe(200);
  });

  test('carts keep their lines, notes and shipping', async () => {
    const { body } = await callAsMember(getCart);
    expect(body.cart).toMatchObject({ notes: 'Ring twice.', shippingOption: 'express', shippingCost: '25.00' });
    expect(body.items).toMatchObject([
      { productName: 'Harbor Fog - 3.5G', quantity: 1, unitPrice: '40.00', problem: null },
      { productName: 'Plum Gummies 100mg', quantity: 2, unitPrice: '27.00', problem: null },
    ]);
  });

  test('receipts of every state keep their lines and their history', async () => {
    const call = await logInAsAdmin();
    const { body } = await call(listAllReceipts);
    expect(body.counts).toEqual({
      awaiting_payment: 1,
      paid: 1,
      shipped: 1,
      completed: 2,
      cancelled: 2,
      expired: 1,
    });
    const completed = body.receipts.find(({ number }) => number === 1001)!;
    expect(completed).toMatchObject({ username: 'juniper', status: 'completed', notes: 'Leave it with the neighbor.' });
    expect(completed.events.map(({ status }) => status)).toEqual(['awaiting_payment', 'paid', 'shipped', 'completed']);
  });

  test('points keep their balance and their reasons', async () => {
    const { body } = await callAsMember(listPointsTransactions);
    expect(body.transactions.map(({ kind, points }) => [kind, points])).toEqual([
      ['deducted', -20],
      ['granted', 50],
      ['earned', 107],
    ]);
    const balance = await callAsMember(getPoints);
    expect(balance.body).toEqual({ balance: 137 });
  });

  test('a change that version 0.1.0 made can be undone', async () => {
    const call = await logInAsAdmin();
    const [upload] = (await call(listChanges, { query: { kind: 'upload' } })).body.changes;
    const undone = await call(revertChange, { params: { id: upload!.id }, body: {} });
    expect(undone.status).toBe(200);
    expect(undone.body.changeId).toEqual(expect.any(Number));
  });

  test('a field that the shop owns after that can be given back to the feed', async () => {
    const call = await logInAsAdmin();
    const { inventory } = (await call(getAdminInventory)).body;
    const { id, description } = inventory.find(({ shopOwned }) => shopOwned.includes('description'))!;
    expect(description).toBe('Cured slowly. Strain: Harbor Fog. THC 22.9%');
    await call(editMany, { body: { ids: [id], giveBack: ['description'] } });
    const [item] = (await call(getAdminInventory, { query: { ids: String(id) } })).body.inventory;
    expect(item).toMatchObject({ description: 'Strain: Harbor Fog. THC 22.9%' });
  });

  test('a product was first listed when a change added it', async () => {
    const { read } = shop.database;
    const items = await read.selectFrom('items').select(['external_id', 'listed_at']).orderBy('id').execute();
    const [upload] = await read.selectFrom('change_sets').select('created_at').orderBy('id').limit(1).execute();
    expect(items.every(({ listed_at }) => listed_at !== null && listed_at >= upload!.created_at)).toBe(true);
    expect(items[0]!.listed_at).toBe(upload!.created_at);
  });

  test('steps that version 0.1.0 took can be undone, with their points and stock', async () => {
    const call = await logInAsAdmin();
    const { receipts } = (await call(listAllReceipts)).body;
    const { id, lines } = receipts.find(({ number }) => number === 1001)!;
    const itemIds = lines.map(({ productId }) => productId);
    const reserved = async () => {
      const items = await shop.database.read
        .selectFrom('items')
        .select('reserved')
        .where('id', 'in', itemIds)
        .execute();
      return items.reduce((sum, item) => sum + item.reserved, 0);
    };
    const before = await reserved();
    for (const from of ['completed', 'shipped'] as const) {
      expect((await call(undoReceiptStep, { params: { id }, body: { from } })).status).toBe(200);
    }
    expect(await reserved()).toBe(before + lines.reduce((sum, { quantity }) => sum + quantity, 0));
    expect((await callAsMember(getPoints)).body).toEqual({ balance: 30 });
    expect(await checkData(shop.database)).toMatchObject({ well: true });
  });

  test('an unused reset link still sets a password', async () => {
    const body = { token: released.resetToken, password: 'a new password' };
    expect((await shop.call(resetPassword, { body })).status).toBe(200);
    expect((await logIn(shop, 'tansy', 'a new password')).status).toBe(200);
  });
});

// `npm run fixture` saves one for each release. There is none before the first release after 0.1.0.
describe.each(savedVersions())('on a database of version %s', (version) => {
  test.each(['sqlite', 'postgres'] as const)('[%s] no row is lost, and sessions and passwords go on', async (kind) => {
    const { rows, member, owner, ...saved } = readSavedVersion(version, kind);
    const released = { ...saved, adminPassword: owner.password };
    const { shop, close } = await startOnReleasedDatabase(version, kind, released);
    onTestFinished(close);
    const found: Record<string, number> = {};
    for (const table of Object.keys(rows) as (keyof Schema)[]) {
      found[table] = (await shop.database.read.selectFrom(table).selectAll().execute()).length;
    }
    expect(found).toEqual(rows);
    const { lines } = await checkData(shop.database);
    expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([]);
    expect((await shop.as(member.token)(getUser)).body.user.username).toBe(member.username);
    expect((await shop.as(member.token)(getCart)).body.items).toMatchObject([{ quantity: 3, problem: null }]);
    for (const { username, password } of [member, owner]) {
      expect((await logIn(shop, username, password)).status).toBe(200);
    }
  });

  test.each(['sqlite', 'postgres'] as const)('[%s] what was noted as received is in the books', async (kind) => {
    const { owner, ...saved } = readSavedVersion(version, kind);
    const released = { ...saved, adminPassword: owner.password };
    const id = (number: number) => `(select id from receipts where number = ${number})`;
    const noted = (number: number, cents: number, more = '') =>
      `update receipts set received_cents = ${cents}${more} where number = ${number}`;
    const changes = [
      noted(1001, 7000, ", coin = 'BTC', txid = 'f4184fc5'"),
      `insert into receipt_events (receipt_id, kind, status, actor, changes, at) values (${id(1001)}, 'facts', 'paid', 'wren',
        '[{"what":"received","before":null,"after":"70.00"}]', 1795578479000)`,
      `insert into receipt_events (receipt_id, kind, status, actor, changes, at) values (${id(1001)}, 'facts', 'completed',
        'admin', '[{"what":"tracking","before":null,"after":"9400"}]', 1795578480000)`,
      // One that is paid in part, one that is paid, and one of which nothing is noted. The step is all that is left of 1002.
      noted(1003, 100),
      noted(1006, 19_200),
      noted(1002, 6_990),
    ];
    const { shop, close } = await startOnReleasedDatabase(version, kind, released, changes);
    onTestFinished(close);
    const call = shop.as((await logIn(shop, owner.username, owner.password)).body.token);
    const { receipts } = (await call(listAllReceipts)).body;
    const find = (number: number) => receipts.find((receipt) => receipt.number === number)!;
    const entry = (dollars: string) => ({ kind: 'received', dollars, coinAmount: null, output: null, reverses: null });
    expect(find(1001)).toMatchObject({
      received: '70.00',
      due: '0.00',
      payment: { amount: 'enough', confirmed: true },
    });
    expect(find(1001).payments).toMatchObject([
      { ...entry('70.00'), coin: 'BTC', txid: 'f4184fc5', by: 'wren', at: '2026-11-25T03:47:59.000Z' },
    ]);
    expect(find(1002).payments).toMatchObject([{ ...entry('69.90'), coin: null, txid: null, by: 'system' }]);
    expect(find(1003)).toMatchObject({ received: '1.00', payments: [entry('1.00')], expiresAt: expect.any(String) });
    expect(find(1006)).toMatchObject({ received: '192.00', payments: [entry('192.00')], expiresAt: null });
    expect(find(1004)).toMatchObject({ received: null, payments: [] });
    const well = { well: true };
    expect(await checkData(shop.database)).toMatchObject(well);
    // A restored backup of this version has its books already.
    await shop.database.write((tx) => completeOlderRows(tx));
    expect((await call(listAllReceipts)).body.receipts).toEqual(receipts);

    // A backup of an older version brings the notes alone.
    await shop.database.write(async (tx) => {
      for (const table of ['payment_texts', 'payments'] as const) await tx.deleteFrom(table).execute();
      await completeOlderRows(tx);
    });
    const again = (await call(listAllReceipts)).body.receipts;
    const books = (of: typeof receipts) => of.map(({ payments }) => payments.map(({ id: _, ...payment }) => payment));
    expect(books(again)).toEqual(books(receipts));
    expect(await checkData(shop.database)).toMatchObject(well);
  });
});

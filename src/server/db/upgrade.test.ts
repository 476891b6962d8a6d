import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkData } from '../features/health/data-checks.queries.ts';
import { startOnReleasedDatabase, VERSION_0_1_0 } from '../testing/released-databases.ts';
import type { TestShop } from '../testing/test-shop.ts';
import type { Schema } from './schema.ts';

/** How many rows version 0.1.0 left in each table. */
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

  const logIn = (username: string, password: string) =>
    shop.call('POST', '/api/login', { body: { username, password } });
  const asAdmin = async () => (await logIn('admin', released.adminPassword)).body.token as string;

  test('no row of what the shop must keep is lost', async () => {
    for (const [table, rows] of Object.entries(ROWS)) {
      const found = await shop.database.read
        .selectFrom(table as keyof Schema)
        .selectAll()
        .execute();
      expect({ table, rows: found.length }).toEqual({ table, rows });
    }
  });

  test('the data passes every check of the shop', async () => {
    const { lines, well } = await checkData(shop.database);
    expect({ lines: lines.filter((line) => !line.startsWith('ok')), well }).toEqual({ lines: [], well: true });
  });

  test('members and admins sign in with their passwords, and an open session stays open', async () => {
    expect((await logIn('juniper', 'juniper-password')).body).toMatchObject({ memberType: 'Gold', isAdmin: false });
    expect((await logIn('wren', 'wren-password')).body.isAdmin).toBe(true);
    expect((await logIn('sorrel', 'sorrel-password')).body.code).toBe('suspended');
    expect((await logIn('leaving', 'leaving-password')).status).toBe(401);
    expect(await asAdmin()).toEqual(expect.any(String));
    const own = await shop.call('GET', '/api/user', { token: released.memberToken });
    expect(own.body.user.username).toBe('juniper');
  });

  test('a browser that passed the gate is still past it, and the access code is the same', async () => {
    const account = {
      username: `newcomer-${kind}`,
      email: `newcomer-${kind}@example.test`,
      password: 'newcomer-password',
    };
    const cookies = { greenroom_gate: released.gateCookie };
    expect((await shop.call('POST', '/api/register', { body: account, cookies })).status).toBe(200);
    expect((await shop.call('POST', '/api/auth', { body: { password: released.accessCode } })).status).toBe(200);
  });

  test('carts keep their lines, notes and shipping', async () => {
    const { body } = await shop.call('GET', '/api/cart', { token: released.memberToken });
    expect(body.cart).toMatchObject({ notes: 'Ring twice.', shippingOption: 'express', shippingCost: '25.00' });
    expect(body.items).toMatchObject([
      { productName: 'Harbor Fog - 3.5G', quantity: 1, unitPrice: '40.00', problem: null },
      { productName: 'Plum Gummies 100mg', quantity: 2, unitPrice: '27.00', problem: null },
    ]);
  });

  test('receipts are there in every state, with their lines and their history', async () => {
    const token = await asAdmin();
    const { body } = await shop.call('GET', '/api/admin/receipts', { token });
    expect(body.counts).toEqual({
      awaiting_payment: 1,
      paid: 1,
      shipped: 1,
      completed: 2,
      cancelled: 2,
      expired: 1,
    });
    const completed = body.receipts.find((receipt: { number: number }) => receipt.number === 1001);
    expect(completed).toMatchObject({ username: 'juniper', status: 'completed', notes: 'Leave it with the neighbor.' });
    expect(completed.events.map(({ status }: { status: string }) => status)).toEqual([
      'awaiting_payment',
      'paid',
      'shipped',
      'completed',
    ]);
  });

  test('points keep their balance and their reasons', async () => {
    const { body } = await shop.call('GET', '/api/points/transactions', { token: released.memberToken });
    expect(body.transactions.map(({ kind, points }: { kind: string; points: number }) => [kind, points])).toEqual([
      ['deducted', -20],
      ['granted', 50],
      ['earned', 107],
    ]);
    const balance = await shop.call('GET', '/api/points', { token: released.memberToken });
    expect(balance.body).toEqual({ balance: 137 });
  });

  test('a change made before can still be undone', async () => {
    const token = await asAdmin();
    const { body } = await shop.call('GET', '/api/admin/changes?kind=upload', { token });
    const [upload] = body.changes;
    const undone = await shop.call('POST', `/api/admin/changes/${upload.id}/revert`, { token, body: {} });
    expect(undone.status).toBe(200);
    expect(undone.body.changeId).toEqual(expect.any(Number));
  });

  test('a reset link that was not used yet still sets a password', async () => {
    const body = { token: released.resetToken, password: 'a new password' };
    expect((await shop.call('POST', '/api/reset', { body })).status).toBe(200);
    expect((await logIn('tansy', 'a new password')).status).toBe(200);
  });
});

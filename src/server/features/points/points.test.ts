import { expect, test } from 'vitest';
import type { GivenInputOf, GivenQueryOf } from '#contract/endpoint.ts';
import { grantPoints, listAllTransactions, transactionsCsv } from '#contract/points.admin.ts';
import { getPoints, getPointsToCome, issueTestPoints, listPointsTransactions } from '#contract/points.ts';
import { moveReceipt } from '#contract/receipts.admin.ts';
import { deleteAccount } from '#contract/users.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer, buildOrder } from '../../testing/buyers.ts';
import { readPages } from '../../testing/calls.ts';
import { buildAdmin, buildItem, buildMember, MEMBER_PASSWORD, type TestUser } from '../../testing/factories.ts';
import { checkData } from '../health/data-checks.queries.ts';

const balanceOf = async ({ call }: TestUser) => (await call(getPoints)).body.balance;
const transactionsOf = async ({ call }: TestUser) => (await call(listPointsTransactions)).body.transactions;

bothDatabases((shop) => {
  /** An admin who grants points, or deducts them with a negative number. */
  const buildGranter = async () => {
    const admin = await buildAdmin(shop());
    const grant = (username: string, points: number, reason = 'Because') =>
      admin.call(grantPoints, { body: { username, points, reason } });
    return { admin, grant };
  };

  test('a new member has no points', async () => {
    const { call } = await buildMember(shop());
    expect(await call(getPoints)).toMatchObject({ status: 200, body: { balance: 0 } });
    expect((await call(listPointsTransactions)).body).toEqual({ transactions: [], nextCursor: null });
    expect(await shop().call(getPoints)).toMatchObject({ status: 401 });
  });

  test('the points to come are those of all open orders, also beyond a page of receipts', async () => {
    const { id } = await buildItem(shop(), { priceCents: 1000, markupCents: 500, quantity: 100 });
    const buyer = await buildBuyer(shop());
    const order = async () => {
      await buyer.add(id);
      return (await buyer.confirm()).body.receipt;
    };
    const orders = [];
    for (let count = 0; count < 21; count++) orders.push(await order());
    const toCome = async () => (await buyer.call(getPointsToCome)).body.points;
    expect(await toCome()).toBe(21 * 15);
    const admin = await buildAdmin(shop());
    const move = (receipt: { id: string }, status: ReceiptStatus) =>
      admin.call(moveReceipt, { params: receipt, body: { status } });
    await move(orders[0]!, 'paid');
    await move(orders[0]!, 'shipped');
    await move(orders[1]!, 'cancelled');
    expect(await toCome(), 'a shipped order still earns, a canceled one does not').toBe(20 * 15);
    await move(orders[0]!, 'completed');
    expect([await toCome(), await balanceOf(buyer)]).toEqual([19 * 15, 15]);
    expect((await (await buildMember(shop())).call(getPointsToCome)).body).toEqual({ points: 0 });
  });

  test('admins grant and deduct points with a reason, and the member sees each entry', async () => {
    const { grant } = await buildGranter();
    const member = await buildMember(shop());
    expect(await grant(member.username.toUpperCase(), 50, 'Welcome')).toMatchObject({
      status: 200,
      body: { message: `Added 50 points to ${member.username}`, balance: 50 },
    });
    expect(await grant(member.username, -20, 'Correction')).toMatchObject({
      status: 200,
      body: { message: `Deducted 20 points from ${member.username}`, balance: 30 },
    });
    expect(await balanceOf(member)).toBe(30);
    expect(await transactionsOf(member)).toEqual([
      { id: expect.any(Number), points: -20, kind: 'deducted', reason: 'Correction', createdAt: expect.any(String) },
      { id: expect.any(Number), points: 50, kind: 'granted', reason: 'Welcome', createdAt: expect.any(String) },
    ]);
  });

  test('a balance never goes below 0, and a refused deduction leaves no entry', async () => {
    const { grant } = await buildGranter();
    const member = await buildMember(shop());
    await grant(member.username, 10);
    expect(await grant(member.username, -11)).toMatchObject({
      status: 409,
      body: { code: 'not_enough_points', message: 'The balance is 10 points. Please deduct no more.' },
    });
    expect(await balanceOf(member)).toBe(10);
    expect(await transactionsOf(member)).toHaveLength(1);
  });

  test('of 50 deductions at once from a balance for 10, ten succeed, and the balance is right', async () => {
    const { grant } = await buildGranter();
    const member = await buildMember(shop());
    await grant(member.username, 30);
    const responses = await Promise.all(Array.from({ length: 50 }, () => grant(member.username, -3)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(responses.filter(({ status, body }) => status === 409 && body.code === 'not_enough_points')).toHaveLength(
      40,
    );
    expect(await balanceOf(member)).toBe(0);
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });

  test.each([
    [{ points: 1, reason: 'R' }, 'This must be a text'],
    [{ username: ' ', points: 1, reason: 'R' }, 'A user is needed'],
    [{ username: 'x', points: 0, reason: 'R' }, 'Points must not be 0'],
    [{ username: 'x', points: 1.5, reason: 'R' }, 'Points must be a whole number'],
    [{ username: 'x', points: 1, reason: ' ' }, 'A reason is needed'],
  ])('the grant %j is refused with a message', async (body, message) => {
    const { call } = await buildAdmin(shop());
    expect(await call(grantPoints, { body: body as never })).toMatchObject({ status: 400, body: { message } });
  });

  test('granting points to an unknown user is refused, and only admins can grant points', async () => {
    const { grant } = await buildGranter();
    expect(await grant('nobody-of-that-name', 5)).toMatchObject({ status: 404, body: { message: 'User not found' } });
    const member = await buildMember(shop());
    const body = { username: member.username, points: 5, reason: 'For me' };
    expect(await member.call(grantPoints, { body })).toMatchObject({ status: 403 });
  });

  test("a member's ledger is paged, newest first, without the entries of others", async () => {
    const { grant } = await buildGranter();
    const [ann, ben] = [await buildMember(shop()), await buildMember(shop())];
    for (let points = 1; points <= 5; points++) await grant(ann.username, points);
    await grant(ben.username, 99);
    const pages = await readPages(
      async (cursor) => (await ann.call(listPointsTransactions, { query: { limit: 2, cursor } })).body,
    );
    const entries = pages.flatMap(({ transactions }) => transactions);
    expect(entries.map(({ points }) => points)).toEqual([5, 4, 3, 2, 1]);
  });

  test('admins filter and search the whole ledger, and the totals cover all matching entries', async () => {
    const { admin, grant } = await buildGranter();
    const member = await buildMember(shop(), { username: 'ledger-one' });
    const { receipt } = await buildOrder(shop(), { buyer: { username: 'ledger-two' } });
    await grant('ledger-one', 40, 'Welcome gift');
    await grant('ledger-one', -15, 'Correction');
    await grant('ledger-two', 7, 'Welcome gift');
    for (const status of ['paid', 'shipped', 'completed'] as const) {
      await admin.call(moveReceipt, { params: { id: receipt.id }, body: { status } });
    }
    const list = async (query: GivenQueryOf<typeof listAllTransactions>) =>
      (await admin.call(listAllTransactions, { query })).body;

    expect(await list({ user: 'LEDGER-one', limit: 1 })).toMatchObject({
      transactions: [
        {
          ...{ points: -15, kind: 'deducted', by: admin.username, receiptNumber: null },
          ...{ userId: member.id, username: 'ledger-one' },
        },
      ],
      total: 2,
      totals: { given: 40, taken: 15 },
      nextCursor: expect.any(String),
    });
    expect(await list({ user: member.id })).toMatchObject({ total: 2 });
    expect(await list({ q: 'ledger-', kind: 'granted' })).toMatchObject({ total: 2, totals: { given: 47, taken: 0 } });
    expect(await list({ user: 'ledger-two', kind: 'earned' })).toMatchObject({
      transactions: [{ points: 15, by: null, receiptId: receipt.id, receiptNumber: receipt.number }],
    });
    expect(await list({ q: 'nothing-like-it' })).toMatchObject({ total: 0, totals: { given: 0, taken: 0 } });

    const { text, headers } = await admin.call(transactionsCsv, { query: { user: 'ledger-one' } });
    await member.call(deleteAccount, { body: { password: MEMBER_PASSWORD } });
    const [ofNobody] = (await list({ kind: 'deducted', limit: 1 })).transactions;
    expect(ofNobody, 'a deleted account has no drawer').toMatchObject({ points: -15, userId: null });
    expect(headers['content-disposition']).toBe('attachment; filename="transactions.csv"');
    expect(text.split('\r\n')).toEqual([
      '\uFEFFid,createdAt,username,points,kind,reason,by,receiptNumber',
      expect.stringMatching(new RegExp(`^\\d+,[^,]+,ledger-one,-15,deducted,Correction,${admin.username},$`)),
      expect.stringMatching(/,ledger-one,40,granted,Welcome gift,/),
      '',
    ]);
  });

  test('the database refuses a second entry of earned points for a receipt', async () => {
    const { buyer, receipt } = await buildOrder(shop());
    const earn = () =>
      shop().database.write((tx) =>
        tx
          .insertInto('points_entries')
          .values({
            user_id: buyer.id,
            points: 1,
            kind: 'earned',
            reason: 'twice',
            actor: null,
            receipt_id: receipt.id,
            created_at: 1,
          })
          .execute(),
      );
    await earn();
    await expect(earn()).rejects.toThrow(/unique/i);
  });

  test('without TEST_POINTS the call of the test page does not exist, whatever is sent', async () => {
    const member = await buildMember(shop());
    const unknown = await shop().request('POST', '/api/test/no-such-call', { body: {} });
    expect(unknown.status).toBe(404);
    for (const body of [{ username: member.username, points: 5 }, { points: 'many' }, {}]) {
      const { status, text } = await shop().call(issueTestPoints, { body: body as never });
      expect([status, text]).toEqual([unknown.status, unknown.text]);
    }
    expect(await balanceOf(member)).toBe(0);
  });
});

bothDatabases(
  (shop) => {
    test('with TEST_POINTS anyone can add points to a user by name, without a token', async () => {
      const member = await buildMember(shop());
      const issue = (body: GivenInputOf<typeof issueTestPoints>) => shop().call(issueTestPoints, { body });
      expect(await issue({ username: member.username.toUpperCase(), points: 25 })).toMatchObject({
        status: 200,
        body: { message: `Added 25 points to ${member.username}` },
      });
      expect(await balanceOf(member)).toBe(25);
      expect(await transactionsOf(member)).toMatchObject([{ points: 25, kind: 'test' }]);

      const headers = { 'idempotency-key': 'test points' };
      for (const points of [5, 5, 6]) {
        const body = { username: member.username, points };
        expect(await shop().call(issueTestPoints, { body, headers })).toMatchObject({
          status: 200,
          body: { message: `Added 5 points to ${member.username}` },
        });
      }
      expect(await balanceOf(member)).toBe(30);

      expect(await issue({ username: 'nobody-of-that-name', points: 5 })).toMatchObject({ status: 404 });
      for (const bad of [{ points: 5 }, { username: '', points: 5 }, { username: 'x', points: 0 }, { username: 'x' }]) {
        expect(await issue(bad as never)).toMatchObject({
          status: 400,
          body: { message: 'Please enter a valid username and points' },
        });
      }
    });
  },
  { settings: { TEST_POINTS: 'on' } },
);

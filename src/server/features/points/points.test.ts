import { expect, test } from 'vitest';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem, buildMember } from '../../testing/factories.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { orderingMember } from '../receipts/testing/ordering-member.ts';

bothDatabases((shop) => {
  const cashier = async () => {
    const admin = await buildAdmin(shop());
    const call = (method: string, path: string, body?: unknown) =>
      shop().call(method, path, { token: admin.token, body });
    const give = (username: string, points: number, reason = 'Because') =>
      call('POST', '/api/admin/points', { username, points, reason });
    return { admin, call, give };
  };
  const balanceOf = async (token: string) => (await shop().call('GET', '/api/points', { token })).body.balance;

  test('a new member has no points', async () => {
    const { token } = await buildMember(shop());
    expect(await shop().call('GET', '/api/points', { token })).toMatchObject({ status: 200, body: { balance: 0 } });
    expect((await shop().call('GET', '/api/points/transactions', { token })).body).toEqual({
      transactions: [],
      nextCursor: null,
    });
    expect(await shop().call('GET', '/api/points')).toMatchObject({ status: 401 });
  });

  test('admins grant and deduct with a reason; the member sees each step', async () => {
    const { give } = await cashier();
    const member = await buildMember(shop());
    expect(await give(member.username.toUpperCase(), 50, 'Welcome')).toMatchObject({
      status: 200,
      body: { message: `Added 50 points to ${member.username}`, balance: 50 },
    });
    expect(await give(member.username, -20, 'Correction')).toMatchObject({
      status: 200,
      body: { message: `Deducted 20 points from ${member.username}`, balance: 30 },
    });
    expect(await balanceOf(member.token)).toBe(30);
    const { body } = await shop().call('GET', '/api/points/transactions', { token: member.token });
    expect(body.transactions).toEqual([
      { id: expect.any(Number), points: -20, kind: 'deducted', reason: 'Correction', createdAt: expect.any(String) },
      { id: expect.any(Number), points: 50, kind: 'granted', reason: 'Welcome', createdAt: expect.any(String) },
    ]);
  });

  test('a balance never goes below 0, and a refused deduction leaves no entry', async () => {
    const { give } = await cashier();
    const member = await buildMember(shop());
    await give(member.username, 10);
    expect(await give(member.username, -11)).toMatchObject({
      status: 409,
      body: { code: 'not_enough_points', message: 'The balance is too low for that.' },
    });
    expect(await balanceOf(member.token)).toBe(10);
    const { body } = await shop().call('GET', '/api/points/transactions', { token: member.token });
    expect(body.transactions).toHaveLength(1);
  });

  test('50 deductions at once against a balance for 10: ten succeed, and nothing is lost', async () => {
    const { give } = await cashier();
    const member = await buildMember(shop());
    await give(member.username, 30);
    const answers = await Promise.all(Array.from({ length: 50 }, () => give(member.username, -3)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status, body }) => status === 409 && body.code === 'not_enough_points')).toHaveLength(40);
    expect(await balanceOf(member.token)).toBe(0);
    expect(await checkData(shop().database)).toMatchObject({ well: true });
  });

  test.each([
    [{ points: 1, reason: 'R' }, 'This must be a text'],
    [{ username: ' ', points: 1, reason: 'R' }, 'A user is needed'],
    [{ username: 'x', points: 0, reason: 'R' }, 'Points must not be 0'],
    [{ username: 'x', points: 1.5, reason: 'R' }, 'Points must be a whole number'],
    [{ username: 'x', points: 1, reason: ' ' }, 'A reason is needed'],
  ])('the grant %j is refused in words', async (body, message) => {
    const { call } = await cashier();
    expect(await call('POST', '/api/admin/points', body)).toMatchObject({ status: 400, body: { message } });
  });

  test('an unknown user gets no points, and only admins give any', async () => {
    const { give } = await cashier();
    expect(await give('nobody-of-that-name', 5)).toMatchObject({ status: 404, body: { message: 'User not found' } });
    const member = await buildMember(shop());
    const own = { username: member.username, points: 5, reason: 'For me' };
    expect(await shop().call('POST', '/api/admin/points', { token: member.token, body: own })).toMatchObject({
      status: 403,
    });
  });

  test("a member's ledger is paged, newest first, and is nobody else's", async () => {
    const { give } = await cashier();
    const [ann, ben] = [await buildMember(shop()), await buildMember(shop())];
    for (let points = 1; points <= 5; points++) await give(ann.username, points);
    await give(ben.username, 99);
    const seen: number[] = [];
    let cursor = '';
    do {
      const { body } = await shop().call('GET', `/api/points/transactions?limit=2${cursor}`, { token: ann.token });
      seen.push(...body.transactions.map((entry: { points: number }) => entry.points));
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
    } while (cursor);
    expect(seen).toEqual([5, 4, 3, 2, 1]);
  });

  test('admins filter and search the whole ledger; the totals cover all that match', async () => {
    const { admin, call, give } = await cashier();
    const member = await buildMember(shop(), { username: 'ledger-one' });
    const buyer = await orderingMember(shop(), { username: 'ledger-two' });
    await give('ledger-one', 40, 'Welcome gift');
    await give('ledger-one', -15, 'Correction');
    await give('ledger-two', 7, 'Welcome gift');
    await buyer.add((await buildItem(shop())).id);
    const { receipt } = (await buyer.confirm()).body;
    for (const status of ['paid', 'shipped', 'completed']) {
      await call('PATCH', `/api/admin/receipts/${receipt.id}`, { status });
    }
    const list = async (query: string) => (await call('GET', `/api/admin/points/transactions?${query}`)).body;

    expect(await list('user=LEDGER-one&limit=1')).toMatchObject({
      transactions: [
        { points: -15, kind: 'deducted', username: 'ledger-one', by: admin.username, receiptNumber: null },
      ],
      total: 2,
      totals: { given: 40, taken: 15 },
      nextCursor: expect.any(String),
    });
    expect(await list(`user=${member.id}`)).toMatchObject({ total: 2 });
    expect(await list('q=ledger-&kind=granted')).toMatchObject({ total: 2, totals: { given: 47, taken: 0 } });
    expect(await list('user=ledger-two&kind=earned')).toMatchObject({
      transactions: [{ points: 15, by: null, receiptNumber: receipt.number }],
    });
    expect(await list('q=nothing-like-it')).toMatchObject({ total: 0, totals: { given: 0, taken: 0 } });

    const { text, headers } = await call('GET', '/api/admin/transactions.csv?user=ledger-one');
    expect(headers['content-disposition']).toBe('attachment; filename="transactions.csv"');
    expect(text.split('\r\n')).toEqual([
      'id,createdAt,username,points,kind,reason,by,receiptNumber',
      expect.stringMatching(new RegExp(`^\\d+,[^,]+,ledger-one,-15,deducted,Correction,${admin.username},$`)),
      expect.stringMatching(/,ledger-one,40,granted,Welcome gift,/),
      '',
    ]);
  });

  test('a receipt that earned cannot earn again, whatever the code says', async () => {
    const buyer = await orderingMember(shop());
    await buyer.add((await buildItem(shop())).id);
    const { receipt } = (await buyer.confirm()).body;
    const earn = () =>
      shop().database.write((tx) =>
        tx
          .insertInto('points_entries')
          .values({
            user_id: buyer.member.id,
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

  test('without TEST_POINTS the test call answers as one that does not exist, whatever it is sent', async () => {
    const { username, token } = await buildMember(shop());
    const unknown = await shop().call('POST', '/api/test/no-such-call', { body: {} });
    expect(unknown.status).toBe(404);
    for (const body of [{ username, points: 5 }, { points: 'many' }, {}]) {
      const answer = await shop().call('POST', '/api/test/issue-points', { body });
      expect([answer.status, answer.text]).toEqual([unknown.status, unknown.text]);
    }
    expect(await balanceOf(token)).toBe(0);
  });
});

bothDatabases(
  (shop) => {
    test('with TEST_POINTS anyone adds points to a user by name, without a token', async () => {
      const member = await buildMember(shop());
      const issue = (body: unknown) => shop().call('POST', '/api/test/issue-points', { body });
      expect(await issue({ username: member.username.toUpperCase(), points: 25 })).toMatchObject({
        status: 200,
        body: { message: `Added 25 points to ${member.username}` },
      });
      expect((await shop().call('GET', '/api/points', { token: member.token })).body.balance).toBe(25);
      const { body } = await shop().call('GET', '/api/points/transactions', { token: member.token });
      expect(body.transactions).toMatchObject([{ points: 25, kind: 'test' }]);

      expect(await issue({ username: 'nobody-of-that-name', points: 5 })).toMatchObject({ status: 404 });
      for (const bad of [{ points: 5 }, { username: '', points: 5 }, { username: 'x', points: 0 }, { username: 'x' }]) {
        expect(await issue(bad)).toMatchObject({
          status: 400,
          body: { message: 'Please enter a valid username and points' },
        });
      }
    });
  },
  { settings: { TEST_POINTS: 'on' } },
);

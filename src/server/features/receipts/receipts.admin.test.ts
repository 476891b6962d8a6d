import { expect, test } from 'vitest';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';
import { orderingMember } from './testing/ordering-member.ts';

bothDatabases((shop) => {
  const orderBook = async () => {
    const admin = await buildAdmin(shop());
    const call = (method: string, path: string, body?: unknown) =>
      shop().call(method, path, { token: admin.token, body });
    const list = async (query: string) => (await call('GET', `/api/admin/receipts?${query}`)).body;
    const numbers = async (query: string) =>
      (await list(query)).receipts.map((receipt: { number: number }) => receipt.number);
    return { admin, call, list, numbers };
  };

  const orderOf = async (name: string, username?: string) => {
    const buyer = await orderingMember(shop(), username === undefined ? {} : { username });
    await buyer.add((await buildItem(shop(), { name })).id);
    return { buyer, receipt: (await buyer.confirm()).body.receipt };
  };

  test('receipts are found by number, member and product, whatever the case', async () => {
    const { numbers } = await orderBook();
    const { receipt: a } = await orderOf('Purple_Haze 100%', 'Anna.Bell');
    const { receipt: b } = await orderOf('Lemon Drops', 'ben-search');
    expect(await numbers(`q=${a.number}`)).toEqual([a.number]);
    expect(await numbers(`q=%23${b.number}`)).toEqual([b.number]);
    expect(await numbers('q=anna.BELL')).toEqual([a.number]);
    expect(await numbers('q=lemon%20d')).toEqual([b.number]);
    expect(await numbers('q=PURPLE')).toEqual([a.number]);
    expect(await numbers('q=e_haze')).toEqual([a.number]);
    expect(await numbers('q=lemon_drops')).toEqual([]);
    expect(await numbers('q=100%25')).toEqual([a.number]);
    expect(await numbers('q=nothing-like-it')).toEqual([]);
  });

  test('the list is filtered by state and member, and counts every state whatever the filter', async () => {
    const { call, list, numbers } = await orderBook();
    const { buyer, receipt } = await orderOf('A', 'filter-me');
    await orderOf('B');
    await call('PATCH', `/api/admin/receipts/${receipt.id}`, { status: 'paid' });
    expect(await numbers(`user=FILTER-ME`)).toEqual([receipt.number]);
    expect(await numbers(`user=${buyer.member.id}`)).toEqual([receipt.number]);
    expect(await numbers(`user=filter`)).toEqual([]);
    expect(await numbers('status=paid')).toEqual([receipt.number]);
    expect(await numbers('status=paid&user=filter-me&q=A')).toEqual([receipt.number]);
    const { counts, total } = await list('status=paid');
    expect(total).toBe(1);
    expect(counts).toMatchObject({ paid: 1, shipped: 0, completed: 0, cancelled: 0, expired: 0 });
    expect(counts.awaiting_payment).toBeGreaterThan(0);
    expect((await call('GET', '/api/admin/receipts?status=lost')).status).toBe(400);
  });

  test('the list is paged, newest first, and tells how many there are', async () => {
    const { list } = await orderBook();
    const buyer = await orderingMember(shop(), { username: 'many-orders' });
    const { id } = await buildItem(shop());
    const made: number[] = [];
    for (let order = 0; order < 5; order++) {
      await buyer.add(id);
      made.unshift((await buyer.confirm()).body.receipt.number);
    }
    const seen: number[] = [];
    let cursor = '';
    do {
      const page = await list(`user=many-orders&limit=2${cursor}`);
      expect(page.total).toBe(5);
      seen.push(...page.receipts.map((receipt: { number: number }) => receipt.number));
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor);
    expect(seen).toEqual(made);
  });

  test('a receipt is read with its member, lines and history', async () => {
    const { call } = await orderBook();
    const { buyer, receipt } = await orderOf('Lemon Drops');
    expect((await call('GET', `/api/admin/receipts/${receipt.id}`)).body.receipt).toEqual({
      ...receipt,
      username: buyer.member.username,
      memberType: 'Member',
      userId: buyer.member.id,
    });
    expect((await call('GET', '/api/admin/receipts/no-such-receipt')).status).toBe(404);
  });

  test('the same filters export as CSV, formulas made harmless', async () => {
    const { call } = await orderBook();
    const { buyer, receipt } = await orderOf('=EVIL()', 'csv-buyer');
    await orderOf('Other', 'not-in-csv');
    const { status, text, headers } = await call('GET', '/api/admin/receipts.csv?user=csv-buyer');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="receipts.csv"');
    expect(text.split('\r\n')).toEqual([
      'number,status,createdAt,username,memberType,lines,subtotal,shippingOption,shippingCost,total,notes',
      `${receipt.number},awaiting_payment,${receipt.createdAt},csv-buyer,Member,1 x =EVIL(),15.00,standard,15.00,30.00,`,
      '',
    ]);
    await buyer.add((await buildItem(shop())).id);
    await buyer.call('PATCH', '/api/cart/notes', { notes: '=cmd|calc' });
    await buyer.confirm();
    expect((await call('GET', '/api/admin/receipts.csv?user=csv-buyer')).text).toContain(`,"'=cmd|calc"\r\n`);
    expect((await call('GET', '/api/admin/receipts.csv?status=lost')).status).toBe(400);
    expect((await buyer.call('GET', '/api/admin/receipts.csv')).status).toBe(403);
  });
});

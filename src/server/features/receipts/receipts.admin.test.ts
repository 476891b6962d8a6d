import { expect, test } from 'vitest';
import { setCartNotes } from '#contract/cart.ts';
import type { GivenQueryOf } from '#contract/endpoint.ts';
import { addPayment } from '#contract/payments.admin.ts';
import { getAnyReceipt, listAllReceipts, moveReceipt, receiptsCsv } from '#contract/receipts.admin.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer, buildOrder } from '../../testing/buyers.ts';
import { readPages } from '../../testing/calls.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';
import { insertRow } from '../../testing/rows.ts';

type Filter = GivenQueryOf<typeof listAllReceipts>;

bothDatabases((shop) => {
  /** An admin who lists the receipts. */
  const buildReader = async () => {
    const { call } = await buildAdmin(shop());
    const list = async (query: Filter) => (await call(listAllReceipts, { query })).body;
    const numbers = async (query: Filter) => (await list(query)).receipts.map(({ number }) => number);
    return { call, list, numbers };
  };

  const orderOf = (name: string, username?: string) =>
    buildOrder(shop(), { item: { name }, ...(username !== undefined && { buyer: { username } }) });

  test('receipts are found by number, member and product, ignoring case', async () => {
    const { numbers } = await buildReader();
    const { receipt: a } = await orderOf('Purple_Haze 100%', 'Anna.Bell');
    const { receipt: b } = await orderOf('Lemon Drops', 'ben-search');
    expect(await numbers({ q: String(a.number) })).toEqual([a.number]);
    expect(await numbers({ q: `#${b.number}` })).toEqual([b.number]);
    expect(await numbers({ q: 'anna.BELL' })).toEqual([a.number]);
    expect(await numbers({ q: 'lemon d' })).toEqual([b.number]);
    expect(await numbers({ q: 'PURPLE' })).toEqual([a.number]);
    expect(await numbers({ q: 'e_haze' })).toEqual([a.number]);
    expect(await numbers({ q: 'lemon_drops' })).toEqual([]);
    expect(await numbers({ q: '100%' })).toEqual([a.number]);
    expect(await numbers({ q: 'nothing-like-it' })).toEqual([]);
  });

  test('receipts are found by total, by an address of their own, and by a transaction that anybody names', async () => {
    const { call, numbers } = await buildReader();
    const { receipt } = await buildOrder(shop(), { item: { priceCents: 1_101_00, markupCents: 0 } });
    expect(receipt.total).toBe('1116.00');
    for (const q of ['1116', '1116.00', '$1,116']) expect(await numbers({ q }), q).toEqual([receipt.number]);
    expect(await numbers({ q: '#1116' })).toEqual([]);
    const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
    await insertRow(shop(), 'order_addresses', { coin: 'BTC', address, receipt_id: receipt.id, given_at: 1 });
    expect(await numbers({ q: ` ${address.toUpperCase()} ` })).toEqual([receipt.number]);
    const params = { id: receipt.id };
    const [reported, entered] = ['a5c81d9e'.repeat(8), 'WIRE-2026-11-22'];
    await call(moveReceipt, { params, body: { txid: reported } });
    await call(addPayment, { params, body: { kind: 'received', dollars: '5', txid: entered } });
    for (const q of [reported, reported.toUpperCase(), entered])
      expect(await numbers({ q }), q).toEqual([receipt.number]);
  });

  test('the list is filtered by state and member, and counts every state regardless of the filter', async () => {
    const { call, list, numbers } = await buildReader();
    const { buyer, receipt } = await orderOf('A', 'filter-me');
    await orderOf('B');
    await call(moveReceipt, { params: { id: receipt.id }, body: { status: 'paid' } });
    expect(await numbers({ user: 'FILTER-ME' })).toEqual([receipt.number]);
    expect(await numbers({ user: buyer.id })).toEqual([receipt.number]);
    expect(await numbers({ user: 'filter' })).toEqual([]);
    expect(await numbers({ status: 'paid' })).toEqual([receipt.number]);
    expect(await numbers({ status: 'paid', user: 'filter-me', q: 'A' })).toEqual([receipt.number]);
    const { counts, total } = await list({ status: 'paid' });
    expect(total).toBe(1);
    expect(counts).toMatchObject({ paid: 1, shipped: 0, completed: 0, cancelled: 0, expired: 0 });
    expect(counts.awaiting_payment).toBeGreaterThan(0);
    expect(await call(listAllReceipts, { query: { status: 'lost' as never } })).toMatchObject({ status: 400 });
  });

  test('the list is paged, newest first, with the total', async () => {
    const { list } = await buildReader();
    const buyer = await buildBuyer(shop(), { username: 'many-orders' });
    const { id } = await buildItem(shop());
    const ordered: number[] = [];
    for (let order = 0; order < 5; order++) {
      await buyer.add(id);
      ordered.unshift((await buyer.confirm()).body.receipt.number);
    }
    const pages = await readPages((cursor) => list({ user: 'many-orders', limit: 2, cursor }));
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
    expect(pages.flatMap(({ receipts }) => receipts.map(({ number }) => number))).toEqual(ordered);
  });

  test('an admin reads a receipt with its member, lines and history', async () => {
    const { call } = await buildReader();
    const { buyer, receipt } = await orderOf('Lemon Drops');
    expect((await call(getAnyReceipt, { params: { id: receipt.id } })).body.receipt).toEqual({
      ...receipt,
      username: buyer.username,
      signalUsername: '',
      panelNote: null,
      memberType: 'Member',
      userId: buyer.id,
    });
    expect(await call(getAnyReceipt, { params: { id: 'no-such-receipt' } })).toMatchObject({ status: 404 });
  });

  test('the list is exported as CSV with its filters, and no text runs as a formula', async () => {
    const { call } = await buildReader();
    const exportCsv = (query: Filter) => call(receiptsCsv, { query });
    const { buyer, receipt } = await orderOf('=EVIL()', 'csv-buyer');
    await orderOf('Other', 'not-in-csv');
    const { status, text, headers } = await exportCsv({ user: 'csv-buyer' });
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="receipts.csv"');
    expect(text.split('\r\n')).toEqual([
      '\uFEFFnumber,status,createdAt,username,memberType,lines,subtotal,shippingOption,shippingCost,total,notes,batches,points,pointsDiscount,received,difference',
      `${receipt.number},awaiting_payment,${receipt.createdAt},csv-buyer,Member,1 x =EVIL(),15.00,standard,15.00,30.00,,,0,0.00,,`,
      '',
    ]);
    await buyer.add((await buildItem(shop())).id);
    await buyer.call(setCartNotes, { body: { notes: '=cmd|calc' } });
    await buyer.confirm();
    expect((await exportCsv({ user: 'csv-buyer' })).text).toContain(`,"'=cmd|calc",,0,0.00,,\r\n`);
    expect((await exportCsv({ status: 'lost' as never })).status).toBe(400);
    expect((await buyer.call(receiptsCsv)).status).toBe(403);
  });
});

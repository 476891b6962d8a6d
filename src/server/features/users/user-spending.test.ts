import { expect, test } from 'vitest';
import { moveReceipt } from '#contract/receipts.admin.ts';
import { listUsers, updateAnyUser, usersCsv } from '#contract/users.admin.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildBuyer } from '../../testing/buyers.ts';
import { buildAdmin, buildItem } from '../../testing/factories.ts';
import { findAdminUser } from './users.admin.queries.ts';
import { presentAdminUser } from './users.present.ts';

bothDatabases((shop) => {
  test('the panel says what a member spent and when they ordered last, to roles that read receipts', async () => {
    const admin = await buildAdmin(shop());
    const { id } = await buildItem(shop(), { priceCents: 2000, markupCents: 400, quantity: 10 });
    const buyer = await buildBuyer(shop());
    const listed = async () => (await admin.call(listUsers, { query: { q: buyer.username } })).body.users[0];
    expect(await listed()).toMatchObject({ receipts: 0, spent: '0.00', lastOrderAt: null });

    const order = async (quantity: number, ...steps: ReceiptStatus[]) => {
      await buyer.add(id, quantity);
      const { receipt } = (await buyer.confirm()).body;
      for (const status of steps) await admin.call(moveReceipt, { params: { id: receipt.id }, body: { status } });
      shop().advance(1000);
      return receipt;
    };
    await order(2, 'paid', 'shipped');
    await order(1, 'paid', 'cancelled');
    const last = await order(3);
    const expected = { receipts: 3, spent: '48.00', lastOrderAt: last.createdAt };
    expect(await listed()).toMatchObject(expected);
    const changed = await admin.call(updateAnyUser, { params: { id: buyer.id }, body: { memberType: 'Gold' } });
    expect(changed.body.user).toMatchObject(expected);

    const { text } = await admin.call(usersCsv, { query: { q: buyer.username } });
    const [header, row] = text.split('\r\n');
    expect(header).toMatch(/,spent,lastOrderAt$/);
    expect(row).toMatch(new RegExp(`,48\\.00,${last.createdAt}$`));

    const found = await findAdminUser(shop().database.read, { id: buyer.id, now: shop().clock() });
    expect(presentAdminUser(found!, 'inventory')).toMatchObject({ spent: null, lastOrderAt: null });
  });
});

import { expect, test } from 'vitest';
import { moveReceipt } from '#contract/receipts.admin.ts';
import { getBuyAgain } from '#contract/receipts.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { type Buyer, buildBuyer } from '../../testing/buyers.ts';
import { buildAdmin, buildItem, type TestUser, updateItems } from '../../testing/factories.ts';

bothDatabases((shop) => {
  const someItems = async (count: number): Promise<number[]> => {
    const ids: number[] = [];
    for (let item = 0; item < count; item++) ids.push((await buildItem(shop())).id);
    return ids;
  };
  /** Orders these products and takes the receipt through these states. */
  const order = async (buyer: Buyer, admin: TestUser, ids: readonly number[], ...states: ReceiptStatus[]) => {
    for (const id of ids) await buyer.add(id);
    const { body } = await buyer.confirm();
    const params = { id: body.receipt.id };
    for (const status of states) await admin.call(moveReceipt, { params, body: { status } });
    return params;
  };
  const buyAgain = async (buyer: Buyer) => (await buyer.call(getBuyAgain)).body.ids;

  test('products of shipped and completed receipts can be bought again, those of the newest receipt first', async () => {
    const [buyer, admin] = [await buildBuyer(shop()), await buildAdmin(shop())];
    const [a, b, c, d, e, f] = (await someItems(6)) as [number, number, number, number, number, number];
    expect(await buyAgain(buyer)).toEqual([]);
    await order(buyer, admin, [b, a], 'paid', 'shipped', 'completed');
    await order(buyer, admin, [c, b], 'paid', 'shipped');
    await order(buyer, admin, [d]);
    await order(buyer, admin, [e], 'paid');
    await order(buyer, admin, [f], 'cancelled');
    expect(await buyAgain(buyer)).toEqual([c, b, a]);
  });

  test('a product that members no longer see is left out, and one that is sold out is not', async () => {
    const [buyer, admin] = [await buildBuyer(shop()), await buildAdmin(shop())];
    const [gone, hidden, soldOut, kept] = (await someItems(4)) as [number, number, number, number];
    await order(buyer, admin, [gone, hidden, soldOut, kept], 'paid', 'shipped');
    await updateItems(shop(), [gone], { listed: 0 });
    await updateItems(shop(), [hidden], { is_active: 0 });
    await updateItems(shop(), [soldOut], { quantity: 0 });
    expect(await buyAgain(buyer)).toEqual([soldOut, kept]);
  });

  test('the list is that of the member alone, and at most 24 products long', async () => {
    const [buyer, other, admin] = [await buildBuyer(shop()), await buildBuyer(shop()), await buildAdmin(shop())];
    const ids = await someItems(26);
    await order(buyer, admin, ids, 'paid', 'shipped');
    expect(await buyAgain(buyer)).toEqual(ids.slice(0, 24));
    expect(await buyAgain(other)).toEqual([]);
    expect(await shop().call(getBuyAgain)).toMatchObject({ status: 401 });
  });
});

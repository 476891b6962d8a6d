import { getPoints } from '#contract/points.ts';
import { getAnyReceipt, moveReceipt, undoReceiptStep } from '#contract/receipts.admin.ts';
import { getReceipt } from '#contract/receipts.ts';
import type { ReceiptStatus } from '#domain/receipt-state.ts';
import { buildOrder, stockOf } from './buyers.ts';
import { buildAdmin } from './factories.ts';
import type { TestShop } from './test-shop.ts';

/** An order of 4 pieces at $15 out of a stock of 10, and an admin who moves it on and back. */
export const orderFour = async (shop: TestShop, item: Parameters<typeof buildOrder>[1] = {}) => {
  const { buyer, itemId, receipt } = await buildOrder(shop, {
    quantity: 4,
    ...item,
    item: { quantity: 10, priceCents: 1000, markupCents: 500, ...item.item },
  });
  const admin = await buildAdmin(shop);
  const params = { id: receipt.id };
  const move = (status: ReceiptStatus, note?: string) => admin.call(moveReceipt, { params, body: { status, note } });
  return {
    buyer,
    itemId,
    receipt,
    admin,
    params,
    move,
    /** Takes these steps, one after the other. */
    reach: async (...steps: ReceiptStatus[]) => {
      for (const step of steps) {
        const { status, text } = await move(step);
        if (status !== 200) throw new Error(`The step to ${step} was refused: ${text}`);
      }
    },
    undo: (body: { reason?: string; from?: ReceiptStatus } = {}, key?: string) =>
      admin.call(undoReceiptStep, { params, body, ...(key && { headers: { 'idempotency-key': key } }) }),
    /** The receipt as its member gets it, and as the panel does. */
    receiptNow: async () => (await buyer.call(getReceipt, { params })).body.receipt,
    inPanel: async () => (await admin.call(getAnyReceipt, { params })).body.receipt,
    points: async () => (await buyer.call(getPoints)).body.balance,
    stock: () => stockOf(shop, itemId),
  };
};

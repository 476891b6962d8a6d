import type { AdminReceipt } from '#contract/receipts.admin.ts';
import type { Receipt } from '#contract/receipts.ts';
import { lineTotalCents } from '#domain/cart.ts';
import { centsToAmount } from '#domain/money.ts';
import { chatLink, orderMessage } from '#domain/order-message.ts';
import type { OwnReceiptRow, ReceiptRow } from './receipt-reads.queries.ts';

/** A receipt as its member sees it. */
export const presentReceipt = (row: OwnReceiptRow): Receipt => ({
  id: row.id,
  number: row.number,
  status: row.status,
  lines: row.lines.map((line) => ({
    productId: line.item_id,
    productName: line.product_name,
    productBrand: line.product_brand,
    quantity: line.quantity,
    unitPrice: centsToAmount(line.unit_price_cents),
    totalPrice: centsToAmount(lineTotalCents(priced(line))),
    batch: line.batch,
  })),
  subtotal: centsToAmount(row.subtotal_cents),
  shippingOption: row.shipping_option,
  shippingCost: centsToAmount(row.shipping_cents),
  total: centsToAmount(row.total_cents),
  notes: row.notes,
  createdAt: isoTime(row.created_at),
  expiresAt: row.expires_at === null ? null : isoTime(row.expires_at),
  events: row.events.map((event) => ({
    status: event.status,
    at: isoTime(event.at),
    by: event.actor,
    note: event.note,
  })),
});

/** A receipt as admins see it, with its member. */
export const presentAdminReceipt = (row: ReceiptRow): AdminReceipt => ({
  ...presentReceipt(row),
  username: row.username,
  memberType: row.member_type,
  userId: row.user_id,
});

/** The link that opens the seller's chat with the message (behavior 6.7). There is no link without a seller. */
export const presentForChat = (row: OwnReceiptRow, seller: string | undefined) => {
  const order = {
    number: row.number,
    lines: row.lines.map((line) => ({
      productName: line.product_name,
      quantity: line.quantity,
      totalCents: lineTotalCents(priced(line)),
    })),
    shippingOption: row.shipping_option,
    shippingCents: row.shipping_cents,
    totalCents: row.total_cents,
    notes: row.notes,
  };
  return { chatUrl: seller === undefined ? null : chatLink(seller, order), message: orderMessage(order) };
};

const priced = (line: OwnReceiptRow['lines'][number]) => ({
  quantity: line.quantity,
  unitPriceCents: line.unit_price_cents,
});

const isoTime = (at: number): string => new Date(at).toISOString();

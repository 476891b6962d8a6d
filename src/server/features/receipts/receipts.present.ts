import type { AdminReceipt } from '#contract/receipts.admin.ts';
import type { Receipt, ReceiptEvent } from '#contract/receipts.ts';
import { lineTotalCents } from '#domain/cart.ts';
import { centsToAmount } from '#domain/money.ts';
import { orderChatLink, orderMessage } from '#domain/order-message.ts';
import { dueCents, paymentState } from '#domain/payments.ts';
import type { Quote } from '#domain/quotes.ts';
import { hasEnded } from '#domain/receipt-state.ts';
import { presentDelivery } from '../addresses/addresses.present.ts';
import type { NoticedReceipt } from '../notices/notices.queries.ts';
import { presentOwnPayments, presentPayments } from './payments.present.ts';
import { entryOf } from './payments.queries.ts';
import type { NoticedRow, OwnReceiptRow, ReceiptRow } from './receipt-reads.queries.ts';

/** A receipt as its member sees it. */
export const presentReceipt = (row: OwnReceiptRow): Receipt => ({
  id: row.id,
  number: row.number,
  status: row.status,
  lines: row.lines.map((line) => ({
    productId: line.item_id,
    productName: line.product_name,
    size: line.size,
    productBrand: line.product_brand,
    quantity: line.quantity,
    unitPrice: centsToAmount(line.unit_price_cents),
    totalPrice: centsToAmount(lineTotalCents(priced(line))),
    batch: line.shipped_batch ?? line.batch,
    batchConfirmed: line.batch,
  })),
  subtotal: centsToAmount(row.subtotal_cents),
  points: row.points,
  pointsDiscount: centsToAmount(row.points_discount_cents),
  shippingOption: row.shipping_option,
  shippingCost: centsToAmount(row.shipping_cents),
  total: centsToAmount(row.total_cents),
  notes: row.notes,
  delivery: row.delivery && presentDelivery(row.delivery),
  createdAt: isoTime(row.created_at),
  expiresAt: row.expires_at === null ? null : isoTime(row.expires_at),
  paymentSentAt: row.payment_sent_at === null ? null : isoTime(row.payment_sent_at),
  coin: row.coin,
  txid: row.txid,
  received: row.received_cents === null ? null : centsToAmount(row.received_cents),
  difference: row.received_cents === null ? null : centsToAmount(row.received_cents - row.total_cents),
  due: centsToAmount(dueCents(row.total_cents, row.received_cents)),
  payment: paymentState({ totalCents: row.total_cents, endedAt: endOf(row) }, row.payments.map(entryOf)),
  payments: presentOwnPayments(row.payments),
  addresses: row.addresses.map(({ coin, address }) => ({ coin, address })),
  tracking: row.tracking,
  quotes: (JSON.parse(row.quotes) as Quote[]).map(presentQuote),
  events: presentEvents(row).filter(({ kind }) => kind !== 'panel_note'),
});

const presentQuote = ({ at, expiresAt, ...quote }: Quote): Receipt['quotes'][number] => ({
  ...quote,
  at: isoTime(at),
  expiresAt: isoTime(expiresAt),
});

/** When a receipt was cancelled or expired; null if it is neither. */
const endOf = ({ status, events }: OwnReceiptRow): number | null =>
  hasEnded({ status }) ? (events.findLast(({ kind }) => kind === 'step')?.at ?? null) : null;

/** A receipt as the seller's webhook receives it: without what only the panel shows, the addresses and the books. */
export const presentForWebhook = (row: NoticedRow): NoticedReceipt => {
  const rest = { delivery: null, payments: [], addresses: [] };
  const { delivery, payments, addresses, payment, due, ...receipt } = presentReceipt({ ...row, ...rest });
  return { ...receipt, ...memberOf(row) };
};

const memberOf = (row: NoticedRow) => ({
  username: row.username,
  memberType: row.member_type,
  userId: row.user_id,
});

/** A receipt as admins see it, with its member and the private note. */
export const presentAdminReceipt = (row: ReceiptRow): AdminReceipt => ({
  ...presentReceipt(row),
  ...memberOf(row),
  signalUsername: row.signal_username,
  panelNote: row.panel_note,
  payments: presentPayments(row.payments),
  addresses: row.addresses.map(({ coin, address, position }) => ({ coin, address, index: position })),
  events: presentEvents(row),
});

const presentEvents = (row: OwnReceiptRow): ReceiptEvent[] =>
  row.events.map((event) => ({
    kind: event.kind,
    status: event.status,
    at: isoTime(event.at),
    by: event.actor,
    note: event.note,
    changes: event.changes === null ? [] : (JSON.parse(event.changes) as ReceiptEvent['changes']),
  }));

/** The link that opens the seller's chat with the message (behavior 6.7). There is no link without a seller. */
export const presentForChat = (row: OwnReceiptRow, seller: string | undefined) => {
  const order = {
    number: row.number,
    lines: row.lines.map((line) => ({
      productName: line.product_name,
      size: line.size,
      quantity: line.quantity,
      totalCents: lineTotalCents(priced(line)),
    })),
    shippingOption: row.shipping_option,
    points: row.points,
    pointsDiscountCents: row.points_discount_cents,
    shippingCents: row.shipping_cents,
    totalCents: row.total_cents,
    notes: row.notes,
  };
  return { chatUrl: seller === undefined ? null : orderChatLink(seller, order), message: orderMessage(order) };
};

const priced = (line: OwnReceiptRow['lines'][number]) => ({
  quantity: line.quantity,
  unitPriceCents: line.unit_price_cents,
});

const isoTime = (at: number): string => new Date(at).toISOString();

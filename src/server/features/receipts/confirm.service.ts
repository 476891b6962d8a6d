import { randomBytes } from 'node:crypto';
import { type ErrorCode, ShopError } from '#contract/errors.ts';
import { toCents } from '#domain/money.ts';
import { unitPriceCents } from '#domain/pricing.ts';
import { UNKNOWN } from '#domain/product.ts';
import type { ProductAmounts } from '#domain/purchase-limits-amounts.ts';
import { fromJson } from '../../db/json.ts';
import type { Touch } from '../../db/types.ts';
import type { Shop } from '../../shop.ts';
import { prepareActor } from '../audit/prepared-audit.queries.ts';
import { pricesOf } from '../cart/cart.present.ts';
import type { CartLineRow } from '../cart/cart.queries.ts';
import { lowerPoints } from '../cart/cart-changes.queries.ts';
import { checkOrder, refuseUnverified } from '../cart/order-checks.ts';
import { type Once, onceInStatement } from '../idempotency/once.ts';
import { noticePayload } from '../notices/notices.queries.ts';
import { readWithPurchases } from '../purchase-limits/counted-order.ts';
import { keptAmounts, sizeOf } from '../purchase-limits/purchase-limits.ts';
import { parseRates, ratesKey } from '../rates/rates.queries.ts';
import type { SessionKey } from '../users/sessions.queries.ts';
import {
  findOrder,
  type MarkedNotice,
  makeReceipt,
  makeReceiptWithAddress,
  type NewReceipt,
  type OrderedLine,
} from './confirm.queries.ts';
import { quotesFor } from './quotes.service.ts';
import { findReceipt, type NoticedRow, type OwnReceiptRow } from './receipt-reads.queries.ts';
import { expireReceipts } from './receipt-steps.service.ts';
import { presentForWebhook } from './receipts.present.ts';
import { reservationEnd } from './step-effects.service.ts';

interface Order {
  session: SessionKey;
  /** The request's Idempotency-Key. */
  key: string | null;
  /** The total that the page showed, as "49.00"; not checked if it is absent. */
  expectedTotal?: string | undefined;
  /** The delivery address that the member chose; null for none. */
  addressId?: string | null | undefined;
  /** Limits and closing do not apply: an order of the demo, which must not keep such a shop from starting. */
  isExempt?: boolean;
}

/** The outcome of confirming. `created` is false if the key had already made the receipt. */
export interface Confirmed {
  receipt: OwnReceiptRow;
  created: boolean;
}

/**
 * Turns the member's cart into a receipt (behavior 6.5, 6.6). If stock is short while an unpaid receipt is overdue, that
 * receipt expires first, so that nobody is refused because of a timer.
 * @throws ShopError not_signed_in (401), not_verified (403), shop_closed (409), cart_empty (400), cart_blocked, not_enough_stock,
 * amount_unknown, limit_reached, too_many_open_orders, first_order_limit, address_needed, points_short, total_moved (409)
 */
export const confirmOrder = async (shop: Shop, order: Order): Promise<Once<Confirmed>> => {
  try {
    return onceInStatement(order, await confirm(shop, order));
  } catch (error) {
    if (!isBlocked(error) || (await expireReceipts(shop)) === 0) throw error;
    return onceInStatement(order, await confirm(shop, order));
  }
};

/** Refusals that an overdue receipt may have caused. */
const HELPED_BY_EXPIRY: readonly ErrorCode[] = [
  'not_enough_stock',
  'cart_blocked',
  'limit_reached',
  'too_many_open_orders',
  'first_order_limit',
];

const isBlocked = (error: unknown): boolean => error instanceof ShopError && HELPED_BY_EXPIRY.includes(error.code);

/** A popular product changes while many order it. Each attempt sees what the others left. */
const ATTEMPTS = 20;

const confirm = async (shop: Shop, order: Order): Promise<Confirmed> => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const confirmed = await tryToConfirm(shop, order);
    if (confirmed) return confirmed;
  }
  throw new ShopError('unavailable', { retryAfter: 1 });
};

/** Returns null if the cart, a price or the stock changed between the two statements, or no address was left. */
const tryToConfirm = async (shop: Shop, order: Order): Promise<Confirmed | null> => {
  const { database, settings, clock } = shop;
  const { session, key, expectedTotal, addressId = null } = order;
  const { row, rules } = await readWithPurchases(shop, session, (since) =>
    findOrder(database.read, { ...session, key, since, ratesKey: ratesKey(settings) }),
  );
  const user = await shop.sessions.accept(row, session);
  refuseUnverified(shop, user, session.now);
  const earlier = row!.receiptId;
  if (earlier !== null) {
    await database.waitUntilDurable();
    return { receipt: (await findReceipt(database.read, { id: earlier }))!, created: false };
  }

  const checking = { user, rules, addressId, now: clock(), isExempt: order.isExempt };
  const checked = await checkOrder(shop, row!, checking).catch(async (error: unknown) => {
    if (error instanceof ShopError && error.code === 'points_short') {
      await database.write((tx) => lowerPoints(tx, { userId: user.userId, points: row!.balance }));
    }
    throw error;
  });
  const { totals, shippingOption, chosenPoints, notes } = checked;
  const ordered = checked.lines.map((line, position) => orderLine(shop, line, position));
  if (expectedTotal !== undefined && toCents(expectedTotal) !== totals.totalCents) throw new ShopError('total_moved');

  // An order with nothing to pay needs no address.
  const keys = totals.totalCents > 0 ? await shop.accountKeys.toTakeFrom() : [];
  const now = clock();
  const rates = parseRates(row!.rates, { settings, now });
  const receipt: NewReceipt = {
    id: randomBytes(15).toString('base64url'),
    sessionId: user.sessionId,
    userId: user.userId,
    username: user.username,
    key,
    shippingOption,
    notes,
    chosenPoints,
    points: totals.points,
    pointsDiscountCents: totals.pointsDiscountCents,
    subtotalCents: totals.subtotalCents,
    shippingCents: totals.shippingCents,
    totalCents: totals.totalCents,
    now,
    expiresAt: reservationEnd(settings, now),
    quotes: JSON.stringify(quotesFor(totals.totalCents, { settings, rates, now })),
    lines: JSON.stringify(ordered),
    lineCount: ordered.length,
    keys: JSON.stringify(keys),
    addressId: settings.DELIVERY_ADDRESSES === 'off' ? null : addressId,
    shopNotices: row!.shopNotices,
    ...prepareActor(user),
  };
  const member = { username: user.username, member_type: row!.member_type };
  const stored = (number: number) => storedReceipt(receipt, { number, lines: ordered, member });
  const notice = settings.ORDER_WEBHOOK_URL ? noticeOf(stored(0), now) : NO_NOTICE;
  const touchMade = (touch: Touch) => {
    touch('receipts', [receipt.id]);
    touch(
      'catalogue',
      ordered.map((line) => line.item_id),
    );
    if (notice.notice !== null) touch('notices');
    if (receipt.points > 0) touch('points', [user.userId]);
  };
  const [made] = await database.writeInOneStatement(
    receipt.addressId === null ? makeReceipt : makeReceiptWithAddress,
    { ...receipt, ...notice },
    { sends: touchMade, report: (rows, touch) => rows.length > 0 && touchMade(touch) },
  );
  if (!made) {
    if (keys.length > 0) await shop.accountKeys.fillAtOnce();
    return null;
  }
  if (keys.length > 0) shop.accountKeys.taken();
  const details = { delivery: fromJson(made.delivery), addresses: fromJson(made.addresses), payments: [] };
  return { receipt: { ...stored(made.number), ...details }, created: true };
};

/** The receipt as it was stored. */
const storedReceipt = (
  made: NewReceipt,
  { number, lines, member }: { number: number; lines: readonly OrderedLine[]; member: StoredMember },
): NoticedRow => ({
  id: made.id,
  number,
  user_id: made.userId,
  status: 'awaiting_payment',
  subtotal_cents: made.subtotalCents,
  shipping_option: made.shippingOption,
  shipping_cents: made.shippingCents,
  total_cents: made.totalCents,
  points: made.points,
  points_discount_cents: made.pointsDiscountCents,
  notes: made.notes,
  created_at: made.now,
  expires_at: made.expiresAt,
  payment_sent_at: null,
  received_cents: null,
  coin: null,
  txid: null,
  tracking: null,
  quotes: made.quotes,
  ...member,
  lines: lines.map((line) => ({ ...line, shipped_batch: null })),
  events: [{ kind: 'step', status: 'awaiting_payment', actor: made.username, note: null, changes: null, at: made.now }],
});

type StoredMember = Pick<NoticedRow, 'username' | 'member_type'>;

/** The notice of the receipt for the seller's webhook. */
const noticeOf = (row: NoticedRow, now: number): MarkedNotice => {
  // Nobody can guess the id, so no text of a member looks like the mark.
  const mark = `the number of ${row.id}`;
  const receipt = { ...presentForWebhook(row), number: mark };
  return { notice: noticePayload({ event: 'receipt.confirmed', receipt, now }), numberMark: JSON.stringify(mark) };
};

const NO_NOTICE: MarkedNotice = { notice: null, numberMark: '' };

/** A receipt's line keeps the name, size, brand, price, amounts and batch of this moment. */
const orderLine = (
  { categories }: Shop,
  line: CartLineRow & { amounts: ProductAmounts },
  position: number,
): OrderedLine => ({
  position,
  line_id: line.id,
  item_id: line.item_id,
  quantity: line.quantity,
  price_cents: line.price_cents,
  markup_cents: line.markup_cents,
  tiers: line.tiers,
  unit_price_cents: unitPriceCents(pricesOf(line), line.quantity),
  product_name: line.name,
  product_brand: line.brand ?? UNKNOWN,
  size: sizeOf(line, categories.current),
  amounts: keptAmounts(line.amounts, line),
  batch: line.batch,
});

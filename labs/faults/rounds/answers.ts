import type { Answer } from '../../../tests/faults/calls.ts';
import type { Ask, Seen, SeenLine, SeenReceipt } from '../checker/history.ts';
import type { Entry } from '../checker/models.ts';

/** A line of a cart in an answer of the API. */
interface CartItem {
  id: number;
  productId: number;
  quantity: number;
  available: number;
  unitPrice: string;
}

/** A receipt in an answer of the API. */
interface ApiReceipt {
  id: string;
  number: number;
  lines: { productId: number; quantity: number; unitPrice: string }[];
  subtotal: string;
  points: number;
  pointsDiscount: string;
  events: { kind: string; status: string }[];
}

/** The answers of the calls, as far as anything here reads them. */
interface Body {
  items?: CartItem[];
  limits?: { used: number }[];
  receipt?: ApiReceipt;
  balance?: number;
  quantity?: number;
  reserved?: number;
  message?: string;
}

/** The lines with their ids, which change a cart. */
export const cartItems = ({ body }: Answer): CartItem[] | undefined => (body as Body).items;

/** Reads what an answer shows. */
export const seenIn = ({ kind }: Ask, { body: read, status }: Answer): Seen => {
  const body = read as Body;
  const left = /^Only (\d+) left in stock\.$/.exec(body.message ?? '')?.[1];
  if (left !== undefined) return { left: Number(left) };
  if (status >= 400) return {};
  if (kind === 'item.read') return { item: { stock: body.quantity!, reserved: body.reserved! } };
  return {
    ...(body.items && { lines: body.items.map(seenLine) }),
    ...(body.limits?.[0] && { ordered: body.limits[0].used }),
    ...(body.receipt && { receipt: seenReceipt(body.receipt) }),
    ...(body.balance !== undefined && { balance: body.balance }),
  };
};

const seenLine = ({ productId, quantity, available, unitPrice }: CartItem): SeenLine => ({
  productId,
  quantity,
  available,
  unitPrice: Number(unitPrice),
});

const seenReceipt = ({ id, number, lines, subtotal, points, pointsDiscount, events }: ApiReceipt): SeenReceipt => ({
  id,
  number,
  lines: lines.map(({ productId, quantity, unitPrice }) => ({ productId, quantity, unitPrice: Number(unitPrice) })),
  spent: points,
  earns: earnedBy(cents(subtotal) - cents(pointsDiscount)),
  entries: events
    .filter(({ kind }) => kind === 'step' || kind === 'undo')
    .map(({ kind, status }) => `${kind} ${status}` as Entry),
});

const cents = (dollars: string): number => Math.round(Number(dollars) * 100);

/** One point for each whole dollar (POINTS_PER_DOLLAR is 1). */
export const earnedBy = (paidCents: number): number => Math.floor(paidCents / 100);

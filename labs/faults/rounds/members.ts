import type { Random } from '#demo/random.ts';
import type { Member } from '../../../tests/e2e/shop-api.ts';
import { call } from '../../../tests/faults/calls.ts';
import type { Ask } from '../checker/history.ts';
import type { Status } from '../checker/models.ts';
import { cartItems } from './answers.ts';
import { isLimited, type RoundProduct } from './place.ts';
import { PATIENCE_MS, type Recorder } from './recorder.ts';

/** What callers know from answers, and what they share: that is how calls meet. */
export interface Knowledge {
  /** The lines of each member's cart as last seen. */
  carts: Map<Member, { id: number; productId: number; quantity: number }[]>;
  /** The newest receipts, with the state as last seen. */
  receipts: KnownReceipt[];
}

export interface KnownReceipt {
  id: string;
  member: Member;
  status: Status;
  /** With pieces that a purchase limit counts. */
  isLimited: boolean;
}

/** One caller: makes one call after the other. */
export interface Caller {
  name: string;
  /** Makes the next call. Returns true if it was acknowledged and changed something. */
  next(): Promise<boolean>;
}

interface Surroundings {
  url: string;
  products: readonly RoundProduct[];
  knowledge: Knowledge;
  recorder: Recorder;
}

/** At most so many receipts are in play, so that their calls meet. */
const MOST_RECEIPTS = 16;

/** A member on one device: fills the cart, orders, looks, cancels and spends points. */
export const createMember = (
  { url, products, knowledge, recorder }: Surroundings,
  member: Member,
  { random, name, buysLimited }: { random: Random; name: string; buysLimited: boolean },
): Caller => {
  const { token, username } = member;
  const own = () => knowledge.carts.get(member) ?? [];
  const wanted = products.filter((product) => buysLimited || !isLimited(product));

  const make = async (
    ask: Ask,
    path: string,
    options: { method?: string; json?: unknown; takesKey?: boolean } = {},
  ) => {
    const { method = 'GET', json, takesKey = false } = options;
    const send = (key: string | null) =>
      call(`${url}${path}`, {
        method,
        token,
        json,
        patienceMs: PATIENCE_MS,
        ...(key !== null && { idempotencyKey: key }),
      });
    const made = await recorder.make(ask, send, { takesKey });
    const lines = cartItems(made.answer);
    if (lines) knowledge.carts.set(member, lines);
    return made.call;
  };
  const add = () => {
    const productId = random.pick(wanted).id;
    const quantity = random.whole(1, 3);
    const json = { productId, quantity };
    const ask: Ask = { kind: 'cart.add', member: username, ...json };
    return make(ask, '/api/cart/add', { method: 'POST', json, takesKey: true });
  };
  const read = () => make({ kind: 'cart.read', member: username }, '/api/cart');
  const set = () => {
    const quantity = random.whole(1, 6);
    if (own().length === 0) return read();
    const { id: lineId, productId } = random.pick(own());
    const ask: Ask = { kind: 'cart.set', member: username, productId, lineId, quantity };
    return make(ask, `/api/cart/items/${lineId}`, { method: 'PATCH', json: { quantity } });
  };
  const remove = () => {
    if (own().length === 0) return read();
    const { id: lineId, productId } = random.pick(own());
    const ask: Ask = { kind: 'cart.remove', member: username, productId, lineId };
    return make(ask, `/api/cart/items/${lineId}`, { method: 'DELETE' });
  };
  const spend = () => {
    const points = random.whole(0, 400);
    return make({ kind: 'cart.points', member: username, points }, '/api/cart/points', {
      method: 'PATCH',
      json: { points },
    });
  };
  const confirm = async () => {
    const key = `${name}-${random.whole(0, 2 ** 31)}-${Date.now()}`;
    const made = await make({ kind: 'confirm', member: username, key }, '/api/receipts', { method: 'POST', json: {} });
    const { receipt } = made.seen;
    if (receipt) {
      knowledge.carts.set(member, []);
      const counts = receipt.lines.some((line) =>
        products.some((each) => each.id === line.productId && isLimited(each)),
      );
      knowledge.receipts.push({ id: receipt.id, member, status: 'awaiting_payment', isLimited: counts });
      if (knowledge.receipts.length > MOST_RECEIPTS) knowledge.receipts.shift();
    }
    // A cart that cannot be ordered would stay so.
    if (made.outcome === 'refused' && made.code !== 'cart_empty') await remove();
    return made;
  };
  const ownReceipt = () => knowledge.receipts.filter((each) => each.member === member);
  const readReceipt = () => {
    if (ownReceipt().length === 0) return read();
    const { id: receipt } = random.pick(ownReceipt());
    return make({ kind: 'receipt.read', member: username, receipt }, `/api/receipts/${receipt}`);
  };
  const cancel = async () => {
    if (ownReceipt().length === 0) return read();
    const known = random.pick(ownReceipt());
    const ask: Ask = { kind: 'receipt.cancel', member: username, receipt: known.id };
    const made = await make(ask, `/api/receipts/${known.id}/cancel`, { method: 'POST', json: {} });
    if (made.outcome === 'ok') known.status = 'cancelled';
    return made;
  };
  const readPoints = () => make({ kind: 'points.read', member: username }, '/api/points');

  const habits = [
    ...Array<typeof add>(9).fill(add),
    ...Array<typeof add>(4).fill(confirm),
    ...[set, set, set, remove, read, read, spend, readPoints, readReceipt, cancel],
  ];
  return {
    name,
    next: async () => {
      const { outcome, ask } = await random.pick(habits)();
      return outcome === 'ok' && !ask.kind.endsWith('.read');
    },
  };
};

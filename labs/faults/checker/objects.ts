import { type Call, cartKey, type History, nameOf } from './history.ts';
import { decide, type Operation, type Verdict } from './linearize.ts';
import {
  account,
  balance,
  cartLine,
  type Effect,
  type ItemState,
  item,
  ordered,
  type PriceState,
  price,
  type ReceiptState,
  receipt,
} from './models.ts';

/** When and how a call meets an object. */
interface Meeting {
  /** The call only reads. Then it did so while it was answered, not during an earlier attempt. */
  reads?: boolean;
}

/** The calls of one object. */
export interface CheckedObject<State> {
  /** Adds what a call did to it, or saw of it. */
  meet(call: Call, effect: Effect<State>, how?: Meeting): void;
}

/** All objects of a history. Each is made when it is first asked for, with the state that it had before. */
export interface Objects {
  item(productId: number): CheckedObject<ItemState>;
  price(productId: number): CheckedObject<PriceState>;
  cartLine(member: string, productId: number): CheckedObject<number>;
  balance(member: string): CheckedObject<number>;
  ordered(member: string): CheckedObject<number>;
  receipt(id: string): CheckedObject<ReceiptState>;
  account(username: string): CheckedObject<boolean>;
  /** Decides each of them. */
  decideAll(): { name: string; operations: number; verdict: Verdict }[];
}

/**
 * Divides a history into single objects, as Knossos and Porcupine do: it has an order if each of them has one. Every object
 * also gets its last call, which is the look at the database afterwards.
 */
export const createObjects = (history: History): Objects => {
  const { before, after, products, limit } = history;
  const found = new Map<string, { decide(): { name: string; operations: number; verdict: Verdict } }>();

  const kind =
    <Key extends readonly (string | number)[], State>(
      nameOfObject: (...key: Key) => string,
      initial: (...key: Key) => State,
      last: (...key: Key) => Effect<State>,
    ) =>
    (...key: Key): CheckedObject<State> => {
      const name = nameOfObject(...key);
      const known = found.get(name) as (CheckedObject<State> & { decide(): never }) | undefined;
      if (known) return known;
      const operations: Operation<State>[] = [lookAfterwards(after.at, last(...key))];
      const object = {
        meet: (call: Call, effect: Effect<State>, how: Meeting = {}) => {
          operations.push(operationOf(call, effect, how));
        },
        decide: () => ({
          name,
          operations: operations.length,
          verdict: decide({ name, initial: initial(...key), operations }),
        }),
      };
      found.set(name, object);
      return object;
    };

  const productName = (id: number) => `"${products.get(id) ?? id}"`;
  const orderedIn = (snapshot: History['before'], member: string) =>
    [...snapshot.receipts.values()]
      .filter((each) => each.member === member && !each.entries.at(-1)!.endsWith(' cancelled'))
      .flatMap(({ lines }) => lines)
      .reduce((sum, line) => sum + (limit.products.has(line.productId) ? line.quantity : 0), 0);

  return {
    item: kind(
      (id: number) => `stock of ${productName(id)}`,
      (id) => itemBefore(history, id),
      (id) => item.has(after.items.get(id)?.stock ?? -1, after.items.get(id)?.reserved ?? -1),
    ),
    price: kind(
      (id: number) => `price of ${productName(id)}`,
      (id) => ({ price: before.items.get(id)!.price, markup: before.items.get(id)!.markup }),
      (id) => price.is(Math.ceil(after.items.get(id)!.price + after.items.get(id)!.markup)),
    ),
    cartLine: kind(
      (member: string, id: number) => `${productName(id)} in the cart of ${member}`,
      (member, id) => before.cartLines.get(cartKey(member, id)) ?? 0,
      (member, id) => cartLine.is(after.cartLines.get(cartKey(member, id)) ?? 0),
    ),
    balance: kind(
      (member: string) => `points of ${member}`,
      (member) => before.balances.get(member) ?? 0,
      (member) => balance.is(after.balances.get(member) ?? -1),
    ),
    ordered: kind(
      (member: string) => `limit of ${member}`,
      (member) => orderedIn(before, member),
      (member) => ordered.is(orderedIn(after, member)),
    ),
    receipt: kind(
      (id: string) => `receipt ${id}`,
      (id) => before.receipts.get(id)?.entries ?? [],
      (id) => receipt.is(after.receipts.get(id)?.entries ?? []),
    ),
    account: kind(
      (username: string) => `account ${username}`,
      (username) => before.balances.has(username),
      (username) => (after.balances.has(username) ? account.exists : account.isUnknown),
    ),
    decideAll: () => [...found.values()].map((object) => object.decide()),
  };
};

const itemBefore = ({ before, calls }: History, id: number): ItemState => {
  const { stock, reserved, version } = before.items.get(id)!;
  // Only receipts that a call undoes: the search compares states, and they should be small.
  const undone = new Set(calls.flatMap(({ ask }) => (ask.kind === 'receipt.undo' ? [ask.receipt] : [])));
  const taken = [...undone].flatMap((receiptId) => {
    const took = before.receipts.get(receiptId)?.taken.get(id);
    return took ? [[receiptId, took] as const] : [];
  });
  return { stock, reserved, version, taken: Object.fromEntries(taken) };
};

const lookAfterwards = <State>(at: number, apply: Effect<State>): Operation<State> => ({
  name: 'the look at the database afterwards',
  start: at,
  end: at,
  isCertain: true,
  isRead: true,
  apply,
});

const operationOf = <State>(call: Call, apply: Effect<State>, { reads = false }: Meeting): Operation<State> => {
  const isCertain = call.outcome !== 'unknown';
  return {
    name: nameOf(call),
    start: reads ? call.answeredFrom : call.start,
    end: isCertain ? call.end : Number.POSITIVE_INFINITY,
    isCertain,
    isRead: reads,
    apply,
  };
};

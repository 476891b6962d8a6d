import { toCents } from './money.ts';
import { type Coin, requote } from './quotes.ts';
import type { ReceiptStatus } from './receipt-state.ts';

/** An order, as far as a payment can be told by its amount and its address. */
export interface PayableOrder {
  id: string;
  status: ReceiptStatus;
  /** Dollars as text. */
  due: string;
  quotes: readonly { coin: Coin; amount: string; rate: string }[];
  addresses: readonly { coin: Coin }[];
}

/**
 * Returns whether nobody can tell by amount and address which of two unpaid orders a payment is for. `coins` are those that
 * the shop takes.
 */
export const areAlike = (one: PayableOrder, other: PayableOrder, coins: readonly Coin[]): boolean => {
  if (one.id === other.id || one.due !== other.due) return false;
  const orders = [one, other];
  const dueCents = toCents(one.due) ?? 0;
  if (dueCents === 0) return false;
  if (orders.some(({ status }) => status !== 'awaiting_payment')) return false;
  return coins.some((coin) => {
    if (orders.some(({ addresses }) => addresses.some((own) => own.coin === coin))) return false;
    const amounts = orders.flatMap(
      ({ quotes }) => requote(quotes, dueCents).find((quote) => quote.coin === coin)?.amount ?? [],
    );
    // Without a quote a member may send any amount of the coin.
    return amounts.length < 2 || amounts[0] === amounts[1];
  });
};

/** For each order of a list that is like another one of it: the first of those. */
export const alikeIn = <Order extends PayableOrder>(
  orders: readonly Order[],
  coins: readonly Coin[],
): ReadonlyMap<string, Order> => {
  const unpaid = orders.filter(({ status }) => status === 'awaiting_payment');
  return new Map(
    unpaid.flatMap((order) => {
      const like = unpaid.find((other) => areAlike(order, other, coins));
      return like ? [[order.id, like]] : [];
    }),
  );
};

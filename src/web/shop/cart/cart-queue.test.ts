import { beforeEach, describe, expect, test } from 'vitest';
import type { CartResponse } from '#contract/cart.ts';
import { buildProduct } from '../../testing/products.ts';
import { type CartChange, emptyCart, withChanges } from './cart-changes.ts';
import { type CartQueue, createCartQueue } from './cart-queue.ts';

/** A server that takes changes when it is told to: what travels, in which order, and what the member sees meanwhile. */
const shopCounter = () => {
  let cart = emptyCart();
  const sent: CartChange[] = [];
  const answers: { settle: () => void; refuse: (error: Error) => void }[] = [];
  const seen = { cart: emptyCart(), failures: [] as (CartChange['kind'] | 'fetch')[], done: 0, fetches: 0 };
  const queue = createCartQueue({
    send: (change) => {
      sent.push(change);
      return new Promise<CartResponse>((resolve, reject) => {
        answers.push({
          settle: () => {
            cart = withChanges(cart, [change]);
            resolve(cart);
          },
          refuse: reject,
        });
      });
    },
    fetchCart: async () => {
      seen.fetches += 1;
      return cart;
    },
    endsAll: (error) => error instanceof Error && error.message === 'no answer',
    onMove: ({ stored, pending }) => {
      seen.cart = withChanges(stored ?? emptyCart(), pending);
    },
    onDone: () => {
      seen.done += 1;
    },
    onFailure: (change) => seen.failures.push(change?.kind ?? 'fetch'),
  });
  /** Lets the server answer whatever has arrived, until nothing is left. */
  const settleAll = async () => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve));
      const answer = answers.shift();
      if (!answer) break;
      answer.settle();
    }
    await queue.idle();
  };
  const answerNext = async (answer: 'settle' | Error) => {
    await new Promise((resolve) => setTimeout(resolve));
    const next = answers.shift();
    if (answer === 'settle') next?.settle();
    else next?.refuse(answer);
    await new Promise((resolve) => setTimeout(resolve));
  };
  const theServersCart = () => cart;
  return { queue, sent, seen, settleAll, answerNext, theServersCart };
};

const gelato = buildProduct({ id: 2, name: 'Gelato', finalPrice: 40, quantity: 9 });
const add: CartChange = { kind: 'add', product: gelato, quantity: 1 };
const setTo = (quantity: number): CartChange => ({ kind: 'quantity', productId: 2, quantity });

let shop: ReturnType<typeof shopCounter>;
let queue: CartQueue;
beforeEach(() => {
  shop = shopCounter();
  queue = shop.queue;
});

describe('the cart under quick hands', () => {
  test('shows a change before the server has answered', () => {
    queue.push(add);
    expect(shop.seen.cart.items[0]).toMatchObject({ productName: 'Gelato', quantity: 1 });
  });

  test('sends one change at a time, in the order they were made', async () => {
    queue.push(add);
    queue.push(setTo(3));
    await shop.answerNext('settle');
    expect(shop.sent.map(({ kind }) => kind)).toEqual(['add', 'quantity']);
    await shop.settleAll();
    expect(shop.theServersCart().items[0]?.quantity).toBe(3);
  });

  test('sends twenty presses as two calls and shows each of them', async () => {
    for (let press = 1; press <= 20; press += 1) {
      queue.push(add);
      expect(shop.seen.cart.items[0]?.quantity).toBe(press);
      // The first is on its way when the others come.
      await Promise.resolve();
    }
    await shop.settleAll();
    expect(shop.sent).toEqual([add, { ...add, quantity: 19 }]);
    expect(shop.seen.cart).toEqual(shop.theServersCart());
    expect(shop.seen.cart.items[0]?.quantity).toBe(20);
  });

  test('fetches the cart once after a burst', async () => {
    queue.push(add);
    queue.push(setTo(4));
    queue.push({ kind: 'shipping', option: 'express' });
    await shop.settleAll();
    expect(shop.sent).toHaveLength(3);
    expect(shop.seen.fetches).toBe(1);
  });

  test('asked three times to refresh at once, fetches once', async () => {
    queue.refresh();
    queue.refresh();
    queue.refresh();
    await queue.idle();
    expect(shop.seen.fetches).toBe(1);
  });
});

describe('a change that is refused', () => {
  test('is taken back alone, and the rest goes on', async () => {
    queue.push(add);
    await shop.answerNext('settle');
    queue.push(setTo(50));
    queue.push({ kind: 'shipping', option: 'express' });
    expect(shop.seen.cart.items[0]?.quantity).toBe(50);
    await shop.answerNext(new Error('Only 9 left in stock.'));
    await shop.settleAll();
    expect(shop.seen.failures).toEqual(['quantity']);
    expect(shop.seen.cart.items[0]?.quantity).toBe(1);
    expect(shop.theServersCart().cart.shippingOption).toBe('express');
  });

  test('shows the cart as it was before', async () => {
    queue.push(add);
    await shop.settleAll();
    queue.push(setTo(50));
    await shop.answerNext(new Error('Only 9 left in stock.'));
    await shop.settleAll();
    expect(shop.seen.failures).toEqual(['quantity']);
    expect(shop.seen.cart.items[0]?.quantity).toBe(1);
    expect(shop.seen.done).toBe(1);
  });

  test('for want of an answer takes back everything that waits behind it', async () => {
    queue.push(add);
    queue.push(setTo(4));
    queue.push({ kind: 'notes', notes: 'Ring twice' });
    await shop.answerNext(new Error('no answer'));
    await shop.settleAll();
    expect(shop.sent).toEqual([add]);
    expect(shop.seen.failures).toEqual(['add']);
    expect(shop.seen.cart).toEqual(emptyCart());
  });
});

test('a confirmed order empties the cart that is shown', async () => {
  queue.push(add);
  await shop.settleAll();
  queue.reset(emptyCart());
  expect(shop.seen.cart.items).toEqual([]);
});

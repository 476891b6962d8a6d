import { beforeEach, describe, expect, test } from 'vitest';
import type { CartLimit, CartResponse } from '#contract/cart.ts';
import { buildProduct } from '../../testing/products.ts';
import { type CartChange, emptyCart, withChanges } from './cart-changes.ts';
import { type CartQueue, createCartQueue } from './cart-queue.ts';

/** A server that responds when the test says so. Records what is sent, and what the member sees. */
const fakeServer = () => {
  let cart = emptyCart();
  const sent: CartChange[] = [];
  const limits: (CartLimit[] | undefined)[] = [];
  const responses: { settle: () => void; refuse: (error: Error) => void }[] = [];
  const seen = { cart: emptyCart(), failures: [] as (CartChange['kind'] | 'fetch')[], dropped: 0, done: 0, fetches: 0 };
  const queue = createCartQueue({
    send: (change) => {
      sent.push(change);
      return new Promise<CartResponse>((resolve, reject) => {
        responses.push({
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
    endsAll: (error) => error instanceof Error && error.message === 'no response',
    onUpdate: ({ stored, pending }) => {
      limits.push(stored?.limits);
      seen.cart = withChanges(stored ?? emptyCart(), pending);
    },
    onDone: () => {
      seen.done += 1;
    },
    onFailure: (change, _, dropped) => {
      seen.failures.push(change?.kind ?? 'fetch');
      seen.dropped += dropped.length;
    },
  });
  /** Responds to everything that arrives, until nothing is left. */
  const settleAll = async () => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve));
      const response = responses.shift();
      if (!response) break;
      response.settle();
    }
    await queue.idle();
  };
  const respondOnce = async (response: 'settle' | Error) => {
    await new Promise((resolve) => setTimeout(resolve));
    const next = responses.shift();
    if (response === 'settle') next?.settle();
    else next?.refuse(response);
    await new Promise((resolve) => setTimeout(resolve));
  };
  const serverCart = () => cart;
  return { queue, sent, seen, limits, settleAll, respondOnce, serverCart };
};

const gelato = buildProduct({ id: 2, name: 'Gelato', finalPrice: 40, quantity: 9 });
const add: CartChange = { kind: 'add', product: gelato, quantity: 1 };
const setTo = (quantity: number): CartChange => ({ kind: 'quantity', productId: 2, quantity });

let server: ReturnType<typeof fakeServer>;
let queue: CartQueue;
beforeEach(() => {
  server = fakeServer();
  queue = server.queue;
});

describe('the cart during quick changes', () => {
  test('shows a change before the server has responded', () => {
    queue.push(add);
    expect(server.seen.cart.items[0]).toMatchObject({ productName: 'Gelato', quantity: 1 });
  });

  test('sends one change at a time, in the order they were made', async () => {
    queue.push(add);
    queue.push(setTo(3));
    await server.respondOnce('settle');
    expect(server.sent.map(({ kind }) => kind)).toEqual(['add', 'quantity']);
    await server.settleAll();
    expect(server.serverCart().items[0]?.quantity).toBe(3);
  });

  test('sends twenty presses as two calls, and shows each of them', async () => {
    for (let press = 1; press <= 20; press += 1) {
      queue.push(add);
      expect(server.seen.cart.items[0]?.quantity).toBe(press);
      // The first one is under way when the others follow.
      await Promise.resolve();
    }
    await server.settleAll();
    expect(server.sent).toEqual([add, { ...add, quantity: 19 }]);
    expect(server.seen.cart).toEqual(server.serverCart());
    expect(server.seen.cart.items[0]?.quantity).toBe(20);
  });

  test('fetches the cart once after a burst', async () => {
    queue.push(add);
    queue.push(setTo(4));
    queue.push({ kind: 'shipping', option: 'express' });
    await server.settleAll();
    expect(server.sent).toHaveLength(3);
    expect(server.seen.fetches).toBe(1);
  });

  test('does not fetch the cart after notes, which change neither limits nor what blocks an order', async () => {
    queue.push({ kind: 'notes', notes: 'Ring twice' });
    await server.settleAll();
    expect(server.sent).toHaveLength(1);
    expect(server.seen.fetches).toBe(0);
    expect(server.seen.cart).toMatchObject(server.serverCart());
  });

  test('keeps the limits known before until the cart is fetched after a change', async () => {
    const limit = { kind: 'flower', unit: 'g', window: '1d', max: 7, used: 0, inCart: 3.5, opensAt: null } as const;
    queue.reset({ ...emptyCart(), limits: [limit] });
    queue.push({ kind: 'shipping', option: 'express' });
    await server.settleAll();
    expect(server.seen.fetches).toBe(1);
    // After the reset, the press and the response, and the one that was fetched.
    expect(server.limits).toEqual([[limit], [limit], [limit], undefined]);
  });

  test('fetches once if it is refreshed three times in a row', async () => {
    queue.refresh();
    queue.refresh();
    queue.refresh();
    await queue.idle();
    expect(server.seen.fetches).toBe(1);
  });
});

describe('a change that is refused', () => {
  test('is undone alone, and the others are sent', async () => {
    queue.push(add);
    await server.respondOnce('settle');
    queue.push(setTo(50));
    queue.push({ kind: 'shipping', option: 'express' });
    expect(server.seen.cart.items[0]?.quantity).toBe(50);
    await server.respondOnce(new Error('Only 9 left in stock.'));
    await server.settleAll();
    expect(server.seen.failures).toEqual(['quantity']);
    expect(server.seen.cart.items[0]?.quantity).toBe(1);
    expect(server.serverCart().cart.shippingOption).toBe('express');
  });

  test('shows the cart as it was before, and fetches it', async () => {
    queue.push(add);
    await server.settleAll();
    expect(server.seen.fetches).toBe(1);
    queue.push(setTo(50));
    await server.respondOnce(new Error('Only 9 left in stock.'));
    await server.settleAll();
    expect(server.seen.failures).toEqual(['quantity']);
    expect(server.seen.cart.items[0]?.quantity).toBe(1);
    expect(server.seen.done).toBe(1);
    // The refusal may mean that the cart has changed elsewhere.
    expect(server.seen.fetches).toBe(2);
  });

  test('without a response undoes all changes that wait behind it, and names them', async () => {
    queue.push(add);
    queue.push(setTo(4));
    queue.push({ kind: 'notes', notes: 'Ring twice' });
    await server.respondOnce(new Error('no response'));
    await server.settleAll();
    expect(server.sent).toEqual([add]);
    expect(server.seen.failures).toEqual(['add']);
    expect(server.seen.dropped).toBe(2);
    expect(server.seen.cart).toEqual(emptyCart());
  });
});

test('a confirmed order empties the shown cart', async () => {
  queue.push(add);
  await server.settleAll();
  queue.reset(emptyCart());
  expect(server.seen.cart.items).toEqual([]);
});

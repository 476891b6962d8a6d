import { afterAll, beforeEach, expect, test } from 'vitest';
import { setRates } from '#contract/rates.ts';
import { bothDatabases } from '../../testing/both-databases.ts';
import { buildAdmin } from '../../testing/factories.ts';
import { FakeChain, MANNERS, startFakeEsplora } from '../../testing/fake-chain.ts';
import type { TestShop } from '../../testing/test-shop.ts';
import { orderWatched } from '../../testing/watched-orders.ts';
import { checkData } from '../health/data-checks.queries.ts';
import { expireIfClockIsRight } from '../receipts/receipt-steps.service.ts';
import { watchOnce } from './watch.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** $75.00 at $50,000 for a bitcoin, in its smallest unit. A cent is 20 of them. */
const EXACT = 150_000;

/** Two servers of different hosts, which the shop needs to mark orders as paid. */
const first = await startFakeEsplora();
const second = await startFakeEsplora();
const BTC_WATCH_URL = `${first.url},${second.url.replace('127.0.0.1', 'localhost')}`;

afterAll(async () => {
  await first.close();
  await second.close();
});

const settings = {
  ...{ BTC_WATCH_URL, PAYMENT_AUTO: 'on', RESERVATION_HOURS: '2' },
  BTC_ADDRESS: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
};

type Order = Awaited<ReturnType<typeof orderWatched>>;

/** An order to pay, in a chain of its own that both servers have. */
const openScene = async (shop: TestShop) => {
  const chain = new FakeChain();
  for (const server of [first, second]) Object.assign(server, { chain, manner: null });
  const order = await orderWatched(shop, [chain]);
  return { ...watchedScene(shop, order, chain), chain };
};

type Scene = Awaited<ReturnType<typeof openScene>>;

const watchedScene = (shop: TestShop, order: Order, chain: FakeChain) => {
  const { script, inPanel } = order;
  /** The most that both servers had with two confirmations, at any time. */
  let confirmed = 0;
  return {
    ...{ shop, order, script },
    pay: (units: number) => chain.pay({ script, units }),
    mine: (blocks = 1) => chain.mine(blocks, shop.clock()),
    /** Lets the shop look so many times. It never marks an order as paid that is not confirmed. */
    look: async (rounds = 1) => {
      for (let round = 0; round < rounds; round++) {
        const confirmations = [first, second].map((server) => server.chain.confirmedUnits(script, 2));
        confirmed = Math.max(confirmed, Math.min(...confirmations));
        await watchOnce(shop, { isFull: true });
        const { status } = await inPanel();
        if (status === 'paid') expect(confirmed).toBeGreaterThan(EXACT - 20);
        shop.advance(30 * SECOND_MS);
      }
    },
    /** The state of the books, in words. */
    outcome: async () => {
      const { status, payment, received, payments } = await inPanel();
      const counting = payments.filter(({ counts }) => counts).length;
      const confirmedWord = payment.confirmed ? ', confirmed' : '';
      const of = counting === payments.length ? `${counting}` : `${counting} of ${payments.length}`;
      const late = payment.late ? ', late' : '';
      return `${status.replace('_', ' ')}, ${payment.amount}${confirmedWord}${late}: $${received ?? 'none'} in ${of}`;
    },
  };
};

/** Each part that a payer, the chain or a server can play, and how it ends. */
const PARTS: readonly [part: string, outcome: string, act: (scene: Scene) => Promise<unknown>][] = [
  [
    'exact, in no block',
    'awaiting payment, enough: $75.00 in 1',
    async ({ pay, look }) => {
      pay(EXACT);
      await look(2);
    },
  ],
  [
    'exact, with one confirmation',
    'awaiting payment, enough: $75.00 in 1',
    async ({ pay, mine, look }) => {
      pay(EXACT);
      await look();
      mine();
      await look(2);
    },
  ],
  [
    'exact, with two confirmations',
    'paid, enough, confirmed: $75.00 in 1',
    async ({ pay, mine, look }) => {
      pay(EXACT);
      await look();
      mine();
      await look();
      mine();
      await look();
    },
  ],
  [
    'in two parts',
    'paid, enough, confirmed: $75.00 in 2',
    async ({ pay, mine, look }) => {
      pay(50_001);
      mine(2);
      await look();
      pay(99_999);
      await look();
      mine(2);
      await look();
    },
  ],
  [
    'in two parts, one of them not confirmed',
    'awaiting payment, enough: $75.00 in 2',
    async ({ pay, mine, look }) => {
      pay(50_000);
      mine(2);
      pay(100_000);
      await look(3);
    },
  ],
  [
    'one unit short, which is less than a cent',
    'paid, enough, confirmed: $75.00 in 1',
    async ({ pay, mine, look }) => {
      pay(EXACT - 1);
      mine(2);
      await look();
    },
  ],
  [
    'a cent short',
    'awaiting payment, part: $74.99 in 1',
    async ({ pay, mine, look }) => {
      pay(EXACT - 20);
      mine(6);
      await look(2);
    },
  ],
  [
    'over',
    'paid, over, confirmed: $80.00 in 1',
    async ({ pay, mine, look }) => {
      pay(160_000);
      mine(2);
      await look();
    },
  ],
  [
    'twice',
    'paid, over, confirmed: $150.00 in 2',
    async ({ pay, mine, look }) => {
      pay(EXACT);
      pay(EXACT);
      mine(2);
      await look(3);
    },
  ],
  [
    'twice in one transaction',
    'paid, over, confirmed: $150.00 in 2',
    async ({ chain, script, mine, look }) => {
      chain.pay({ script, units: EXACT }, { script: '0014ee', units: 5 }, { script, units: EXACT });
      mine(2);
      await look(2);
    },
  ],
  [
    'late, after it expired',
    'expired, enough, confirmed, late: $75.00 in 1',
    async ({ shop, pay, mine, look }) => {
      shop.advance(3 * HOUR_MS);
      await expireIfClockIsRight(shop);
      pay(EXACT);
      mine(2);
      await look();
    },
  ],
  [
    'late, with the quote of another rate long ended',
    'awaiting payment, part: $60.00 in 1',
    async ({ shop, pay, mine, look }) => {
      shop.advance(91 * MINUTE_MS);
      await rate(shop, '40000');
      pay(EXACT);
      mine(2);
      await look();
    },
  ],
  [
    'late, 30 minutes after the end of the quote',
    'paid, enough, confirmed: $75.00 in 1',
    async ({ shop, pay, mine, look }) => {
      shop.advance(90 * MINUTE_MS);
      await rate(shop, '40000');
      pay(EXACT);
      mine(2);
      await look();
    },
  ],
  [
    'without any rate',
    'awaiting payment, none: $0.00 in 1',
    async ({ shop, pay, mine, look }) => {
      shop.advance(91 * MINUTE_MS);
      await rate(shop, null);
      pay(EXACT);
      mine(2);
      await look();
    },
  ],
  [
    'in a block from before the order',
    'awaiting payment, none: $none in 0',
    async ({ shop, pay, chain, look }) => {
      pay(EXACT);
      chain.mine(6, shop.clock() - 2 * HOUR_MS - 1000);
      await look(2);
    },
  ],
  [
    'seen, and then in a block from before the order',
    'awaiting payment, none: $none in 0 of 1',
    async ({ shop, pay, chain, look }) => {
      pay(EXACT);
      await look();
      chain.mine(6, shop.clock() - 3 * HOUR_MS);
      await look(2);
    },
  ],
  [
    'replaced by a higher fee',
    'paid, enough, confirmed: $75.00 in 1 of 2',
    async ({ chain, pay, mine, look }) => {
      const low = pay(EXACT);
      await look();
      chain.drop(low);
      pay(EXACT);
      await look(3);
      mine(2);
      await look();
    },
  ],
  [
    'replaced by one that pays somebody else',
    'awaiting payment, none: $none in 0 of 1',
    async ({ chain, pay, mine, look }) => {
      const low = pay(EXACT);
      await look();
      chain.drop(low);
      chain.pay({ script: '0014ee', units: EXACT });
      mine(3);
      await look(3);
    },
  ],
  [
    'dropped, and back again',
    'awaiting payment, enough: $75.00 in 1',
    async ({ chain, pay, look }) => {
      const txid = pay(EXACT);
      await look();
      chain.drop(txid);
      await look(3);
      chain.again(txid);
      await look();
    },
  ],
  [
    'a reorganization of 3 blocks, and it waits again',
    'paid, enough: $75.00 in 1',
    async ({ chain, pay, mine, look }) => {
      pay(EXACT);
      mine(3);
      await look();
      chain.reorganize(3);
      await look(3);
    },
  ],
  [
    'a reorganization of 3 blocks, and it is gone',
    'paid, none: $none in 0 of 1',
    async ({ chain, pay, mine, look }) => {
      pay(EXACT);
      mine(3);
      await look();
      for (const txid of chain.reorganize(3)) chain.drop(txid);
      await look(3);
    },
  ],
  [
    'a reorganization of 3 blocks, and it is in another one',
    'paid, enough, confirmed: $75.00 in 1',
    async ({ chain, pay, mine, look }) => {
      pay(EXACT);
      mine(3);
      await look();
      chain.reorganize(3);
      await look();
      mine(2);
      await look();
    },
  ],
  [
    '10 minutes down',
    'paid, enough, confirmed: $75.00 in 1',
    async ({ pay, mine, look }) => {
      pay(EXACT);
      await look();
      first.manner = second.manner = MANNERS.down;
      mine(3);
      await look(20);
      first.manner = second.manner = null;
      await look();
    },
  ],
  ...(['down', 'slow', 'endless', 'limited', 'garbage'] as const).flatMap((manner): typeof PARTS => [
    [
      `both ${manner}`,
      'awaiting payment, enough: $75.00 in 1',
      async ({ pay, mine, look }) => {
        pay(EXACT);
        await look();
        first.manner = second.manner = MANNERS[manner];
        mine(6);
        await look(3);
      },
    ],
    [
      `one of two ${manner}`,
      'awaiting payment, enough: $75.00 in 1',
      async ({ pay, mine, look }) => {
        second.manner = MANNERS[manner];
        pay(EXACT);
        mine(6);
        await look(3);
      },
    ],
  ]),
  [
    'answers for another address',
    'awaiting payment, enough: $75.00 in 1',
    async ({ chain, pay, mine, look, order }) => {
      pay(EXACT);
      await look();
      mine(6);
      chain.pay({ script: '0014ee', units: EXACT });
      chain.know(order.address, '0014ee');
      await look(3);
    },
  ],
  [
    'answers amounts that are none',
    'awaiting payment, none: $none in 0',
    async ({ pay, mine, look }) => {
      for (const units of [-EXACT, 0.5, 1e30, Number.NaN]) pay(units);
      mine(6);
      await look(2);
    },
  ],
  [
    '10,000 transactions',
    'paid, over, confirmed: $75.10 in 100',
    async ({ pay, mine, look, order }) => {
      pay(EXACT);
      for (let dust = 0; dust < 99; dust++) pay(2);
      mine(3);
      await look();
      for (let dust = 0; dust < 9900; dust++) pay(20_000);
      mine();
      await look(2);
      const notes = (await order.inPanel()).events.map(({ note }) => note);
      expect(notes.filter((note) => note?.startsWith('More than 100 payments'))).toHaveLength(1);
    },
  ],
  [
    'two servers, and one has never heard of it',
    'awaiting payment, none: $none in 0',
    async ({ order, script, pay, mine, look }) => {
      second.chain = new FakeChain();
      second.chain.know(order.address, script);
      pay(EXACT);
      mine(6);
      await look(3);
    },
  ],
  [
    'two servers, and one says that it is in no block',
    'awaiting payment, enough: $75.00 in 1',
    async ({ order, script, chain, pay, mine, look }) => {
      const txid = pay(EXACT);
      second.chain = new FakeChain();
      second.chain.know(order.address, script);
      second.chain.hear(chain, txid);
      mine(6);
      await look(3);
    },
  ],
  [
    'two servers with different blocks',
    'awaiting payment, enough: $75.00 in 1',
    async ({ shop, order, script, chain, pay, mine, look }) => {
      const txid = pay(EXACT);
      const fork = new FakeChain();
      fork.reorganize(3);
      fork.know(order.address, script);
      fork.hear(chain, txid);
      second.chain = fork;
      mine(6);
      fork.mine(6, shop.clock());
      await look(3);
    },
  ],
  [
    'two servers with different amounts',
    'awaiting payment, none: $none in 0',
    async ({ order, script, chain, pay, mine, look }) => {
      const txid = pay(EXACT - 1000);
      second.chain = new FakeChain();
      second.chain.know(order.address, script);
      second.chain.hear(chain, txid, EXACT);
      mine(6);
      second.chain.mine(6);
      await look(3);
    },
  ],
];

const rate = async (shop: TestShop, BTC: string | null) => {
  const { status } = await (await buildAdmin(shop)).call(setRates, { body: { BTC, LTC: null } });
  expect(status).toBe(200);
};

bothDatabases(
  (shop) => {
    beforeEach(() => {
      // The shop asks no more for the orders of the parts before.
      shop().advance(31 * 24 * HOUR_MS);
      return rate(shop(), '50000');
    });

    test.each(PARTS)('%s: %s', async (_part, outcome, act) => {
      const scene = await openScene(shop());
      await act(scene);
      expect(await scene.outcome()).toBe(outcome);
      // However often it was seen, each output is in the books once.
      const { payments } = await scene.order.inPanel();
      const outputs = payments.map(({ txid, output }) => `${txid}:${output}`);
      expect(new Set(outputs).size).toBe(outputs.length);
      await scene.order.move('cancelled');
    });

    test('after all of them the books are sound', async () => {
      expect(await checkData(shop().database)).toMatchObject({ well: true });
    });
  },
  { settings, timeLimits: { watchServer: 1500 } },
);

import { randomBytes } from 'node:crypto';
import { bech32 } from '@scure/base';
import type { Coin } from '#domain/quotes.ts';
import type { FakeChain } from './fake-chain.ts';
import { orderFour } from './receipts.ts';
import type { TestShop } from './test-shop.ts';

const PREFIXES = { BTC: 'bc', LTC: 'ltc' } as const satisfies Record<Coin, string>;

interface Given {
  coin?: Coin;
  /** Null: no order has the address. */
  receiptId: string | null;
  skipped?: 'wallet' | 'used' | 'restore' | null;
}

/** Adds the next address of a key, as confirming an order does, and makes the chain know it. */
export const giveAddress = async (
  shop: TestShop,
  chains: readonly FakeChain[],
  { coin = 'BTC', receiptId, skipped = null }: Given,
): Promise<{ address: string; script: string }> => {
  const program = randomBytes(20);
  const script = `0014${program.toString('hex')}`;
  const address = bech32.encode(PREFIXES[coin], [0, ...bech32.toWords(program)]);
  for (const chain of chains) chain.know(address, script);
  const now = shop.clock();
  await shop.database.write(async (tx) => {
    const key = { coin, fingerprint: `key of ${coin}`, public_key: 'xpub', created_at: now };
    await tx
      .insertInto('account_keys')
      .values(key)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { id } = await tx.selectFrom('account_keys').select('id').where('coin', '=', coin).executeTakeFirstOrThrow();
    const { count } = await tx
      .selectFrom('order_addresses')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('key_id', '=', id)
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('order_addresses')
      .values({
        ...{ key_id: id, position: Number(count), coin, address, script, receipt_id: receiptId, skipped },
        given_at: receiptId === null && skipped === null ? null : now,
      })
      .execute();
  });
  return { address, script };
};

/** An order of $75.00 with an address of its own, and what its books are. */
export const orderWatched = async (shop: TestShop, chains: readonly FakeChain[], coin: Coin = 'BTC') => {
  const order = await orderFour(shop);
  const given = await giveAddress(shop, chains, { coin, receiptId: order.receipt.id });
  return { ...order, ...given };
};

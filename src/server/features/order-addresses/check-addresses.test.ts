import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildOrder } from '../../testing/buyers.ts';
import { DERIVED } from '../../testing/derived-addresses.ts';
import { prepareRestarts } from '../../testing/restarts.ts';
import { checkAddresses } from './check-addresses.ts';

const { BTC, LTC } = DERIVED;
const KEYS_RULE = 'Every account key is the one that it is known by';
const ADDRESSES_RULE = 'Every address of an order is the one of its key';

describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
  test('the check derives every address again, those of former keys, too', async () => {
    const restart = await prepareRestarts(kind);
    await buildOrder(await restart({ settings: { BTC_XPUB: BTC.key, LTC_XPUB: LTC.key } }));
    const shop = await restart({ settings: {} });
    expect(await checkAddresses(shop.database)).toEqual({
      lines: [`ok   ${KEYS_RULE}`, `ok   ${ADDRESSES_RULE}`],
      well: true,
    });
    const tamper = (position: number, values: object) =>
      shop.database.write((tx) =>
        tx
          .updateTable('order_addresses')
          .set(values)
          .where('coin', '=', 'BTC')
          .where('position', '=', position)
          .execute(),
      );
    await tamper(0, { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' });
    await tamper(7, { script: `0014${'0'.repeat(40)}` });
    const { id } = await shop.database.read
      .selectFrom('account_keys')
      .select('id')
      .where('coin', '=', 'BTC')
      .executeTakeFirstOrThrow();
    const wrong = [`FAIL ${ADDRESSES_RULE}`, `     BTC key ${id}, index 0`, `     BTC key ${id}, index 7`];
    expect(await checkAddresses(shop.database)).toEqual({ lines: [`ok   ${KEYS_RULE}`, ...wrong], well: false });
    // Another key with all of its addresses, to which the orders never belonged.
    await shop.database.write((tx) =>
      sql`update account_keys set public_key = ${LTC.xpub} where id = ${id}`.execute(tx),
    );
    expect(await checkAddresses(shop.database)).toEqual({
      lines: [`FAIL ${KEYS_RULE}`, `     BTC key ${id}`, `ok   ${ADDRESSES_RULE}`],
      well: false,
    });
  });
});

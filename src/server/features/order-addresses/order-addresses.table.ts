import { sql } from 'kysely';
import type { Coin } from '#domain/quotes.ts';
import { type ColumnsOf, counted, fixed, orNull, table, text, textOf, whole } from '../../db/table.ts';

const accountKeysColumns = {
  id: counted,
  coin: fixed(textOf<Coin>()),
  /** SHA-256 of public key and chain code, in hex. So a key is the same under any of its prefixes. */
  fingerprint: fixed(text),
  /** The extended public key, as an xpub. */
  public_key: fixed(text),
  created_at: fixed(whole),
};

/** A key's addresses from position 0 on, without gaps. */
const orderAddressesColumns = {
  key_id: fixed(whole),
  position: fixed(whole),
  coin: fixed(textOf<Coin>()),
  address: fixed(text),
  /** The output script that pays to it, in hex. */
  script: fixed(text),
  /** The order that it was given to. An address that was given out never goes to another one. */
  receipt_id: orNull(text),
  given_at: orNull(whole),
  /** Why no order gets it: a wallet of the settings, a transaction before it was given out, or a restore. */
  skipped: orNull(textOf<'wallet' | 'used' | 'restore'>()),
};

declare module '../../db/schema.ts' {
  interface Schema {
    account_keys: ColumnsOf<typeof accountKeysColumns>;
    order_addresses: ColumnsOf<typeof orderAddressesColumns>;
  }
}

export const accountKeys = table('account_keys', accountKeysColumns, {
  checks: {
    'The addresses of an account key follow each other without a gap': sql`
      select 'key ' || key_id as what from order_addresses
      group by key_id having count(*) <> max(position) + 1`,
  },
});

export const orderAddresses = table('order_addresses', orderAddressesColumns, {
  checks: {
    'Every address that an order has was given to it': sql`
      select 'address ' || address as what from order_addresses
      where receipt_id is not null and (given_at is null or skipped is not null)`,
  },
});

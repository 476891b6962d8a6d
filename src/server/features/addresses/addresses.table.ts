import { sql } from 'kysely';
import { MOST_ADDRESSES } from '#domain/delivery-address.ts';
import {
  atMostPerMember,
  type ColumnsOf,
  fixed,
  orNull,
  table,
  text,
  whole,
  withoutDeletedUsers,
} from '../../db/table.ts';
import { presentAddress } from './addresses.present.ts';
import { deleteAddressesOf, listAddresses } from './addresses.queries.ts';

const deliveryColumns = {
  name: text,
  lines: text,
  city: orNull(text),
  region: orNull(text),
  postal_code: orNull(text),
  country: text,
  phone: orNull(text),
};

const addressesColumns = {
  id: fixed(text),
  user_id: fixed(text),
  ...deliveryColumns,
  created_at: fixed(whole),
  /** When an order was confirmed with it last. */
  used_at: orNull(whole),
};

/** A receipt's copy of an address. Not a column of receipts, because it is erased, down to the bytes of its table. */
const deliveriesColumns = { receipt_id: fixed(text), ...deliveryColumns };

declare module '../../db/schema.ts' {
  interface Schema {
    addresses: ColumnsOf<typeof addressesColumns>;
    deliveries: ColumnsOf<typeof deliveriesColumns>;
  }
}

export const addresses = table('addresses', addressesColumns, {
  personal: {
    export: async (db, user) => ({ addresses: (await listAddresses(db, user)).map(presentAddress) }),
    onDeletion: deleteAddressesOf,
  },
  checks: {
    ...withoutDeletedUsers('addresses', 'delivery address'),
    ...atMostPerMember('addresses', MOST_ADDRESSES, 'No member has more delivery addresses than allowed'),
  },
});

export const deliveries = table('deliveries', deliveriesColumns, {
  checks: {
    'The order of a deleted account has a delivery address only while it is paid': sql`
      select 'receipt ' || receipts.number as what
      from deliveries join receipts on receipts.id = deliveries.receipt_id join users on users.id = receipts.user_id
      where users.deleted_at is not null and receipts.status <> 'paid'`,
  },
});

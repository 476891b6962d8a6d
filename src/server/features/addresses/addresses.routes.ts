import {
  addAddress as addAddressEndpoint,
  changeAddress as changeAddressEndpoint,
  deleteAddress as deleteAddressEndpoint,
  listAddresses as listAddressesEndpoint,
} from '#contract/addresses.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { ShopError } from '#contract/errors.ts';
import { MOST_ADDRESSES } from '#domain/delivery-address.ts';
import type { Feature } from '../../http/serve-endpoint.ts';
import type { Shop } from '../../shop.ts';
import { oncePerKey } from '../idempotency/idempotency.queries.ts';
import { type Once, onceWith } from '../idempotency/once.ts';
import { lockSignedIn } from '../users/current-password.ts';
import type { SignedIn } from '../users/sessions.ts';
import { presentAddress, valuesOf } from './addresses.present.ts';
import {
  type AddressRow,
  type DeliveryRow,
  deleteAddress,
  findAddress,
  insertAddress,
  listAddresses,
  updateAddress,
} from './addresses.queries.ts';

/** The addresses of a member (behavior 6.14). They are in no log and no evidence. */
export const registerAddresses: Feature = (serve, shop) => {
  const { database } = shop;

  serve(listAddressesEndpoint, async ({ user }) => ({
    addresses: (await listAddresses(database.read, user)).map(presentAddress),
  }));

  serve(addAddressEndpoint, async ({ user, input, key }) => {
    const added = await addAddress(shop, user, input, key);
    return onceWith(added, { address: presentAddress(added) });
  });

  serve(changeAddressEndpoint, async ({ user, params, input }) => {
    const changed = await database.write((tx) =>
      updateAddress(tx, { userId: user.userId, ...params, values: valuesOf(input) }),
    );
    if (!changed) throw new ShopError('not_found');
    return { address: presentAddress(changed) };
  });

  serve(deleteAddressEndpoint, async ({ user, params }) => {
    const isDeleted = await database.write((tx) => deleteAddress(tx, { userId: user.userId, ...params }));
    if (!isDeleted) throw new ShopError('not_found');
    return { message: 'Address deleted' };
  });
};

/**
 * Adds an address.
 * @throws ShopError too_many_addresses (409), not_found (404) if a repeated call made one that was deleted since
 */
const addAddress = (
  { database, clock }: Shop,
  signedIn: SignedIn,
  input: InputOf<typeof addAddressEndpoint>,
  key: string | null,
): Promise<Once<AddressRow>> => {
  const { userId } = signedIn;
  const now = clock();
  const values = { city: null, region: null, postal_code: null, phone: null, ...valuesOf(input) } as DeliveryRow;
  return database.write(async (tx) => {
    // Another addition at the same time waits here, so that the count is right.
    await lockSignedIn(tx, signedIn);
    const { made } = await oncePerKey(tx, { call: 'addresses.add', scope: userId, key, userId, now }, async () => {
      if ((await listAddresses(tx, { userId })).length >= MOST_ADDRESSES) throw new ShopError('too_many_addresses');
      return { id: await insertAddress(tx, { userId, values, now }) };
    });
    const added = await findAddress(tx, { userId, id: made.id });
    if (!added) throw new ShopError('not_found');
    return onceWith(made, added);
  });
};

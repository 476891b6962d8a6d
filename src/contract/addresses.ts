import * as z from 'zod/mini';
import { MOST_ADDRESSES } from '#domain/delivery-address.ts';
import { addressInput } from './address-form.ts';
import { endpoint } from './endpoint.ts';
import { done, publicIdParam } from './values.ts';

/** The destination of an order, as its receipt keeps it (behavior 6.14). */
export const delivery = z.object({
  name: z.string(),
  lines: z.string(),
  city: z.nullable(z.string()),
  region: z.nullable(z.string()),
  postalCode: z.nullable(z.string()),
  country: z.string(),
  phone: z.nullable(z.string()),
});

const address = z.extend(delivery, { id: z.string() });
export type Address = z.infer<typeof address>;

/** The one that an order used last comes first, then the newest. */
export const listAddresses = endpoint({
  method: 'GET',
  path: '/api/user/addresses',
  access: 'member',
  summary: 'Your delivery addresses',
  output: z.object({ addresses: z.array(address) }),
  errors: [],
});

/** A member can have at most five. */
export const addAddress = endpoint({
  method: 'POST',
  path: '/api/user/addresses',
  access: 'member',
  takesIdempotencyKey: true,
  summary: `Add a delivery address, up to ${MOST_ADDRESSES}`,
  input: addressInput,
  output: z.object({ address }),
  status: 201,
  errors: ['too_many_addresses'],
});

/** Fields that are not named stay as they are. Receipts keep the copy that they have. */
export const changeAddress = endpoint({
  method: 'PATCH',
  path: '/api/user/addresses/:id',
  access: 'member',
  summary: 'Change one of your delivery addresses',
  params: publicIdParam,
  input: z.partial(addressInput),
  output: z.object({ address }),
  errors: ['not_found'],
});

export const deleteAddress = endpoint({
  method: 'DELETE',
  path: '/api/user/addresses/:id',
  access: 'member',
  summary: 'Delete one of your delivery addresses',
  params: publicIdParam,
  output: done,
  errors: ['not_found'],
});

import * as z from 'zod/mini';
import {
  ADDRESS_LIMITS,
  cleanAddressLines,
  cleanAddressText,
  fitsLines,
  isReadable,
  MOST_ADDRESSES,
} from '#domain/delivery-address.ts';
import { counted } from '#domain/text.ts';
import { endpoint } from './endpoint.ts';
import { done, publicIdParam, storable } from './values.ts';

/** A text of an address, as it is kept. */
const addressText = (max: number, clean: (text: string) => string) =>
  z
    .string('This must be a text')
    .check(storable, z.overwrite(clean), z.maxLength(max, `This must be at most ${max} characters`));

const field = addressText(ADDRESS_LIMITS.field, cleanAddressText);
const needed = (message: string) => z.refine<string>(isReadable, message);
/** Nothing, an empty text or null: the address does not have it. */
const orNone = z.optional(z.nullable(field));

const input = z.object({
  name: field.check(needed('A name is needed')),
  lines: addressText(ADDRESS_LIMITS.lines, cleanAddressLines).check(
    needed('An address is needed'),
    z.refine(fitsLines, `This must be at most ${counted(ADDRESS_LIMITS.lineCount, 'line')}`),
  ),
  city: orNone,
  region: orNone,
  postalCode: orNone,
  country: field.check(needed('A country is needed')),
  phone: orNone,
});

/** What the page asks for: nearly every parcel needs a city, but the shop takes addresses without one. */
export const addressForm = z.extend(input, { city: field.check(needed('A city is needed')) });

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
  input,
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
  input: z.partial(input),
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

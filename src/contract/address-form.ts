import * as z from 'zod/mini';
import {
  ADDRESS_LIMITS,
  cleanAddressLines,
  cleanAddressText,
  fitsLines,
  isReadable,
} from '#domain/delivery-address.ts';
import { tooLong } from '#domain/needed-text.ts';
import { counted } from '#domain/text.ts';
import { storable } from './values.ts';

/** A text of an address, as it is kept. */
const addressText = (max: number, clean: (text: string) => string) =>
  z.string('This must be a text').check(storable, z.overwrite(clean), z.maxLength(max, tooLong(max)));

const field = addressText(ADDRESS_LIMITS.field, cleanAddressText);
const needed = (message: string) => z.refine<string>(isReadable, message);
/** Nothing, an empty text or null: the address does not have it. */
const orNone = z.optional(z.nullable(field));

/** A delivery address, as it is sent. */
export const addressInput = z.object({
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
export const addressForm = z.extend(addressInput, { city: field.check(needed('A city is needed')) });

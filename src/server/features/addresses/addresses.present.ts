import type { Address, changeAddress } from '#contract/addresses.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { DeliveryAddress } from '#domain/delivery-address.ts';
import type { AddressRow, DeliveryRow } from './addresses.queries.ts';

/** The copy of an address as a receipt shows it. */
export const presentDelivery = (row: DeliveryRow): DeliveryAddress => ({
  name: row.name,
  lines: row.lines,
  city: row.city,
  region: row.region,
  postalCode: row.postal_code,
  country: row.country,
  phone: row.phone,
});

export const presentAddress = (row: AddressRow): Address => ({ id: row.id, ...presentDelivery(row) });

/** The columns that a call names. An empty text is none. */
export const valuesOf = ({ postalCode, ...input }: InputOf<typeof changeAddress>): Partial<DeliveryRow> => {
  const named = Object.entries({ ...input, postal_code: postalCode }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named.map(([column, value]) => [column, value || null]));
};

import type { Address } from '#contract/addresses.ts';
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

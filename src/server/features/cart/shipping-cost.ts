import type { ShippingOption } from '#domain/constants.ts';
import { toCents } from '#domain/money.ts';
import type { Settings } from '../../settings.ts';

/** What an option costs in this shop (SHIPPING_STANDARD, SHIPPING_EXPRESS), in cents. */
export const shippingCents = (settings: Settings, option: ShippingOption): number =>
  toCents(option === 'express' ? settings.SHIPPING_EXPRESS : settings.SHIPPING_STANDARD)!;

import { orderable } from '#domain/cart.ts';
import type { CategoryMap } from '#domain/category-map.ts';
import type { LabResult } from '#domain/lab-result.ts';
import { checkItemLabel } from '#domain/label-check.ts';
import { centsToDollars } from '#domain/money.ts';
import { linePrices } from '#domain/pricing.ts';
import { type Product, UNKNOWN } from '#domain/product.ts';
import { sizeFromTags } from '#domain/tags.ts';
import type { Tier } from '#domain/tiers.ts';
import { isWeightLabel } from '#domain/weight-labels.ts';
import type { PictureAddresses } from '../pictures/picture-addresses.ts';
import { presentLab } from '../pictures/shop-addresses.ts';
import type { BadgeTimes } from './badge-times.ts';
import type { VisibleRow } from './catalogue.queries.ts';

/** An item as members see it (behavior 4.1). */
export const presentProduct = (
  row: VisibleRow,
  pictures: Pick<PictureAddresses, 'of'>,
  badges: Pick<BadgeTimes, 'badgeOf'>,
  categories: CategoryMap,
): Product => {
  const tags = JSON.parse(row.tags) as string[];
  const size = row.size ?? sizeFromTags(tags);
  const { singlePriceCents, tierPrices } = linePrices({
    priceCents: row.price_cents,
    markupCents: row.markup_cents,
    tiers: row.tiers === '[]' ? [] : (JSON.parse(row.tiers) as Tier[]),
  });
  const quantity = orderable({ listed: true, isActive: true, quantity: row.quantity, reserved: row.reserved });
  const badge = badges.badgeOf(row, quantity);
  const weightLabel = row.weight_label !== null && isWeightLabel(row.weight_label) ? row.weight_label : null;
  return {
    id: row.id,
    externalId: row.external_id,
    name: row.name,
    description: row.description,
    brand: row.brand ?? UNKNOWN,
    category: categories.of(row.category).name,
    price: centsToDollars(row.price_cents),
    finalPrice: centsToDollars(singlePriceCents),
    tiers: tierPrices.map(({ from, unitPriceCents }) => ({ from, finalPrice: centsToDollars(unitPriceCents) })),
    quantity,
    images: pictures.of(JSON.parse(row.images) as string[]),
    tags,
    size,
    weightLabel,
    labelDoubtful:
      checkItemLabel({ name: row.name, tags, size, category: row.category, weightLabel }, categories) !== null,
    isActive: true,
    lastSynced: row.last_synced_at === null ? null : new Date(row.last_synced_at).toISOString(),
    listedAt: row.listed_at === null ? null : new Date(row.listed_at).toISOString(),
    ...(badge !== null && { badge }),
    ...(row.batch !== null && { batch: row.batch }),
    ...(row.lab !== null && { lab: presentLab(JSON.parse(row.lab) as LabResult) }),
  };
};
